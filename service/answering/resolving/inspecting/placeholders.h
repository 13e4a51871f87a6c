// Characters that stand for something that is not in the text.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_PLACEHOLDERS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_PLACEHOLDERS_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "service/answering/resolving/inspecting/byte_range.h"

namespace footnote::answering {

// Where well-formed `text` has U+FFFC (object replacement) or a noncharacter, each on its own,
// ascending.
std::vector<ByteRange> FindPlaceholders(absl::string_view text);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_PLACEHOLDERS_H_
