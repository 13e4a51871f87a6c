// How much of an answer is cited.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/coverage/uncited_reasons.h"
#include "service/segmentation/sentences/language.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// A sentence of an answer: its bytes, without white space around them.
struct SentencePosition {
  text::ByteRange range;
  SentenceShape shape;
};

// The sentences of well-formed `text`, ascending and disjoint, as the chunker finds them; headings,
// rules, list items, table rows and code blocks are sentences of their own. Nothing between them
// can be seen. Takes time linear in `text`; depends on it and `language` alone.
std::vector<SentencePosition> FindSentences(absl::string_view text,
                                            const segmentation::Language& language);

// Fills the coverage of `answer`, which has none yet and all of its `text` and `blocks`. Takes time
// linear in both.
void FillCoverage(v1::Answer* answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_
