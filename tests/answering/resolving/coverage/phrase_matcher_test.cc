// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/phrase_matcher.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::answering::resolving {
namespace {

using v1::AnswerSentence;

AnswerSentence::Reason Match(const std::string& sentence, const std::string& language = "en") {
  return MatchPhrases(Fold(sentence), *segmentation::FindLanguage(language));
}

TEST(MatchPhrasesTest, ReturnsTheReasonOfThePhrase) {
  EXPECT_EQ(Match("Hello!"), AnswerSentence::REASON_GREETING);
  EXPECT_EQ(Match("I hope this helps."), AnswerSentence::REASON_GREETING);
  EXPECT_EQ(Match("In summary:"), AnswerSentence::REASON_CONNECTIVE);
  EXPECT_EQ(Match("Let me check the documents."), AnswerSentence::REASON_CONNECTIVE);
  EXPECT_EQ(Match("No results found."), AnswerSentence::REASON_NOTHING_FOUND);
  EXPECT_EQ(Match("上限はいくつですか。", "ja"), AnswerSentence::REASON_QUESTION);
  EXPECT_EQ(Match("The limit is high."), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, MatchesCompleteWords) {
  EXPECT_EQ(Match("Hi!"), AnswerSentence::REASON_GREETING);
  EXPECT_EQ(Match("Hills!"), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(Match("Letter me check."), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, MatchesPartsOfWordsInScriptsWithoutSpaces) {
  EXPECT_EQ(Match("資料からは見つかりませんでした。", "ja"), AnswerSentence::REASON_NOTHING_FOUND);
}

TEST(MatchPhrasesTest, AGreetingMayBeFollowedByANameOfTwoWords) {
  EXPECT_EQ(Match("Hello Anna Smith,"), AnswerSentence::REASON_GREETING);
  EXPECT_EQ(Match("Hello Anna Maria Smith,"), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(Match("Hello 7,"), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, ASentenceWithADigitIsNeitherAnOfferNorAnIntroduction) {
  EXPECT_EQ(Match("I hope this helps 2."), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(Match("In summary 2:"), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, ALongSentenceIsNotAnIntroduction) {
  // 120 code points without spaces are the limit.
  const std::string start = "Let me check ";
  EXPECT_EQ(Match(start + std::string(109, 'a') + "."), AnswerSentence::REASON_CONNECTIVE);
  EXPECT_EQ(Match(start + std::string(110, 'a') + "."), AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, AnotherClauseMakesAnIntroductionAClaim) {
  EXPECT_EQ(Match("Based on the documents:"), AnswerSentence::REASON_CONNECTIVE);
  EXPECT_EQ(Match("Based on the documents, in summary:"), AnswerSentence::REASON_CONNECTIVE);
  EXPECT_EQ(Match("Based on the documents, the vendor pays:"), AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(Match("Here is what the documents say, and the vendor pays."),
            AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, AContrastAfterNothingFoundMayIntroduceAClaim) {
  EXPECT_EQ(Match("The documents do not include a warranty."),
            AnswerSentence::REASON_NOTHING_FOUND);
  EXPECT_EQ(Match("The documents do not include a warranty, but the vendor pays."),
            AnswerSentence::REASON_UNSPECIFIED);
  EXPECT_EQ(Match("The documents exist, the law does not include a penalty."),
            AnswerSentence::REASON_UNSPECIFIED);
}

TEST(MatchPhrasesTest, EnglishPhrasesMatchInEveryLanguage) {
  EXPECT_EQ(Match("Hello!", "ja"), AnswerSentence::REASON_GREETING);
  EXPECT_EQ(Match("Hills!", "ja"), AnswerSentence::REASON_UNSPECIFIED);
}

}  // namespace
}  // namespace footnote::answering::resolving
