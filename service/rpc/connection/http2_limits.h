// SPDX-License-Identifier: Apache-2.0
// What gRPC itself can limit on each connection.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_HTTP2_LIMITS_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_HTTP2_LIMITS_H_

#include <grpcpp/grpcpp.h>

#include "absl/time/time.h"

namespace footnote::rpc {

struct Http2Limits {
  // The size of the metadata of one call.
  static constexpr int kMaxMetadataBytes = 16 << 10;

  // The calls that are open on one connection. A client that keeps to HTTP/2 makes further calls
  // wait.
  int max_streams_per_connection = 100;
  // How long a connection without calls stays open. InfiniteDuration disables it.
  absl::Duration max_connection_idle = absl::Minutes(15);
  // The age at which a connection takes no new calls; it is closed when those on it have ended.
  // InfiniteDuration disables it.
  absl::Duration max_connection_age = absl::Hours(1);
};

// Sets `limits`, and the limits that are the same for all servers: the size of metadata, the time
// to complete a handshake, and the pace of pings. Refuses compressed requests, because gRPC
// inflates a message before it compares its size with the limit.
void Apply(const Http2Limits& limits, grpc::ServerBuilder* builder);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_HTTP2_LIMITS_H_
