// SPDX-License-Identifier: Apache-2.0
// Ranks passages against a question with BM25.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "service/emulator/extractive/corpus.h"

namespace footnote::emulator {

struct Match {
  size_t passage = 0;  // index in Corpus::passages
  double score = 0;
  // The question's terms that the passage has: bit i is set for term i, of the first 64 terms.
  uint64_t terms = 0;
};

// Ranks the passages of one corpus against one question. Immutable after construction.
class Ranker {
 public:
  // Keeps a reference to `corpus`, which must outlive it.
  Ranker(const Corpus& corpus, std::string_view question);

  // Returns the passages that answer the question, in descending order of their scores. Ties keep
  // the order of the request.
  //
  // A passage answers the question if the terms that they share have a sufficient part of the total
  // weight of the question's terms: at least 0.25, or 0.12 if the question has character bigrams,
  // most of which span two words. The weight of a term is its inverse document frequency times
  // Term::weight. A term that is in no passage weighs as much as one that is in a single passage.
  // At least one shared term must have a Term::weight above 0.1, so bigrams of hiragana alone do
  // not suffice.
  //
  // The title of the source and the heading above a passage count at half weight if the passage
  // itself has a term of the question. Headings are never returned.
  std::vector<Match> Matches() const;

  // Returns the score and the terms of `text`, which is part of a passage. The title and the
  // heading do not count, and Match::passage is not set.
  Match ScoreText(std::string_view text) const;

 private:
  struct QuestionTerm {
    uint64_t hash = 0;
    float term_weight = 0;  // Term::weight
    int passages = 0;       // number of passages that have the term
    double weight = 0;      // term_weight times the inverse document frequency
  };
  // The occurrences of the question's terms in a text.
  struct Counts {
    std::vector<float> occurrences;  // of each term of the question
    uint64_t terms = 0;              // see Match::terms
    int length = 0;                  // number of all terms of the text
  };

  // Returns the index of the question's term with this hash, or -1.
  int Find(uint64_t hash) const;
  Counts Count(std::string_view text) const;
  double Score(const Counts& counts) const;
  bool Answers(uint64_t terms) const;

  const Corpus& corpus_;
  std::vector<QuestionTerm> question_;
  bool has_bigrams_ = false;
  std::vector<Counts> counts_;  // of each passage
  double average_length_ = 1;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_RANKER_H_
