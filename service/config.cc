// SPDX-License-Identifier: Apache-2.0
#include "service/config.h"

#include <google/protobuf/duration.pb.h>
#include <google/protobuf/io/tokenizer.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <google/protobuf/text_format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "service/config_defaults.h"
#include "service/config_validation.h"
#include "service/upstream/http/http_header.h"

namespace footnote {
namespace {

using config::v1::RouteConfig;
using config::v1::ServerConfig;

constexpr char kApiKeyVariable[] = "ANTHROPIC_API_KEY";
// The emulator requires a key, as the API does, and accepts any.
constexpr absl::string_view kEmulatorKey = "footnote-emulator-key";
constexpr absl::string_view kEmulatorModel = "claude-opus-5-5";

// The limit on the size of a file; a larger one is not a configuration or a key.
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

// Keeps the first error of a text format parser, with its line and column.
class FirstError : public google::protobuf::io::ErrorCollector {
 public:
  void AddError(int line, int column, const std::string& message) override {
    if (!text_.empty()) return;
    // The unexpected token may be a secret without its quotation marks.
    const absl::string_view shown = absl::string_view(message).substr(0, message.find(", got"));
    text_ = absl::StrCat(line + 1, ":", column + 1, ": ", shown);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Merges the file at `path` into `config`.
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

// Replaces the routes with the one that the flag --upstream describes.
void ReplaceRoutes(const std::string& upstream, ServerConfig* config) {
  config->clear_routes();
  RouteConfig& route = *config->add_routes();
  if (upstream == kEmulatorUpstream) {
    route.set_name("emulator");
    route.mutable_emulator();
  } else {
    route.set_name("anthropic");
    route.mutable_anthropic()->set_url(upstream);
  }
}

// Returns the API key of `route`, whose path is `path`.
absl::StatusOr<Secret> LoadApiKey(const RouteConfig& route, const std::string& path,
                                  const std::function<const char*(const char*)>& get_env) {
  if (route.has_emulator()) return Secret(std::string(kEmulatorKey));
  std::string key;
  std::string source;
  const std::string& key_file = route.anthropic().api_key_file();
  if (!key_file.empty()) {
    source = absl::StrCat(path, ".anthropic.api_key_file: ", key_file);
    absl::StatusOr<std::string> text = ReadFile(key_file);
    if (!text.ok()) return text.status();
    key = std::string(absl::StripAsciiWhitespace(*text));
  } else {
    source = absl::StrCat("the environment variable ", kApiKeyVariable);
    const char* value = get_env(kApiKeyVariable);
    if (value != nullptr) key = value;
  }
  if (key.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(source, " contains no API key; set one, or use --upstream=", kEmulatorUpstream,
                     " to try Footnote without a key"));
  }
  if (!upstream::IsValidHeaderValue(key)) {
    return absl::InvalidArgumentError(absl::StrCat(source, " contains control characters"));
  }
  return Secret(std::move(key));
}

}  // namespace

absl::StatusOr<LoadedConfig> LoadConfig(const ConfigFlags& flags,
                                        const std::function<const char*(const char*)>& get_env) {
  LoadedConfig loaded;
  ServerConfig& config = loaded.config;
  config = BaseConfig();
  if (!flags.config.empty()) {
    if (absl::Status status = MergeConfigFile(flags.config, &config); !status.ok()) return status;
  }
  if (flags.listen) config.set_listen(*flags.listen);
  if (flags.upstream) ReplaceRoutes(*flags.upstream, &config);
  if (flags.model) config.mutable_defaults()->set_model(*flags.model);
  CompleteConfig(&config);
  if (config.defaults().model().empty() && config.routes(0).has_emulator()) {
    config.mutable_defaults()->set_model(std::string(kEmulatorModel));
  }

  if (absl::Status status = ValidateConfig(&config); !status.ok()) return status;
  for (int i = 0; i < config.routes_size(); ++i) {
    absl::StatusOr<Secret> key =
        LoadApiKey(config.routes(i), absl::StrCat("routes[", i, "]"), get_env);
    if (!key.ok()) return key.status();
    loaded.api_keys.push_back(*std::move(key));
  }
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
