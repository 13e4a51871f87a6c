// One citation, from JSON and to JSON.
#ifndef FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_

#include <string>

#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Reads past `value`, any JSON, and returns it as a citation. What is not an object is a citation
// of an unknown kind.
TextCitation ReadCitation(JsonReader::Value& value, JsonReader& reader);

// Appends the JSON of a citation: the one that it keeps, else one with the fields that it has.
void AppendCitationJson(const TextCitation& citation, std::string* out);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_CITATION_JSON_H_
