// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/ranker.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {
namespace {

// Returns a corpus of one source with these passages.
Corpus CorpusOf(const std::vector<std::string_view>& passages, std::string_view title = "") {
  Corpus corpus;
  corpus.sources.emplace_back();
  corpus.sources[0].title = title;
  for (std::string_view text : passages) {
    const int64_t start = static_cast<int64_t>(corpus.passages.size());
    corpus.passages.push_back({0, start, start + 1, text});
  }
  return corpus;
}

// Returns the indices of the matching passages, in the order of the result.
std::vector<size_t> MatchingPassages(const Corpus& corpus, std::string_view question) {
  std::vector<size_t> passages;
  for (const Match& match : Ranker(corpus, question).Matches()) passages.push_back(match.passage);
  return passages;
}

using Indices = std::vector<size_t>;

TEST(RankerTest, MatchesAreInDescendingOrderOfTheirScores) {
  const Corpus corpus = CorpusOf(
      {"Overtime is paid monthly.", "Annual leave is 20 days.", "Annual overtime is capped."});
  EXPECT_EQ(MatchingPassages(corpus, "annual leave"), (Indices{1, 2}));
  const std::vector<Match> matches = Ranker(corpus, "annual leave").Matches();
  EXPECT_GT(matches[0].score, matches[1].score);
}

TEST(RankerTest, TiesKeepTheOrderOfTheRequest) {
  EXPECT_EQ(MatchingPassages(CorpusOf({"leave a1", "leave b2", "leave c3"}), "leave"),
            (Indices{0, 1, 2}));
}

TEST(RankerTest, ShorterPassageHasTheHigherScore) {
  EXPECT_EQ(
      MatchingPassages(CorpusOf({"leave filler filler filler filler", "leave filler"}), "leave"),
      (Indices{1, 0}));
}

TEST(RankerTest, PassageWithTooLittleSharedWeightDoesNotMatch) {
  const Corpus corpus = CorpusOf({"Annual leave"});
  EXPECT_EQ(MatchingPassages(corpus, "leave roman senate"), Indices{0});
  EXPECT_EQ(MatchingPassages(corpus, "leave roman senate reserve public trial augustus"),
            Indices{});
}

TEST(RankerTest, BigramsOfHiraganaAloneDoNotMatch) {
  EXPECT_EQ(MatchingPassages(CorpusOf({"です"}), "です"), Indices{});
  EXPECT_EQ(MatchingPassages(CorpusOf({"休暇です"}), "休暇です"), Indices{0});
}

TEST(RankerTest, StopWordsAloneDoNotMatch) {
  EXPECT_EQ(MatchingPassages(CorpusOf({"What is the"}), "What is the"), Indices{});
}

TEST(RankerTest, TitleRaisesTheScoreOfAPassageThatMatches) {
  const std::string question = "leave policy";
  const std::vector<Match> without = Ranker(CorpusOf({"leave"}), question).Matches();
  const Corpus titled = CorpusOf({"leave", "salary"}, "Policy");
  const std::vector<Match> with = Ranker(titled, question).Matches();
  ASSERT_EQ(with.size(), 1u);
  EXPECT_EQ(with[0].passage, 0u);
  EXPECT_EQ(with[0].terms, 3u);
  ASSERT_EQ(without.size(), 1u);
  EXPECT_EQ(without[0].terms, 1u);
}

TEST(RankerTest, HeadingIsNotReturnedAndRaisesTheScoreOfThePassagesAfterIt) {
  const Corpus corpus =
      CorpusOf({"kept days", "# Retention", "kept days", "# Contact", "kept days"});
  EXPECT_EQ(MatchingPassages(corpus, "retention days"), (Indices{2, 0, 4}));
}

TEST(RankerTest, HeadingDoesNotApplyToTheNextSource) {
  Corpus corpus = CorpusOf({"# Retention"});
  corpus.sources.emplace_back();
  corpus.passages.push_back({1, 0, 1, "kept days"});
  const std::vector<Match> matches = Ranker(corpus, "retention days").Matches();
  ASSERT_EQ(matches.size(), 1u);
  EXPECT_EQ(matches[0].terms, 2u);
}

TEST(RankerTest, QuestionHasAtMostSixtyFourTerms) {
  std::string question;
  for (int i = 0; i < 100; ++i) question.append("w" + std::to_string(i) + "x ");
  const Corpus corpus = CorpusOf({question, "w99x"});
  const std::vector<Match> matches = Ranker(corpus, question).Matches();
  ASSERT_EQ(matches.size(), 1u);
  EXPECT_EQ(matches[0].terms, ~uint64_t{0});
}

TEST(RankerTest, ScoreOfATextDependsOnItsOwnTermsOnly) {
  const Corpus corpus = CorpusOf({"leave"}, "Policy");
  const Ranker ranker(corpus, "leave policy");
  EXPECT_EQ(ranker.ScoreText("leave").terms, 1u);
  EXPECT_GT(ranker.ScoreText("leave").score, 0);
  EXPECT_EQ(ranker.ScoreText("salary").score, 0);
}

TEST(RankerTest, EmptyCorpusHasNoMatches) {
  EXPECT_TRUE(Ranker(Corpus(), "leave").Matches().empty());
}

}  // namespace
}  // namespace footnote::emulator
