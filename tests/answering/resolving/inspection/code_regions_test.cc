// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/code_regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> CodeOf(const std::vector<std::string>& pieces) {
  CodeFinder finder;
  std::vector<std::string> code;
  for (const std::string& piece : pieces) {
    for (const text::ByteRange& range : finder.Next(piece)) {
      code.push_back(piece.substr(range.begin, range.end - range.begin));
    }
  }
  return code;
}

TEST(CodeRegionsTest, ProseHasNoCode) {
  EXPECT_THAT(CodeOf({""}), IsEmpty());
  EXPECT_THAT(CodeOf({"A text.\n\n    an indented line\n~ a tilde, one ` backtick"}), IsEmpty());
}

TEST(CodeRegionsTest, InlineCodeEndsAtTheNextRunOfTheSameLength) {
  EXPECT_THAT(CodeOf({"a `b` c ``d ` e`` f"}), ElementsAre("`b`", "``d ` e``"));
  EXPECT_THAT(CodeOf({"a `b `` c"}), IsEmpty());
  EXPECT_THAT(CodeOf({"`a\nb`"}), ElementsAre("`a\nb`"));
}

TEST(CodeRegionsTest, InlineCodeDoesNotExtendOverParagraphs) {
  EXPECT_THAT(CodeOf({"a ` b\n\nc ` d"}), IsEmpty());
  EXPECT_THAT(CodeOf({"a ` b\r\n\r\nc ` d"}), IsEmpty());
}

TEST(CodeRegionsTest, AFenceEndsAtAFenceOfTheSameKindAndAtLeastTheSameLength) {
  EXPECT_THAT(CodeOf({"a\n```py\nx = 1\n```\nb"}), ElementsAre("```py\nx = 1\n```"));
  EXPECT_THAT(CodeOf({"````\n```\n~~~\n````"}), ElementsAre("````\n```\n~~~\n````"));
  EXPECT_THAT(CodeOf({"~~~\na\n```\n~~~\nb `c`"}), ElementsAre("~~~\na\n```\n~~~", "`c`"));
  EXPECT_THAT(CodeOf({"```\r\na\r\n```\r\nb"}), ElementsAre("```\r\na\r\n```"));
}

TEST(CodeRegionsTest, AFenceWithoutAnEndExtendsToTheEndOfTheText) {
  EXPECT_THAT(CodeOf({"a\n```\nb\n\nc"}), ElementsAre("```\nb\n\nc"));
}

TEST(CodeRegionsTest, AFenceCanBeInAListOrBlockQuotation) {
  EXPECT_THAT(CodeOf({"- a\n  ```\n  b\n  ```\nc"}), ElementsAre("  ```\n  b\n  ```"));
  EXPECT_THAT(CodeOf({"> ```\n> b\n> ```\nc"}), ElementsAre("> ```\n> b\n> ```"));
}

TEST(CodeRegionsTest, AFenceContinuesInTheNextPiece) {
  EXPECT_THAT(CodeOf({"a\n```\n", "b\n", "c\n```\nd `e`"}),
              ElementsAre("```\n", "b\n", "c\n```", "`e`"));
}

TEST(CodeRegionsTest, ALineThatBeganInAnEarlierPieceIsNotAFence) {
  EXPECT_THAT(CodeOf({"a ", "```\nb"}), IsEmpty());
  EXPECT_THAT(CodeOf({"a\n", "```\nb"}), ElementsAre("```\nb"));
}

TEST(CodeRegionsTest, ManyRunsOfBackticksTakeLinearTime) {
  std::string text;
  for (int i = 1; i < 2000; ++i) text += std::string(i % 50 + 1, '`') + "a";
  EXPECT_FALSE(CodeOf({text}).empty());
  // Half a megabyte of runs of different lengths.
  std::string rising;
  for (int i = 1; i < 1000; ++i) rising += std::string(i, '`') + "a";
  EXPECT_THAT(CodeOf({rising}), IsEmpty());
}

TEST(CodeRegionsTest, ManyParagraphsBeforeTheFirstBacktickTakeLinearTime) {
  std::string text;
  for (int i = 0; i < 2'000'000; ++i) text += "a\n\n";
  EXPECT_THAT(CodeOf({text + "`b`"}), ElementsAre("`b`"));
}

}  // namespace
}  // namespace footnote::answering::resolving
