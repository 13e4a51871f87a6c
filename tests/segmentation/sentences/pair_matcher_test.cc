// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/pair_matcher.h"

#include <gtest/gtest.h>

#include <vector>

#include "service/segmentation/sentences/punctuation.h"

namespace footnote::segmentation {
namespace {

class PairMatcherTest : public testing::Test {
 protected:
  std::vector<SentenceToken> tokens_;
  PairMatcher pairs_{&tokens_};
};

TEST_F(PairMatcherTest, ACloserIsMatchedWithItsOpener) {
  pairs_.Open(kRound, 3, 4);
  EXPECT_TRUE(pairs_.IsOpen(kRound));
  EXPECT_FALSE(pairs_.IsOpen(kSquare));
  EXPECT_TRUE(pairs_.Close(kRound, 7, 8));
  EXPECT_FALSE(pairs_.IsOpen(kRound));
  ASSERT_EQ(tokens_.size(), 2u);
  EXPECT_EQ(tokens_[0].kind, SentenceToken::kOpener);
  EXPECT_EQ(tokens_[0].family, kRound);
  EXPECT_EQ(tokens_[0].begin, 3u);
  EXPECT_EQ(tokens_[0].end, 4u);
  EXPECT_EQ(tokens_[0].match, 1u);
  EXPECT_EQ(tokens_[1].kind, SentenceToken::kCloser);
  EXPECT_EQ(tokens_[1].begin, 7u);
  EXPECT_EQ(tokens_[1].end, 8u);
}

TEST_F(PairMatcherTest, ACloserWithoutOpenerIsUnpaired) {
  pairs_.Open(kSquare, 0, 1);
  EXPECT_FALSE(pairs_.Close(kRound, 7, 8));
  ASSERT_EQ(tokens_.size(), 2u);
  EXPECT_EQ(tokens_[1].kind, SentenceToken::kUnpaired);
  EXPECT_EQ(tokens_[1].family, kRound);
}

TEST_F(PairMatcherTest, ClosingBackquotesWithoutOpenerAreIgnored) {
  EXPECT_FALSE(pairs_.Close(kBackquotes, 7, 8));
  EXPECT_TRUE(tokens_.empty());
}

TEST_F(PairMatcherTest, PairsNestProperly) {
  pairs_.Open(kRound, 0, 1);
  pairs_.Open(kSquare, 2, 3);
  EXPECT_TRUE(pairs_.Close(kRound, 5, 6));
  EXPECT_EQ(tokens_[0].match, 2u);
  EXPECT_EQ(tokens_[1].kind, SentenceToken::kUnpaired);
  EXPECT_FALSE(pairs_.IsOpen(kSquare));
}

TEST_F(PairMatcherTest, AnEmptyPairMakesNoTokens) {
  pairs_.Open(kRound, 0, 1);
  EXPECT_TRUE(pairs_.Close(kRound, 1, 2));
  EXPECT_TRUE(tokens_.empty());
  EXPECT_FALSE(pairs_.IsOpen(kRound));
}

TEST_F(PairMatcherTest, APairIsNotLongerThanTheMaximum) {
  pairs_.Open(kRound, 0, 1);
  EXPECT_TRUE(pairs_.Close(kRound, kMaxPairBytes, kMaxPairBytes + 1));
  pairs_.Open(kRound, 5000, 5001);
  EXPECT_FALSE(pairs_.Close(kRound, 5001 + kMaxPairBytes, 5002 + kMaxPairBytes));
}

TEST_F(PairMatcherTest, APairOfSingleQuotationMarksIsShorter) {
  pairs_.Open(kSingleCurved, 0, 1);
  EXPECT_TRUE(pairs_.Close(kSingleCurved, kMaxSinglePairBytes, kMaxSinglePairBytes + 1));
  pairs_.Open(kSingleCurved, 5000, 5001);
  EXPECT_FALSE(pairs_.Close(kSingleCurved, 5001 + kMaxSinglePairBytes, 5002 + kMaxSinglePairBytes));
}

TEST_F(PairMatcherTest, OnlyTheEightInnermostMarksCanBeClosed) {
  pairs_.Open(kRound, 0, 1);
  for (size_t i = 1; i < 8; ++i) pairs_.Open(kSquare, 2 * i, 2 * i + 1);
  EXPECT_TRUE(pairs_.IsOpen(kRound));
  pairs_.Open(kSquare, 30, 31);
  EXPECT_FALSE(pairs_.IsOpen(kRound));
  EXPECT_FALSE(pairs_.Close(kRound, 40, 41));
}

TEST_F(PairMatcherTest, MarksNestedTooDeeplyAreIgnored) {
  for (size_t i = 0; i < 70; ++i) pairs_.Open(kRound, 2 * i, 2 * i + 1);
  EXPECT_EQ(tokens_.size(), 64u);
}

TEST_F(PairMatcherTest, DistantMarksMakeRoomForNewOnes) {
  for (size_t i = 0; i < 64; ++i) pairs_.Open(kRound, 2 * i, 2 * i + 1);
  pairs_.Open(kSquare, kMaxPairBytes, kMaxPairBytes + 1);
  EXPECT_EQ(tokens_.size(), 64u);
  pairs_.Open(kSquare, kMaxPairBytes + 1, kMaxPairBytes + 2);
  ASSERT_EQ(tokens_.size(), 65u);
  EXPECT_EQ(tokens_[0].kind, SentenceToken::kUnpaired);
  EXPECT_EQ(tokens_[1].kind, SentenceToken::kOpener);
}

TEST_F(PairMatcherTest, MarksThatAreOpenAtTheEndAreUnpaired) {
  pairs_.Open(kRound, 0, 1);
  pairs_.Finish();
  EXPECT_EQ(tokens_[0].kind, SentenceToken::kUnpaired);
  EXPECT_FALSE(pairs_.IsOpen(kRound));
}

TEST_F(PairMatcherTest, AnUnpairedMarkKeepsItsFamily) {
  pairs_.AddUnpaired(kDoubleStraight, 4, 5);
  ASSERT_EQ(tokens_.size(), 1u);
  EXPECT_EQ(tokens_[0].kind, SentenceToken::kUnpaired);
  EXPECT_EQ(tokens_[0].family, kDoubleStraight);
  EXPECT_EQ(tokens_[0].begin, 4u);
  EXPECT_EQ(tokens_[0].end, 5u);
}

}  // namespace
}  // namespace footnote::segmentation
