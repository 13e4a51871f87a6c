// SPDX-License-Identifier: Apache-2.0
// Placeholder characters in the text of an answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Returns the range of each U+FFFC (object replacement) and noncharacter in well-formed `text`,
// ascending.
std::vector<text::ByteRange> FindPlaceholders(absl::string_view text);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_
