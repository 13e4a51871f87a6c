// SPDX-License-Identifier: Apache-2.0
// Rules about tools: unique names, choices that can be met, and every tool use answered once.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_
#define FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_

#include <optional>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"

namespace footnote::emulator {

// The first rule that `request` breaks, or nullopt. Expects that CheckMessageRules found nothing.
//
// Messages of one role in a row count as one turn, so the results of one turn's tool uses may come
// in several user messages in a row.
std::optional<ApiError> CheckToolRules(const ParsedRequest& request);

// Whether a web search tool is among `request.tools`.
bool HasWebSearchTool(const ParsedRequest& request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RULES_TOOL_RULES_H_
