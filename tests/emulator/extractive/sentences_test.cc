// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/sentences.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {
namespace {

using Strings = std::vector<std::string>;

Strings Sentences(std::string_view text) {
  const std::vector<std::string_view> sentences = SplitSentences(text);
  return {sentences.begin(), sentences.end()};
}

TEST(SentencesTest, SentenceIncludesTheSpaceAfterIt) {
  EXPECT_EQ(Sentences("The grass is green. The sky is blue."),
            (Strings{"The grass is green. ", "The sky is blue."}));
}

TEST(SentencesTest, EastAsianEndMarkNeedsNoSpace) {
  EXPECT_EQ(Sentences("今日は晴れです。明日は雨でしょうか？はい！"),
            (Strings{"今日は晴れです。", "明日は雨でしょうか？", "はい！"}));
}

TEST(SentencesTest, ClosingQuotationMarkBelongsToTheSentence) {
  EXPECT_EQ(Sentences("He said \"no.\" She left. 「はい。」と言った。"),
            (Strings{"He said \"no.\" ", "She left. ", "「はい。」", "と言った。"}));
}

TEST(SentencesTest, FootnoteMarkerBelongsToTheSentence) {
  EXPECT_EQ(
      Sentences("Keep it.  [11] Drop it.[12] See below. [3][^4]\n\n[11] A note."),
      (Strings{"Keep it.  [11] ", "Drop it.[12] ", "See below. [3][^4]\n\n", "[11] A note."}));
}

TEST(SentencesTest, NumbersAndAbbreviationsDoNotEndASentence) {
  EXPECT_EQ(Sentences("Version 1.5 is out, e.g. in stable. Done."),
            (Strings{"Version 1.5 is out, e.g. in stable. ", "Done."}));
  EXPECT_EQ(Sentences("10.7.3. Behavior is set. 2. Done."),
            (Strings{"10.7.3. Behavior is set. ", "2. Done."}));
}

TEST(SentencesTest, SingleLineFeedDoesNotEndASentence) {
  EXPECT_EQ(
      Sentences("Obsolete files should be removed\nby the package. It says so\r\ntwice."),
      (Strings{"Obsolete files should be removed\nby the package. ", "It says so\r\ntwice."}));
  EXPECT_EQ(Sentences("有給休暇は\n20日です。"), (Strings{"有給休暇は\n20日です。"}));
}

TEST(SentencesTest, BlankLineEndsASentence) {
  EXPECT_EQ(Sentences("Twenty days\n \nNo more\r\n\r\nNever"),
            (Strings{"Twenty days\n \n", "No more\r\n\r\n", "Never"}));
}

TEST(SentencesTest, ListItemEndsTheSentenceBeforeIt) {
  EXPECT_EQ(Sentences("You need\n* a key,\n  of iron\n- a lock\n・扉"),
            (Strings{"You need\n", "* a key,\n  of iron\n", "- a lock\n", "・扉"}));
  EXPECT_EQ(Sentences("First\n1. ask\n2. wait\n3) leave"),
            (Strings{"First\n", "1. ask\n", "2. wait\n", "3) leave"}));
}

TEST(SentencesTest, WrappedNumberDoesNotStartAnItem) {
  EXPECT_EQ(Sentences("It is the third of\n5. the rest is\n-5 degrees"),
            (Strings{"It is the third of\n5. the rest is\n-5 degrees"}));
}

TEST(SentencesTest, HeadingsAndTableRowsAreSeparateSentences) {
  EXPECT_EQ(Sentences("# Leave\nTwenty days\n## Pay\n| a | b |\n|---|---|\n| c | d |\nEnd"),
            (Strings{"# Leave\n", "Twenty days\n", "## Pay\n", "| a | b |\n", "|---|---|\n",
                     "| c | d |\n", "End"}));
  EXPECT_EQ(Sentences("Behavior\n--------\nIt is so"),
            (Strings{"Behavior\n--------\n", "It is so"}));
}

TEST(SentencesTest, SentencesOfEveryPrefixConcatenateToIt) {
  const std::string text =
      "  A. \n\n「B。」 C?! d e.g. f\r\n\u3000G…！？ [1]\n * h\n| i\n# j\n---\n 1. k\n\t2) l [^3] ";
  for (size_t size = 0; size <= text.size(); ++size) {
    std::string joined;
    for (std::string_view sentence : SplitSentences(std::string_view(text).substr(0, size))) {
      EXPECT_FALSE(sentence.empty());
      joined.append(sentence);
    }
    EXPECT_EQ(joined, text.substr(0, size));
  }
}

TEST(SentencesTest, EndMarkMayBeFollowedByClosingMarks) {
  for (const char* text : {"Yes.", "\"Yes.\"", "Yes!)", "はい。", "「はい。」", "Well…"}) {
    EXPECT_TRUE(EndsAsSentence(text)) << text;
  }
  for (const char* text : {"", "Yes", "(Yes)", "Yes. No", "はい", "「はい」"}) {
    EXPECT_FALSE(EndsAsSentence(text)) << text;
  }
}

}  // namespace
}  // namespace footnote::emulator
