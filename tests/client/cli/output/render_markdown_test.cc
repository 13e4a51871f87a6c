// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "client/cli/output/render.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/output/cited_answer.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

TEST(RenderMarkdownTest, UnknownSourcesShareAFootnote) {
  v1::Answer answer = CompleteAnswer();
  v1::AnswerText* const text = answer.mutable_blocks(2)->mutable_text();
  *text->add_citations() = text->citations(2);
  text->mutable_citations(3)->set_cited_text("From elsewhere.");
  const std::string markdown = RenderMarkdown(CitedRequest(), answer);
  const size_t first = markdown.find("[^unknown]: ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(markdown.find("[^unknown]: ", first + 1), std::string::npos);
  EXPECT_THAT(markdown, HasSubstr("> From elsewhere."));
}

TEST(RenderMarkdownTest, HasOneFootnoteForEachPassage) {
  EXPECT_EQ(
      RenderMarkdown(CitedRequest(), CompleteAnswer()),
      R"(In short: data is kept for 30 days,[^1a] and exports hold all of it.[^1b][^2][^unknown]

[^about]

[^1a]: guide.md

    > Data is kept for 30 days.  

    Guide — Retention · bytes \[100,127) · blocks \[0,1) · **exact**

[^1b]: guide.md

    > Exports say "all".  

    Guide — Export · bytes \[400,422) · blocks \[0,1) · **normalized (quotes)**

[^2]: https://x.example/a\_b

    > Nothing at all.  

    Other \*page\* · bytes \[0,16) · blocks \[0,1) · **mismatch (the texts differ)**

[^unknown]: unknown source

    > From nowhere.  

    blocks \[0,1) · **unknown source**

[^about]: Checked by Footnote

    *claude-test · 120 tokens in, 34 out*
)");
}

TEST(RenderMarkdownTest, EscapesMarkdownInQuotedText) {
  v1::Answer answer = CompleteAnswer();
  answer.mutable_blocks(1)->mutable_text()->mutable_citations(0)->set_cited_text(
      "<script>x</script>\n[link](javascript:1)\n- item\n  12. item\n# no title\n1.5 litres");
  const std::string markdown = RenderMarkdown(CitedRequest(), answer);
  EXPECT_THAT(markdown, HasSubstr("\\<script\\>"));
  EXPECT_THAT(markdown, HasSubstr("\\[link\\](javascript"));
  EXPECT_THAT(markdown, HasSubstr("> \\- item"));
  EXPECT_THAT(markdown, HasSubstr("12\\. item"));
  EXPECT_THAT(markdown, HasSubstr("> \\# no title"));
}

}  // namespace
}  // namespace footnote::client
