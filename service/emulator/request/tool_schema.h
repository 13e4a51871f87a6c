// SPDX-License-Identifier: Apache-2.0
// The schema of `tools` and `tool_choice`.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_

#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads an element of `tools`. Checks all fields of custom tools and web search tools. Checks only
// `type`, `name` and `cache_control` of the API's other tools.
Tool ReadTool(SchemaReader& reader, Json value);

// Reads `tool_choice` and sets `request->tool_choice` and `request->tool_choice_name`.
void ReadToolChoice(SchemaReader& reader, Json value, ParsedRequest* request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_
