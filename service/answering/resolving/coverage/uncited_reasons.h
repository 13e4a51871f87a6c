// Why a sentence needs no citation.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::answering::resolving {

// What its place in the text says of a sentence.
struct SentenceShape {
  enum Kind { kRunningText, kHeading, kCode };
  Kind kind = kRunningText;
  // Whether nothing else is on its lines.
  bool whole_lines = false;
  // Whether a list item, code or a table comes next.
  bool leads_to_list = false;
};

// The reason why `sentence`, well-formed, without white space around it and in `language`, needs no
// citation; REASON_UNSPECIFIED if it needs one. Says so only of what makes no claim: where in
// doubt, a sentence needs one. Takes time linear in `sentence`.
v1::AnswerSentence::Reason WhyNoneIsNeeded(absl::string_view sentence, const SentenceShape& shape,
                                           const segmentation::Language& language);

// Whether `c` is a colon of any script.
bool IsColon(char32_t c);

// Whether `line` is emphasized as a whole and ends without the mark of a sentence: "**Limits**".
bool IsBoldTitle(absl::string_view line);

// Whether `line` is nothing but a rule: "---", "***", "====".
bool IsRule(absl::string_view line);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_UNCITED_REASONS_H_
