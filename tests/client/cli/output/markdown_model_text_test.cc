// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "client/cli/output/model_text.h"
#include "tests/client/cli/output/written.h"

namespace footnote::client {
namespace {

TEST(MarkdownModelTextTest, MakesFootnotesDefinitionsAndHtmlLiteralAndImagesLinks) {
  ExpectWritten(&NewMarkdownModelText, {{"a[^1] b", "a\\[^1] b"},
                                        {"[^1]: kb://1", "\\[^1]\\: kb://1"},
                                        {"[x]: http://x", "[x]\\: http://x"},
                                        {"![a](http://x)", "\\![a](http://x)"},
                                        {"<b>x</b><!--", "\\<b>x\\</b>\\<!--"},
                                        {"<?x", "\\<?x"},
                                        {"1 < 2 ! [a](b)", "1 < 2 ! [a](b)"},
                                        {"a\\", "a\\\\"},
                                        {"a!", "a\\!"},
                                        {"\\[^1]", "\\[^1]"},
                                        {"\\\\[^1]", "\\\\\\[^1]"},
                                        {"\\a[^1]", "\\a\\[^1]"}});
}

TEST(MarkdownModelTextTest, LeavesCodeAsItIs) {
  ExpectWritten(&NewMarkdownModelText,
                {{"a `v<int>` b<i>", "a `v<int>` b\\<i>"},
                 {"``a ` [^1]`` [^1]", "``a ` [^1]`` \\[^1]"},
                 {"`[^1]`", "`[^1]`"},
                 {"~~a~~ b", "~~a~~ b"},
                 {"```\n<b>[^1]\n```\n<b>", "```\n<b>[^1]\n```\n\\<b>"},
                 {"~~~ x`\n[^1]\n~~~~ \n[^1]", "~~~ x`\n[^1]\n~~~~\n\\[^1]"},
                 {"  ```\n  [^1]\n  ```\n[^1]", "  ```\n  [^1]\n  ```\n\\[^1]"}});
}

TEST(MarkdownModelTextTest, BackticksThatMayBeginNoCodeAreLiteral) {
  ExpectWritten(&NewMarkdownModelText, {{"`a\n` [^1] `", "\\`a\n` [^1] `"},
                                        {"\\` `[^1]`", "\\` `[^1]`"},
                                        {"|`a|[^1]`|", "|\\`a|\\[^1]\\`|"},
                                        {"``a ` [^1]", "\\`\\`a \\` \\[^1]"},
                                        {"> ```\n[^1]", "> \\`\\`\\`\n\\[^1]"},
                                        {"> ~~~~\n[^1]", "> ~~\\~~\n\\[^1]"},
                                        {"``` a`\n[^1]", "\\`\\`\\` a\\`\n\\[^1]"},
                                        {"    ```\n[^1]", "    \\`\\`\\`\n\\[^1]"}});
}

TEST(MarkdownModelTextTest, ClosesAFenceThatIsOpen) {
  ExpectWritten(&NewMarkdownModelText,
                {{"```\na", "```\na\n```\n"},
                 {"````c\na\n```", "````c\na\n```\n````\n"},
                 {"```", "```\n```\n"},
                 {"```\na\n   ```", "```\na\n```\n"},
                 // In a list, the last line ends the fence.
                 {"- a\n  ```\n  b\nc[^1]", "- a\n  ```\n  b\n  ```\nc\\[^1]\n"}});
}

TEST(MarkdownModelTextTest, AMarkIsNoPartOfTheTextAroundIt) {
  struct Around {
    const char* before;
    const char* after;
    const char* written;
  };
  for (const Around& row :
       {Around{"a", "(http://x)", "a*\\(http://x)"}, Around{"a", ": x", "a*\\: x"},
        Around{"a", "[b]", "a*\\[b]"}, Around{"[", "](x)", "[*\\](x)"},
        Around{"a\\", "b", "a\\\\ *b"}, Around{"a!", "b", "a\\! *b"}, Around{"`a`", "b", "`a` *b"},
        Around{"```", "\nb", "\\`\\`\\` *\nb"}, Around{"~~~", "\nb", "~~\\~*\nb"},
        Around{"`a", "b` [^1]", "\\`a*b\\` \\[^1]"}, Around{"a", " (b)", "a* (b)"}}) {
    const std::unique_ptr<ModelText> text = NewMarkdownModelText();
    std::string marks = "*";
    std::string out = text->Add(row.before);
    out += text->BeforeMarks(row.after[0] != ' ' && row.after[0] != '\n', &marks);
    out += std::string(text->GapAfter(out.back())) + marks;
    out += text->Add(row.after);
    EXPECT_EQ(out + text->End(), row.written);
  }
}

TEST(MarkdownModelTextTest, MarksInABlockOfCodeFollowIt) {
  const std::unique_ptr<ModelText> text = NewMarkdownModelText();
  std::string marks = "*";
  std::string out = text->Add("```\na");
  out += text->BeforeMarks(true, &marks);
  EXPECT_EQ(marks, "");
  out += text->Add("b\n```\nc");
  EXPECT_EQ(out + text->End(), "```\nab\n```\n*\n\nc");
}

TEST(MarkdownModelTextTest, ALineOfManyBackticksTakesLinearTime) {
  std::string line;
  for (int i = 1; i < 1500; ++i) line += std::string(i, '`') + " ";
  EXPECT_GT(Written(&NewMarkdownModelText, line).size(), line.size());
}

}  // namespace
}  // namespace footnote::client
