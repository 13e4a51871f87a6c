// SPDX-License-Identifier: Apache-2.0
// Normalization of sentences for the comparison with phrases.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_FOLDED_SENTENCE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_FOLDED_SENTENCE_H_

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::answering::resolving {

// A sentence in the form of the phrases in CoveragePhrases.
struct FoldedSentence {
  std::string text;
  size_t code_points = 0;  // of `text`
  bool has_digit = false;
  bool ends_with_colon = false;
};

// Folds well-formed `sentence`: converts it to lower case, replaces apostrophes by "'" and each run
// of white space by one space, and removes emphasis, invisible characters, and the marker of a list
// item, heading or block quotation at the start. Takes time linear in `sentence`.
FoldedSentence Fold(absl::string_view sentence);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_FOLDED_SENTENCE_H_
