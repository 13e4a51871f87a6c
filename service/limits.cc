// SPDX-License-Identifier: Apache-2.0
#include "service/limits.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "service/config.h"

namespace footnote {
namespace {

using config::v1::LimitsConfig;
using config::v1::ServerConfig;

constexpr int64_t kMaxConnections = 10'000;
constexpr int64_t kMinConnectionsPerPeer = 100;
// The part of the memory that calls may hold: the rest is for messages that arrive, for copies
// while they are parsed, and for what malloc keeps.
constexpr int kMemoryPerCallBytes = 3;
// The messages of the largest size that may wait on one connection.
constexpr int64_t kUnfinishedMessages = 4;

template <typename T>
T ValueOr(T value, T default_value) {
  return value > 0 ? value : default_value;
}

// A request to the emulator takes a descriptor for each end of its connection.
int64_t DescriptorsPerUpstreamConnection(const ServerConfig& config) {
  return std::any_of(config.routes().begin(), config.routes().end(),
                     [](const config::v1::RouteConfig& route) { return route.has_emulator(); })
             ? 2
             : 1;
}

rpc::AdmissionLimits Admission(const LimitsConfig& config, int64_t memory_bytes) {
  rpc::AdmissionLimits limits;
  limits.max_calls = config.max_calls_in_flight();
  limits.max_calls_per_peer =
      ValueOr(config.max_calls_per_peer(), std::max(1, config.max_calls_in_flight() / 10));
  limits.max_starts_per_second_per_peer = config.max_new_calls_per_second_per_peer();
  limits.max_bytes = ValueOr<int64_t>(config.max_call_bytes(), memory_bytes / kMemoryPerCallBytes);
  limits.max_bytes_per_peer =
      ValueOr<int64_t>(config.max_call_bytes_per_peer(), limits.max_bytes / 2);
  limits.unread_answer_timeout = ToDuration(config.unread_answer_timeout());
  return limits;
}

rpc::Http2Limits Http2(const LimitsConfig& config) {
  rpc::Http2Limits limits;
  limits.max_streams_per_connection = config.max_streams_per_connection();
  limits.max_connection_idle = ToLimit(config.max_connection_idle());
  limits.max_connection_age = ToLimit(config.max_connection_age());
  return limits;
}

rpc::ConnectionRules Rules(const LimitsConfig& config) {
  rpc::ConnectionRules rules;
  rules.max_new_calls_per_second = config.max_new_calls_per_second();
  rules.max_resets_per_second = config.max_resets_per_second();
  rules.max_message_bytes = config.max_request_bytes();
  rules.max_unfinished_bytes = kUnfinishedMessages * rules.max_message_bytes;
  return rules;
}

// Divides the descriptors of the process between the connections of callers and those to models.
absl::Status DivideDescriptors(const ServerConfig& config, int64_t open_files,
                               ServerLimits* limits) {
  const int64_t available = std::max<int64_t>(0, open_files - kOtherDescriptors);
  const int64_t per_upstream = DescriptorsPerUpstreamConnection(config);
  const int64_t set_upstream = config.http_client().max_connections();
  const int64_t calls = config.limits().max_calls_in_flight();
  const int64_t most_connections =
      set_upstream > 0 ? available - set_upstream * per_upstream : available / 2;
  const int64_t connections =
      ValueOr(int64_t{config.limits().max_connections()},
              std::max<int64_t>(1, std::min(kMaxConnections, most_connections)));
  const int64_t upstream = ValueOr(
      set_upstream, std::max<int64_t>(config.http_client().loop_threads(),
                                      std::min(calls, (available - connections) / per_upstream)));
  if (upstream < config.http_client().loop_threads() ||
      connections + upstream * per_upstream > available) {
    return absl::InvalidArgumentError(absl::StrCat(
        "configuration: limits.max_connections (", connections,
        ") and http_client.max_connections (", upstream,
        ", at least http_client.loop_threads) need more than the ", open_files,
        " open files of this process, of which ", kOtherDescriptors,
        " have other uses; lower them, or raise the limit on open files (ulimit -n, LimitNOFILE)"));
  }
  limits->connections.max_connections = static_cast<int>(connections);
  limits->connections.max_connections_per_peer = ValueOr(
      config.limits().max_connections_per_peer(),
      static_cast<int>(std::max<int64_t>(
          1, std::min(std::max(connections / 10, kMinConnectionsPerPeer), connections / 2))));
  limits->upstream_connections = static_cast<int>(upstream);
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<ServerLimits> ComputeLimits(const ServerConfig& config,
                                           const ProcessLimits& process) {
  ServerLimits limits;
  limits.memory_bytes =
      ValueOr<int64_t>(config.limits().memory_limit_bytes(), process.memory_bytes);
  limits.admission = Admission(config.limits(), limits.memory_bytes);
  limits.http2 = Http2(config.limits());
  limits.rules = Rules(config.limits());
  if (absl::Status divided = DivideDescriptors(config, process.open_files, &limits);
      !divided.ok()) {
    return divided;
  }
  return limits;
}

}  // namespace footnote
