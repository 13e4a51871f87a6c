// SPDX-License-Identifier: Apache-2.0
// The schema of content blocks: messages-api shapes that a caller may send.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_

#include <optional>

#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads one item of a message's `content`. The union's tag becomes part of the path:
// "messages.0.content.1.tool_use.id".
Block ReadContentBlock(SchemaReader& reader, Json value);

// Reads a text block that stands where nothing else may: in `system`, and in a search result.
Block ReadTextBlock(SchemaReader& reader, Json value);

// Reads `object.cache_control`: absent and null mean none.
std::optional<CacheTtl> ReadCacheControl(ObjectReader& object);

// What ids of tool uses may look like: "^[a-zA-Z0-9_-]+$", and at most `max_size` characters long.
bool IsIdentifier(std::string_view text, size_t max_size);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_
