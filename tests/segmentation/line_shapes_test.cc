// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/line_shapes.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "absl/strings/str_cat.h"

namespace footnote::segmentation {
namespace {

TEST(IndentOfTest, TabStopsAreFourColumnsApart) {
  const auto indent = [](absl::string_view line) {
    const Indent found = IndentOf(line);
    return absl::StrCat(found.columns, " in ", found.bytes);
  };
  EXPECT_EQ(indent("a"), "0 in 0");
  EXPECT_EQ(indent("  a b"), "2 in 2");
  EXPECT_EQ(indent("\ta"), "4 in 1");
  EXPECT_EQ(indent(" \ta"), "4 in 2");
  EXPECT_EQ(indent("    \ta"), "8 in 5");
  EXPECT_EQ(indent("\t a"), "5 in 2");
  EXPECT_EQ(indent("\u3000a"), "0 in 0");
  EXPECT_EQ(indent("  "), "2 in 2");
}

TEST(ReadFenceTest, AFenceHasThreeMarksOrMore) {
  ASSERT_TRUE(ReadFence("```").has_value());
  EXPECT_EQ(ReadFence("```")->mark, '`');
  EXPECT_EQ(ReadFence("```")->length, 3u);
  EXPECT_TRUE(ReadFence("```")->bare);
  EXPECT_EQ(ReadFence("~~~~~")->mark, '~');
  EXPECT_EQ(ReadFence("~~~~~")->length, 5u);
  EXPECT_TRUE(ReadFence("``` \t")->bare);
  EXPECT_FALSE(ReadFence("``").has_value());
  EXPECT_FALSE(ReadFence("``a`").has_value());
  EXPECT_FALSE(ReadFence("---").has_value());
  EXPECT_FALSE(ReadFence("").has_value());
}

TEST(ReadFenceTest, AnInfoStringCanFollow) {
  EXPECT_FALSE(ReadFence("```cc")->bare);
  EXPECT_FALSE(ReadFence("```cc`").has_value());
  EXPECT_TRUE(ReadFence("~~~cc`").has_value());
}

TEST(HeadingLevelTest, IsTheNumberOfMarksUpToSix) {
  EXPECT_EQ(HeadingLevel("# a"), 1u);
  EXPECT_EQ(HeadingLevel("#\ta"), 1u);
  EXPECT_EQ(HeadingLevel("###### a"), 6u);
  EXPECT_EQ(HeadingLevel("####### a"), 0u);
  EXPECT_EQ(HeadingLevel("##"), 2u);
  EXPECT_EQ(HeadingLevel("#a"), 0u);
  EXPECT_EQ(HeadingLevel("a"), 0u);
}

TEST(IsUnderlineTest, HasThreeEqualMarksOrMore) {
  EXPECT_TRUE(IsUnderline("==="));
  EXPECT_TRUE(IsUnderline("----- \t"));
  EXPECT_FALSE(IsUnderline("=="));
  EXPECT_FALSE(IsUnderline("==-"));
  EXPECT_FALSE(IsUnderline("~~~"));
  EXPECT_FALSE(IsUnderline("--- -"));
}

TEST(IsTableDelimiterTest, HasDashesAndPipes) {
  EXPECT_TRUE(IsTableDelimiter("|---|:-:|"));
  EXPECT_TRUE(IsTableDelimiter("--|--  "));
  EXPECT_FALSE(IsTableDelimiter("-----"));
  EXPECT_FALSE(IsTableDelimiter("| : |"));
  EXPECT_FALSE(IsTableDelimiter("|-a-|"));
  EXPECT_FALSE(IsTableDelimiter("|-"));
  EXPECT_TRUE(IsTableDelimiter("|-|"));
}

TEST(IsPipedRowTest, BeginsAndEndsWithAPipe) {
  EXPECT_TRUE(IsPipedRow("| a | b |"));
  EXPECT_TRUE(IsPipedRow("|a| "));
  EXPECT_FALSE(IsPipedRow("a | b |"));
  EXPECT_FALSE(IsPipedRow("| a | b"));
  EXPECT_FALSE(IsPipedRow("||"));
}

TEST(ReadHtmlStartTest, ReturnsTheCloser) {
  EXPECT_EQ(ReadHtmlStart("<!-- a"), "-->");
  EXPECT_EQ(ReadHtmlStart("<?php"), "?>");
  EXPECT_EQ(ReadHtmlStart("<![CDATA[a"), "]]>");
  EXPECT_EQ(ReadHtmlStart("<pre>"), "</pre>");
  EXPECT_EQ(ReadHtmlStart("<PRE class"), "</pre>");
  EXPECT_EQ(ReadHtmlStart("<script>"), "</script>");
  EXPECT_EQ(ReadHtmlStart("<style>"), "</style>");
  EXPECT_EQ(ReadHtmlStart("<textarea>"), "</textarea>");
  EXPECT_EQ(ReadHtmlStart("<div>"), "");
  EXPECT_EQ(ReadHtmlStart("</div>"), "");
  EXPECT_EQ(ReadHtmlStart("<hr/>"), "");
  EXPECT_EQ(ReadHtmlStart("<address"), "");
  EXPECT_EQ(ReadHtmlStart("<ul>"), "");
}

TEST(ReadHtmlStartTest, OtherTagsBeginNoBlock) {
  for (const char* line : {"<b>", "<span>", "<div-x>", "<divx>", "<>", "< div>", "a", "<p"}) {
    EXPECT_FALSE(ReadHtmlStart(line).has_value()) << line;
  }
}

struct MarkerCase {
  const char* line;
  const char* language;
  ItemMarker::Family family;
  size_t number;
  size_t bytes;
};

void PrintTo(const MarkerCase& row, std::ostream* out) { *out << "\"" << row.line << "\""; }

class ItemMarkerTest : public testing::TestWithParam<MarkerCase> {};

TEST_P(ItemMarkerTest, IsRead) {
  const auto marker = ReadItemMarker(GetParam().line, *FindLanguage(GetParam().language));
  ASSERT_TRUE(marker.has_value());
  EXPECT_EQ(marker->family, GetParam().family);
  EXPECT_EQ(marker->number, GetParam().number);
  EXPECT_EQ(marker->bytes, GetParam().bytes);
}

INSTANTIATE_TEST_SUITE_P(
    Lines, ItemMarkerTest,
    testing::Values(MarkerCase{"- a", "en", ItemMarker::kBullet, 0, 2},
                    MarkerCase{"*   a", "en", ItemMarker::kBullet, 0, 4},
                    MarkerCase{"+", "en", ItemMarker::kBullet, 0, 1},
                    MarkerCase{"• a", "en", ItemMarker::kBullet, 0, 4},
                    MarkerCase{"‣a", "en", ItemMarker::kBullet, 0, 3},
                    MarkerCase{"– a", "en", ItemMarker::kBullet, 0, 4},
                    MarkerCase{"・一つ", "ja", ItemMarker::kBullet, 0, 3},
                    MarkerCase{"1. a", "en", ItemMarker::kNumberStop, 1, 3},
                    MarkerCase{"12.", "en", ItemMarker::kNumberStop, 12, 3},
                    MarkerCase{"1.) a", "en", ItemMarker::kNumberStop, 1, 4},
                    MarkerCase{"1) a", "en", ItemMarker::kNumberBracket, 1, 3},
                    MarkerCase{"1、一", "ja", ItemMarker::kNumberStop, 1, 4},
                    MarkerCase{"１．一", "ja", ItemMarker::kNumberStop, 1, 6},
                    MarkerCase{"٢. ب", "ar", ItemMarker::kNumberStop, 2, 4},
                    MarkerCase{"१२. अ", "hi", ItemMarker::kNumberStop, 12, 8},
                    MarkerCase{"123456789. a", "en", ItemMarker::kNumberStop, 123456789, 11},
                    MarkerCase{"(1) a", "en", ItemMarker::kBracketed, 1, 4},
                    MarkerCase{"(99) a", "en", ItemMarker::kBracketed, 99, 5},
                    MarkerCase{"(a) b", "en", ItemMarker::kBracketed, 0, 4},
                    MarkerCase{"(iii) b", "en", ItemMarker::kBracketed, 0, 6},
                    MarkerCase{"（1）甲", "zh", ItemMarker::kBracketed, 1, 7},
                    MarkerCase{"a) b", "en", ItemMarker::kLetter, 1, 3},
                    MarkerCase{"C) b", "en", ItemMarker::kLetter, 3, 3},
                    MarkerCase{"c.) b", "en", ItemMarker::kLetter, 3, 4},
                    MarkerCase{"i) b", "en", ItemMarker::kLetter, 1, 3},
                    MarkerCase{"ii) b", "en", ItemMarker::kLetter, 0, 4},
                    MarkerCase{"iv) b", "en", ItemMarker::kLetter, 0, 4},
                    MarkerCase{"ix) b", "en", ItemMarker::kLetter, 0, 4},
                    MarkerCase{"xi) b", "en", ItemMarker::kLetter, 0, 4},
                    MarkerCase{"viii) b", "en", ItemMarker::kLetter, 0, 6},
                    MarkerCase{"(iv) b", "en", ItemMarker::kBracketed, 0, 5},
                    MarkerCase{"(ix) b", "en", ItemMarker::kBracketed, 0, 5},
                    MarkerCase{"б) x", "ru", ItemMarker::kLetter, 2, 4},
                    MarkerCase{"ハ) 三", "ja", ItemMarker::kLetter, 0, 5},
                    MarkerCase{"①一", "ja", ItemMarker::kCircled, 1, 3},
                    MarkerCase{"⑳a", "ja", ItemMarker::kCircled, 20, 3},
                    MarkerCase{"Q1. Why?", "en", ItemMarker::kQuestion, 1, 4},
                    MarkerCase{"Q: Why?", "en", ItemMarker::kQuestion, 0, 3},
                    MarkerCase{"Question 2: Why?", "en", ItemMarker::kQuestion, 2, 12},
                    MarkerCase{"問1：なぜ", "ja", ItemMarker::kQuestion, 1, 7},
                    MarkerCase{"第12条 目的", "ja", ItemMarker::kSection, 12, 9},
                    MarkerCase{"第一章", "zh", ItemMarker::kSection, 1, 9},
                    MarkerCase{"第十一章", "zh", ItemMarker::kSection, 0, 12},
                    MarkerCase{"第三条", "ja", ItemMarker::kSection, 0, 9},
                    MarkerCase{"第一条\u3040", "ja", ItemMarker::kSection, 1, 9},
                    MarkerCase{"第一条\u30A0", "ja", ItemMarker::kSection, 1, 9},
                    MarkerCase{"Article 1. Scope", "en", ItemMarker::kSection, 1, 10},
                    MarkerCase{"Section 2.3: Terms", "en", ItemMarker::kSection, 2, 11},
                    MarkerCase{"Section 2", "en", ItemMarker::kSection, 2, 9},
                    MarkerCase{"§ 4", "en", ItemMarker::kSection, 4, 4},
                    MarkerCase{"Art. 5 (Scope)", "en", ItemMarker::kSection, 5, 6},
                    MarkerCase{"Article 5 – Scope", "en", ItemMarker::kSection, 5, 9},
                    MarkerCase{"Article 5) Scope", "en", ItemMarker::kSection, 5, 9},
                    MarkerCase{"Article 5 Scope", "en", ItemMarker::kSection, 5, 9},
                    MarkerCase{"Статья 1. Цель", "ru", ItemMarker::kSection, 1, 15}));

TEST(ReadItemMarkerTest, OtherLinesHaveNoMarker) {
  for (const char* line : {"",
                           "-a",
                           "--- a",
                           "1.a",
                           "1984 was",
                           "1:",
                           "(100) a",
                           "(1)a",
                           "(1 a",
                           "(?) a",
                           "ab) c",
                           "xviii) c",
                           "iva) c",
                           "a)b",
                           "a",
                           "a.",
                           "Q",
                           "Question",
                           "Quote: a",
                           "Q1.a",
                           "Article 5 of the law",
                           "article 1.",
                           "Article one",
                           "Word 5",
                           "Article 5, and",
                           "\u2474 a",
                           "第三条の規定",
                           "第条",
                           "第三",
                           "1234567890. a"}) {
    EXPECT_FALSE(ReadItemMarker(line, *FindLanguage("en")).has_value()) << line;
  }
}

TEST(ReadItemMarkerTest, AnEastAsianSectionBeforeHiraganaIsRunningText) {
  for (const char* line : {"第三条\u3041", "第三条\u3042", "第三条\u309E", "第三条\u309F"}) {
    EXPECT_FALSE(ReadItemMarker(line, *FindLanguage("ja")).has_value()) << line;
  }
}

TEST(ReadItemMarkerTest, ABulletKeepsItsCharacter) {
  EXPECT_EQ(ReadItemMarker("- a", *FindLanguage("en"))->bullet, '-');
  EXPECT_EQ(ReadItemMarker("* a", *FindLanguage("en"))->bullet, '*');
}

TEST(StripQuoteMarkersTest, RemovesMarkersAndSpaces) {
  EXPECT_EQ(StripQuoteMarkers("> > a > b"), "a > b");
  EXPECT_EQ(StripQuoteMarkers("a"), "a");
  EXPECT_EQ(StripQuoteMarkers("> "), "");
}

TEST(IsTermLineTest, ATermIsShortAndCapitalized) {
  EXPECT_TRUE(IsTermLine("Rate limits: 1000 per hour."));
  EXPECT_TRUE(IsTermLine("One two three four: x"));
  EXPECT_FALSE(IsTermLine("One two three four five: x"));
  EXPECT_FALSE(IsTermLine("rate: x"));
  EXPECT_FALSE(IsTermLine("5: x"));
  EXPECT_FALSE(IsTermLine("Rate:x"));
  EXPECT_FALSE(IsTermLine("Rate: "));
  EXPECT_FALSE(IsTermLine(": x"));
  EXPECT_FALSE(IsTermLine("Rate"));
  EXPECT_TRUE(IsTermLine(std::string(46, 'A') + ": x"));
  EXPECT_FALSE(IsTermLine(std::string(48, 'A') + ": x"));
  for (const char mark : {'.', ',', '"', '?', '!'}) {
    EXPECT_FALSE(IsTermLine(absl::StrCat("Ra", std::string(1, mark), "te: x"))) << mark;
  }
}

}  // namespace
}  // namespace footnote::segmentation
