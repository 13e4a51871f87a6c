// SPDX-License-Identifier: Apache-2.0
#include "service/config_defaults.h"

#include <google/protobuf/duration.pb.h>
#include <google/protobuf/text_format.h>

#include <string>
#include <vector>

namespace footnote {
namespace {

using config::v1::RouteConfig;
using config::v1::ServerConfig;

// The defaults that server_config.proto documents.
constexpr char kDefaults[] = R"pb(
  listen: "127.0.0.1:8080"
  http_client {
    http_version: HTTP_VERSION_1_1
    loop_threads: 1
    max_idle_connections: 1024
    max_response_bytes: 33554432
  }
  retry { max_attempts: 3 budget_per_call: 0.2 budget_capacity: 100 }
  defaults { max_tokens: 4096 }
  limits {
    max_request_bytes: 8388608
    max_calls_in_flight: 10000
    max_new_calls_per_second_per_peer: 10000
    unix_socket_mode: 0600
    max_streams_per_connection: 100
    max_new_calls_per_second: 10000
    max_resets_per_second: 500
    max_answer_bytes: 67108864
    max_answer_citations: 10000
  }
)pb";

constexpr char kDurations[] = R"pb(
  http_client { connect_timeout { seconds: 10 } }
  retry {
    initial_backoff { nanos: 500000000 }
    max_backoff { seconds: 8 }
    max_server_wait { seconds: 60 }
  }
  drain_timeout { seconds: 30 }
  limits {
    unread_answer_timeout { seconds: 60 }
    max_connection_idle { seconds: 900 }
    max_connection_age { seconds: 3600 }
  }
)pb";

constexpr char kRouteDurations[] = R"pb(
  request_timeout { seconds: 600 }
  stream_timeout { seconds: 3600 }
  first_byte_timeout { seconds: 300 }
  idle_timeout { seconds: 120 }
)pb";

constexpr char kDefaultRoute[] = R"pb(name: "anthropic"
                                      anthropic {})pb";
constexpr char kDefaultUrl[] = "https://api.anthropic.com";
constexpr char kDefaultApiVersion[] = "2026-10-21";

template <typename Message>
Message Parse(const char* text) {
  Message message;
  google::protobuf::TextFormat::ParseFromString(text, &message);
  return message;
}

// Sets each duration that `config` does not set to the one in `defaults`.
void SetUnsetDurations(const google::protobuf::Message& defaults,
                       google::protobuf::Message* config) {
  const google::protobuf::Reflection& in = *defaults.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  in.ListFields(defaults, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    const google::protobuf::Reflection& out = *config->GetReflection();
    const google::protobuf::Message& value = in.GetMessage(defaults, field);
    const bool is_duration = field->message_type() == google::protobuf::Duration::descriptor();
    if (!is_duration) {
      SetUnsetDurations(value, out.MutableMessage(config, field));
    } else if (!out.HasField(*config, field)) {
      out.MutableMessage(config, field)->CopyFrom(value);
    }
  }
}

}  // namespace

ServerConfig BaseConfig() { return Parse<ServerConfig>(kDefaults); }

void CompleteConfig(ServerConfig* config) {
  SetUnsetDurations(Parse<ServerConfig>(kDurations), config);
  if (config->routes().empty()) *config->add_routes() = Parse<RouteConfig>(kDefaultRoute);
  const auto route_durations = Parse<RouteConfig>(kRouteDurations);
  for (RouteConfig& route : *config->mutable_routes()) {
    SetUnsetDurations(route_durations, &route);
    if (!route.has_anthropic()) continue;
    config::v1::AnthropicConfig& anthropic = *route.mutable_anthropic();
    if (anthropic.url().empty()) anthropic.set_url(kDefaultUrl);
    if (anthropic.api_version().empty()) anthropic.set_api_version(kDefaultApiVersion);
  }
}

}  // namespace footnote
