// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/block_offsets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

// Blocks 1, 2 and 5 are images.
Source BlocksAndImages() {
  Source source;
  source.kind = Source::Kind::kBlocks;
  source.blocks = {"One.", "", "", "二つ", "😀.", ""};
  return source;
}

// The byte ranges of the spans of the blocks [start, end) of BlocksAndImages.
std::vector<std::pair<int, int>> SpansOf(size_t start, size_t end) {
  google::protobuf::RepeatedPtrField<v1::Span> spans;
  BlockOffsets(BlocksAndImages()).AddSpans(start, end, &spans);
  std::vector<std::pair<int, int>> ranges;
  for (const v1::Span& span : spans) ranges.emplace_back(span.byte_start(), span.byte_end());
  return ranges;
}

TEST(BlockOffsetsTest, ARangeOfTextBlocksIsOneSpan) {
  EXPECT_THAT(SpansOf(0, 1), ElementsAre(Pair(0, 4)));
  EXPECT_THAT(SpansOf(3, 5), ElementsAre(Pair(4, 15)));
  EXPECT_THAT(SpansOf(4, 5), ElementsAre(Pair(10, 15)));
}

TEST(BlockOffsetsTest, ASpanIsCorrectInEveryUnit) {
  google::protobuf::RepeatedPtrField<v1::Span> spans;
  BlockOffsets(BlocksAndImages()).AddSpans(4, 5, &spans);
  ASSERT_EQ(spans.size(), 1);
  EXPECT_EQ(spans[0].utf16_start(), 6);
  EXPECT_EQ(spans[0].utf16_end(), 9);
  EXPECT_EQ(spans[0].code_point_start(), 6);
  EXPECT_EQ(spans[0].code_point_end(), 8);
}

TEST(BlockOffsetsTest, ImagesSeparateSpans) {
  EXPECT_THAT(SpansOf(0, 6), ElementsAre(Pair(0, 4), Pair(4, 15)));
  EXPECT_THAT(SpansOf(1, 4), ElementsAre(Pair(4, 10)));
  EXPECT_THAT(SpansOf(1, 3), IsEmpty());
  EXPECT_THAT(SpansOf(2, 2), IsEmpty());
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
