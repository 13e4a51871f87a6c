// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/ranker.h"

#include <algorithm>
#include <cmath>

#include "service/emulator/extractive/markup.h"
#include "service/emulator/extractive/terms.h"

namespace footnote::emulator {
namespace {

constexpr size_t kMaxQuestionTerms = 64;
constexpr double kSaturation = 1.2;      // BM25's k1
constexpr double kLengthPenalty = 0.75;  // BM25's b
// A lower bound, because requests often have few passages: a word that is in all of them still
// counts.
constexpr double kMinIdf = 0.5;
constexpr double kMinSharedWeight = 0.25;
constexpr double kMinSharedWeightWithBigrams = 0.12;
constexpr float kContextWeight = 0.5f;
// Terms of at most this weight are not sufficient for a match.
constexpr float kUninformativeWeight = 0.1f;

double Idf(size_t passages, int with_term) {
  const double n = std::max(with_term, 1);
  const double idf = std::log(1 + (static_cast<double>(passages) - n + 0.5) / (n + 0.5));
  return std::max(idf, kMinIdf);
}

}  // namespace

Ranker::Ranker(const Corpus& corpus, std::string_view question) : corpus_(corpus) {
  for (const Term& term : TermsOf(question)) {
    if (question_.size() == kMaxQuestionTerms) break;
    has_bigrams_ = has_bigrams_ || term.is_bigram;
    if (Find(term.hash) < 0) question_.push_back({term.hash, term.weight, 0, 0});
  }
  double total_length = 0;
  counts_.reserve(corpus_.passages.size());
  for (const Passage& passage : corpus_.passages) {
    counts_.push_back(Count(passage.text));
    total_length += counts_.back().length;
    for (size_t t = 0; t < question_.size(); ++t) {
      if ((counts_.back().terms >> t) & 1) ++question_[t].passages;
    }
  }
  if (!counts_.empty()) average_length_ = std::max(1.0, total_length / counts_.size());
  for (QuestionTerm& term : question_) {
    term.weight = term.term_weight * Idf(corpus_.passages.size(), term.passages);
  }
}

int Ranker::Find(uint64_t hash) const {
  for (size_t t = 0; t < question_.size(); ++t) {
    if (question_[t].hash == hash) return static_cast<int>(t);
  }
  return -1;
}

Ranker::Counts Ranker::Count(std::string_view text) const {
  Counts counts;
  counts.occurrences.resize(question_.size());
  for (const Term& term : TermsOf(text)) {
    ++counts.length;
    const int t = Find(term.hash);
    if (t < 0) continue;
    counts.occurrences[t] += 1;
    counts.terms |= uint64_t{1} << t;
  }
  return counts;
}

double Ranker::Score(const Counts& counts) const {
  const double length_factor =
      kSaturation * (1 - kLengthPenalty + kLengthPenalty * counts.length / average_length_);
  double score = 0;
  for (size_t t = 0; t < question_.size(); ++t) {
    const double occurrences = counts.occurrences[t];
    if (occurrences == 0) continue;
    score += question_[t].weight * occurrences * (kSaturation + 1) / (occurrences + length_factor);
  }
  return score;
}

bool Ranker::Answers(uint64_t terms) const {
  double shared = 0;
  double total = 0;
  bool is_informative = false;
  for (size_t t = 0; t < question_.size(); ++t) {
    total += question_[t].weight;
    if (((terms >> t) & 1) == 0) continue;
    shared += question_[t].weight;
    is_informative = is_informative || question_[t].term_weight > kUninformativeWeight;
  }
  const double needed = has_bigrams_ ? kMinSharedWeightWithBigrams : kMinSharedWeight;
  return is_informative && shared >= needed * total;
}

std::vector<Match> Ranker::Matches() const {
  std::vector<Match> matches;
  Counts title;
  Counts heading;
  for (size_t p = 0; p < corpus_.passages.size(); ++p) {
    const Passage& passage = corpus_.passages[p];
    const bool source_starts = p == 0 || corpus_.passages[p - 1].source != passage.source;
    if (source_starts) {
      title = Count(corpus_.sources[passage.source].title);
      heading = Counts();
    }
    if (IsHeading(passage.text)) {
      heading = counts_[p];
      continue;
    }
    Counts counts = counts_[p];
    if (counts.terms == 0) continue;
    for (const Counts* context : {&title, &heading}) {
      for (size_t t = 0; t < context->occurrences.size(); ++t) {
        counts.occurrences[t] += kContextWeight * std::min(context->occurrences[t], 1.0f);
      }
      counts.terms |= context->terms;
    }
    if (Answers(counts.terms)) matches.push_back({p, Score(counts), counts.terms});
  }
  std::stable_sort(matches.begin(), matches.end(),
                   [](const Match& a, const Match& b) { return a.score > b.score; });
  return matches;
}

Match Ranker::ScoreText(std::string_view text) const {
  const Counts counts = Count(text);
  return {0, Score(counts), counts.terms};
}

}  // namespace footnote::emulator
