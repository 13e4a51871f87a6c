// SPDX-License-Identifier: Apache-2.0
// Parses the JSON objects that complete messages, error bodies and events of a stream share.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Each function consumes the value. A member with a wrong type counts as absent.

// A message whose fields are being read.
struct MessageFields {
  // `message.ill_formed_strings` excludes the strings that the reader counts.
  Message message;
  std::optional<std::string> type;
  bool has_content = false;
};

void ReadMessageField(absl::string_view key, JsonReader::Value& value, JsonReader& reader,
                      MessageFields& fields);

// Sets `out` if `value` is a string.
void ReadString(JsonReader::Value& value, JsonReader& reader, std::optional<std::string>& out);

std::optional<Usage> ReadUsage(JsonReader::Value& value, JsonReader& reader);

// Reads the member `error` of a body or an event. Returns nullopt if it has neither a type nor a
// message. Does not set `request_id`, which is not a member of `error`.
std::optional<ApiError> ReadError(JsonReader::Value& value, JsonReader& reader);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_JSON_H_
