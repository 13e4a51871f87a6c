// Reads the bodies that the Messages API answers with: a finished message or an error.
#ifndef FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_
#define FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_

#include <optional>
#include <string>
#include <variant>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/message_types.h"

namespace footnote::messages {

// Parses a finished message. Tolerant where the API may grow: unknown fields are skipped, unknown
// kinds of blocks and citations are kept as JSON, and only `content` must be there (documents
// show partial messages). A block that cannot be read as its kind says (a text block without
// `text`, a tool use without its names, anything but an object) is kept as an unknown one; so is a
// citation that is not an object. A field of a wrong type counts as absent. Where an object repeats
// a key, the last one counts.
//
// Fails with InvalidArgument, and no text of `json` in the message, if it is not JSON (UTF-8, no
// byte order mark, at most 256 levels), is not an object, is an error object, or has no `content`
// array.
//
// Takes the body by value because the parser needs spare capacity behind it; a caller that reserves
// body size + 64 bytes saves the copy.
absl::StatusOr<Message> ParseMessage(std::string json);

// Parses what may be either, in one reading: what ParseApiError finds in it, else what ParseMessage
// gives.
absl::StatusOr<std::variant<Message, ApiError>> ParseMessageOrError(std::string json);

// Parses an error body. nullopt if it is not an error of the API's shape.
std::optional<ApiError> ParseApiError(absl::string_view json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_MESSAGE_H_
