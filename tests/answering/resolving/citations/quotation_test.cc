// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/quotation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unicode/normalizer2.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "tests/support/random_text.h"

namespace footnote::answering::resolving {
namespace {

using Fold = v1::Verification::Fold;
using Folds = std::vector<Fold>;

constexpr Fold kNfc = v1::Verification::FOLD_NFC;
constexpr Fold kQuotes = v1::Verification::FOLD_QUOTES;
constexpr Fold kSpace = v1::Verification::FOLD_SPACE;

struct QuotationCase {
  const char* name;
  std::string quoted;
  std::vector<std::string> blocks;
  std::optional<Folds> folds;
};

class CompareQuotationTest : public testing::TestWithParam<QuotationCase> {};

TEST_P(CompareQuotationTest, ReturnsTheSmallestSetOfFolds) {
  const std::vector<absl::string_view> blocks(GetParam().blocks.begin(), GetParam().blocks.end());
  EXPECT_EQ(CompareQuotation(GetParam().quoted, blocks), GetParam().folds);
}

INSTANTIATE_TEST_SUITE_P(
    Equal, CompareQuotationTest,
    testing::Values(QuotationCase{"OneBlock", "Rate limit.", {"Rate limit."}, Folds{}},
                    QuotationCase{"BlocksWithoutASeparator", "One.Two.", {"One.", "Two."}, Folds{}},
                    QuotationCase{
                        "Japanese", "月額は1,000円です。", {"月額は", "1,000円です。"}, Folds{}},
                    QuotationCase{"SpaceAtBothEnds", " a ", {" ", "a", " "}, Folds{}}),
    [](const testing::TestParamInfo<QuotationCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    // B84
    Normalized, CompareQuotationTest,
    testing::Values(
        QuotationCase{"ComposedForDecomposed", "café", {"cafe\u0301"}, Folds{kNfc}},
        QuotationCase{"DecomposedForComposed", "か\u3099", {"が"}, Folds{kNfc}},
        QuotationCase{"ComposedAcrossABlockBoundary", "café", {"cafe", "\u0301"}, Folds{kNfc}},
        QuotationCase{"Jamo", "한", {"\u1112\u1161\u11ab"}, Folds{kNfc}},
        QuotationCase{"OhmSign", "\u03A9", {"\u2126"}, Folds{kNfc}},
        QuotationCase{"OrderOfMarks", "a\u0323\u0302", {"a\u0302\u0323"}, Folds{kNfc}},
        QuotationCase{"PlainApostrophe", "it's", {"it\u2019s"}, Folds{kQuotes}},
        QuotationCase{"CurlyApostrophe", "it\u2019s", {"it's"}, Folds{kQuotes}},
        QuotationCase{"ModifierApostrophe", "it\u02BCs", {"it\u2018s"}, Folds{kQuotes}},
        QuotationCase{"DoubleQuotes", "\"a\"", {"\u201Ca\u201E"}, Folds{kQuotes}},
        QuotationCase{"FullwidthQuotes", "\uFF02\uFF07", {"\"'"}, Folds{kQuotes}},
        QuotationCase{"Primes", "5'10\"", {"5\u203210\u2033"}, Folds{kQuotes}},
        QuotationCase{"NoBreakSpace", "a b", {"a\u00A0b"}, Folds{kSpace}},
        QuotationCase{"IdeographicSpace", "a b", {"a\u3000b"}, Folds{kSpace}},
        QuotationCase{"LineWrap", "a b", {"a\nb"}, Folds{kSpace}},
        QuotationCase{"CrLfForLf", "a\r\nb", {"a\nb"}, Folds{kSpace}},
        QuotationCase{"CrLfForSpace", "a b", {"a\r\nb"}, Folds{kSpace}},
        QuotationCase{"CrLfAcrossABlockBoundary", "a b", {"a\r", "\nb"}, Folds{kSpace}},
        QuotationCase{"TwoCrLfAreTwo", "a  b", {"a\r\n\r\nb"}, Folds{kSpace}},
        QuotationCase{"CrAloneIsOne", "a b", {"a\rb"}, Folds{kSpace}},
        QuotationCase{"Separator",
                      "a\x1F"
                      "b",
                      {"a b"},
                      Folds{kSpace}},
        // En quad and en space are canonically equal, so the first fold in order applies.
        QuotationCase{"EnQuad", "a\u2002b", {"a\u2000b"}, Folds{kNfc}},
        QuotationCase{"NfcAndQuotes", "café's", {"cafe\u0301\u2019s"}, Folds{kNfc, kQuotes}},
        QuotationCase{"NfcAndSpace", "café a", {"cafe\u0301\u00A0a"}, Folds{kNfc, kSpace}},
        QuotationCase{"QuotesAndSpace", "it's a", {"it\u2019s\na"}, Folds{kQuotes, kSpace}},
        QuotationCase{
            "AllThree", "café's a", {"cafe\u0301\u2019s\u00A0a"}, Folds{kNfc, kQuotes, kSpace}}),
    [](const testing::TestParamInfo<QuotationCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    // B84
    Different, CompareQuotationTest,
    testing::Values(
        QuotationCase{"Empty", "", {"a"}, std::nullopt},
        QuotationCase{"OneWord", "Rate limit is 2000/h.", {"Rate limit is 1000/h."}, std::nullopt},
        QuotationCase{"Prefix", "Rate limit", {"Rate limit is 1000/h."}, std::nullopt},
        QuotationCase{"PrefixByOneBlock", "One.", {"One.", "Two."}, std::nullopt},
        QuotationCase{"Longer", "One.Two.Three.", {"One.", "Two."}, std::nullopt},
        QuotationCase{"JoinedWithASpace", "One. Two.", {"One.", "Two."}, std::nullopt},
        QuotationCase{"JoinedWithALineFeed", "One.\nTwo.", {"One.", "Two."}, std::nullopt},
        QuotationCase{"BlocksSwapped", "Two.One.", {"One.", "Two."}, std::nullopt},
        QuotationCase{"CollapsedRun", "a b", {"a  b"}, std::nullopt},
        QuotationCase{"LfCrAreTwo", "a b", {"a\n\rb"}, std::nullopt},
        QuotationCase{"TrailingSpaceLost", "a", {"a "}, std::nullopt},
        QuotationCase{"LeadingSpaceLost", "a", {" a"}, std::nullopt},
        QuotationCase{"Case", "rate", {"Rate"}, std::nullopt},
        QuotationCase{"CompatibilityForm", "1", {"１"}, std::nullopt},
        QuotationCase{"HalfwidthKatakana", "ガ", {"ｶﾞ"}, std::nullopt},
        QuotationCase{"Ligature", "fi", {"\uFB01"}, std::nullopt},
        QuotationCase{"ZeroWidthSpaceIsNoSpace", "a b", {"a\u200Bb"}, std::nullopt},
        QuotationCase{"SpaceForNothing", "a b", {"ab"}, std::nullopt},
        QuotationCase{"SingleForDoubleQuote", "'a'", {"\"a\""}, std::nullopt},
        QuotationCase{"TwoSinglesForADouble", "''", {"\""}, std::nullopt},
        QuotationCase{"Backtick", "`a", {"'a"}, std::nullopt},
        QuotationCase{"AngleQuotes", "\"a\"", {"\u00ABa\u00BB"}, std::nullopt},
        QuotationCase{"CornerBrackets", "\"a\"", {"「a」"}, std::nullopt},
        QuotationCase{"Dash", "a-b", {"a\u2013b"}, std::nullopt},
        QuotationCase{"Ellipsis", "a...", {"a…"}, std::nullopt},
        QuotationCase{"NoBlocks", "a", {}, std::nullopt}),
    [](const testing::TestParamInfo<QuotationCase>& info) { return info.param.name; });

// Trailing white space

constexpr Fold kTrailing = v1::Verification::FOLD_TRAILING_SPACE;

std::optional<Folds> CompareCharacters(const std::string& quoted, const std::string& sent) {
  return CompareQuotation(quoted, {sent}, TrailingSpace::kMayDiffer);
}

TEST(TrailingSpaceTest, IsIgnoredInBothTextsAndIsTheLastFold) {
  EXPECT_EQ(CompareCharacters("A b. ", "A b. "), Folds{});
  EXPECT_EQ(CompareCharacters("A b.", "A b. "), Folds{kTrailing});
  EXPECT_EQ(CompareCharacters("A b.   ", "A b.\r\n\u3000"), Folds{kTrailing});
  EXPECT_EQ(CompareCharacters("A b. ", "A b.\n"), Folds{kSpace});
  EXPECT_EQ(CompareCharacters("A\u00A0b.", "A b. "), (Folds{kSpace, kTrailing}));
  EXPECT_EQ(CompareCharacters("it's café.", "it\u2019s cafe\u0301. "),
            (Folds{kNfc, kQuotes, kTrailing}));
  EXPECT_EQ(CompareCharacters("it's a\u00A0café.", "it\u2019s a cafe\u0301. "),
            (Folds{kNfc, kQuotes, kSpace, kTrailing}));
}

TEST(TrailingSpaceTest, OtherWhiteSpaceAndThatOfBlocksIsCompared) {
  EXPECT_EQ(CompareCharacters("A b.", " A b."), std::nullopt);
  EXPECT_EQ(CompareCharacters("A b.", "A  b. "), std::nullopt);
  EXPECT_EQ(CompareCharacters("A b.", "A b.\u200B"), std::nullopt);
  EXPECT_EQ(CompareQuotation("A b.", {"A b. "}), std::nullopt);
}

TEST(TrailingSpaceTest, WhiteSpaceAloneEqualsOnlyItself) {
  EXPECT_EQ(CompareCharacters(" ", " "), Folds{});
  EXPECT_EQ(CompareCharacters(" ", "\n"), std::nullopt);
  EXPECT_EQ(CompareCharacters(" ", "   "), std::nullopt);
  EXPECT_EQ(CompareCharacters("", " "), std::nullopt);
}

TEST(TrailingSpaceTest, IsIgnoredUpTo4KiB) {
  EXPECT_EQ(CompareCharacters("A.", "A." + std::string(4096, ' ')), Folds{kTrailing});
  EXPECT_EQ(CompareCharacters("A." + std::string(4096, ' '), "A."), Folds{kTrailing});
  EXPECT_EQ(CompareCharacters("A.", "A." + std::string(100000, ' ')), std::nullopt);
}

std::string Nfd(const std::string& text) {
  UErrorCode error = U_ZERO_ERROR;
  std::string out;
  icu::StringByteSink<std::string> sink(&out);
  icu::Normalizer2::getNFDInstance(error)->normalizeUTF8(0, text, sink, nullptr, error);
  EXPECT_TRUE(U_SUCCESS(error));
  return out;
}

TEST(CompareQuotationTest, EveryDecomposedTextIsNormalized) {
  // This also proves that no fold changes the length of a text by more than the limit.
  testing_support::RandomText random(10);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = random.NotBlank(20);
    const std::string decomposed = Nfd(text);
    const std::optional<Folds> there = CompareQuotation(decomposed, {text});
    ASSERT_TRUE(there.has_value()) << text;
    const std::optional<Folds> back = CompareQuotation(text, {decomposed});
    ASSERT_TRUE(back.has_value()) << text;
    ASSERT_EQ(*there, text == decomposed ? Folds{} : Folds{kNfc});
    ASSERT_EQ(*back, *there);
  }
}

TEST(CompareQuotationTest, TextsOfVeryDifferentLengthsCanBeEqual) {
  // White space of different widths, and compositions of several code points.
  EXPECT_EQ(CompareQuotation("    ", {"\u3000\u3000\u3000\u3000"}), Folds{kSpace});
  EXPECT_EQ(CompareQuotation("한한", {"\u1112\u1161\u11ab\u1112\u1161\u11ab"}), Folds{kNfc});
  EXPECT_EQ(CompareQuotation("\U0001D160", {"\U0001D158\U0001D165\U0001D16E"}), Folds{kNfc});
}

TEST(CompareQuotationTest, IsSymmetric) {
  testing_support::RandomText random(11);
  for (int i = 0; i < 20000; ++i) {
    const std::string a = random.NotBlank(4);
    const std::string b = random.NotBlank(4);
    ASSERT_EQ(CompareQuotation(a, {b}), CompareQuotation(b, {a})) << a << " / " << b;
  }
}

TEST(CompareQuotationTest, TakesLinearTimeForATextOfManyBlocks) {
  const std::string block = "か\u3099'\r\n";
  std::vector<absl::string_view> blocks(200000, block);
  std::string quoted = absl::StrJoin(blocks, "");
  quoted.back() = ' ';
  const absl::Time start = absl::Now();
  EXPECT_EQ(CompareQuotation(quoted, blocks), std::nullopt);
  EXPECT_LT(absl::Now() - start, absl::Seconds(30));
}

}  // namespace
}  // namespace footnote::answering::resolving
