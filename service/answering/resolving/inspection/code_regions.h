// Where an answer's text is code, in which nothing is read as markup.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Finds the code of a text that is taken in piece by piece: fenced blocks, as deep in lists and
// quotations as they may be and to the end of the text if nothing closes them, and inline code
// between backticks, which is of one piece and one paragraph. Indented lines are no code.
class CodeFinder {
 public:
  // The code of the next piece, ascending and disjoint. Takes time linear in `piece`.
  std::vector<text::ByteRange> Next(absl::string_view piece);

 private:
  // The fence that is open; no mark if none is.
  char fence_mark_ = 0;
  size_t fence_length_ = 0;
  bool at_line_start_ = true;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_
