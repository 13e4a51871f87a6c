#include "service/config.h"

#include <google/protobuf/duration.pb.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "service/answering/building/validation/failure_options.h"
#include "service/answering/building/validation/model_options.h"
#include "service/text/utf8.h"
#include "service/upstream/http/base_url.h"
#include "service/upstream/http/http_header.h"
#include "service/upstream/transport.h"

namespace footnote {
namespace {

using config::v1::ServerConfig;
using config::v1::UpstreamConfig;

constexpr char kApiKeyVariable[] = "ANTHROPIC_API_KEY";
// What server_config.proto states. Durations are apart: a file's `{ nanos: 5 }` must replace the
// default as a whole, not become part of it.
constexpr char kDefaults[] = R"pb(
  listen: "127.0.0.1:8080"
  upstream {
    url: "https://api.anthropic.com"
    api_version: "2026-10-21"
    max_response_bytes: 67108864
    loop_threads: 1
    max_idle_connections: 1024
    http_version: HTTP_VERSION_1_1
    retry { max_attempts: 3 budget_per_call: 0.2 budget_capacity: 100 }
  }
  defaults { max_tokens: 4096 }
  limits { max_request_bytes: 33554432 max_calls_in_flight: 10000 }
)pb";

constexpr char kDefaultDurations[] = R"pb(
  upstream {
    connect_timeout { seconds: 10 }
    request_timeout { seconds: 600 }
    stream_timeout { seconds: 3600 }
    first_byte_timeout { seconds: 300 }
    idle_timeout { seconds: 120 }
    retry {
      initial_backoff { nanos: 500000000 }
      max_backoff { seconds: 8 }
      max_server_wait { seconds: 60 }
    }
  }
  drain_timeout { seconds: 30 }
)pb";

constexpr absl::string_view kApiVersions[] = {"2023-06-01", "2026-10-21"};
// The emulator asks for a key like the API, and takes any.
constexpr absl::string_view kEmulatorKey = "emulator";
constexpr absl::string_view kEmulatorModel = "claude-opus-5-5";

// Configurations and keys are small; anything else is the wrong file.
constexpr size_t kMaxFileBytes = 1 << 20;

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  std::string text(kMaxFileBytes + 1, '\0');
  if (file != nullptr) text.resize(std::fread(&text[0], 1, text.size(), file.get()));
  if (file == nullptr || std::ferror(file.get()) != 0) {
    return absl::NotFoundError(absl::StrCat(path, ": cannot be read: ", std::strerror(errno)));
  }
  if (text.size() > kMaxFileBytes) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": has more than ", kMaxFileBytes, " bytes"));
  }
  return text;
}

// Keeps the first error of a text format parse, with its place.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (!text_.empty()) return;
    // What was found in place of what was expected may be a secret without its quotation marks.
    const absl::string_view shown = absl::string_view(message).substr(0, message.find(", got"));
    text_ = absl::StrCat(line + 1, ":", column + 1, ": ", shown);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Lets the file at `path` win over what `config` has.
absl::Status MergeConfigFile(const std::string& path, ServerConfig* config) {
  absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  google::protobuf::TextFormat::Parser parser;
  FirstError error;
  parser.RecordErrorsTo(&error);
  if (!parser.MergeFromString(*text, config)) {
    return absl::InvalidArgumentError(absl::StrCat(path, ":", error.text()));
  }
  return absl::OkStatus();
}

// For each duration that is not set in `config`, the one in `defaults`.
void SetDefaultDurations(const google::protobuf::Message& defaults,
                         google::protobuf::Message* config) {
  const google::protobuf::Reflection& in = *defaults.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  in.ListFields(defaults, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    const google::protobuf::Reflection& out = *config->GetReflection();
    const google::protobuf::Message& value = in.GetMessage(defaults, field);
    const bool is_duration = field->message_type() == google::protobuf::Duration::descriptor();
    if (!is_duration) {
      SetDefaultDurations(value, out.MutableMessage(config, field));
    } else if (!out.HasField(*config, field)) {
      out.MutableMessage(config, field)->CopyFrom(value);
    }
  }
}

// Gathers what is wrong with a configuration.
class Checker {
 public:
  void Require(bool fine, absl::string_view field, absl::string_view problem) {
    if (!fine) faults_.push_back(absl::StrCat(field, ": ", problem));
  }

  void RequirePositive(int64_t value, absl::string_view field) {
    Require(value > 0, field, "must be positive");
  }

  void RequireTimeout(const google::protobuf::Duration& value, absl::string_view field) {
    RequireValid(value, field);
    const absl::Duration set = ToDuration(value);
    Require(set > absl::ZeroDuration() && set <= absl::Hours(24), field,
            "must be more than 0 s and at most 24 hours");
  }

  // One that 0 turns off.
  void RequireLimit(const google::protobuf::Duration& value, absl::string_view field) {
    RequireValid(value, field);
    const absl::Duration set = ToDuration(value);
    Require(set >= absl::ZeroDuration() && set <= absl::Hours(24), field,
            "must be from 0 s, which turns it off, to 24 hours");
  }

  absl::Status ToStatus() const {
    if (faults_.empty()) return absl::OkStatus();
    return absl::InvalidArgumentError(
        absl::StrCat("configuration: ", absl::StrJoin(faults_, "; ")));
  }

 private:
  void RequireValid(const google::protobuf::Duration& value, absl::string_view field) {
    Require(value.nanos() >= 0 && value.nanos() <= 999'999'999, field,
            "has nanos outside of 0 to 999999999");
  }

  std::vector<std::string> faults_;
};

void CheckHeaders(const UpstreamConfig& upstream, Checker* checker) {
  for (const auto& [name, value] : upstream.headers()) {
    const std::string field = absl::StrCat("upstream.headers[", name, "]");
    checker->Require(upstream::IsValidHeaderName(name), field, "is not the name of a header");
    checker->Require(!upstream::IsReservedHeader(name), field,
                     "is a header that Footnote itself sets");
    checker->Require(upstream::IsValidHeaderValue(value), field,
                     "has a value with control characters");
  }
  for (const std::string& key : upstream.forwarded_metadata()) {
    const std::string field = absl::StrCat("upstream.forwarded_metadata: ", key);
    checker->Require(upstream::IsValidHeaderName(key) && key == absl::AsciiStrToLower(key), field,
                     "is not a key of gRPC metadata: lower case letters, digits and _ - .");
    checker->Require(!absl::EndsWith(key, "-bin"), field, "is binary, which no HTTP header can be");
    checker->Require(!upstream::IsReservedHeader(key), field,
                     "is a header that Footnote itself sets");
  }
}

void CheckRetry(const config::v1::RetryConfig& retry, Checker* checker) {
  checker->Require(retry.max_attempts() >= 1 && retry.max_attempts() <= upstream::kMaxAttempts,
                   "upstream.retry.max_attempts",
                   absl::StrCat("must be from 1 to ", upstream::kMaxAttempts));
  checker->RequireTimeout(retry.initial_backoff(), "upstream.retry.initial_backoff");
  checker->RequireTimeout(retry.max_backoff(), "upstream.retry.max_backoff");
  checker->Require(ToDuration(retry.initial_backoff()) <= ToDuration(retry.max_backoff()),
                   "upstream.retry.max_backoff",
                   absl::StrCat("is ", absl::FormatDuration(ToDuration(retry.max_backoff())),
                                "; must not be less than initial_backoff"));
  checker->RequireTimeout(retry.max_server_wait(), "upstream.retry.max_server_wait");
  // NaN is in no range.
  checker->Require(retry.budget_per_call() >= 0 && retry.budget_per_call() <= 10,
                   "upstream.retry.budget_per_call", "must be from 0 to 10");
  checker->Require(retry.budget_capacity() >= 0 && retry.budget_capacity() <= 1e6,
                   "upstream.retry.budget_capacity", "must be from 0 to 1000000");
}

void CheckFallbackModels(const config::v1::DefaultsConfig& defaults, Checker* checker) {
  checker->Require(defaults.fallback_models_size() <= answering::building::kMaxFallbackModels,
                   "defaults.fallback_models",
                   absl::StrCat("must be at most ", answering::building::kMaxFallbackModels));
  for (const std::string& model : defaults.fallback_models()) {
    checker->Require(text::HasText(model), "defaults.fallback_models",
                     "holds one that is empty or white space only");
    checker->Require(std::count(defaults.fallback_models().begin(),
                                defaults.fallback_models().end(), model) == 1 &&
                         model != defaults.model(),
                     "defaults.fallback_models", "holds one that is asked before already");
  }
  checker->Require(defaults.fallback_models().empty() || !defaults.model().empty(),
                   "defaults.fallback_models", "needs defaults.model, for which they stand in");
}

// Checks the upstream's part, and brings its address into the form that the transport takes.
void CheckUpstream(Checker* checker, UpstreamConfig* upstream) {
  if (upstream->url() != kEmulatorUpstream) {
    absl::StatusOr<std::string> url = upstream::NormalizeBaseUrl(upstream->url());
    checker->Require(url.ok(), "upstream.url", url.status().message());
    if (url.ok()) upstream->set_url(*std::move(url));
  }
  checker->Require(std::find(std::begin(kApiVersions), std::end(kApiVersions),
                             upstream->api_version()) != std::end(kApiVersions),
                   "upstream.api_version",
                   absl::StrCat("must be one of ", absl::StrJoin(kApiVersions, ", ")));
  CheckHeaders(*upstream, checker);
  checker->RequireTimeout(upstream->connect_timeout(), "upstream.connect_timeout");
  checker->RequireLimit(upstream->request_timeout(), "upstream.request_timeout");
  checker->RequireLimit(upstream->stream_timeout(), "upstream.stream_timeout");
  checker->RequireLimit(upstream->first_byte_timeout(), "upstream.first_byte_timeout");
  checker->RequireLimit(upstream->idle_timeout(), "upstream.idle_timeout");
  CheckRetry(upstream->retry(), checker);
  checker->RequirePositive(upstream->max_response_bytes(), "upstream.max_response_bytes");
  const auto cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  checker->Require(upstream->loop_threads() > 0 && upstream->loop_threads() <= cores,
                   "upstream.loop_threads",
                   absl::StrCat("must be from 1 to the machine's cores, ", cores));
  checker->RequirePositive(upstream->max_idle_connections(), "upstream.max_idle_connections");
  checker->Require(UpstreamConfig::HttpVersion_IsValid(upstream->http_version()),
                   "upstream.http_version", "has an unknown value");
}

bool IsAddress(absl::string_view listen) {
  if (absl::ConsumePrefix(&listen, "unix:")) return !listen.empty();
  const size_t colon = listen.rfind(':');
  int port;
  return colon != absl::string_view::npos && absl::SimpleAtoi(listen.substr(colon + 1), &port) &&
         port >= 0 && port <= 65535;
}

absl::Status CheckConfig(ServerConfig* config) {
  Checker checker;
  checker.Require(IsAddress(config->listen()), "listen",
                  "must be HOST:PORT with a port from 0 to 65535, :PORT, or unix:PATH");
  // As elsewhere, no host means all of them.
  if (config->listen()[0] == ':') config->set_listen(absl::StrCat("0.0.0.0", config->listen()));
  CheckUpstream(&checker, config->mutable_upstream());
  const int32_t max_tokens = config->defaults().max_tokens();
  checker.Require(max_tokens > 0 && max_tokens <= answering::building::kMaxTokensUnstreamed,
                  "defaults.max_tokens",
                  absl::StrCat("must be from 1 to ", answering::building::kMaxTokensUnstreamed));
  checker.Require(config->defaults().model().empty() || text::HasText(config->defaults().model()),
                  "defaults.model", "is white space only");
  CheckFallbackModels(config->defaults(), &checker);
  checker.RequirePositive(config->limits().max_request_bytes(), "limits.max_request_bytes");
  checker.RequirePositive(config->limits().max_calls_in_flight(), "limits.max_calls_in_flight");
  checker.RequireTimeout(config->drain_timeout(), "drain_timeout");
  return checker.ToStatus();
}

absl::StatusOr<Secret> LoadApiKey(const UpstreamConfig& upstream,
                                  const std::function<const char*(const char*)>& get_env) {
  if (upstream.url() == kEmulatorUpstream) return Secret(std::string(kEmulatorKey));
  std::string key;
  std::string from;
  if (!upstream.api_key_file().empty()) {
    from = absl::StrCat("upstream.api_key_file: ", upstream.api_key_file());
    absl::StatusOr<std::string> text = ReadFile(upstream.api_key_file());
    if (!text.ok()) return text.status();
    key = std::string(absl::StripAsciiWhitespace(*text));
  } else {
    from = absl::StrCat("the environment variable ", kApiKeyVariable);
    const char* value = get_env(kApiKeyVariable);
    if (value != nullptr) key = value;
  }
  if (key.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(from, " holds no API key; give one, or use --upstream=", kEmulatorUpstream,
                     " to try Footnote without"));
  }
  if (!upstream::IsValidHeaderValue(key)) {
    return absl::InvalidArgumentError(absl::StrCat(from, " holds control characters"));
  }
  return Secret(std::move(key));
}

}  // namespace

absl::StatusOr<LoadedConfig> LoadConfig(const ConfigFlags& flags,
                                        const std::function<const char*(const char*)>& get_env) {
  LoadedConfig loaded;
  ServerConfig& config = loaded.config;
  ServerConfig durations;
  if (!google::protobuf::TextFormat::ParseFromString(kDefaults, &config) ||
      !google::protobuf::TextFormat::ParseFromString(kDefaultDurations, &durations)) {
    return absl::InternalError("the built-in configuration does not parse");
  }
  if (!flags.config.empty()) {
    if (absl::Status status = MergeConfigFile(flags.config, &config); !status.ok()) return status;
  }
  SetDefaultDurations(durations, &config);
  if (flags.listen) config.set_listen(*flags.listen);
  if (flags.upstream) config.mutable_upstream()->set_url(*flags.upstream);
  if (flags.model) config.mutable_defaults()->set_model(*flags.model);
  if (config.defaults().model().empty() && config.upstream().url() == kEmulatorUpstream) {
    config.mutable_defaults()->set_model(std::string(kEmulatorModel));
  }

  if (absl::Status status = CheckConfig(&config); !status.ok()) return status;
  absl::StatusOr<Secret> key = LoadApiKey(config.upstream(), get_env);
  if (!key.ok()) return key.status();
  loaded.api_key = *std::move(key);
  return loaded;
}

absl::Duration ToLimit(const google::protobuf::Duration& duration) {
  const absl::Duration limit = ToDuration(duration);
  return limit == absl::ZeroDuration() ? absl::InfiniteDuration() : limit;
}

absl::Duration ToDuration(const google::protobuf::Duration& duration) {
  return absl::Seconds(duration.seconds()) + absl::Nanoseconds(duration.nanos());
}

}  // namespace footnote
