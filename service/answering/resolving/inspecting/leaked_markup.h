// Citation markup that upstream left in its text instead of making citations of it.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_LEAKED_MARKUP_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_LEAKED_MARKUP_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "service/answering/resolving/inspecting/byte_range.h"

namespace footnote::answering {

// What an index such as "0-1" or "0-1:3" points at: blocks [first_block, end_block) of the hit or
// document `source`, all 0-based. May be empty or name nothing that exists.
struct LeakedTarget {
  size_t source = 0;
  size_t first_block = 0;
  size_t end_block = 0;
};

// A pair of tags, or one without its other half.
struct LeakedMarkup {
  std::optional<ByteRange> opening;
  std::optional<ByteRange> closing;
  // What the opening tag names, as far as it can be read.
  std::vector<LeakedTarget> targets;

  // From the first byte of the markup to its last, with what is between.
  ByteRange whole() const {
    return {(opening ? opening : closing)->begin, (closing ? closing : opening)->end};
  }
};

// Finds the markup of `text` outside of `code` (ascending, disjoint), by its beginnings. An opening
// tag is "cite" behind '<', '(' or '[' and perhaps the prefix of a namespace, with an attribute
// "index"; it closes with '>' or the bracket that it opened with; at the end of the text it may be
// cut off. A closing tag is "/cite", likewise. An opening tag without an index is HTML's own, and
// so is the closing tag that belongs to it. Takes time linear in `text`.
std::vector<LeakedMarkup> FindLeakedMarkup(absl::string_view text,
                                           absl::Span<const ByteRange> code);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTING_LEAKED_MARKUP_H_
