// The parts of a text that its lines show: paragraphs, headings, items, code, tables.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::segmentation {

// A run of whole lines; blank lines are of the part before them.
struct Part {
  enum Kind : uint8_t {
    kProse,
    kHeading,
    kFence,     // whole, from its first line to its last
    kTable,     // its head with the line under it
    kTableRow,  // one
    kVerbatim,  // HTML, display math, front matter: whole
  };
  size_t begin = 0;
  Kind kind = kProse;
  // Whether a paragraph, and whether an item begins here, which the part before is none of.
  bool paragraph = false;
  bool item = false;
};

// The parts of `text`, in order and gapless; the first begins at 0. Follows CommonMark, loosely,
// where a text is Markdown, and common sense where it is not. Lines end with LF or CR LF, or with
// CR in a text that has no LF. Time is linear in `text`.
std::vector<Part> FindParts(absl::string_view text, const Language& language);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_STRUCTURE_H_
