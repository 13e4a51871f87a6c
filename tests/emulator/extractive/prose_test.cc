// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/prose.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::emulator {
namespace {

TEST(ProseTest, ByteOrderMarkIsRemoved) {
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

TEST(ProseTest, EastAsianLinesAreJoinedWithoutASpace) {
  EXPECT_EQ(ToProse("有給休暇は、\n二十日です。"), "有給休暇は、二十日です。");
  EXPECT_EQ(ToProse("詳しくは\nDebian を見る。"), "詳しくは Debian を見る。");
  EXPECT_EQ(ToProse("유급 휴가는\n이십 일입니다."), "유급 휴가는 이십 일입니다.");
  EXPECT_EQ(ToProse("第5条\u3000会社は休暇を与える。"), "第5条\u3000会社は休暇を与える。");
}

TEST(ProseTest, MarkersAtTheStartAreRemoved) {
  for (const char* text : {"## Leave policy.\n", "- Leave policy.", "* Leave policy.",
                           "・Leave policy.", "12. Leave policy.", "> Leave\n> policy.",
                           "> 1) Leave policy.", "10.7.3. Leave policy.", "[11] Leave policy."}) {
    EXPECT_EQ(ToProse(text), "Leave policy.") << text;
  }
  EXPECT_EQ(ToProse("#hashtag."), "#hashtag.");
  EXPECT_EQ(ToProse("-5 degrees."), "-5 degrees.");
  EXPECT_EQ(ToProse("3.5 hours."), "3.5 hours.");
}

TEST(ProseTest, FootnoteMarkersAtTheEndAreRemoved) {
  EXPECT_EQ(ToProse("It is removed.  [11]"), "It is removed.");
  EXPECT_EQ(ToProse("It is removed.[11][^2]"), "It is removed.");
  EXPECT_EQ(ToProse("It is removed [11]"), "It is removed.");
  EXPECT_EQ(ToProse("It is argv[1]"), "It is argv[1].");
}

TEST(ProseTest, FirstLetterIsCapitalizedIfTheScriptHasCapitals) {
  EXPECT_EQ(ToProse("local changes stay."), "Local changes stay.");
  EXPECT_EQ(ToProse("état."), "État.");
  EXPECT_EQ(ToProse("да."), "Да.");
  EXPECT_EQ(ToProse("λόγος."), "Λόγος.");
  EXPECT_EQ(ToProse("休暇。"), "休暇。");
}

TEST(ProseTest, NamesKeepTheirSpelling) {
  for (const char* text : {"/etc is small.", "gRPC is fast.", "e2fsck checks.", "a_b is a name."}) {
    EXPECT_EQ(ToProse(text), text);
  }
}

TEST(ProseTest, EndMarkReplacesTheConjunctionWithTheNextItem) {
  EXPECT_EQ(ToProse("* files must stay, and"), "Files must stay.");
  EXPECT_EQ(ToProse("* files must stay; or"), "Files must stay.");
  EXPECT_EQ(ToProse("Files must stay:"), "Files must stay.");
  EXPECT_EQ(ToProse("a band"), "A band.");
  EXPECT_EQ(ToProse("・社員証、"), "社員証。");
  EXPECT_EQ(ToProse("社員証"), "社員証。");
  EXPECT_EQ(ToProse("He said \"no.\""), "He said \"no.\"");
}

TEST(ProseTest, CellsOfATableRowAreJoinedWithCommas) {
  EXPECT_EQ(ToProse("| leave | 20 days |"), "Leave, 20 days.");
}

TEST(ProseTest, TextWithoutLettersOrDigitsIsEmpty) {
  for (const char* text : {"", " \n", "|---|:-:|", "-----", "* * *", "[11]", "- ", ">\n>"}) {
    EXPECT_EQ(ToProse(text), "") << text;
  }
}

TEST(ProseTest, SentencesAreSeparatedByASpaceExceptAfterEastAsianText) {
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
