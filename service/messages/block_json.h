// One content block, from JSON.
#ifndef FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_

#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Reads past `value`, any JSON, and fills in `block`, which must be new. What cannot be read as its
// kind is an unknown opaque block. Counts its text in `ill_formed_strings` if that has lone
// surrogates; the reader counts its other strings.
void ReadBlock(JsonReader::Value& value, JsonReader& reader, ContentBlock& block,
               int& ill_formed_strings);

// The same of a block that deltas will go on with: its text keeps halves (see json_escape.h), and a
// tool use its JSON.
void ReadOpeningBlock(JsonReader::Value& value, JsonReader& reader, ContentBlock& block);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_BLOCK_JSON_H_
