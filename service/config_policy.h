// SPDX-License-Identifier: Apache-2.0
// The policy of the configuration.
#ifndef FOOTNOTE_SERVICE_CONFIG_POLICY_H_
#define FOOTNOTE_SERVICE_CONFIG_POLICY_H_

#include <string>
#include <vector>

#include "footnote/config/v1/server_config.pb.h"
#include "service/answering/building/validation/request_policy.h"

namespace footnote {

answering::building::RequestPolicy PolicyOf(const config::v1::PolicyConfig& config);

// Returns the violations of the rules for the policy itself, and of the policy by the other values
// of `config`, each with the path of its field.
std::vector<std::string> PolicyViolations(const config::v1::ServerConfig& config);

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_CONFIG_POLICY_H_
