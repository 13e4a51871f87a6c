// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_CONFIG_DEFAULTS_H_
#define FOOTNOTE_SERVICE_CONFIG_DEFAULTS_H_

#include "footnote/config/v1/server_config.pb.h"

namespace footnote {

// Returns the defaults of all settings except durations and routes. A file is merged into them.
config::v1::ServerConfig BaseConfig();

// Sets each unset duration of `config` to its default, adds the default route if there is none, and
// sets the unset fields of the routes. (A duration has parts: merging a file into a default would
// mix the parts of both.)
void CompleteConfig(config::v1::ServerConfig* config);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_CONFIG_DEFAULTS_H_
