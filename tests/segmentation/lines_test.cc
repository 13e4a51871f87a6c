// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/lines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::segmentation {
namespace {

std::vector<std::string> Contents(const std::string& text) {
  const Lines lines(text);
  std::vector<std::string> contents;
  for (size_t at = 0; at < text.size();) {
    const Line line = lines.At(at);
    EXPECT_EQ(line.begin, at);
    contents.emplace_back(lines.Content(line));
    at = line.next;
  }
  return contents;
}

using Strings = std::vector<std::string>;

TEST(LinesTest, EndWithLfOrCrLf) {
  EXPECT_EQ(Contents("a\nb\r\n\nc"), (Strings{"a", "b", "", "c"}));
  EXPECT_EQ(Contents("a\n"), (Strings{"a"}));
  EXPECT_EQ(Contents("\r\n"), (Strings{""}));
}

TEST(LinesTest, EndWithCrOnlyIfTheTextHasNoLf) {
  EXPECT_EQ(Contents("a\rb\r\rc"), (Strings{"a", "b", "", "c"}));
  EXPECT_EQ(Contents("a\rb\nc"), (Strings{"a\rb", "c"}));
  EXPECT_TRUE(Lines("a\rb\nc").end_with_lf());
  EXPECT_FALSE(Lines("a\rb").end_with_lf());
}

TEST(LinesTest, TheLastLineNeedsNoEnd) {
  const Line line = Lines("ab").At(0);
  EXPECT_EQ(line.end, 2u);
  EXPECT_EQ(line.next, 2u);
  const Line none = Lines("ab\n").At(3);
  EXPECT_EQ(none.begin, 3u);
  EXPECT_EQ(none.end, 3u);
  EXPECT_EQ(none.next, 3u);
}

TEST(LinesTest, TheNextLineBeginsAfterTheLineEnd) {
  const Line line = Lines("ab\r\nc").At(0);
  EXPECT_EQ(line.end, 2u);
  EXPECT_EQ(line.next, 4u);
}

TEST(IsBlankLineTest, WhiteSpaceOfAllKindsIsBlank) {
  for (const char* line : {"", " ", "\t \t", "\u3000", " \u00A0", "\r"}) {
    EXPECT_TRUE(IsBlankLine(line)) << line;
  }
  for (const char* line : {"a", "!", " a", "\u200B", "\u3000a", "\x7F"}) {
    EXPECT_FALSE(IsBlankLine(line)) << line;
  }
}

}  // namespace
}  // namespace footnote::segmentation
