// SPDX-License-Identifier: Apache-2.0
// Finds the parts of a text from its lines: paragraphs, headings, list items, code, tables.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::segmentation {

// One or more lines. Blank lines belong to the part before them.
struct Part {
  enum Kind : uint8_t {
    kProse,
    kHeading,
    kFence,     // the complete code fence
    kTable,     // the head of a table, with the line below it
    kTableRow,  // one row
    kVerbatim,  // complete HTML, display math or front matter
  };
  size_t begin = 0;
  Kind kind = kProse;
  // True if a paragraph, or an item, begins with this part and does not include the part before.
  bool paragraph = false;
  bool item = false;
};

// Returns the parts of `text`, in order and without gaps; the first begins at 0. Follows CommonMark
// loosely, with additions for plain text. Lines end as in Lines. Takes time linear in `text`.
std::vector<Part> FindParts(absl::string_view text, const Language& language);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_
