// Characters that stand for something that is not in the text.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Where well-formed `text` has U+FFFC (object replacement) or a noncharacter, each on its own,
// ascending.
std::vector<text::ByteRange> FindPlaceholders(absl::string_view text);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_PLACEHOLDERS_H_
