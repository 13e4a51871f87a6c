// SPDX-License-Identifier: Apache-2.0
#include "service/config_validation.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"
#include "service/answering/building/validation/failure_options.h"
#include "service/answering/building/validation/model_options.h"
#include "service/config.h"
#include "service/config_policy.h"
#include "service/text/utf8.h"
#include "service/upstream/http/base_url.h"
#include "service/upstream/http/http_header.h"
#include "service/upstream/http/proxy_url.h"
#include "service/upstream/http/url_target.h"
#include "service/upstream/transport.h"

namespace footnote {
namespace {

using config::v1::HttpClientConfig;
using config::v1::RouteConfig;
using config::v1::ServerConfig;

constexpr absl::string_view kApiVersions[] = {"2023-06-01", "2026-10-21"};
constexpr size_t kMaxRouteNameBytes = 64;
// Much more than the API accepts or returns; a larger value is a slip.
constexpr int64_t kMaxSizeLimit = 256 << 20;
// What Protocol Buffers can encode in one message, and more than it should.
constexpr int64_t kMaxAnswerBytes = int64_t{1} << 30;
constexpr int64_t kMaxAnswerCitations = 1000000;

// Collects the violations of a configuration.
class Checker {
 public:
  void Require(bool valid, absl::string_view field, absl::string_view problem) {
    if (!valid) violations_.push_back(absl::StrCat(field, ": ", problem));
  }

  void RequirePositive(int64_t value, absl::string_view field) {
    Require(value > 0, field, "must be positive");
  }

  void RequireSize(int64_t value, absl::string_view field) {
    Require(value > 0 && value <= kMaxSizeLimit, field,
            absl::StrCat("must be from 1 to ", kMaxSizeLimit, " (256 MiB)"));
  }

  // `value` must be from 1 to `max`.
  void RequireUpTo(int64_t max, int64_t value, absl::string_view field) {
    Require(value > 0 && value <= max, field, absl::StrCat("must be from 1 to ", max));
  }

  void RequireTimeout(const google::protobuf::Duration& value, absl::string_view field) {
    RequireValid(value, field);
    const absl::Duration set = ToDuration(value);
    Require(set > absl::ZeroDuration() && set <= absl::Hours(24), field,
            "must be more than 0 s and at most 24 hours");
  }

  // Validates a limit that 0 disables.
  void RequireLimit(const google::protobuf::Duration& value, absl::string_view field) {
    RequireValid(value, field);
    const absl::Duration set = ToDuration(value);
    Require(set >= absl::ZeroDuration() && set <= absl::Hours(24), field,
            "must be from 0 s, which disables it, to 24 hours");
  }

  void Add(std::string violation) { violations_.push_back(std::move(violation)); }

  absl::Status ToStatus() const {
    if (violations_.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("configuration: ", absl::StrJoin(violations_, "; ")));
  }

 private:
  void RequireValid(const google::protobuf::Duration& value, absl::string_view field) {
    Require(value.nanos() >= 0 && value.nanos() <= 999'999'999, field,
            "must have nanos from 0 to 999999999");
  }

  std::vector<std::string> violations_;
};

void CheckHeaders(const RouteConfig& route, const std::string& path, Checker* checker) {
  for (const auto& [name, value] : route.headers()) {
    const std::string field = absl::StrCat(path, ".headers[", name, "]");
    checker->Require(upstream::IsValidHeaderName(name), field, "must be a valid header name");
    checker->Require(!upstream::IsReservedHeader(name), field,
                     "must not be a header that Footnote sets");
    checker->Require(upstream::IsValidHeaderValue(value), field,
                     "must not contain control characters");
  }
  for (int i = 0; i < route.forwarded_metadata_size(); ++i) {
    const std::string& key = route.forwarded_metadata(i);
    const std::string field = absl::StrCat(path, ".forwarded_metadata[", i, "]");
    checker->Require(upstream::IsValidHeaderName(key) && key == absl::AsciiStrToLower(key), field,
                     "must be a key of gRPC metadata: lower case letters, digits and _ - .");
    checker->Require(!absl::EndsWith(key, "-bin"), field,
                     "must not be binary, because an HTTP header cannot be binary");
    checker->Require(!upstream::IsReservedHeader(key), field,
                     "must not be a header that Footnote sets");
  }
}

void CheckAnthropic(const std::string& path, config::v1::AnthropicConfig* anthropic,
                    Checker* checker) {
  absl::StatusOr<std::string> url = upstream::NormalizeBaseUrl(anthropic->url());
  checker->Require(url.ok(), absl::StrCat(path, ".url"), url.status().message());
  if (url.ok()) {
    const std::optional<upstream::UrlTarget> target = upstream::ReadUrlTarget(*url);
    const bool is_safe = absl::StartsWith(*url, "https:") || anthropic->allow_cleartext() ||
                         (target.has_value() && target->is_loopback);
    checker->Require(is_safe, absl::StrCat(path, ".url"),
                     "must begin with https://, because the API key would be sent in the clear to "
                     "another machine; allow_cleartext permits it");
    anthropic->set_url(*std::move(url));
  }
  checker->Require(std::find(std::begin(kApiVersions), std::end(kApiVersions),
                             anthropic->api_version()) != std::end(kApiVersions),
                   absl::StrCat(path, ".api_version"),
                   absl::StrCat("must be one of ", absl::StrJoin(kApiVersions, ", ")));
}

bool IsRouteName(absl::string_view name) {
  return !name.empty() && name.size() <= kMaxRouteNameBytes &&
         std::all_of(name.begin(), name.end(), [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '_' || c == '-';
         });
}

void CheckRoutes(ServerConfig* config, Checker* checker) {
  std::set<std::string> names;
  for (int i = 0; i < config->routes_size(); ++i) {
    RouteConfig& route = *config->mutable_routes(i);
    const std::string path = absl::StrCat("routes[", i, "]");
    checker->Require(IsRouteName(route.name()), absl::StrCat(path, ".name"),
                     "must have 1 to 64 characters A-Z a-z 0-9 _ -");
    checker->Require(names.insert(route.name()).second, absl::StrCat(path, ".name"),
                     "must be unique");
    checker->Require(route.platform_case() != RouteConfig::PLATFORM_NOT_SET, path,
                     "must have a platform: anthropic or emulator");
    if (route.has_anthropic()) {
      CheckAnthropic(absl::StrCat(path, ".anthropic"), route.mutable_anthropic(), checker);
    }
    CheckHeaders(route, path, checker);
    checker->RequireLimit(route.request_timeout(), absl::StrCat(path, ".request_timeout"));
    checker->RequireLimit(route.stream_timeout(), absl::StrCat(path, ".stream_timeout"));
    checker->RequireLimit(route.first_byte_timeout(), absl::StrCat(path, ".first_byte_timeout"));
    checker->RequireLimit(route.idle_timeout(), absl::StrCat(path, ".idle_timeout"));
  }
}

void CheckRetry(const config::v1::RetryConfig& retry, Checker* checker) {
  checker->Require(retry.max_attempts() >= 1 && retry.max_attempts() <= upstream::kMaxAttempts,
                   "retry.max_attempts",
                   absl::StrCat("must be from 1 to ", upstream::kMaxAttempts));
  checker->RequireTimeout(retry.initial_backoff(), "retry.initial_backoff");
  checker->RequireTimeout(retry.max_backoff(), "retry.max_backoff");
  checker->Require(ToDuration(retry.initial_backoff()) <= ToDuration(retry.max_backoff()),
                   "retry.max_backoff",
                   absl::StrCat("is ", absl::FormatDuration(ToDuration(retry.max_backoff())),
                                "; must not be less than initial_backoff"));
  checker->RequireTimeout(retry.max_server_wait(), "retry.max_server_wait");
  // These conditions are false for NaN.
  checker->Require(retry.budget_per_call() >= 0 && retry.budget_per_call() <= 10,
                   "retry.budget_per_call", "must be from 0 to 10");
  checker->Require(retry.budget_capacity() >= 0 && retry.budget_capacity() <= 1e6,
                   "retry.budget_capacity", "must be from 0 to 1000000");
}

void CheckFallbackModels(const ServerConfig& config, Checker* checker) {
  const config::v1::DefaultsConfig& defaults = config.defaults();
  checker->Require(defaults.fallback_models_size() <= answering::building::kMaxFallbackModels,
                   "defaults.fallback_models",
                   absl::StrCat("must be at most ", answering::building::kMaxFallbackModels));
  checker->Require(defaults.fallback_models().empty() || !defaults.model().empty(),
                   "defaults.fallback_models", "must not be set without defaults.model");
  std::set<std::pair<std::string, std::string>> choices = {{defaults.model(), ""}};
  for (int i = 0; i < defaults.fallback_models_size(); ++i) {
    const v1::ModelChoice& choice = defaults.fallback_models(i);
    const std::string path = absl::StrCat("defaults.fallback_models[", i, "]");
    checker->Require(text::HasText(choice.model()), absl::StrCat(path, ".model"),
                     "must not be blank");
    const bool is_known =
        choice.route().empty() ||
        std::any_of(config.routes().begin(), config.routes().end(),
                    [&choice](const RouteConfig& route) { return route.name() == choice.route(); });
    checker->Require(is_known, absl::StrCat(path, ".route"),
                     "must be the name of a configured route");
    const bool is_first_route =
        !config.routes().empty() && choice.route() == config.routes(0).name();
    checker->Require(choices.emplace(choice.model(), is_first_route ? "" : choice.route()).second,
                     path, "must differ from the models before it");
  }
}

// Names no part of the URL, which may contain a password.
void CheckProxy(const std::string& proxy, Checker* checker) {
  if (proxy.empty()) return;
  checker->Require(upstream::ReadProxyUrl(proxy).has_value(), "http_client.proxy",
                   "must be http://HOST:PORT or https://HOST:PORT, optionally with USER:PASSWORD@ "
                   "before the host");
}

void CheckHttpClient(const HttpClientConfig& http, Checker* checker) {
  checker->RequireTimeout(http.connect_timeout(), "http_client.connect_timeout");
  checker->RequireSize(http.max_response_bytes(), "http_client.max_response_bytes");
  CheckProxy(http.proxy(), checker);
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  checker->Require(http.loop_threads() > 0 && http.loop_threads() <= cores,
                   "http_client.loop_threads",
                   absl::StrCat("must be from 1 to the number of cores of this machine, ", cores));
  checker->RequirePositive(http.max_idle_connections(), "http_client.max_idle_connections");
  checker->Require(HttpClientConfig::HttpVersion_IsValid(http.http_version()),
                   "http_client.http_version", "must be a value of HttpVersion");
}

void CheckConnections(const ServerConfig& config, Checker* checker) {
  const config::v1::LimitsConfig& limits = config.limits();
  checker->Require(limits.unix_socket_mode() > 0 && limits.unix_socket_mode() <= 0777,
                   "limits.unix_socket_mode", "must be from 0001 to 0777, in octal");
  constexpr absl::string_view kNotNegative = "must not be negative";
  checker->Require(limits.max_connections() >= 0, "limits.max_connections", kNotNegative);
  checker->Require(limits.max_connections_per_peer() >= 0, "limits.max_connections_per_peer",
                   kNotNegative);
  checker->Require(config.http_client().max_connections() >= 0, "http_client.max_connections",
                   kNotNegative);
  checker->RequirePositive(limits.max_streams_per_connection(),
                           "limits.max_streams_per_connection");
  checker->RequirePositive(limits.max_new_calls_per_second(), "limits.max_new_calls_per_second");
  checker->RequirePositive(limits.max_resets_per_second(), "limits.max_resets_per_second");
  checker->RequireLimit(limits.max_connection_idle(), "limits.max_connection_idle");
  checker->RequireLimit(limits.max_connection_age(), "limits.max_connection_age");
}

bool IsAddress(absl::string_view listen) {
  if (absl::ConsumePrefix(&listen, "unix:")) return !listen.empty();
  const size_t colon = listen.rfind(':');
  int port;
  return colon != absl::string_view::npos && absl::SimpleAtoi(listen.substr(colon + 1), &port) &&
         port >= 0 && port <= 65535;
}

}  // namespace

absl::Status ValidateConfig(ServerConfig* config) {
  Checker checker;
  checker.Require(IsAddress(config->listen()), "listen",
                  "must be HOST:PORT with a port from 0 to 65535, :PORT, or unix:PATH");
  CheckHttpClient(config->http_client(), &checker);
  CheckRoutes(config, &checker);
  CheckRetry(config->retry(), &checker);
  const int32_t max_tokens = config->defaults().max_tokens();
  checker.Require(max_tokens > 0 && max_tokens <= answering::building::kMaxTokensUnstreamed,
                  "defaults.max_tokens",
                  absl::StrCat("must be from 1 to ", answering::building::kMaxTokensUnstreamed));
  checker.Require(config->defaults().model().empty() || text::HasText(config->defaults().model()),
                  "defaults.model", "must not be blank");
  CheckFallbackModels(*config, &checker);
  for (const std::string& violation : PolicyViolations(*config)) checker.Add(violation);
  checker.RequireSize(config->limits().max_request_bytes(), "limits.max_request_bytes");
  checker.RequirePositive(config->limits().max_calls_in_flight(), "limits.max_calls_in_flight");
  CheckConnections(*config, &checker);
  checker.RequireUpTo(kMaxAnswerBytes, config->limits().max_answer_bytes(),
                      "limits.max_answer_bytes");
  checker.RequireUpTo(kMaxAnswerCitations, config->limits().max_answer_citations(),
                      "limits.max_answer_citations");
  checker.RequireTimeout(config->drain_timeout(), "drain_timeout");
  return checker.ToStatus();
}

}  // namespace footnote
