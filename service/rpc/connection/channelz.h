// SPDX-License-Identifier: Apache-2.0
// What gRPC counts for each connection of a server.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_CHANNELZ_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_CHANNELZ_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::rpc {

// One connection as gRPC knows it.
struct ChannelzSocket {
  int64_t id = 0;
  std::string peer;  // as in PeerName::uri
};

struct ChannelzCounts {
  int64_t calls_started = 0;
  int64_t calls_succeeded = 0;
  int64_t calls_failed = 0;  // ended without a status of the server, as by a reset
  int64_t messages_received = 0;
};

// Returns the number of the server that was built last in this process; empty if there is none.
std::optional<int64_t> NewestServer();

// Returns the connections of `server` whose numbers are at least `first`, in ascending order.
std::vector<ChannelzSocket> SocketsOf(int64_t server, int64_t first);

// Returns what `socket` has done; empty if it is closed.
std::optional<ChannelzCounts> CountsOf(int64_t socket);

// Read the JSON that gRPC writes. Exposed for tests.
std::vector<ChannelzSocket> ParseSockets(absl::string_view json);
ChannelzCounts ParseCounts(absl::string_view json);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_CHANNELZ_H_
