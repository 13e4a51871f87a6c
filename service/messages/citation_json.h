// SPDX-License-Identifier: Apache-2.0
// Parses and serializes citations.
#ifndef FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_

#include <string>

#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Consumes `value`, which may be any JSON, and returns it as a citation. A value that is not an
// object becomes a citation of an unknown kind.
TextCitation ReadCitation(JsonReader::Value& value, JsonReader& reader);

// Appends the JSON of a citation: `citation.json` if it is set, else an object with the fields that
// are set.
void AppendCitationJson(const TextCitation& citation, std::string* out);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_
