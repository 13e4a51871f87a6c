// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/selection.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {
namespace {

// Returns the texts that are quoted from these passages for `question`.
std::vector<std::string> Quote(const std::vector<std::string_view>& passages,
                               std::string_view question) {
  Corpus corpus;
  corpus.sources.emplace_back();
  for (std::string_view text : passages) corpus.passages.push_back({0, 0, 1, text});
  const Ranker ranker(corpus, question);
  std::vector<std::string> texts;
  for (const Quotation& quotation : SelectQuotations(corpus, ranker, ranker.Matches())) {
    texts.push_back(quotation.text);
  }
  return texts;
}

using Strings = std::vector<std::string>;

TEST(SelectionTest, SelectsAtMostThreePassages) {
  EXPECT_EQ(Quote({"Leave alpha.", "Leave beta.", "Leave gamma.", "Leave delta."}, "leave").size(),
            3u);
}

TEST(SelectionTest, QuotesTheSentenceWithTheHighestScore) {
  EXPECT_EQ(Quote({"Salaries are monthly. Bonuses come in June. Taxes differ."}, "bonuses"),
            Strings{"Bonuses come in June."});
}

TEST(SelectionTest, HeadingInsideAPassageIsNotQuoted) {
  EXPECT_EQ(Quote({"# Bonuses\nThey come in June."}, "bonuses"), Strings{"They come in June."});
}

TEST(SelectionTest, PassageWithALowRelativeScoreIsNotSelected) {
  const Strings quoted =
      Quote({"Annual leave carries over.",
             "Annual filler filler filler filler filler filler filler "
             "filler filler filler filler filler filler filler filler filler filler filler."},
            "annual leave carry over");
  EXPECT_EQ(quoted, Strings{"Annual leave carries over."});
}

TEST(SelectionTest, NearDuplicateIsNotSelected) {
  EXPECT_EQ(Quote({"Local changes must stay after each upgrade.",
                   "* local changes must stay after each upgrade"},
                  "local changes")
                .size(),
            1u);
}

TEST(SelectionTest, SentencesWithDifferentNumbersAreNotNearDuplicates) {
  EXPECT_EQ(
      Quote({"The limit for hotel costs is 90 euros.", "The limit for hotel costs is 150 euros."},
            "limit for hotel costs")
          .size(),
      2u);
}

TEST(SelectionTest, QuotationRefersToItsPassage) {
  Corpus corpus;
  corpus.sources.emplace_back();
  corpus.passages = {{0, 0, 1, "Salaries are monthly."}, {0, 1, 2, "Leave is 20 days."}};
  const Ranker ranker(corpus, "leave");
  const std::vector<Quotation> quotations = SelectQuotations(corpus, ranker, ranker.Matches());
  ASSERT_EQ(quotations.size(), 1u);
  EXPECT_EQ(quotations[0].passage, 1u);
}

TEST(SelectionTest, NoMatchesGiveNoQuotations) {
  EXPECT_TRUE(Quote({"Salaries are monthly."}, "leave").empty());
}

}  // namespace
}  // namespace footnote::emulator
