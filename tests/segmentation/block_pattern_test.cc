// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/block_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "tests/segmentation/chunking_testing.h"

namespace footnote::segmentation {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> SplitBy(const char* expression, absl::string_view text) {
  ChunkingRules rules = Rules(ChunkingPolicy::kPattern);
  rules.pattern = *BlockPattern::Compile(expression);
  return Split(text, rules);
}

TEST(BlockPatternTest, ABlockEndsAfterAMatchAndTheBlanksThatFollow) {
  EXPECT_THAT(SplitBy("--", "a--b-- c"), ElementsAre("a--", "b-- ", "c"));
}

TEST(BlockPatternTest, ABlockEndsWhereTheFirstGroupBegins) {
  EXPECT_THAT(SplitBy("\\n(Art\\. \\d+)", "Art. 1 a\nArt. 2 b\nArt. 3 c"),
              ElementsAre("Art. 1 a\n", "Art. 2 b\n", "Art. 3 c"));
}

TEST(BlockPatternTest, EmptyMatchesAreIgnored) {
  EXPECT_THAT(SplitBy("x*", "abxc"), ElementsAre("abx", "c"));
}

TEST(BlockPatternTest, ATextWithoutAMatchIsOneBlock) {
  EXPECT_THAT(SplitBy("z", "abc"), ElementsAre("abc"));
}

TEST(BlockPatternTest, NoBlockIsBlank) {
  EXPECT_THAT(SplitBy("[ab]", "a  b \n"), ElementsAre("a  ", "b \n"));
}

TEST(BlockPatternTest, SplitsInsideNumbersUrlsFencesAndGraphemesAreDropped) {
  EXPECT_THAT(SplitBy("[.]", "3.14. Go"), ElementsAre("3.14. ", "Go"));
  EXPECT_THAT(SplitBy("/", "at http://a/b/ c/d"), ElementsAre("at http://a/b/ ", "c/", "d"));
  EXPECT_THAT(SplitBy("\n", "```\na\nb\n```\nc\nd"), ElementsAre("```\na\nb\n```\n", "c\n", "d"));
  EXPECT_THAT(SplitBy("e", "e\u0301e f"), ElementsAre("e\u0301e ", "f"));
}

TEST(BlockPatternTest, CharactersAreUnicode) {
  EXPECT_THAT(SplitBy("。", "一。二。"), ElementsAre("一。", "二。"));
}

TEST(BlockPatternTest, MatchesAreFoundWhereverASearchWindowEnds) {
  for (size_t at = 1000; at < 4200; at += 7) {
    const std::string text = std::string(at, 'x') + "<split>" + "y";
    EXPECT_EQ(SplitBy("<s[a-z]+>", text).size(), 2u) << at;
  }
}

TEST(BlockPatternTest, TheNumberOfSplitsIsLimited) {
  const auto pattern = *BlockPattern::Compile("a");
  EXPECT_EQ(pattern->FindSplits(std::string(1000000, 'a')).size(), BlockPattern::kMaxSplits);
}

struct BadPattern {
  const char* name;
  std::string expression;
  const char* message;
};

class BadPatternTest : public testing::TestWithParam<BadPattern> {};

TEST_P(BadPatternTest, IsRejected) {
  const auto pattern = BlockPattern::Compile(GetParam().expression);
  ASSERT_FALSE(pattern.ok());
  EXPECT_EQ(pattern.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(pattern.status().message()), HasSubstr(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Patterns, BadPatternTest,
    testing::Values(BadPattern{"None", "", "is required"},
                    BadPattern{"Unclosed", "(a", "is no regular expression"},
                    BadPattern{"LookAhead", "a(?=b)", "is no regular expression"},
                    BadPattern{"BackReference", "(a)\\1", "is no regular expression"},
                    BadPattern{"TooLong", std::string(1001, 'a'), "1001 bytes long; at most 1000"},
                    BadPattern{"TooLargeARepetition", "a{2000}", "is no regular expression"},
                    BadPattern{"TooLargeAProgram", "\\pL{20}", "instructions; at most"}),
    [](const testing::TestParamInfo<BadPattern>& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::segmentation
