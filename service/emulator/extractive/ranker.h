// SPDX-License-Identifier: Apache-2.0
// Ranking passages against a question with BM25.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "service/emulator/extractive/corpus.h"

namespace footnote::emulator {

struct Match {
  size_t passage = 0;  // in Corpus::passages
  double score = 0;
  // Which of the question's terms the passage has, one bit for each of the first 64.
  uint64_t terms = 0;
};

// One question over one corpus.
class Ranker {
 public:
  // Keeps a reference to `corpus`, which must outlive it.
  Ranker(const Corpus& corpus, std::string_view question);

  // The passages that answer the question, best first, ties in the order of the request.
  //
  // A passage answers when it shares enough of what the question asks: the weights (inverse
  // document frequency times what the term says) of the shared terms are at least 0.25 of those of
  // all the question's terms, or 0.12 if the question has pairs of characters, most of which
  // straddle two words. A term that no passage has weighs like one that a single passage has. At
  // least one shared term must be more than a stop word or a pair of hiragana.
  //
  // The title of a source and the heading over a passage help it at half weight, once something in
  // the passage itself matches. Headings are no passages to answer with.
  std::vector<Match> Matches() const;

  // The same score for a part of a passage, on its own; `terms` as in Match.
  Match ScoreText(std::string_view text) const;

 private:
  struct QuestionTerm {
    uint64_t hash = 0;
    float says = 0;
    int passages = 0;  // how many have it
    double weight = 0;
  };
  // Terms of a text that are in the question, with how often they occur.
  struct Counts {
    std::vector<float> occurrences;
    uint64_t terms = 0;
    int length = 0;
  };

  int Find(uint64_t hash) const;
  Counts Count(std::string_view text) const;
  double Score(const Counts& counts) const;
  bool Answers(uint64_t terms) const;

  const Corpus& corpus_;
  std::vector<QuestionTerm> question_;
  bool has_pairs_ = false;
  std::vector<Counts> counts_;  // of each passage
  double average_length_ = 1;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_
