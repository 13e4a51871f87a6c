// One form for JSON that is kept and handed on, so that the same content is the same bytes whether
// it came in one piece or in deltas.
//
// Canonical JSON differs from what was sent in white space and escapes only: there is no white
// space between tokens; in strings and keys, quotation marks, backslashes and control characters
// below U+0020 are escaped as AppendEscaped does, lone surrogates as \ud800 to \udfff,
// and nothing else is. Members keep their order, repeated ones too, and numbers their digits.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::messages {

// Appends the canonical form of one value. `json` must be well-formed, as what JsonReader has read
// is. Takes linear time.
void AppendCanonicalJson(absl::string_view json, std::string* out);

// Appends text with halves (see json_escape.h) as a canonical string.
void AppendCanonicalString(absl::string_view text, std::string* out);

// The canonical form of an object. InvalidArgument, with no text of it, if `json` is not one,
// strictly. By value for the reason that JsonReader gives.
absl::StatusOr<std::string> CanonicalObject(std::string json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_
