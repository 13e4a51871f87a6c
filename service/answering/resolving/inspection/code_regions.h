// SPDX-License-Identifier: Apache-2.0
// The code in an answer's text, in which markup and links are ignored.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Finds the code in a text that is passed in pieces: fenced code blocks, also in lists and block
// quotations, and inline code between backticks, which does not extend over pieces or paragraphs. A
// fence without an end extends to the end of the text. Indented lines are not code.
class CodeFinder {
 public:
  // Returns the code in the next piece, ascending and disjoint. Takes time linear in `piece`.
  std::vector<text::ByteRange> Next(absl::string_view piece);

 private:
  // The open fence; the mark is 0 if none is open.
  char fence_mark_ = 0;
  size_t fence_length_ = 0;
  bool at_line_start_ = true;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_CODE_REGIONS_H_
