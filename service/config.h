// The server's configuration: what was written, checked and completed.
#ifndef FOOTNOTE_SERVICE_CONFIG_H_
#define FOOTNOTE_SERVICE_CONFIG_H_

#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "footnote/config/v1/server_config.pb.h"
#include "service/secret.h"

namespace footnote {

// What stands on the command line. What is not set is left to the file.
struct ConfigFlags {
  std::string config;  // a file; empty for none
  std::optional<std::string> listen;
  std::optional<std::string> upstream;
  std::optional<std::string> model;
};

// A configuration in which every field has its value, and the one thing that no file should hold.
struct LoadedConfig {
  config::v1::ServerConfig config;
  Secret api_key;
};

// The name by which `upstream.url` asks for the emulator inside the server's process.
inline constexpr absl::string_view kEmulatorUpstream = "emulator";

// Reads the file that `flags` names, lets the flags win, puts in the defaults that
// server_config.proto states, and checks everything. Errors name the field and what to do, and hold
// no secret. `get_env` gives the value of an environment variable, or null.
absl::StatusOr<LoadedConfig> LoadConfig(const ConfigFlags& flags,
                                        const std::function<const char*(const char*)>& get_env);

// A duration of the configuration.
absl::Duration ToDuration(const google::protobuf::Duration& duration);

// The same for a limit: 0, which turns it off, is infinite.
absl::Duration ToLimit(const google::protobuf::Duration& duration);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_CONFIG_H_
