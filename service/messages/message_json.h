// The parts that a finished message, an error body and a stream's events have in common, from JSON.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Each function reads past the value; a part of a wrong type is as if it were absent.

// A message while its fields are read.
struct MessageFields {
  // Its ill_formed_strings are those that the reader did not count.
  Message message;
  std::optional<std::string> type;
  bool has_content = false;
};

void ReadMessageField(absl::string_view key, JsonReader::Value& value, JsonReader& reader,
                      MessageFields& fields);

// A string, if that is what `value` is.
void ReadString(JsonReader::Value& value, JsonReader& reader, std::optional<std::string>& out);

std::optional<Usage> ReadUsage(JsonReader::Value& value, JsonReader& reader);

// The value of a body's or an event's `error`; nullopt if it has neither a type nor a message. The
// request id stands beside it, so it stays empty.
std::optional<ApiError> ReadError(JsonReader::Value& value, JsonReader& reader);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_
