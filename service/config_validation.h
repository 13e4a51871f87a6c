// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_SERVICE_CONFIG_VALIDATION_H_
#define FOOTNOTE_SERVICE_CONFIG_VALIDATION_H_

#include "absl/status/status.h"
#include "footnote/config/v1/server_config.pb.h"

namespace footnote {

// Validates a complete configuration and normalizes its addresses. The error lists every violation,
// each with the path of its field, such as `routes[1].anthropic.url`.
absl::Status ValidateConfig(config::v1::ServerConfig* config);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_CONFIG_VALIDATION_H_
