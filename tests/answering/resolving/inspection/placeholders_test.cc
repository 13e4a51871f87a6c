// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/placeholders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace footnote::answering::resolving {
namespace {

TEST(PlaceholdersTest, AreObjectReplacementsAndNoncharacters) {
  const auto count = [](const std::string& text) { return FindPlaceholders(text).size(); };
  for (const char* text :
       {"\uFFFC", "\uFFFE", "\uFFFF", "\uFDD0", "\uFDEF", "\U0001FFFE", "\U0010FFFF"}) {
    EXPECT_EQ(count(text), 1u);
  }
  for (const char* text : {"", "a", "日本", "\uFFFD", "\uFFFB", "\uFDCF", "\uFDF0", "\uFEFF",
                           "\U0001FFFD", "\U00020000", "！"}) {
    EXPECT_EQ(count(text), 0u);
  }
}

TEST(PlaceholdersTest, EachHasItsOwnRangeInBytes) {
  EXPECT_THAT(
      FindPlaceholders("a\uFFFC\uFFFCé\U0010FFFF"),
      testing::ElementsAre(text::ByteRange{1, 4}, text::ByteRange{4, 7}, text::ByteRange{9, 13}));
}

}  // namespace
}  // namespace footnote::answering::resolving
