// SPDX-License-Identifier: Apache-2.0
// Rules about the list of messages: roles, order, empty content, and which block may stand where.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// The first rule that `request` breaks, or nullopt.
std::optional<ApiError> CheckMessageRules(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_
