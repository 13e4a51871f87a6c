// SPDX-License-Identifier: Apache-2.0
// Choosing what an answer quotes.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_

#include <cstddef>
#include <string>
#include <vector>

#include "service/emulator/extractive/corpus.h"
#include "service/emulator/extractive/ranker.h"

namespace footnote::emulator {

// A passage and what is said of it.
struct Quotation {
  size_t passage = 0;  // in Corpus::passages
  std::string text;    // its best sentence, see ToProse
};

// The one to three best of `matches`, which are those of `ranker` over `corpus`, best first: each
// scores at least 0.3 of the best one, and says something that the ones before it do not. Two
// sentences say the same if they share four fifths of their terms and have the same numbers.
std::vector<Quotation> SelectQuotations(const Corpus& corpus, const Ranker& ranker,
                                        const std::vector<Match>& matches);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_SELECTION_H_
