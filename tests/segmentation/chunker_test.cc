// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/chunker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "tests/segmentation/chunking_testing.h"

namespace footnote::segmentation {
namespace {

using testing::ElementsAre;

class ParagraphTest : public testing::TestWithParam<ChunkCase> {};

TEST_P(ParagraphTest, IsSplitAsExpected) {
  const std::string text = absl::StrJoin(GetParam().blocks, "");
  EXPECT_THAT(Split(text, Rules(ChunkingPolicy::kParagraph)),
              testing::ElementsAreArray(GetParam().blocks));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, ParagraphTest,
    testing::Values(
        ChunkCase{"OneLine", {"One."}}, ChunkCase{"TwoLines", {"One.\nStill one."}},
        ChunkCase{"TwoParagraphs", {"One.\n\n", "Two."}},
        ChunkCase{"SeveralBlankLinesCloseTheParagraphBefore", {"One.\n\n\n\n", "Two.\n"}},
        ChunkCase{"LinesOfSpacesAreBlank", {"One.\n \t\n\u3000\n", "Two."}},
        ChunkCase{"LinesOfZeroWidthSpacesAreNot", {"One.\n\u200B\nTwo."}},
        ChunkCase{"LeadingBlankLinesStayWithTheFirst", {"\n\n\nOne.\n\n", "Two."}},
        ChunkCase{"TrailingBlankLinesStayWithTheLast", {"One.\n\n", "Two.\n\n\n"}},
        ChunkCase{"IndentationStaysWithItsLine", {"One.\n\n", "  Two."}},
        ChunkCase{"CrLf", {"One.\r\n\r\n", "Two.\r\n"}},
        ChunkCase{"CrLfAndLfMixed", {"One.\r\n\n", "Two.\n\r\n", "Three."}},
        ChunkCase{"CrOnly", {"One.\r\r", "Two.\r"}},
        ChunkCase{"CrIsNoLineEndInATextWithLf", {"One.\r\rStill one.\n\n", "Two."}},
        ChunkCase{"Japanese", {"料金。\n\n", "返金。"}},
        ChunkCase{"BlankLinesInAFence", {"Text.\n\n", "```cc\nint a;\n\nint b;\n```\n\n", "More."}},
        ChunkCase{"FenceNextToText", {"Text.\n", "```\na\n\nb\n```\n", "Text.\n\n", "More."}},
        ChunkCase{"FenceInAListItem",
                  {"- Run:\n\n  ```sh\n  a\n\n\n  b\n  ```\n- Check.\n\n", "Text."}},
        ChunkCase{"FenceAfterAListMarker", {"1. ```\n   a\n\n   b\n   ```\n2. c\n\n", "Text."}},
        ChunkCase{"FenceInAQuote", {"> Run:\n>\n> ```\n> a\n>\n> b\n> ```\n\n", "Text."}},
        ChunkCase{"FenceInAQuoteEndsWithIt", {"> ```\n> a\n\n", "Text.\n\n", "More."}},
        ChunkCase{"FenceOfAnItemEndsWithIt", {"- ```\n  a\n\n", "Text.\n\n", "More."}},
        ChunkCase{"HeadingStaysWithItsText",
                  {"# One\n\nText.\n\n", "More.\n\n", "## Two\n### Three\nText."}},
        ChunkCase{"UnderlinedHeadingStaysWithItsText", {"One\n===\n\nText.\n\n", "More."}},
        ChunkCase{"HeadingUnderlinedWithTildesStaysWithItsText",
                  {"Title\n~~~~~\n\nText.\n\n", "More.\n\n", "Title\n~~~~~~~\n\nText."}},
        ChunkCase{"TildesShorterThanTheLineAboveAreAFence",
                  {"Like this:\n", "~~~\n\na\n\nb\n~~~\n\n", "More."}},
        ChunkCase{"TildesRightAboveTextAreAFence", {"So:\n", "~~~~\na\n\nb\n~~~~\n\n", "More."}},
        ChunkCase{"TableIsOneBlock", {"See:\n\n", "| a | b |\n|---|---|\n| c | d |\n", "Text."}},
        ChunkCase{"QuoteIsOneBlock", {"> One.\n>\n> Two.\n\n", "Three."}},
        ChunkCase{"HtmlIsOneBlock",
                  {"<div>\nOne.\n</div>\n\n", "<pre>\na\n\nb\n</pre>\n", "Text."}},
        ChunkCase{"MathIsOneBlock", {"Then\n\n", "$$\na\n\nb\n$$\n\n", "holds."}},
        ChunkCase{"LoneDollarsAreText", {"$$\na\n\n", "b"}},
        ChunkCase{"FrontMatterIsOneBlock", {"---\na: b\n\nc: d\n---\n", "Text."}},
        ChunkCase{"WideSpaceIndentsAParagraph",
                  {"一段目。\n", "\u3000二段目。\n", "\u3000三段目。"}},
        ChunkCase{"ItemsWithoutBlankLinesAreOneParagraph", {"Buy:\n- milk\n- bread\n\n", "Go."}},
        ChunkCase{"ByteOrderMarkStaysWithTheFirst", {"\uFEFFOne.\n\n", "Two."}},
        ChunkCase{"NulIsNoEnd", {std::string("a\0\n\n", 4), "b"}},
        ChunkCase{"FenceOfTildes", {"~~~~\na\n\n~~~\n\nb\n~~~~~\n\n", "More."}},
        ChunkCase{"FenceOfTildesIsNotClosedByBackticks", {"~~~\na\n\n```\n\nb\n~~~\n\n", "More."}},
        ChunkCase{"FenceWithSpacesAfterItsEnd", {"```\na\n\nb\n``` \t\n\n", "More."}},
        ChunkCase{"FenceIsNotClosedByOneWithAnInfoString", {"```\na\n\n```cc\n\nb\n```\n\n", "C"}},
        ChunkCase{"FenceIndentedByThree", {"   ```\na\n\nb\n  ```\n\n", "More."}},
        ChunkCase{"FourSpacesAreNoFence", {"    ```\na\n\n", "b\n    ```\n\n", "More."}},
        ChunkCase{"UnclosedFenceReachesToTheEnd", {"One.\n\n", "```\na\n\nb\n\nc"}},
        ChunkCase{"CodeSpanOfThreeBackticksIsNoFence", {"```code``` is\n\n", "more."}},
        ChunkCase{"TwoBackticksAreNoFence", {"``\na\n\n", "b\n``"}},
        ChunkCase{"FenceWithCrLf", {"```\r\na\r\n\r\nb\r\n```\r\n\r\n", "More."}},
        ChunkCase{"WhiteSpaceOnly", {" \n\n \n"}}, ChunkCase{"Empty", {""}}),
    [](const testing::TestParamInfo<ChunkCase>& info) { return info.param.name; });

class ItemTest : public testing::TestWithParam<ChunkCase> {};

TEST_P(ItemTest, IsSplitAsExpected) {
  const std::string text = absl::StrJoin(GetParam().blocks, "");
  EXPECT_THAT(Split(text, Rules(ChunkingPolicy::kItem)),
              testing::ElementsAreArray(GetParam().blocks));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, ItemTest,
    testing::Values(
        ChunkCase{"Bullets", {"Steps:\n\n", "- Open it. Wait.\n", "- Close it.\n"}},
        ChunkCase{"BulletsInAParagraph", {"Steps:\n", "* Open it.\n", "* Close it.\n"}},
        ChunkCase{"NestedItemsStay", {"- a\n  - b\n  - c\n", "- d\n"}},
        ChunkCase{"ContinuationLinesStay", {"- a\n  b\n\n  c\n", "- d\n\n", "Text."}},
        ChunkCase{"Numbers", {"1. a\n", "2. b\n", "3. c"}},
        ChunkCase{"NumbersInBrackets", {"(1) a\n", "(2) b\n"}},
        ChunkCase{"Letters", {"a) x\n", "b) y\n"}},
        ChunkCase{"ArabicNumbers", {"١. البند الأول.\n", "٢. البند الثاني.\n"}},
        ChunkCase{"CircledNumbers", {"①一つ\n", "②二つ\n"}},
        ChunkCase{"WrappedYearIsNoItem", {"He was born in\n1984. Or so he says.\n"}},
        ChunkCase{"QuestionsWithAnswers",
                  {"Q1. 解約できますか？\nA1. はい。\n\n", "Q2. 料金は？\nA2. 無料です。"}},
        ChunkCase{"QuestionAndAnswerApart", {"Q: Why?\n\nA: So.\n\n", "Q: How?\n\nA: Thus."}},
        ChunkCase{"HeadingsWithTheirText",
                  {"# FAQ\n\n", "## Why?\n\nSo.\n\nReally.\n\n", "## How?\n\nThus."}},
        ChunkCase{"Clauses",
                  {"Article 1. Scope.\n", "Article 2. Terms.\n(1) User.\n(2) Fee.\n",
                   "Article 3. Logs."}},
        ChunkCase{"ChineseClauses", {"第一条 为了保护用户。\n", "第二条 本办法适用于全国。\n"}},
        ChunkCase{"WrappedReferenceIsNoClause", {"This follows from\nArticle 5 of the law.\n"}},
        ChunkCase{"Definitions", {"Limit: 1000 per hour.\n", "Errors: Standard codes.\n"}},
        ChunkCase{"OneTermIsNoList", {"Note: this is text.\nIt goes on.\n"}},
        ChunkCase{"TableRows", {"| a | b |\n|---|---|\n", "| c | d |\n", "| e | f |\n\n", "Text."}},
        ChunkCase{"FenceIsAnItem", {"Text.\n\n", "```\n- a\n- b\n```\n", "More."}},
        ChunkCase{"ParagraphsElsewhere", {"One.\n\n", "Two."}}),
    [](const testing::TestParamInfo<ChunkCase>& info) { return info.param.name; });

TEST(ChunkTest, CodeFencesAndTableRowsAreNotSplitByAnyRule) {
  const std::string fence = "```\na. B c. D\n\n- e\n\n# f\n```\n";
  const std::string row = "| a. B, c. D; e f | g. H |\n";
  const std::string text = "Text.\n\n" + fence + "More.\n\n| a | b |\n|---|---|\n" + row + row;
  const size_t fence_at = text.find(fence);
  const size_t row_at = text.find(row);
  for (const ChunkingRules& rules : ManyRules()) {
    for (const absl::string_view block : Chunk(text, rules).blocks) {
      const size_t split = static_cast<size_t>(block.data() - text.data());
      EXPECT_TRUE(split <= fence_at || split >= fence_at + fence.size()) << split;
      EXPECT_TRUE(split <= row_at || split == row_at + row.size()) << split;
    }
  }
}

struct OddText {
  const char* name;
  std::string text;
};

class OddTextTest : public testing::TestWithParam<OddText> {};

TEST_P(OddTextTest, IsSplitSoundlyByEveryRule) {
  for (const ChunkingRules& rules : ManyRules()) {
    ExpectSound(GetParam().text, Chunk(GetParam().text, rules));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Texts, OddTextTest,
    testing::Values(OddText{"Empty", ""}, OddText{"OneByte", "a"}, OddText{"OneFullStop", "."},
                    OddText{"OneBlank", " "}, OddText{"OnlyBlanks", " \n\t\r\n\u3000\u00A0\n"},
                    OddText{"OnlyZeroWidthSpaces", "\u200B\n\n\u200B"},
                    OddText{"OnlyAByteOrderMark", "\uFEFF"},
                    OddText{"ByteOrderMarkAndBlankLine", "\uFEFF\n\n```\na"},
                    OddText{"Nuls", std::string("a. \0\0 B.\0\n\n\0", 12)},
                    OddText{"CrLf", "One. Two.\r\n\r\n- a\r\n- b\r\n```\r\nc\r\n```\r\n"},
                    OddText{"CrOnly", "One. Two.\r\r- a\r- b\r"},
                    OddText{"OnlyLineEnds", "\n\n\r\n\r"},
                    OddText{"OnlyMarks", "\u0301\u0302. \u0303"},
                    OddText{"UnclosedEverything", "( [ { « “ „ ‘ 「 ` `` ``` <!-- $$ <a. B"},
                    OddText{"FiveMegabytesOfWords", std::string(5000000, 'a')},
                    OddText{"FiveMegabytesOfFullStops", std::string(5000000, '.')}),
    [](const testing::TestParamInfo<OddText>& info) { return info.param.name; });

TEST(ChunkTest, WholeTextIsOneBlock) {
  EXPECT_THAT(Split("One.\n\nTwo.\n", Rules(ChunkingPolicy::kWhole)),
              ElementsAre("One.\n\nTwo.\n"));
}

TEST(ChunkTest, TheLanguageIsReportedWhereItAffectsTheResult) {
  const std::string text = "Die Schlüssel sind in der Schublade und sie gehören dir.";
  EXPECT_EQ(Chunk(text, Rules(ChunkingPolicy::kWhole)).language, nullptr);
  EXPECT_EQ(Chunk(text, Rules(ChunkingPolicy::kParagraph)).language, nullptr);
  for (const ChunkingPolicy policy : {ChunkingPolicy::kItem, ChunkingPolicy::kSentence}) {
    EXPECT_STREQ(Chunk(text, Rules(policy)).language->tag(), "de");
  }
}

TEST(ChunkTest, TheLanguageOfALongBlockIsGuessedUnlessItIsGiven) {
  const std::string text = "Die Schlüssel sind in der Schublade und sie gehören dir.";
  ChunkingRules rules = Rules(ChunkingPolicy::kParagraph);
  rules.max_bytes = 20;
  EXPECT_STREQ(Chunk(text, rules).language->tag(), "de");
  rules.language = FindLanguage("fr");
  EXPECT_STREQ(Chunk(text, rules).language->tag(), "fr");
}

TEST(ChunkTest, TakesLinearTimeForTextsThatCouldTakeQuadraticTime) {
  // Each text would take minutes if each line or fence were read more than a few times.
  constexpr int kCount = 1 << 17;
  std::string blank;
  std::string fences;
  std::string initials;
  std::string links;
  std::string items;
  for (int i = 0; i < kCount; ++i) {
    blank += " \n";
    fences += "```\n";
    initials += "A. ";
    links += "[a](";
    items += "1. ";
  }
  const std::string backticks(4 * kCount, '`');
  const std::string spaces = "x" + std::string(4 * kCount, ' ');
  const std::string brackets(4 * kCount, '(');
  const std::string quotes(4 * kCount, '"');
  for (const std::string& text :
       {"x" + blank, fences, backticks, spaces, brackets, quotes, initials, links, items}) {
    const absl::Time start = absl::Now();
    for (const ChunkingPolicy policy : kPolicies) Chunk(text, Rules(policy));
    EXPECT_LT(absl::Now() - start, absl::Seconds(10));
  }
}

}  // namespace
}  // namespace footnote::segmentation
