// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/chunker.h"
#include "tests/segmentation/chunking_testing.h"
#include "tests/support/random_text.h"

namespace footnote::segmentation {
namespace {

using testing::ElementsAre;

ChunkingRules Limited(ChunkingPolicy policy, size_t min_bytes, size_t max_bytes) {
  ChunkingRules rules = Rules(policy);
  rules.min_bytes = min_bytes;
  rules.max_bytes = max_bytes;
  return rules;
}

TEST(LimitsTest, ShortBlocksJoinTheNextAndTheLastTheOneBefore) {
  const Chunks chunks =
      Chunk("A.\n\nBcd.\n\nEfghijklm.\n\nN.", Limited(ChunkingPolicy::kParagraph, 8, 0));
  EXPECT_THAT(chunks.blocks, ElementsAre("A.\n\nBcd.\n\n", "Efghijklm.\n\nN."));
  EXPECT_THAT(chunks.flags, ElementsAre(kJoined, kJoined));
}

TEST(LimitsTest, ShortBlocksStayWhereJoiningWouldExceedTheMaximum) {
  const Chunks chunks = Chunk("A.\n\nBcdefghij.\n\nK.", Limited(ChunkingPolicy::kParagraph, 8, 13));
  EXPECT_THAT(chunks.blocks, ElementsAre("A.\n\n", "Bcdefghij.\n\n", "K."));
  EXPECT_TRUE(chunks.flags.empty());
}

TEST(LimitsTest, WithoutLimitsNothingIsFlagged) {
  EXPECT_TRUE(Chunk("A.\n\nB.", Rules(ChunkingPolicy::kParagraph)).flags.empty());
}

struct LongCase {
  const char* name;
  std::vector<std::string> blocks;
  size_t max_bytes;
};

class LongBlockTest : public testing::TestWithParam<LongCase> {};

TEST_P(LongBlockTest, IsSplitAtTheBestBoundary) {
  std::string text;
  for (const std::string& block : GetParam().blocks) text += block;
  const Chunks chunks = Chunk(text, Limited(ChunkingPolicy::kWhole, 0, GetParam().max_bytes));
  EXPECT_THAT(chunks.blocks, testing::ElementsAreArray(GetParam().blocks));
  ASSERT_EQ(chunks.flags.size(), chunks.blocks.size());
  for (size_t i = 0; i + 1 < chunks.flags.size(); ++i) EXPECT_TRUE(chunks.flags[i] & kForcedSplit);
  EXPECT_FALSE(chunks.flags.back() & kForcedSplit);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, LongBlockTest,
    testing::Values(LongCase{"AfterASentence", {"One two three. ", "Four, five six seven."}, 26},
                    LongCase{"AfterAClause", {"One two three, ", "four five six"}, 22},
                    LongCase{"AfterAWideComma", {"一二三、", "四五六七"}, 18},
                    LongCase{"AtALineEnd", {"one two\n", "three four"}, 14},
                    LongCase{"AtASpace", {"one two ", "three"}, 10},
                    LongCase{"BetweenGraphemes", {"e\u0301e\u0301e\u0301", "e\u0301e\u0301"}, 10},
                    LongCase{"BetweenFlags", {"\U0001F1E9\U0001F1EA", "\U0001F1EB\U0001F1F7"}, 12},
                    LongCase{"NotInsideANumber", {"abc ", "1234567"}, 9},
                    LongCase{"NotInsideAUrl", {"see ", "http://a.b/c,d"}, 16},
                    LongCase{"BetweenTableRows", {"| a | b |\n|---|---|\n", "| c, d | e |\n"}, 24}),
    [](const testing::TestParamInfo<LongCase>& info) { return info.param.name; });

TEST(LimitsTest, ABlockThatMustNotBeSplitIsFlaggedAsOverMaximum) {
  const std::string fence = "```\n" + std::string(100, 'a') + "\n```\n";
  const std::string text = fence + "\nText.";
  const Chunks chunks = Chunk(text, Limited(ChunkingPolicy::kParagraph, 0, 64));
  EXPECT_THAT(chunks.blocks, ElementsAre(fence + "\n", "Text."));
  EXPECT_THAT(chunks.flags, ElementsAre(kOverMaximum, 0));
}

TEST(LimitsTest, TheMaximumHoldsForAllBlocksThatCanBeSplit) {
  testing_support::RandomText random(9);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random.NotBlank(80);
    const Chunks chunks = Chunk(text, Limited(ChunkingPolicy::kParagraph, 0, 64));
    for (size_t b = 0; b < chunks.blocks.size(); ++b) {
      const uint8_t flags = chunks.flags.empty() ? 0 : chunks.flags[b];
      ASSERT_EQ(chunks.blocks[b].size() > 64, (flags & kOverMaximum) != 0) << text;
    }
  }
}

TEST(LimitsTest, OnlySentencesHaveADefaultMaximum) {
  const std::string text(kMaxSentenceBytes + 1, 'a');
  EXPECT_EQ(Chunk(text, Rules(ChunkingPolicy::kSentence)).blocks.size(), 2u);
  EXPECT_EQ(Chunk(text, Rules(ChunkingPolicy::kParagraph)).blocks.size(), 1u);
}

TEST(LimitsTest, AMaximumOfZeroIsNoLimit) {
  const std::string text(kMaxSentenceBytes + 1, 'a');
  EXPECT_EQ(Chunk(text, Limited(ChunkingPolicy::kSentence, 0, 0)).blocks.size(), 1u);
}

TEST(LimitsTest, ABlockAsLongAsTheMaximumIsNotSplit) {
  EXPECT_TRUE(Chunk("a b c", Limited(ChunkingPolicy::kParagraph, 0, 5)).flags.empty());
  EXPECT_THAT(Chunk("a b c", Limited(ChunkingPolicy::kParagraph, 0, 4)).blocks,
              ElementsAre("a b ", "c"));
}

TEST(LimitsTest, ABlockAsLongAsTheMinimumIsNotJoined) {
  EXPECT_THAT(Chunk("A.\n\nB.\n\n", Limited(ChunkingPolicy::kParagraph, 4, 0)).blocks,
              ElementsAre("A.\n\n", "B.\n\n"));
  EXPECT_THAT(Chunk("A.\n\nB.\n\n", Limited(ChunkingPolicy::kParagraph, 5, 0)).blocks,
              ElementsAre("A.\n\nB.\n\n"));
}

TEST(LimitsTest, BlocksAreJoinedUpToTheMaximum) {
  EXPECT_THAT(Chunk("A.\n\nB.\n\n", Limited(ChunkingPolicy::kParagraph, 5, 8)).blocks,
              ElementsAre("A.\n\nB.\n\n"));
  EXPECT_THAT(Chunk("A.\n\nB.\n\n", Limited(ChunkingPolicy::kParagraph, 5, 7)).blocks,
              ElementsAre("A.\n\n", "B.\n\n"));
}

TEST(LimitsTest, ABetterBoundaryIsOnlyUsedIfItLeavesAQuarterOfTheMaximum) {
  EXPECT_THAT(Chunk("ab, cdefgh ijkl mn", Limited(ChunkingPolicy::kWhole, 0, 16)).blocks,
              ElementsAre("ab, ", "cdefgh ijkl mn"));
  EXPECT_THAT(Chunk("a, cdefgh ijklm no", Limited(ChunkingPolicy::kWhole, 0, 16)).blocks,
              ElementsAre("a, cdefgh ijklm ", "no"));
}

TEST(LimitsTest, OneWordOfFiveMegabytesIsSplit) {
  const std::string text(5000000, 'a');
  const Chunks chunks = Chunk(text, Limited(ChunkingPolicy::kSentence, 0, 1000));
  EXPECT_EQ(chunks.blocks.size(), 5000u);
}

}  // namespace
}  // namespace footnote::segmentation
