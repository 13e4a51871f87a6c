// SPDX-License-Identifier: Apache-2.0
// Text of a model that looks like citations of Footnote.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_IMITATIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_IMITATIONS_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// Returns the first `max` ranges of well-formed `text` that imitate what the `footnote` command
// prints, ascending and disjoint:
//   "[^name]:"     the definition of a footnote, at the start of a line; its range is the label
//   "[1a]" "[^1]"  a citation mark: a number with one or two letters, which a caret makes optional
//   "[1a] │"       a line of evidence; its range is the mark
//   "Coverage: 90 %"
//                  the coverage, at the start of a line
//   "![...]("      an image, up to the bracket; also "![...]["
// Markup before the start of a line is ignored: "> **Coverage: 90 %**". Only evidence and coverage
// count within code. Takes time linear in `text`.
std::vector<text::ByteRange> FindImitations(absl::string_view text, size_t max);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_INSPECTION_IMITATIONS_H_
