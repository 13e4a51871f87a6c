// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/punctuation.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

// Expects all characters of `characters` to be the terminators `marks`.
void ExpectTerminators(absl::string_view characters, int marks) {
  for (size_t at = 0; at < characters.size();) {
    const text::CodePoint c = text::DecodeAt(characters, at);
    EXPECT_EQ(MarkOf(c.value).terminator, marks) << std::hex << static_cast<uint32_t>(c.value);
    EXPECT_EQ(MarkOf(c.value).role, kNoRole) << std::hex << static_cast<uint32_t>(c.value);
    at += c.size;
  }
}

TEST(MarkOfTest, KnowsTerminatorsOfAllScripts) {
  ExpectTerminators(".\uFE52", kFullStop);
  ExpectTerminators("!‼", kExclamation);
  ExpectTerminators("?\u037E⁇⁈⁉‽", kQuestion);
  ExpectTerminators("…", kEllipsis);
  ExpectTerminators("。．｡", kFullStop | kWide);
  ExpectTerminators("！", kExclamation | kWide);
  ExpectTerminators("？", kQuestion | kWide);
  ExpectTerminators("؟", kQuestion | kDanda);
  ExpectTerminators("։۔।॥๚๛၊။።፧፨។៕", kDanda);
}

struct PairCase {
  const char* marks;
  PairRole role;
  PairFamily family;
};

class PairMarkTest : public testing::TestWithParam<PairCase> {};

TEST_P(PairMarkTest, HasItsRoleAndFamily) {
  const absl::string_view marks = GetParam().marks;
  for (size_t at = 0; at < marks.size();) {
    const text::CodePoint c = text::DecodeAt(marks, at);
    EXPECT_EQ(MarkOf(c.value).role, GetParam().role) << std::hex << static_cast<uint32_t>(c.value);
    EXPECT_EQ(MarkOf(c.value).family, GetParam().family)
        << std::hex << static_cast<uint32_t>(c.value);
    EXPECT_EQ(MarkOf(c.value).terminator, 0) << std::hex << static_cast<uint32_t>(c.value);
    at += c.size;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Marks, PairMarkTest,
    testing::Values(PairCase{"(", kOpens, kRound}, PairCase{")", kCloses, kRound},
                    PairCase{"[", kOpens, kSquare}, PairCase{"]", kCloses, kSquare},
                    PairCase{"{", kOpens, kCurly}, PairCase{"}", kCloses, kCurly},
                    PairCase{"（", kOpens, kWideRound}, PairCase{"）", kCloses, kWideRound},
                    PairCase{"「｢", kOpens, kCorner}, PairCase{"」｣", kCloses, kCorner},
                    PairCase{"『", kOpens, kWhiteCorner}, PairCase{"』", kCloses, kWhiteCorner},
                    PairCase{"《", kOpens, kDoubleAngle}, PairCase{"》", kCloses, kDoubleAngle},
                    PairCase{"〈", kOpens, kAngle}, PairCase{"〉", kCloses, kAngle},
                    PairCase{"【〔", kOpens, kLenticular}, PairCase{"】〕", kCloses, kLenticular},
                    PairCase{"“”", kEither, kDoubleCurved}, PairCase{"„‟", kOpens, kDoubleCurved},
                    PairCase{"\"", kEither, kDoubleStraight}, PairCase{"«»", kEither, kGuillemets},
                    PairCase{"‹›", kEither, kSingleGuillemets},
                    PairCase{"‘’", kEither, kSingleCurved}, PairCase{"‚‛", kOpens, kSingleCurved},
                    PairCase{"'", kEither, kSingleStraight}));

TEST(MarkOfTest, OtherCharactersAreNoMarks) {
  size_t marks = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    const Mark mark = MarkOf(c);
    if (mark.terminator != 0 || mark.role != kNoRole) ++marks;
  }
  EXPECT_EQ(marks, 66u);
}

TEST(FamilyTest, TitlesParenthesesAndSingleQuotes) {
  EXPECT_TRUE(IsTitleFamily(kDoubleAngle));
  EXPECT_TRUE(IsTitleFamily(kAngle));
  EXPECT_TRUE(IsTitleFamily(kWideRound));
  EXPECT_FALSE(IsTitleFamily(kCorner));
  for (const PairFamily family : {kRound, kSquare, kCurly, kWideRound}) {
    EXPECT_TRUE(IsParenthesisFamily(family));
  }
  EXPECT_FALSE(IsParenthesisFamily(kCorner));
  EXPECT_TRUE(IsSingleQuoteFamily(kSingleCurved));
  EXPECT_TRUE(IsSingleQuoteFamily(kSingleStraight));
  EXPECT_FALSE(IsSingleQuoteFamily(kSingleGuillemets));
}

TEST(IsOpeningPunctuationTest, IncludesEmphasisAndSpanishMarks) {
  for (const char32_t c : std::u32string(U"([{（「„‚“‘\"*_¿¡")) {
    EXPECT_TRUE(IsOpeningPunctuation(c)) << std::hex << static_cast<uint32_t>(c);
  }
  for (const char32_t c : std::u32string(U")”’'.a")) {
    EXPECT_FALSE(IsOpeningPunctuation(c)) << std::hex << static_cast<uint32_t>(c);
  }
}

}  // namespace
}  // namespace footnote::segmentation
