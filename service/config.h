// SPDX-License-Identifier: Apache-2.0
// The configuration of the server: loaded, completed with defaults, and validated.
#ifndef FOOTNOTE_SERVICE_CONFIG_H_
#define FOOTNOTE_SERVICE_CONFIG_H_

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "footnote/config/v1/server_config.pb.h"
#include "service/secret.h"

namespace footnote {

// The command-line flags. They take precedence over the file.
struct ConfigFlags {
  std::string config;  // the path of a file; empty for none
  std::optional<std::string> listen;
  std::optional<std::string> upstream;
  std::optional<std::string> model;
};

// A configuration in which every field has a valid value, and the secrets that no file contains.
struct LoadedConfig {
  config::v1::ServerConfig config;
  // The API keys of `config.routes()`, in the same order.
  std::vector<Secret> api_keys;
};

// The value of the flag --upstream that selects the emulator in the server's process.
inline constexpr absl::string_view kEmulatorUpstream = "emulator";

// Reads the file that `flags` names, applies the flags and the defaults that server_config.proto
// documents, and validates the result. An error names the field and the rule, and contains no
// secret. `get_env` returns the value of an environment variable, or null.
absl::StatusOr<LoadedConfig> LoadConfig(const ConfigFlags& flags,
                                        const std::function<const char*(const char*)>& get_env);

// Converts a duration of the configuration.
absl::Duration ToDuration(const google::protobuf::Duration& duration);

// Converts a duration that 0 disables: 0 becomes an infinite duration.
absl::Duration ToLimit(const google::protobuf::Duration& duration);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_CONFIG_H_
