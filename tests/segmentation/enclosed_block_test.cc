// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/enclosed_block.h"

#include <gtest/gtest.h>

#include <string>

namespace footnote::segmentation {
namespace {

using LineKind = EnclosedBlock::LineKind;

class EnclosedBlockTest : public testing::Test {
 protected:
  LineKind Take(const char* content) { return block_.Take(Line{}, content); }
  LineKind TakeAt(size_t begin, const char* content) {
    Line line;
    line.begin = begin;
    return block_.Take(line, content);
  }
  // Opens a fence after "```" or the like.
  void OpenFence(const char* first, bool quoted = false, size_t content_columns = 0) {
    block_.OpenFence(*ReadFence(first), quoted, content_columns);
  }

  EnclosedBlock block_{""};
};

TEST_F(EnclosedBlockTest, ALineIsOutsideIfNoBlockIsOpen) {
  EXPECT_FALSE(block_.is_open());
  EXPECT_EQ(Take("a"), LineKind::kOutside);
}

TEST_F(EnclosedBlockTest, AFenceEndsAfterItsLastLine) {
  OpenFence("```cc");
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("a"), LineKind::kInside);
  EXPECT_EQ(Take(""), LineKind::kInside);
  EXPECT_EQ(Take("~~~"), LineKind::kInside);
  EXPECT_EQ(Take("```cc"), LineKind::kInside);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("```"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AFenceIsClosedByOneAtLeastAsLong) {
  OpenFence("````");
  EXPECT_EQ(Take("```"), LineKind::kInside);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("`````"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AClosingFenceIsIndentedByAtMostThreeColumns) {
  OpenFence("```");
  EXPECT_EQ(Take("    ```"), LineKind::kInside);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("   ```"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AFenceEndsBeforeALineOutsideItsListItem) {
  OpenFence("```", false, 2);
  EXPECT_EQ(Take("  a"), LineKind::kInside);
  EXPECT_EQ(Take(""), LineKind::kInside);
  EXPECT_EQ(Take(" a"), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AFenceInAListItemCanBeClosedWithoutIndentation) {
  OpenFence("```", false, 2);
  EXPECT_EQ(Take("~~~"), LineKind::kOutside);
  OpenFence("```", false, 2);
  EXPECT_EQ(Take("```"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
  OpenFence("```", false, 2);
  EXPECT_EQ(Take("     ```"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AQuotedFenceEndsWithTheQuotation) {
  OpenFence("```", true);
  EXPECT_EQ(Take("> a"), LineKind::kInside);
  EXPECT_EQ(Take("    > ```"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
  OpenFence("```", true);
  EXPECT_EQ(Take("a"), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
  OpenFence("```", true);
  EXPECT_EQ(Take(""), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, MathEndsAfterTheLineThatEndsWithItsCloser) {
  block_.OpenMath("$$");
  EXPECT_EQ(Take("$$ a"), LineKind::kInside);
  EXPECT_EQ(Take(""), LineKind::kInside);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("a $$"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, HtmlEndsAfterTheLineThatContainsItsCloser) {
  block_.OpenHtml("</pre>");
  EXPECT_EQ(Take(""), LineKind::kInside);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(Take("a</pre>b"), LineKind::kInside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, HtmlWithoutCloserEndsBeforeABlankLine) {
  block_.OpenHtml("");
  EXPECT_EQ(Take("</div>"), LineKind::kInside);
  EXPECT_EQ(Take(" "), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, ATableHasRowsUntilALineWithoutPipe) {
  block_.OpenTable(10);
  EXPECT_EQ(TakeAt(10, "|---|"), LineKind::kInside);
  EXPECT_EQ(TakeAt(20, "| a |"), LineKind::kTableRow);
  EXPECT_EQ(TakeAt(30, "a | b"), LineKind::kTableRow);
  EXPECT_TRUE(block_.is_open());
  EXPECT_EQ(TakeAt(40, "a"), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
  block_.OpenTable(10);
  EXPECT_EQ(TakeAt(40, " "), LineKind::kOutside);
  EXPECT_FALSE(block_.is_open());
}

TEST_F(EnclosedBlockTest, AClosedBlockHasNoLines) {
  block_.OpenMath("$$");
  block_.Close();
  EXPECT_EQ(Take("a"), LineKind::kOutside);
}

TEST(HasCloserTest, MathMustCloseAfterTheLineAndHtmlCanCloseInIt) {
  const std::string text = "x\n$$ <a> $$\n-->";
  EnclosedBlock block(text);
  const Line line = Lines(text).At(2);
  EXPECT_FALSE(block.HasCloser("$$", line));
  EXPECT_FALSE(block.HasCloser("\\]", line));
  EXPECT_TRUE(block.HasCloser("<a>", line));
  EXPECT_TRUE(block.HasCloser("-->", line));
  EXPECT_FALSE(block.HasCloser("?>", line));
}

TEST(HasCloserTest, AMissingCloserStaysMissing) {
  const std::string text = "$$\n$$\n";
  EnclosedBlock block(text);
  EXPECT_TRUE(block.HasCloser("$$", Lines(text).At(0)));
  EXPECT_FALSE(block.HasCloser("$$", Lines(text).At(3)));
  EXPECT_FALSE(block.HasCloser("$$", Lines(text).At(0)));
}

}  // namespace
}  // namespace footnote::segmentation
