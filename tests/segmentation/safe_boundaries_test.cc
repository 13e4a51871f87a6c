// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/safe_boundaries.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::segmentation {
namespace {

// Returns `text` with the rank of each safe boundary at its offset: "g" grapheme, "b" blank,
// "c" clause.
std::string Ranked(const std::string& text) {
  const std::vector<Part> parts = FindParts(text, *FindLanguage("en"));
  SafeBoundaries boundaries(text, parts);
  std::string ranked;
  size_t begin = 0;
  while (boundaries.Next()) {
    ranked += text.substr(begin, boundaries.position() - begin);
    begin = boundaries.position();
    ranked += boundaries.rank() == BoundaryRank::kGrapheme ? "[g]"
              : boundaries.rank() == BoundaryRank::kBlank  ? "[b]"
                                                           : "[c]";
  }
  return ranked + text.substr(begin);
}

TEST(SafeBoundariesTest, EachGraphemeHasABoundary) {
  EXPECT_EQ(Ranked("abc"), "a[g]b[g]c");
  EXPECT_EQ(Ranked("e\u0301e"), "e\u0301[g]e");
  EXPECT_EQ(Ranked("一二"), "一[g]二");
  EXPECT_EQ(Ranked(""), "");
}

TEST(SafeBoundariesTest, NoBoundaryPrecedesABlank) {
  EXPECT_EQ(Ranked("a b"), "a [b]b");
  EXPECT_EQ(Ranked("a  b "), "a  [b]b ");
}

TEST(SafeBoundariesTest, AClauseEndsAfterPunctuationOrALineEnd) {
  for (const char* mark : {",", ";", ":", "،", "؛", "፡", "፣", "–", "—", "、", "，", "：", "；"}) {
    EXPECT_EQ(Ranked(std::string("a") + mark + " b"), std::string("a[g]") + mark + " [c]b");
  }
  EXPECT_EQ(Ranked("a\nb"), "a\n[c]b");
  EXPECT_EQ(Ranked("a. b"), "a[g]. [b]b");
}

TEST(SafeBoundariesTest, WithoutABlankOnlyPunctuationOutsideAsciiEndsAClause) {
  EXPECT_EQ(Ranked("一、二"), "一[g]、[c]二");
  EXPECT_EQ(Ranked("a,b"), "a[g],[g]b");
}

TEST(SafeBoundariesTest, NumbersAreNotSplit) {
  EXPECT_EQ(Ranked("1,234.5"), "1,234.5");
  EXPECT_EQ(Ranked("12:34"), "12:34");
  EXPECT_EQ(Ranked("1'234"), "1'234");
  EXPECT_EQ(Ranked("１，２．３"), "１，２．３");
  EXPECT_EQ(Ranked("١٫٢٬٣"), "١٫٢٬٣");
  EXPECT_EQ(Ranked("1-2"), "1[g]-[g]2");
  EXPECT_EQ(Ranked("1,a"), "1[g],[g]a");
  EXPECT_EQ(Ranked("a,1"), "a[g],[g]1");
}

TEST(SafeBoundariesTest, UrlsAndAddressesAreNotSplit) {
  EXPECT_EQ(Ranked("a http://b/c d"), "a [b]http://b/c [b]d");
  EXPECT_EQ(Ranked("(svn+ssh://b)"), "([g]svn+ssh://b)");
  EXPECT_EQ(Ranked("(www.b.c"), "([g]www.b.c");
  EXPECT_EQ(Ranked("<a.b-c_d+1@e.f"), "<[g]a.b-c_d+1@e.f");
  EXPECT_EQ(Ranked("http://a b"), "http://a [b]b");
  EXPECT_EQ(Ranked("http://a一"), "http://a[g]一");
}

TEST(SafeBoundariesTest, CodeAndTableRowsAreNotSplit) {
  EXPECT_EQ(Ranked("```\na b\n```\nc"), "```\na b\n```\n[c]c");
  EXPECT_EQ(Ranked("a\n\n```\nb"), "a\n\n[c]```\nb");
  EXPECT_EQ(Ranked("|a|\n|-|\n|b|\n|c|"), "|a|\n|-|\n[c]|b|\n[c]|c|");
  EXPECT_EQ(Ranked("# a b"), "# [b]a [b]b");
}

}  // namespace
}  // namespace footnote::segmentation
