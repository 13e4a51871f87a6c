// SPDX-License-Identifier: Apache-2.0
// Selection of the passages that an answer quotes.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "service/emulator/extractive/corpus.h"
#include "service/emulator/extractive/ranker.h"

namespace footnote::emulator {

// A passage and the text that the answer quotes from it.
struct Quotation {
  size_t passage = 0;  // index in Corpus::passages
  std::string text;    // the best sentence of the passage, converted by ToProse
};

// Returns at most three of `matches`, which must be the result of `ranker` for `corpus`, in their
// order. Each has at least 0.3 of the best score, and its text is not a near-duplicate of an
// earlier one. Two sentences are near-duplicates if they share at least 0.8 of their terms (the
// Jaccard index) and have the same digits in the same order.
std::vector<Quotation> SelectQuotations(const Corpus& corpus, const Ranker& ranker,
                                        const std::vector<Match>& matches);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_
