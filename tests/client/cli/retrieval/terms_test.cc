// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/terms.h"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(IndexTermsTest, KeepsWordsAndFoldsCaseAndWidth) {
  EXPECT_EQ(IndexTerms("The Package-Name, ＡＢＣ１２ naïve"), "the package name abc12 naïve");
}

TEST(IndexTermsTest, PairsNeighbouringCharactersOfScriptsWithoutSpaces) {
  EXPECT_EQ(IndexTerms("有給休暇"), "有給 給休 休暇");
  EXPECT_EQ(IndexTerms("メール"), "メー ール");
  EXPECT_EQ(IndexTerms("한국어"), "한국 국어");
}

TEST(IndexTermsTest, FoldsHalfWidthKana) { EXPECT_EQ(IndexTerms("ﾊﾟｽ"), IndexTerms("パス")); }

TEST(IndexTermsTest, KeepsASingleCharacterAndSplitsAtWordsAndPunctuation) {
  EXPECT_EQ(IndexTerms("犬 USBメモリ。猫"), "犬 usb メモ モリ 猫");
}

TEST(IndexTermsTest, FindsNothingInPunctuation) { EXPECT_EQ(IndexTerms(" -- ?! 。、"), ""); }

TEST(MatchQueryTest, QueriesForSpecificWords) {
  EXPECT_EQ(MatchQuery("What is the name of the package?"), "\"name\" OR \"package\"");
}

TEST(MatchQueryTest, QueriesForStopWordsIfThereAreNoOthers) {
  EXPECT_EQ(MatchQuery("Who is who?"), "\"who\" OR \"is\"");
}

TEST(MatchQueryTest, OmitsJapaneseGrammar) {
  EXPECT_EQ(MatchQuery("有給は何日ですか？"), "\"有給\" OR \"何日\"");
}

TEST(MatchQueryTest, QueriesForASingleCharacterAsTheStartOfAPair) {
  EXPECT_EQ(MatchQuery("犬"), "\"犬\"*");
}

TEST(MatchQueryTest, QuotesEveryOperatorOfTheQueryLanguage) {
  EXPECT_EQ(MatchQuery("alpha AND (beta* NEAR \"gamma\") col:delta ^x"),
            "\"alpha\" OR \"beta\" OR \"gamma\" OR \"col\" OR \"delta\" OR \"x\"");
}

TEST(MatchQueryTest, IsEmptyWithoutTerms) { EXPECT_EQ(MatchQuery("?!\"*()"), ""); }

TEST(MatchQueryTest, LimitsTheQueryOfALongText) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "w" + std::to_string(i) + " ";
  const std::string query = MatchQuery(text);
  EXPECT_EQ(std::count(query.begin(), query.end(), '"'), 400);
}

}  // namespace
}  // namespace footnote::client
