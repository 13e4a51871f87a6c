// SPDX-License-Identifier: Apache-2.0
// The schema of the content blocks of a request.
#ifndef FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_
#define FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_

#include <optional>

#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/schema_reader.h"

namespace footnote::emulator {

// Reads an element of a message's `content`. Reports the first violation to `reader`, with the
// block's type in the path: "messages.0.content.1.tool_use.id". After a violation, the result is
// incomplete.
Block ReadContentBlock(SchemaReader& reader, Json value);

// Reads an element of a list that permits only text blocks: `system`, and the `content` of a search
// result. The path does not contain the block's type.
Block ReadTextBlock(SchemaReader& reader, Json value);

// Reads the field `cache_control`. Returns nullopt if it is absent or null, and 5 minutes if it has
// no `ttl`.
std::optional<CacheTtl> ReadCacheControl(ObjectReader& object);

// Returns true if `text` matches "^[a-zA-Z0-9_-]+$" and has at most `max_size` bytes.
bool IsIdentifier(std::string_view text, size_t max_size);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_REQUEST_BLOCK_SCHEMA_H_
