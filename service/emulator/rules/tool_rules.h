// SPDX-License-Identifier: Apache-2.0
// The rules for tools: unique names, a valid tool_choice, and exactly one result for each tool use.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// Returns an error for the first rule that `request` violates, or nullopt. Requires that
// CheckMessageRules returned nullopt.
//
// Consecutive messages with the same role are one turn, so the results of a turn's tool uses may be
// in several consecutive user messages.
std::optional<ApiError> CheckToolRules(const ParsedRequest& request);

// Returns true if `request.tools` has a web search tool.
bool HasWebSearchTool(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_
