// SPDX-License-Identifier: Apache-2.0
// The canonical form of JSON that is kept, so that equal content has equal bytes, whether the API
// sent it complete or in deltas.
//
// Canonical JSON differs from the original only in white space and escape sequences: there is no
// white space between tokens; in strings and keys, only quotation marks, backslashes and control
// characters below U+0020 are escaped (see AppendEscaped), and lone surrogates (\ud800 to \udfff).
// Members keep their order and repetitions, and numbers keep their digits.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::messages {

// Appends the canonical form of one value. `json` must be well-formed, such as a value that
// JsonReader read. Takes linear time.
void AppendCanonicalJson(absl::string_view json, std::string* out);

// Appends text with surrogate halves (see json_escape.h) as a canonical string.
void AppendCanonicalString(absl::string_view text, std::string* out);

// Returns the canonical form of an object. Fails with InvalidArgument, without text of `json` in
// the message, if `json` is not one well-formed object. Takes `json` by value because JsonReader
// needs spare capacity.
absl::StatusOr<std::string> CanonicalObject(std::string json);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_CANONICAL_JSON_H_
