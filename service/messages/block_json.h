// SPDX-License-Identifier: Apache-2.0
// Parses content blocks.
#ifndef FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_

#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Consumes `value`, which may be any JSON, and fills in `block`, which must be new. A value that
// does not have the form of its kind becomes an unknown opaque block. Increments
// `ill_formed_strings` if the block's text has lone surrogates; the reader counts the other
// strings.
void ReadBlock(JsonReader::Value& value, JsonReader& reader, ContentBlock& block,
               int& ill_formed_strings);

// Like ReadBlock, for a block that deltas will extend: its text keeps surrogate halves (see
// json_escape.h), and a tool use keeps its JSON.
void ReadOpeningBlock(JsonReader::Value& value, JsonReader& reader, ContentBlock& block);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_
