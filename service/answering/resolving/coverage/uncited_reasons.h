// SPDX-License-Identifier: Apache-2.0
// The reasons why sentences need no citation.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::answering::resolving {

// Properties of a sentence that depend on the text around it.
struct SentenceShape {
  enum Kind { kRunningText, kHeading, kCode };
  Kind kind = kRunningText;
  // True if nothing else is on the lines of the sentence.
  bool fills_lines = false;
  // True if a list item, code or a table follows.
  bool leads_to_list = false;
};

// Returns the reason why `sentence` needs no citation; REASON_UNSPECIFIED if it needs one. In case
// of doubt, it needs one. `sentence` is well-formed UTF-8 in `language`, without surrounding white
// space. Takes time linear in `sentence`.
v1::AnswerSentence::Reason UncitedReason(absl::string_view sentence, const SentenceShape& shape,
                                         const segmentation::Language& language);

// True if `line` is in bold from its start to its end and does not end a statement: "**Limits**".
bool IsBoldTitle(absl::string_view line);

// True if `line` is a rule: "---", "***", "====".
bool IsRule(absl::string_view line);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_
