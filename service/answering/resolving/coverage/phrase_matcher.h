// SPDX-License-Identifier: Apache-2.0
// Recognition of sentences that make no claim, by their phrases.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_MATCHER_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_MATCHER_H_

#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/coverage/folded_sentence.h"
#include "service/segmentation/sentences/language.h"

namespace footnote::answering::resolving {

// Returns the reason why `sentence` needs no citation, by the phrases of `language` and then of
// English; REASON_UNSPECIFIED if no phrase gives one. Takes time linear in `sentence`.
v1::AnswerSentence::Reason MatchPhrases(const FoldedSentence& sentence,
                                        const segmentation::Language& language);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_PHRASE_MATCHER_H_
