// SPDX-License-Identifier: Apache-2.0
// Builds the payload's request, parses its reply, or reads its stream a given number of times, and
// does nothing else, so that codec_instructions.sh can count the instructions.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "bench/payload.h"
#include "bench/stream_payload.h"
#include "service/messages/message.h"
#include "service/messages/request.h"
#include "service/messages/stream/stream_event.h"
#include "service/messages/stream/stream_reader.h"

namespace footnote::bench {
namespace {

// The maximum size of one read of a stream by the service.
constexpr size_t kReceivedBytes = 4 << 10;

// Returns true if every request was built.
bool Build(const Payload& payload, int times) {
  const messages::MessagesRequest request = MessagesRequestFor(payload);
  for (int i = 0; i < times; ++i) {
    std::string json;
    messages::AppendJson(request, &json);
    if (json.empty()) return false;
  }
  return true;
}

// Returns true if every reply was a message.
bool Parse(const Payload& payload, int times) {
  const std::string reply = ReplyJsonFor(payload);
  for (int i = 0; i < times; ++i) {
    std::string body;
    body.reserve(reply.size() + 64);
    body = reply;
    if (!messages::ParseMessage(std::move(body)).ok()) return false;
  }
  return true;
}

// Returns true if every stream was complete.
bool Stream(const Payload& payload, int times) {
  const std::string stream = absl::StrJoin(StreamEventsFor(payload), "");
  for (int i = 0; i < times; ++i) {
    messages::StreamReader reader;
    std::vector<messages::StreamEvent> events;
    for (absl::string_view rest = stream; !rest.empty();) {
      const absl::string_view piece = rest.substr(0, kReceivedBytes);
      rest.remove_prefix(piece.size());
      events.clear();
      if (!reader.Read(piece, &events).ok()) return false;
    }
    if (!reader.stopped()) return false;
  }
  return true;
}

int Main(int argc, char** argv) {
  if (argc == 3) {
    const absl::string_view what = argv[1];
    const int times = std::atoi(argv[2]);
    if (what == "build") return Build(MakePayload(), times) ? 0 : 1;
    if (what == "parse") return Parse(MakePayload(), times) ? 0 : 1;
    if (what == "stream") return Stream(MakePayload(), times) ? 0 : 1;
  }
  std::fprintf(stderr, "usage: codec_once build|parse|stream TIMES\n");
  return 2;
}

}  // namespace
}  // namespace footnote::bench

int main(int argc, char** argv) { return footnote::bench::Main(argc, argv); }
