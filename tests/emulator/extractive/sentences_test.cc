// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/sentences.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/extractive/markup.h"
#include "service/emulator/extractive/prose.h"

namespace footnote::emulator {
namespace {

using Strings = std::vector<std::string>;

Strings Sentences(std::string_view text) {
  const std::vector<std::string_view> sentences = SplitSentences(text);
  return {sentences.begin(), sentences.end()};
}

TEST(SentencesTest, KeepTheSpaceThatFollows) {
  EXPECT_EQ(Sentences("The grass is green. The sky is blue."),
            (Strings{"The grass is green. ", "The sky is blue."}));
}

TEST(SentencesTest, EndAtEastAsianMarksWithoutASpace) {
  EXPECT_EQ(Sentences("今日は晴れです。明日は雨でしょうか？はい！"),
            (Strings{"今日は晴れです。", "明日は雨でしょうか？", "はい！"}));
}

TEST(SentencesTest, KeepClosingMarksWithTheirSentence) {
  EXPECT_EQ(Sentences("He said \"no.\" She left. 「はい。」と言った。"),
            (Strings{"He said \"no.\" ", "She left. ", "「はい。」", "と言った。"}));
}

TEST(SentencesTest, KeepFootnoteMarksWithTheirSentence) {
  EXPECT_EQ(
      Sentences("Keep it.  [11] Drop it.[12] See below. [3][^4]\n\n[11] A note."),
      (Strings{"Keep it.  [11] ", "Drop it.[12] ", "See below. [3][^4]\n\n", "[11] A note."}));
}

TEST(SentencesTest, DoNotEndInsideNumbersAndAbbreviations) {
  EXPECT_EQ(Sentences("Version 1.5 is out, e.g. in stable. Done."),
            (Strings{"Version 1.5 is out, e.g. in stable. ", "Done."}));
  EXPECT_EQ(Sentences("10.7.3. Behavior is set. 2. Done."),
            (Strings{"10.7.3. Behavior is set. ", "2. Done."}));
}

TEST(SentencesTest, GoOnOverALineFeedInAParagraph) {
  EXPECT_EQ(
      Sentences("Obsolete files should be removed\nby the package. It says so\r\ntwice."),
      (Strings{"Obsolete files should be removed\nby the package. ", "It says so\r\ntwice."}));
  EXPECT_EQ(Sentences("有給休暇は\n20日です。"), (Strings{"有給休暇は\n20日です。"}));
}

TEST(SentencesTest, EndAtABlankLine) {
  EXPECT_EQ(Sentences("Twenty days\n \nNo more\r\n\r\nNever"),
            (Strings{"Twenty days\n \n", "No more\r\n\r\n", "Never"}));
}

TEST(SentencesTest, EndWhereAnItemStarts) {
  EXPECT_EQ(Sentences("You need\n* a key,\n  of iron\n- a lock\n・扉"),
            (Strings{"You need\n", "* a key,\n  of iron\n", "- a lock\n", "・扉"}));
  EXPECT_EQ(Sentences("First\n1. ask\n2. wait\n3) leave"),
            (Strings{"First\n", "1. ask\n", "2. wait\n", "3) leave"}));
}

TEST(SentencesTest, ANumberThatIsWrappedStartsNoItem) {
  EXPECT_EQ(Sentences("It is the third of\n5. the rest is\n-5 degrees"),
            (Strings{"It is the third of\n5. the rest is\n-5 degrees"}));
}

TEST(SentencesTest, HeadingsAndTableRowsAreOnTheirOwn) {
  EXPECT_EQ(Sentences("# Leave\nTwenty days\n## Pay\n| a | b |\n|---|---|\n| c | d |\nEnd"),
            (Strings{"# Leave\n", "Twenty days\n", "## Pay\n", "| a | b |\n", "|---|---|\n",
                     "| c | d |\n", "End"}));
  EXPECT_EQ(Sentences("Behavior\n--------\nIt is so"),
            (Strings{"Behavior\n--------\n", "It is so"}));
}

TEST(SentencesTest, TileEveryPrefixOfAText) {
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

TEST(SentencesTest, EndAsSentencesDo) {
  for (const char* text : {"Yes.", "\"Yes.\"", "Yes!)", "はい。", "「はい。」", "Well…"}) {
    EXPECT_TRUE(EndsAsSentence(text)) << text;
  }
  for (const char* text : {"", "Yes", "(Yes)", "Yes. No", "はい", "「はい」"}) {
    EXPECT_FALSE(EndsAsSentence(text)) << text;
  }
}

TEST(MarkupTest, AHeadingIsOneLineThatIsMarkedOrUnderlined) {
  for (const char* text : {"# Title\n", "Title\n=====\n", "10.7.3. Behavior\n----------------"}) {
    EXPECT_TRUE(IsHeading(text)) << text;
  }
  for (const char* text : {"# Title\nText", "Title", "#hashtag", "Text\nTitle\n-----", ""}) {
    EXPECT_FALSE(IsHeading(text)) << text;
  }
}

TEST(MarkupTest, AQuantityIsNoSectionNumber) {
  for (const char* text : {"10.7.3. behavior", "10.7. Files", "10.7.3 Behavior", "1.2.3 設定"}) {
    EXPECT_GT(SectionNumberSize(text), 0u) << text;
  }
  for (const char* text : {"3.5 hours", "3.5 Hours", "3.9.4 is out", "7. Files", "10.7.", ""}) {
    EXPECT_EQ(SectionNumberSize(text), 0u) << text;
  }
}

TEST(ProseTest, AByteOrderMarkIsLeftOut) {
  for (const char* text :
       {"\uFEFFleave policy", "\uFEFF \uFEFF# Leave policy", "# \uFEFFLeave policy"}) {
    EXPECT_EQ(ToProse(text), "Leave policy.") << text;
  }
  EXPECT_EQ(ToProse("\uFEFF| leave | 20 days |"), "Leave, 20 days.");
  EXPECT_EQ(ToProse("\uFEFF"), "");
}

TEST(ProseTest, LinesAreJoinedWithASpace) {
  EXPECT_EQ(ToProse("Obsolete files should be removed\n  by the package,\r\nand soon.  "),
            "Obsolete files should be removed by the package, and soon.");
}

TEST(ProseTest, EastAsianLinesAreJoinedWithNothing) {
  EXPECT_EQ(ToProse("有給休暇は、\n二十日です。"), "有給休暇は、二十日です。");
  EXPECT_EQ(ToProse("詳しくは\nDebian を見る。"), "詳しくは Debian を見る。");
  EXPECT_EQ(ToProse("유급 휴가는\n이십 일입니다."), "유급 휴가는 이십 일입니다.");
  EXPECT_EQ(ToProse("第5条\u3000会社は休暇を与える。"), "第5条\u3000会社は休暇を与える。");
}

TEST(ProseTest, MarksAtTheStartAreLeftOut) {
  for (const char* text : {"## Leave policy.\n", "- Leave policy.", "* Leave policy.",
                           "・Leave policy.", "12. Leave policy.", "> Leave\n> policy.",
                           "> 1) Leave policy.", "10.7.3. Leave policy.", "[11] Leave policy."}) {
    EXPECT_EQ(ToProse(text), "Leave policy.") << text;
  }
  EXPECT_EQ(ToProse("#hashtag."), "#hashtag.");
  EXPECT_EQ(ToProse("-5 degrees."), "-5 degrees.");
  EXPECT_EQ(ToProse("3.5 hours."), "3.5 hours.");
}

TEST(ProseTest, FootnoteMarksAtTheEndAreLeftOut) {
  EXPECT_EQ(ToProse("It is removed.  [11]"), "It is removed.");
  EXPECT_EQ(ToProse("It is removed.[11][^2]"), "It is removed.");
  EXPECT_EQ(ToProse("It is removed [11]"), "It is removed.");
  EXPECT_EQ(ToProse("It is argv[1]"), "It is argv[1].");
}

TEST(ProseTest, StartsWithACapitalLetterWhereTheScriptHasOne) {
  EXPECT_EQ(ToProse("local changes stay."), "Local changes stay.");
  EXPECT_EQ(ToProse("état."), "État.");
  EXPECT_EQ(ToProse("да."), "Да.");
  EXPECT_EQ(ToProse("λόγος."), "Λόγος.");
  EXPECT_EQ(ToProse("休暇。"), "休暇。");
}

TEST(ProseTest, ANameKeepsItsSpelling) {
  for (const char* text : {"/etc is small.", "gRPC is fast.", "e2fsck checks.", "a_b is a name."}) {
    EXPECT_EQ(ToProse(text), text);
  }
}

TEST(ProseTest, EndsWithAnEndMarkInsteadOfAJoint) {
  EXPECT_EQ(ToProse("* files must stay, and"), "Files must stay.");
  EXPECT_EQ(ToProse("* files must stay; or"), "Files must stay.");
  EXPECT_EQ(ToProse("Files must stay:"), "Files must stay.");
  EXPECT_EQ(ToProse("a band"), "A band.");
  EXPECT_EQ(ToProse("・社員証、"), "社員証。");
  EXPECT_EQ(ToProse("社員証"), "社員証。");
  EXPECT_EQ(ToProse("He said \"no.\""), "He said \"no.\"");
}

TEST(ProseTest, CellsOfARowAreJoinedWithCommas) {
  EXPECT_EQ(ToProse("| leave | 20 days |"), "Leave, 20 days.");
}

TEST(ProseTest, WhatHasNoWordsIsEmpty) {
  for (const char* text : {"", " \n", "|---|:-:|", "-----", "* * *", "[11]", "- ", ">\n>"}) {
    EXPECT_EQ(ToProse(text), "") << text;
  }
}

TEST(ProseTest, SentencesAreSetApartAsTheirScriptDoes) {
  std::string english = "One.";
  AppendSentence("Two.", &english);
  EXPECT_EQ(english, "One. Two.");
  std::string japanese = "一。";
  AppendSentence("二。", &japanese);
  EXPECT_EQ(japanese, "一。二。");
  std::string empty;
  AppendSentence("One.", &empty);
  EXPECT_EQ(empty, "One.");
}

}  // namespace
}  // namespace footnote::emulator
