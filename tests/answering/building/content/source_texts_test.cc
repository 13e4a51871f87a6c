// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/source_texts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

class SourceTextsTest : public testing::Test {
 protected:
  static Source Of(Source::Kind kind, std::vector<absl::string_view> blocks) {
    Source source;
    source.kind = kind;
    source.blocks = std::move(blocks);
    return source;
  }

  std::deque<std::string> joined_;
  SourceTexts texts_{&joined_};
};

TEST_F(SourceTextsTest, ARangeOfPlainTextIsInCodePoints) {
  const Source source = Of(Source::Kind::kPlainText, {"a円𝄞b"});
  EXPECT_THAT(texts_.Find(source, 0, 4), Optional(absl::string_view("a円𝄞b")));
  EXPECT_THAT(texts_.Find(source, 1, 2), Optional(absl::string_view("円")));
  EXPECT_THAT(texts_.Find(source, 2, 4), Optional(absl::string_view("𝄞b")));
  EXPECT_EQ(texts_.Find(source, 0, 5), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 4, 5), std::nullopt);
  EXPECT_THAT(joined_, IsEmpty());
}

TEST_F(SourceTextsTest, TextsOfTwoDocumentsAreNotConfused) {
  const Source first = Of(Source::Kind::kPlainText, {"one"});
  const Source second = Of(Source::Kind::kPlainText, {"second"});
  EXPECT_THAT(texts_.Find(first, 0, 3), Optional(absl::string_view("one")));
  EXPECT_THAT(texts_.Find(second, 0, 6), Optional(absl::string_view("second")));
  EXPECT_EQ(texts_.Find(first, 0, 6), std::nullopt);
}

TEST_F(SourceTextsTest, OneBlockIsAViewOfTheRequest) {
  const std::string block = "One.";
  for (const Source::Kind kind : {Source::Kind::kSearchResult, Source::Kind::kBlocks}) {
    const Source source = Of(kind, {block, "Two."});
    const auto text = texts_.Find(source, 0, 1);
    ASSERT_THAT(text, Optional(absl::string_view("One.")));
    EXPECT_EQ(text->data(), block.data());
  }
  EXPECT_THAT(joined_, IsEmpty());
}

TEST_F(SourceTextsTest, SeveralBlocksOfTheCallerAreJoinedWithoutASeparator) {
  const Source source = Of(Source::Kind::kSearchResult, {"One.", " Two.", "Three."});
  EXPECT_THAT(texts_.Find(source, 0, 2), Optional(absl::string_view("One. Two.")));
  EXPECT_THAT(texts_.Find(source, 1, 3), Optional(absl::string_view(" Two.Three.")));
  EXPECT_THAT(joined_, ElementsAre("One. Two.", " Two.Three."));
}

TEST_F(SourceTextsTest, SeveralBlocksOfOneTextAreAViewOfIt) {
  const std::string text = "One. Two. Three.";
  const absl::string_view view = text;
  Source source =
      Of(Source::Kind::kBlocks, {view.substr(0, 5), view.substr(5, 5), view.substr(10)});
  source.chunking.emplace();
  EXPECT_THAT(texts_.Find(source, 1, 3), Optional(absl::string_view("Two. Three.")));
  EXPECT_THAT(texts_.Find(source, 0, 3), Optional(view));
  EXPECT_THAT(joined_, IsEmpty());
}

TEST_F(SourceTextsTest, ARangeThatCoversAnImageHasNoText) {
  const Source source = Of(Source::Kind::kBlocks, {"One.", "", "Two."});
  EXPECT_EQ(texts_.Find(source, 0, 2), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 1, 2), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 0, 3), std::nullopt);
  EXPECT_THAT(texts_.Find(source, 2, 3), Optional(absl::string_view("Two.")));
}

TEST_F(SourceTextsTest, AnInvalidRangeHasNoText) {
  const Source source = Of(Source::Kind::kSearchResult, {"One.", "Two."});
  EXPECT_EQ(texts_.Find(source, -1, 1), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 1, 1), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 1, 0), std::nullopt);
  EXPECT_EQ(texts_.Find(source, 0, 3), std::nullopt);
  EXPECT_EQ(texts_.Find(source, INT64_MAX - 1, INT64_MAX), std::nullopt);
  EXPECT_EQ(texts_.Find(Of(Source::Kind::kPlainText, {}), 0, 1), std::nullopt);
}

TEST_F(SourceTextsTest, SourcesWhoseTextIsNotInTheRequestHaveNoText) {
  for (const Source::Kind kind : {Source::Kind::kPdf, Source::Kind::kUrl, Source::Kind::kFile}) {
    EXPECT_EQ(texts_.Find(Of(kind, {}), 0, 1), std::nullopt);
  }
}

TEST_F(SourceTextsTest, JoinedTextsAreLimitedToTheSizeOfARequest) {
  const std::string half(messages::kMaxRequestBytes / 4, 'a');
  const Source source = Of(Source::Kind::kSearchResult, {half, half});
  EXPECT_TRUE(texts_.Find(source, 0, 2).has_value());
  EXPECT_FALSE(texts_.is_full());
  EXPECT_EQ(texts_.Find(source, 0, 2), std::nullopt);
  EXPECT_TRUE(texts_.is_full());
  EXPECT_EQ(joined_.size(), 1u);
}

}  // namespace
}  // namespace footnote::answering::building
