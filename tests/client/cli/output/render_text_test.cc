// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
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

TEST(RenderTextTest, ShowsTheAnswerAndEveryCitation) {
  EXPECT_EQ(RenderText(CitedRequest(), CompleteAnswer(), /*colour=*/false),
            R"(In short: data is kept for 30 days, [1a] and exports hold all of it. [1b] [2] [?]

── Checked by Footnote ──

[1a] │ Data is kept for 30 days.
     Guide — Retention
     guide.md · bytes [100,127) · blocks [0,1) · exact

[1b] │ Exports say "all".
     Guide — Export
     guide.md · bytes [400,422) · blocks [0,1) · normalized (quotes)

[2] │ Nothing at all.
    Other *page*
    https://x.example/a_b · bytes [0,16) · blocks [0,1) · mismatch (the texts differ)

[?] │ From nowhere.
    blocks [0,1) · unknown source

claude-test · 120 tokens in, 34 out
)");
}

TEST(RenderTextTest, StatesWhyAnAnswerIsIncompleteAndItsNotices) {
  const v1::Answer answer = FromText<v1::Answer>(R"(
    text: "Data is" blocks { text { text: "Data is" } }
    stop_reason: STOP_REASON_MAX_TOKENS stop_reason_raw: "max_tokens"
    notices { kind: KIND_NO_CITATIONS message: "the answer cites nothing" }
    usage { input_tokens: 5 cache_read_input_tokens: 7 } model: "m")");
  EXPECT_EQ(RenderText({}, answer, false), R"(Data is

── Checked by Footnote ──

! incomplete: the model stopped with max_tokens
! the answer cites nothing

m · 5 tokens in, ? out, 7 read from the cache
)");
}

// The line of remarks on an answer that stopped so.
std::string Incomplete(const std::string& stop) {
  const std::string text = RenderText({}, FromText<v1::Answer>(stop), false);
  const size_t start = text.find('!');
  return text.substr(start, text.find('\n', start) - start);
}

TEST(RenderTextTest, StatesTheStopReasonWithTheValueOfTheApi) {
  EXPECT_EQ(Incomplete(R"(stop_reason_raw: "made_up")"),
            "! incomplete: the model stopped with made_up");
  EXPECT_EQ(Incomplete("stop_reason: STOP_REASON_REFUSAL"),
            "! incomplete: the model stopped with refusal");
  for (const char* none : {"", R"(stop_reason_raw: "")"}) {
    EXPECT_EQ(Incomplete(none), "! incomplete: the API returned no stop reason") << none;
  }
}

TEST(RenderTextTest, UsesTheSingularForOne) {
  EXPECT_THAT(RenderText({}, FromText<v1::Answer>(R"(
                complete: true model: "m" usage { input_tokens: 1 output_tokens: 1 })"),
                         false),
              HasSubstr("m · 1 token in, 1 out\n"));
}

TEST(RenderTextTest, ACitationWithoutAVerdictIsNotVerified) {
  v1::Answer answer = CompleteAnswer();
  v1::Citation* const citation = answer.mutable_blocks(1)->mutable_text()->mutable_citations(0);
  citation->clear_verification();
  EXPECT_EQ(ListCitations(CitedRequest(), answer)[0].verdict, "not verified");
  citation->mutable_verification()->set_verdict(static_cast<v1::Verification::Verdict>(99));
  EXPECT_EQ(ListCitations(CitedRequest(), answer)[0].verdict, "unknown");
}

TEST(RenderTextTest, ListsACitationOfTwoBlocksOnce) {
  v1::Answer answer = CompleteAnswer();
  *answer.add_blocks() = answer.blocks(1);
  answer.mutable_blocks(3)
      ->mutable_text()
      ->mutable_citations(0)
      ->mutable_answer_span()
      ->set_byte_start(64);
  EXPECT_EQ(ListCitations(CitedRequest(), answer).size(), 4u);
}

TEST(RenderTextTest, ColoursDoNotChangeTheText) {
  std::string coloured = RenderText(CitedRequest(), CompleteAnswer(), true);
  EXPECT_THAT(coloured, HasSubstr("\x1b[32mexact\x1b[0m"));
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mmismatch (the texts differ)\x1b[0m"));
  std::string plain;
  for (size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b') {
      i = coloured.find('m', i);
    } else {
      plain.push_back(coloured[i]);
    }
  }
  EXPECT_EQ(plain, RenderText(CitedRequest(), CompleteAnswer(), false));
}

}  // namespace
}  // namespace footnote::client
