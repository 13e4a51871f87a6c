// SPDX-License-Identifier: Apache-2.0
// The rules for the list of messages: roles, their order, content that is empty or blank, and the
// block types that each role permits.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Returns an error for the first rule that `request` violates, or nullopt.
std::optional<ApiError> CheckMessageRules(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_MESSAGE_RULES_H_
