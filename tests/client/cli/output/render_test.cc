// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/render.h"

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/output/cited_answer.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

TEST(RenderJsonTest, KeepsTheFieldNamesOfTheProtoAndItsZeros) {
  const std::string json = RenderJson(CompleteAnswer());
  EXPECT_THAT(json, HasSubstr("\"cited_text\": \"Data is kept for 30 days.\\n\\n\""));
  EXPECT_THAT(json, HasSubstr("\"byte_start\": 0"));
  EXPECT_THAT(json, HasSubstr("\"verdict\": \"VERDICT_EXACT\""));
  EXPECT_THAT(json, HasSubstr("\"complete\": true"));
}

// Everything that comes from outside, with what a terminal would obey in it.
TEST(RenderTest, EscapesAllTextOfAnswersAndSearchResults) {
  v1::AnswerRequest request = CitedRequest();
  v1::Answer answer = CompleteAnswer();
  const std::string evil = "\x1b]0;x\x07\u009B2J\u202E\x7F\r";
  request.mutable_search_results(0)->set_title(evil);
  request.mutable_search_results(0)->set_source(evil);
  answer.set_model(evil);
  answer.mutable_blocks(0)->mutable_text()->set_text(evil);
  answer.mutable_blocks(1)->mutable_text()->mutable_citations(0)->set_cited_text(evil);
  answer.add_notices()->set_message(evil);
  answer.set_text(evil);
  answer.mutable_notices(0)->set_kind(v1::Notice::KIND_UNSOURCED_LINK);
  answer.mutable_notices(0)->mutable_span()->set_byte_end(static_cast<int>(evil.size()));
  answer.set_complete(false);
  answer.set_stop_reason_raw(evil);
  answer.add_blocks()->mutable_tool_use()->set_name(evil);
  v1::PreviewAnswerResponse preview;
  auto* hit = preview.add_search_results();
  hit->mutable_source()->set_kind(v1::CitedSource::KIND_SEARCH_RESULT);
  hit->mutable_source()->set_id(evil);
  hit->mutable_source()->set_item_index(0);
  preview.add_cache_breakpoints()->set_field(evil);
  preview.mutable_cache_breakpoints(0)->set_upstream_path(evil);
  preview.add_warnings()->set_field(evil);
  preview.mutable_warnings(0)->set_message(evil);
  v1::PreviewedHeader* header = preview.add_upstream_headers();
  header->set_name("x");
  header->set_value(evil);
  for (const std::string& out :
       {RenderText(request, answer, false), RenderMarkdown(request, answer), RenderJson(answer),
        RenderPreview(request, preview, 80), RenderPreviewJson(preview)}) {
    for (const char* bad : {"\x1b", "\x07", "\u009B", "\u202E", "\x7F", "\r"}) {
      EXPECT_FALSE(absl::StrContains(out, bad)) << out;
    }
  }
}

}  // namespace
}  // namespace footnote::client
