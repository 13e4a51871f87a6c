// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/folded_sentence.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::answering::resolving {
namespace {

std::string Folded(const std::string& sentence) { return Fold(sentence).text; }

TEST(FoldTest, ConvertsToLowerCase) {
  EXPECT_EQ(Folded("The LIMIT, Überall Στο Лимит."), "the limit, überall στο лимит.");
}

TEST(FoldTest, ReplacesRunsOfWhiteSpaceByOneSpace) {
  EXPECT_EQ(Folded("a \n\tb\u3000c"), "a b c");
  EXPECT_EQ(Folded("a "), "a");
}

TEST(FoldTest, RemovesEmphasisBackticksAndInvisibleCharacters) {
  EXPECT_EQ(Folded("**In** _short_ `a`\u200Bb"), "in short ab");
}

TEST(FoldTest, RemovesTheMarkerAtTheStartOnly) {
  EXPECT_EQ(Folded("- a - b"), "a - b");
  EXPECT_EQ(Folded("> ## a > b"), "a > b");
  EXPECT_EQ(Folded("\u2022 a"), "a");
  EXPECT_EQ(Folded("¿a?"), "a?");
  EXPECT_EQ(Folded("・a・b"), "a・b");
}

TEST(FoldTest, ReplacesApostrophes) {
  EXPECT_EQ(Folded("it\u2019s \u2018a\u2018 \u02BC \uFF07"), "it's 'a' ' '");
}

TEST(FoldTest, CountsCodePointsWithoutSpaces) {
  EXPECT_EQ(Fold("é 日 a").code_points, 3u);
  EXPECT_EQ(Fold(" * ").code_points, 0u);
}

TEST(FoldTest, FindsDigitsOfEachScript) {
  EXPECT_TRUE(Fold("a 1").has_digit);
  EXPECT_TRUE(Fold("a \u0661").has_digit);
  EXPECT_FALSE(Fold("a").has_digit);
}

TEST(FoldTest, FindsAColonAtTheEnd) {
  EXPECT_TRUE(Fold("a:").ends_with_colon);
  EXPECT_TRUE(Fold("**a:** ").ends_with_colon);
  EXPECT_TRUE(Fold("以下：").ends_with_colon);
  EXPECT_FALSE(Fold("a: b").ends_with_colon);
  EXPECT_FALSE(Fold("a:.").ends_with_colon);
}

}  // namespace
}  // namespace footnote::answering::resolving
