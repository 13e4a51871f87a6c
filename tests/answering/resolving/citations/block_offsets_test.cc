// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/block_offsets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <utility>

namespace footnote::answering::resolving {
namespace {

using testing::Optional;
using testing::Pair;

// Blocks 1, 2 and 5 are images.
Source BlocksAndImages() {
  Source source;
  source.kind = Source::Kind::kBlocks;
  source.blocks = {"One.", "", "", "二つ", "😀.", ""};
  return source;
}

// The byte range of the span of the blocks [start, end) of BlocksAndImages.
std::optional<std::pair<int, int>> RangeOf(size_t start, size_t end) {
  const std::optional<v1::Span> span = BlockOffsets(BlocksAndImages()).SpanOf(start, end);
  if (!span.has_value()) return std::nullopt;
  return std::make_pair(span->byte_start(), span->byte_end());
}

TEST(BlockOffsetsTest, ARangeOfTextBlocksIsOneSpan) {
  EXPECT_THAT(RangeOf(0, 1), Optional(Pair(0, 4)));
  EXPECT_THAT(RangeOf(3, 5), Optional(Pair(4, 15)));
  EXPECT_THAT(RangeOf(4, 5), Optional(Pair(10, 15)));
}

TEST(BlockOffsetsTest, ASpanIsCorrectInEveryUnit) {
  const std::optional<v1::Span> span = BlockOffsets(BlocksAndImages()).SpanOf(4, 5);
  ASSERT_TRUE(span.has_value());
  EXPECT_EQ(span->utf16_start(), 6);
  EXPECT_EQ(span->utf16_end(), 9);
  EXPECT_EQ(span->code_point_start(), 6);
  EXPECT_EQ(span->code_point_end(), 8);
}

TEST(BlockOffsetsTest, ImagesHaveNoLength) {
  EXPECT_THAT(RangeOf(0, 6), Optional(Pair(0, 15)));
  EXPECT_THAT(RangeOf(1, 4), Optional(Pair(4, 10)));
  EXPECT_EQ(RangeOf(1, 3), std::nullopt);
  EXPECT_EQ(RangeOf(2, 2), std::nullopt);
}

TEST(BlockOffsetsTest, FindsImagesInARange) {
  const Source source = BlocksAndImages();
  const BlockOffsets offsets(source);
  EXPECT_FALSE(offsets.HasImage(0, 1));
  EXPECT_TRUE(offsets.HasImage(0, 2));
  EXPECT_TRUE(offsets.HasImage(2, 3));
  EXPECT_FALSE(offsets.HasImage(3, 5));
  EXPECT_TRUE(offsets.HasImage(3, 6));
}

}  // namespace
}  // namespace footnote::answering::resolving
