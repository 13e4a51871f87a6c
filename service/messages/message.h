// SPDX-License-Identifier: Apache-2.0
// Parses the response bodies of the Messages API: a complete message or an error.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_

#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Parses a complete message. Accepts extensions of the API: unknown fields are skipped, and blocks
// and citations of unknown kinds are kept as JSON. Only `content` is required, since the API's
// documentation shows partial messages. A block that does not have the fields of its kind (a text
// block without `text`, a tool use without `id` or `name`) or is not an object is kept as an
// unknown block, and a citation that is not an object as an unknown citation. A field with a wrong
// type counts as absent. If an object repeats a key, the last value counts.
//
// Fails with InvalidArgument, without text of `json` in the message, if `json` is not JSON (UTF-8
// without byte order mark, at most 256 levels), is not an object, is an error object, or has no
// `content` array.
//
// Takes the body by value because the parser needs spare capacity after it. A caller that reserves
// the size of the body plus 64 bytes avoids a copy.
absl::StatusOr<Message> ParseMessage(std::string json);

// Parses a body that is an error or a message, in one pass: returns the result of ParseApiError if
// there is one, else that of ParseMessage.
absl::StatusOr<std::variant<Message, ApiError>> ParseMessageOrError(std::string json);

// Parses an error body. Returns nullopt if it does not have the form of the API's errors.
std::optional<ApiError> ParseApiError(absl::string_view json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_
