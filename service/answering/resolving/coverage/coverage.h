// SPDX-License-Identifier: Apache-2.0
// The share of an answer that is cited.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_

#include <cstddef>
#include <limits>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/answer_meter.h"
#include "service/answering/resolving/coverage/uncited_reasons.h"
#include "service/segmentation/sentences/language.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// The position of a sentence of an answer, without surrounding white space.
struct SentencePosition {
  text::ByteRange range;
  SentenceShape shape;
};

// Returns the sentences of well-formed `text` as the chunker finds them, ascending and disjoint. A
// heading, rule, list item, table row or code block is a separate sentence. Only invisible
// characters are between sentences. Stops soon after `enough` sentences. Takes time linear in
// `text`; depends only on the arguments.
std::vector<SentencePosition> FindSentences(absl::string_view text,
                                            const segmentation::Language& language,
                                            size_t enough = std::numeric_limits<size_t>::max());

// Sets the coverage of `answer`, which must have its complete `text` and `blocks` and no coverage.
// Stops when the limits of `meter`, which counts the coverage, are exceeded. Takes time linear in
// the text and the blocks.
void FillCoverage(AnswerMeter* meter, v1::Answer* answer);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_H_
