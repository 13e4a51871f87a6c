// SPDX-License-Identifier: Apache-2.0
// The limits of the server, as its configuration and the process have them.
#ifndef FOOTNOTE_SERVICE_LIMITS_H_
#define FOOTNOTE_SERVICE_LIMITS_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "footnote/config/v1/server_config.pb.h"
#include "service/rpc/admission.h"
#include "service/rpc/connection/connection_rules.h"
#include "service/rpc/connection/connections.h"
#include "service/rpc/connection/http2_limits.h"

namespace footnote {

// What the process may use.
struct ProcessLimits {
  int64_t open_files = 0;
  int64_t memory_bytes = 0;
};

// The descriptors that are neither connections of callers nor to models: files, event queues,
// listening sockets, name lookups.
inline constexpr int kOtherDescriptors = 32;

struct ServerLimits {
  rpc::AdmissionLimits admission;
  rpc::ConnectionLimits connections;
  rpc::Http2Limits http2;
  rpc::ConnectionRules rules;
  // The connections to models, over all loop threads.
  int upstream_connections = 0;
  int64_t memory_bytes = 0;
};

// Returns the limits of `config`, which is valid, with the defaults that server_config.proto
// documents for those that it does not set. Fails if the process cannot hold as many connections as
// the configuration asks for; the error names the fields.
absl::StatusOr<ServerLimits> ComputeLimits(const config::v1::ServerConfig& config,
                                           const ProcessLimits& process);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LIMITS_H_
