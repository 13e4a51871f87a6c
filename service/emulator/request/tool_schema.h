// SPDX-License-Identifier: Apache-2.0
// The schema of `tools` and `tool_choice`.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_

#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads one item of `tools`. Custom tools and web search are checked field by field; of the API's
// other tools only the type is, and whether the name is a string.
Tool ReadTool(SchemaReader& reader, Json value);

// Reads `tool_choice` into `request`.
void ReadToolChoice(SchemaReader& reader, Json value, ParsedRequest* request);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_TOOL_SCHEMA_H_
