// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/channelz.h"

#include <grpc/grpc.h>
#include <grpc/support/alloc.h>

#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

namespace footnote::rpc {
namespace {

constexpr absl::string_view kAllShown = R"("end":true)";
constexpr intptr_t kDefaultPageSize = 0;

using Json = std::unique_ptr<char, decltype(&gpr_free)>;

Json Own(char* json) { return Json(json, &gpr_free); }

absl::string_view ViewOf(const Json& json) {
  return json == nullptr ? absl::string_view() : absl::string_view(json.get());
}

// Returns the string after `"name":"`, from `*from` on, and moves `*from` after it. gRPC writes
// numbers as strings, without white space, and the strings here need no escapes.
std::optional<absl::string_view> FindString(absl::string_view json, absl::string_view name,
                                            size_t* from) {
  const std::string key = absl::StrCat("\"", name, "\":\"");
  const size_t start = json.find(key, *from);
  if (start == absl::string_view::npos) return std::nullopt;
  const size_t begin = start + key.size();
  const size_t end = json.find('"', begin);
  if (end == absl::string_view::npos) return std::nullopt;
  *from = end;
  return json.substr(begin, end - begin);
}

std::optional<int64_t> FindNumber(absl::string_view json, absl::string_view name, size_t* from) {
  const std::optional<absl::string_view> text = FindString(json, name, from);
  int64_t number = 0;
  if (!text.has_value() || !absl::SimpleAtoi(*text, &number)) return std::nullopt;
  return number;
}

// A count of zero is left out.
int64_t CountOf(absl::string_view json, absl::string_view name) {
  size_t from = 0;
  return FindNumber(json, name, &from).value_or(0);
}

}  // namespace

std::optional<int64_t> NewestServer() {
  std::optional<int64_t> newest;
  while (true) {
    const Json json = Own(grpc_channelz_get_servers(newest.has_value() ? *newest + 1 : 0));
    const std::optional<int64_t> before = newest;
    size_t from = 0;
    while (const std::optional<int64_t> id = FindNumber(ViewOf(json), "serverId", &from)) {
      newest = id;
    }
    if (newest == before || absl::StrContains(ViewOf(json), kAllShown)) return newest;
  }
}

std::vector<ChannelzSocket> SocketsOf(int64_t server, int64_t first) {
  std::vector<ChannelzSocket> sockets;
  while (true) {
    const Json json = Own(grpc_channelz_get_server_sockets(server, first, kDefaultPageSize));
    const std::vector<ChannelzSocket> page = ParseSockets(ViewOf(json));
    sockets.insert(sockets.end(), page.begin(), page.end());
    if (page.empty() || absl::StrContains(ViewOf(json), kAllShown)) return sockets;
    first = page.back().id + 1;
  }
}

std::optional<ChannelzCounts> CountsOf(int64_t socket) {
  const Json json = Own(grpc_channelz_get_socket(socket));
  if (json == nullptr) return std::nullopt;
  return ParseCounts(ViewOf(json));
}

std::vector<ChannelzSocket> ParseSockets(absl::string_view json) {
  std::vector<ChannelzSocket> sockets;
  size_t from = 0;
  while (true) {
    const std::optional<absl::string_view> name = FindString(json, "name", &from);
    const std::optional<int64_t> id = FindNumber(json, "socketId", &from);
    if (!name.has_value() || !id.has_value()) return sockets;
    // The name is that of the transport, a space, and the peer.
    sockets.push_back({*id, std::string(name->substr(name->find(' ') + 1))});
  }
}

ChannelzCounts ParseCounts(absl::string_view json) {
  ChannelzCounts counts;
  counts.calls_started = CountOf(json, "streamsStarted");
  counts.calls_succeeded = CountOf(json, "streamsSucceeded");
  counts.calls_failed = CountOf(json, "streamsFailed");
  counts.messages_received = CountOf(json, "messagesReceived");
  return counts;
}

}  // namespace footnote::rpc
