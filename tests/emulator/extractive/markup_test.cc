// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/markup.h"

#include <gtest/gtest.h>

#include <string_view>
#include <utility>

namespace footnote::emulator {
namespace {

TEST(MarkupTest, HeadingIsOneMarkedOrUnderlinedLine) {
  for (const char* text : {"# Title\n", "Title\n=====\n", "10.7.3. Behavior\n----------------"}) {
    EXPECT_TRUE(IsHeading(text)) << text;
  }
  for (const char* text : {"# Title\nText", "Title", "#hashtag", "Text\nTitle\n-----", ""}) {
    EXPECT_FALSE(IsHeading(text)) << text;
  }
}

TEST(MarkupTest, QuantityIsNotASectionNumber) {
  for (const char* text : {"10.7.3. behavior", "10.7. Files", "10.7.3 Behavior", "1.2.3 設定"}) {
    EXPECT_GT(SectionNumberSize(text), 0u) << text;
  }
  for (const char* text : {"3.5 hours", "3.5 Hours", "3.9.4 is out", "7. Files", "10.7.", ""}) {
    EXPECT_EQ(SectionNumberSize(text), 0u) << text;
  }
}

TEST(MarkupTest, HeadingMarkerHasAtMostSixLevelsAndASpace) {
  EXPECT_EQ(HeadingMarkerSize("# a"), 2u);
  EXPECT_EQ(HeadingMarkerSize("######  a"), 8u);
  for (const char* line : {"####### a", "#a", "#", "a", ""}) {
    EXPECT_EQ(HeadingMarkerSize(line), 0u) << line;
  }
}

TEST(MarkupTest, BulletNeedsASpaceExceptTheJapaneseOne) {
  for (const char* line : {"* a", "- a", "+ a"}) EXPECT_EQ(BulletSize(line), 2u) << line;
  EXPECT_EQ(BulletSize("• a"), std::string_view("• ").size());
  EXPECT_EQ(BulletSize("・a"), std::string_view("・").size());
  for (const char* line : {"-5", "*a*", "-", "a", ""}) EXPECT_EQ(BulletSize(line), 0u) << line;
}

TEST(MarkupTest, ItemNumberHasAtMostThreeDigits) {
  EXPECT_EQ(NumberSize("3. a"), 3u);
  EXPECT_EQ(NumberSize("123)  a"), 6u);
  for (const char* line : {"1234. a", "3.a", "3 a", "3.", "a", ""}) {
    EXPECT_EQ(NumberSize(line), 0u) << line;
  }
}

TEST(MarkupTest, QuotationMarkerMayBeNested) {
  EXPECT_EQ(QuotationMarkerSize("> a"), 2u);
  EXPECT_EQ(QuotationMarkerSize(">> a"), 3u);
  for (const char* line : {">a", ">", "a", ""}) EXPECT_EQ(QuotationMarkerSize(line), 0u) << line;
}

TEST(MarkupTest, FootnoteMarkerIsANumberInBrackets) {
  EXPECT_EQ(FootnoteMarkerSize("[11] a"), 4u);
  EXPECT_EQ(FootnoteMarkerSize("[^1]"), 4u);
  for (const char* text : {"[]", "[^]", "[a]", "[1", "1]", ""}) {
    EXPECT_EQ(FootnoteMarkerSize(text), 0u) << text;
  }
}

TEST(MarkupTest, RuleIsAtLeastThreeEqualMarks) {
  for (const char* line : {"---", "=====", "***"}) EXPECT_TRUE(IsRule(line)) << line;
  for (const char* line : {"--", "--=", "aaa", "--- -", ""}) EXPECT_FALSE(IsRule(line)) << line;
}

TEST(MarkupTest, TableRowStartsWithABar) {
  EXPECT_TRUE(IsTableRow("| a | b |"));
  for (const char* line : {"|", "a | b", ""}) EXPECT_FALSE(IsTableRow(line)) << line;
}

}  // namespace
}  // namespace footnote::emulator
