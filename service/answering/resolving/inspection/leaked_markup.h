// SPDX-License-Identifier: Apache-2.0
// Citation markup in the text of an answer that the API should have converted to citations.
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

// A pair of tags, or a single tag without its counterpart.
struct LeakedMarkup {
  std::optional<text::ByteRange> opening;
  std::optional<text::ByteRange> closing;
  // The targets of the opening tag that could be parsed.
  std::vector<LeakedTarget> targets;

  // The range from the start of the first tag to the end of the last one.
  text::ByteRange range() const {
    return {(opening ? opening : closing)->begin, (closing ? closing : opening)->end};
  }
};

// Finds the markup in `text` outside of `code` (ascending, disjoint), in the order of its starts.
// An opening tag is '<', '(' or '[', an optional namespace prefix, "cite" and an attribute "index",
// up to '>' or the bracket that matches the first one; the end of the text may truncate it. A
// closing tag has the same form with "/cite" and no attributes, and is never truncated. An opening
// tag without an index is HTML, and so is its closing tag; neither is returned. Takes time linear
// in `text`.
std::vector<LeakedMarkup> FindLeakedMarkup(absl::string_view text,
                                           absl::Span<const text::ByteRange> code);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_LEAKED_MARKUP_H_
