// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/columns.h"

#include <string>

#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(ColumnsTest, CountsWideCharactersTwiceAndMarksNotAtAll) {
  EXPECT_EQ(ColumnsOf(""), 0u);
  EXPECT_EQ(ColumnsOf("abc"), 3u);
  EXPECT_EQ(ColumnsOf("日本"), 4u);
  EXPECT_EQ(ColumnsOf("ｱｲ"), 2u);                  // half width
  EXPECT_EQ(ColumnsOf("Ａ"), 2u);                  // full width
  EXPECT_EQ(ColumnsOf("e\u0301"), 1u);             // a combining accent
  EXPECT_EQ(ColumnsOf("か\u3099"), 2u);            // a combining voice mark
  EXPECT_EQ(ColumnsOf("a\u200Db"), 2u);            // a joiner
  EXPECT_EQ(ColumnsOf("\u1112\u1161\u11AB"), 2u);  // decomposed Hangul
  EXPECT_EQ(ColumnsOf("😀"), 2u);
  EXPECT_EQ(ColumnsOf("├─·…"), 4u);
  EXPECT_EQ(ColumnsOf("\xFF"), 1u);
}

TEST(ColumnsTest, TruncatesWithAnEllipsis) {
  EXPECT_EQ(CutToColumns("abcdef", 6), "abcdef");
  EXPECT_EQ(CutToColumns("abcdef", 5), "abcd…");
  EXPECT_EQ(CutToColumns("日本語", 6), "日本語");
  EXPECT_EQ(CutToColumns("日本語", 5), "日本…");
  EXPECT_EQ(CutToColumns("日本語", 4), "日…");
  EXPECT_EQ(CutToColumns("日本語", 1), "…");
  EXPECT_EQ(CutToColumns("日本語", 0), "");
  EXPECT_EQ(CutToColumns("e\u0301fgh", 3), "e\u0301f…");
  EXPECT_EQ(CutToColumns("", 0), "");
}

TEST(ColumnsTest, NeverExceedsTheWidth) {
  const std::string text = "a日e\u0301😀ｱ\u200Dか\u3099z";
  for (size_t columns = 0; columns < 12; ++columns) {
    EXPECT_LE(ColumnsOf(CutToColumns(text, columns)), columns);
  }
}

}  // namespace
}  // namespace footnote::client
