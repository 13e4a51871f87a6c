// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/http2_limits.h"

#include <grpc/impl/codegen/grpc_types.h>

#include <algorithm>
#include <climits>

namespace footnote::rpc {
namespace {

// The time until a connection has sent its HTTP/2 preface and settings.
constexpr absl::Duration kHandshakeTimeout = absl::Seconds(10);
// The server's own pings find peers that are gone.
constexpr absl::Duration kKeepaliveInterval = absl::Minutes(2);
constexpr absl::Duration kKeepaliveTimeout = absl::Seconds(20);
// A client may ping this often without sending data, also while it has no calls.
constexpr absl::Duration kMinPingInterval = absl::Seconds(10);
constexpr int kMaxPingStrikes = 2;
constexpr int kYes = 1;

// INT_MAX means no limit to gRPC.
int Milliseconds(absl::Duration duration) {
  return static_cast<int>(std::min<int64_t>(absl::ToInt64Milliseconds(duration), int64_t{INT_MAX}));
}

}  // namespace

void Apply(const Http2Limits& limits, grpc::ServerBuilder* builder) {
  builder->AddChannelArgument(GRPC_ARG_MAX_CONCURRENT_STREAMS, limits.max_streams_per_connection);
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_IDLE_MS,
                              Milliseconds(limits.max_connection_idle));
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_MS,
                              Milliseconds(limits.max_connection_age));
  // Calls end by their own limits.
  builder->AddChannelArgument(GRPC_ARG_MAX_CONNECTION_AGE_GRACE_MS, INT_MAX);
  builder->AddChannelArgument(GRPC_ARG_MAX_METADATA_SIZE, Http2Limits::kMaxMetadataBytes);
  builder->AddChannelArgument(GRPC_ARG_SERVER_HANDSHAKE_TIMEOUT_MS,
                              Milliseconds(kHandshakeTimeout));
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIME_MS, Milliseconds(kKeepaliveInterval));
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_TIMEOUT_MS, Milliseconds(kKeepaliveTimeout));
  builder->AddChannelArgument(GRPC_ARG_KEEPALIVE_PERMIT_WITHOUT_CALLS, kYes);
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MIN_RECV_PING_INTERVAL_WITHOUT_DATA_MS,
                              Milliseconds(kMinPingInterval));
  builder->AddChannelArgument(GRPC_ARG_HTTP2_MAX_PING_STRIKES, kMaxPingStrikes);
  builder->SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_DEFLATE, false);
  builder->SetCompressionAlgorithmSupportStatus(GRPC_COMPRESS_GZIP, false);
}

}  // namespace footnote::rpc
