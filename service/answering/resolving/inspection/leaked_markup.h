// Citation markup that upstream left in its text instead of making citations of it.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LEAKED_MARKUP_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LEAKED_MARKUP_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/answering/resolving/citations/leaked_target.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// A pair of tags, or one without its other half.
struct LeakedMarkup {
  std::optional<text::ByteRange> opening;
  std::optional<text::ByteRange> closing;
  // What the opening tag names, as far as it can be read.
  std::vector<LeakedTarget> targets;

  // From the first byte of the markup to its last, with what is between.
  text::ByteRange whole() const {
    return {(opening ? opening : closing)->begin, (closing ? closing : opening)->end};
  }
};

// Finds the markup of `text` outside of `code` (ascending, disjoint), by its beginnings. An opening
// tag is "cite" behind '<', '(' or '[' and perhaps the prefix of a namespace, with an attribute
// "index"; it closes with '>' or the bracket that it opened with; at the end of the text it may be
// cut off. A closing tag is "/cite", likewise. An opening tag without an index is HTML's own, and
// so is the closing tag that belongs to it. Takes time linear in `text`.
std::vector<LeakedMarkup> FindLeakedMarkup(absl::string_view text,
                                           absl::Span<const text::ByteRange> code);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LEAKED_MARKUP_H_
