#include "service/answering/chunker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "service/answering/utf8.h"
#include "tests/answering/random_text.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;

struct ChunkCase {
  const char* name;
  std::vector<std::string> blocks;  // joined, they are the text
};

class ParagraphTest : public testing::TestWithParam<ChunkCase> {};

TEST_P(ParagraphTest, CutsWhereExpected) {
  const std::string text = absl::StrJoin(GetParam().blocks, "");
  const std::vector<absl::string_view> blocks = Chunk(text, ChunkingPolicy::kParagraph);
  EXPECT_THAT(blocks, testing::ElementsAreArray(GetParam().blocks));
}

INSTANTIATE_TEST_SUITE_P(
    Texts, ParagraphTest,
    testing::Values(
        ChunkCase{"OneLine", {"One."}}, ChunkCase{"TwoLines", {"One.\nStill one."}},
        ChunkCase{"TwoParagraphs", {"One.\n\n", "Two."}},
        ChunkCase{"SeveralBlankLinesCloseTheParagraphBefore", {"One.\n\n\n\n", "Two.\n"}},
        ChunkCase{"LinesOfSpacesAreBlank", {"One.\n \t\n\u3000\n", "Two."}},
        ChunkCase{"LinesOfZeroWidthSpacesAreNot", {"One.\n\u200B\nTwo."}},
        ChunkCase{"LeadingBlankLinesStayWithTheFirst", {"\n\n\nOne.\n\n", "Two."}},
        ChunkCase{"TrailingBlankLinesStayWithTheLast", {"One.\n\n", "Two.\n\n\n"}},
        ChunkCase{"IndentationStaysWithItsLine", {"One.\n\n", "  Two."}},
        ChunkCase{"CrLf", {"One.\r\n\r\n", "Two.\r\n"}},
        ChunkCase{"CrLfAndLfMixed", {"One.\r\n\n", "Two.\n\r\n", "Three."}},
        ChunkCase{"CrOnly", {"One.\r\r", "Two.\r"}},
        ChunkCase{"CrIsNoLineEndBesideLf", {"One.\r\rStill one.\n\n", "Two."}},
        ChunkCase{"Japanese", {"料金。\n\n", "返金。"}},
        ChunkCase{"BlankLinesInAFence", {"Text.\n\n", "```cc\nint a;\n\nint b;\n```\n\n", "More."}},
        ChunkCase{"FenceBesideText", {"Text.\n```\na\n\nb\n```\nText.\n\n", "More."}},
        ChunkCase{"FenceOfTildes", {"~~~~\na\n\n~~~\n\nb\n~~~~~\n\n", "More."}},
        ChunkCase{"FenceOfTildesIsNotClosedByBackticks", {"~~~\na\n\n```\n\nb\n~~~\n\n", "More."}},
        ChunkCase{"FenceWithSpacesAfterItsEnd", {"```\na\n\nb\n``` \t\n\n", "More."}},
        ChunkCase{"FenceIsNotClosedByOneWithAnInfoString", {"```\na\n\n```cc\n\nb\n```\n\n", "C"}},
        ChunkCase{"FenceIndentedByThree", {"   ```\na\n\nb\n  ```\n\n", "More."}},
        ChunkCase{"FourSpacesAreNoFence", {"    ```\na\n\n", "b\n    ```\n\n", "More."}},
        ChunkCase{"UnclosedFenceReachesToTheEnd", {"One.\n\n", "```\na\n\nb\n\nc"}},
        ChunkCase{"CodeSpanOfThreeBackticksIsNoFence", {"```code``` is\n\n", "more."}},
        ChunkCase{"TwoBackticksAreNoFence", {"``\na\n\n", "b\n``"}},
        ChunkCase{"FenceWithCrLf", {"```\r\na\r\n\r\nb\r\n```\r\n\r\n", "More."}},
        ChunkCase{"WhiteSpaceOnly", {" \n\n \n"}}, ChunkCase{"Empty", {""}}),
    [](const testing::TestParamInfo<ChunkCase>& info) { return info.param.name; });

TEST(ChunkTest, WholeIsOneBlock) {
  EXPECT_THAT(Chunk("One.\n\nTwo.\n", ChunkingPolicy::kWhole), ElementsAre("One.\n\nTwo.\n"));
}

TEST(ChunkTest, BlocksAreViewsOfTheTextThatJoinedAreTheTextAndNoneIsBlank) {
  RandomText random(3);
  for (int i = 0; i < 100000; ++i) {
    const std::string text = random.NotBlank(30);
    const char* at = text.data();
    for (const absl::string_view block : Chunk(text, ChunkingPolicy::kParagraph)) {
      ASSERT_EQ(static_cast<const void*>(block.data()), at) << text;
      ASSERT_TRUE(HasText(block)) << text;
      at += block.size();
    }
    ASSERT_EQ(at, text.data() + text.size()) << text;
  }
}

TEST(ChunkTest, ABlockThatIsCutAgainIsOneBlock) {
  RandomText random(4);
  for (int i = 0; i < 20000; ++i) {
    // Without LF a block may turn into a text of CR lines, which are cut differently.
    const std::string text = random.NotBlank(30) + "\n";
    for (const absl::string_view block : Chunk(text, ChunkingPolicy::kParagraph)) {
      if (block.find('\n') == absl::string_view::npos) continue;
      ASSERT_EQ(Chunk(block, ChunkingPolicy::kParagraph).size(), 1u) << text;
    }
  }
}

TEST(ChunkTest, TakesTimeLinearInTextsThatInviteMore) {
  // Each would take minutes if a line or a fence were looked at more than a few times.
  constexpr int kCount = 1 << 20;
  std::string blank;
  std::string fences;
  for (int i = 0; i < kCount; ++i) {
    blank += " \n";
    fences += "```\n";
  }
  const std::string backticks(4 * kCount, '`');
  const std::string spaces = "x" + std::string(4 * kCount, ' ');
  for (const std::string& text : {"x" + blank, fences, backticks, spaces}) {
    const absl::Time start = absl::Now();
    EXPECT_EQ(Chunk(text, ChunkingPolicy::kParagraph).size(), 1u);
    EXPECT_LT(absl::Now() - start, absl::Seconds(10));
  }
}

}  // namespace
}  // namespace footnote::answering
