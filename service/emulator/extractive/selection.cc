// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/selection.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>

#include "service/emulator/extractive/markup.h"
#include "service/emulator/extractive/prose.h"
#include "service/emulator/extractive/sentences.h"
#include "service/emulator/extractive/terms.h"

namespace footnote::emulator {
namespace {

constexpr size_t kMaxQuotations = 3;
// The minimum score of a quotation, relative to the best score.
constexpr double kMinRelativeScore = 0.3;
// The minimum Jaccard index of the terms of near-duplicates.
constexpr double kNearDuplicateSimilarity = 0.8;

// The features of a sentence by which near-duplicates are detected.
struct Fingerprint {
  std::vector<uint64_t> terms;  // sorted, without duplicates
  std::string digits;           // all digits in order: "20 days" differs from "25 days"
};

Fingerprint FingerprintOf(std::string_view text) {
  Fingerprint fingerprint;
  for (const Term& term : TermsOf(text)) fingerprint.terms.push_back(term.hash);
  std::vector<uint64_t>& terms = fingerprint.terms;
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  std::copy_if(text.begin(), text.end(), std::back_inserter(fingerprint.digits),
               [](char c) { return c >= '0' && c <= '9'; });
  return fingerprint;
}

bool AreNearDuplicates(const Fingerprint& a, const Fingerprint& b) {
  if (a.digits != b.digits) return false;
  std::vector<uint64_t> shared;
  std::set_intersection(a.terms.begin(), a.terms.end(), b.terms.begin(), b.terms.end(),
                        std::back_inserter(shared));
  const size_t all = a.terms.size() + b.terms.size() - shared.size();
  return static_cast<double>(shared.size()) >= kNearDuplicateSimilarity * static_cast<double>(all);
}

// Returns the sentence of `passage` with the highest score, converted to prose. Headings are
// skipped; if there is no other sentence, returns the entire passage as prose.
std::string BestSentence(const Ranker& ranker, std::string_view passage) {
  std::string best;
  double best_score = 0;
  for (std::string_view sentence : SplitSentences(passage)) {
    if (IsHeading(sentence)) continue;
    const double score = ranker.ScoreText(sentence).score;
    if (!best.empty() && score <= best_score) continue;
    std::string prose = ToProse(sentence);
    if (prose.empty()) continue;
    best = std::move(prose);
    best_score = score;
  }
  return best.empty() ? ToProse(passage) : best;
}

}  // namespace

std::vector<Quotation> SelectQuotations(const Corpus& corpus, const Ranker& ranker,
                                        const std::vector<Match>& matches) {
  std::vector<Quotation> quotations;
  std::vector<Fingerprint> selected;
  for (const Match& match : matches) {
    if (quotations.size() == kMaxQuotations) break;
    if (match.score < kMinRelativeScore * matches.front().score) break;
    std::string text = BestSentence(ranker, corpus.passages[match.passage].text);
    Fingerprint fingerprint = FingerprintOf(text);
    const bool is_new = std::none_of(
        selected.begin(), selected.end(),
        [&](const Fingerprint& before) { return AreNearDuplicates(before, fingerprint); });
    if (!is_new) continue;
    quotations.push_back({match.passage, std::move(text)});
    selected.push_back(std::move(fingerprint));
  }
  return quotations;
}

}  // namespace footnote::emulator
