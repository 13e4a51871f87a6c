// SPDX-License-Identifier: Apache-2.0
// Answers with verified citations over the network.
#include <string>

#include "absl/strings/match.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const v1::Citation& OnlyCitation(const v1::Answer& answer) {
  static const auto& none = *new v1::Citation;
  const v1::Citation* found = &none;
  int count = 0;
  for (const v1::AnswerBlock& block : answer.blocks()) {
    for (const v1::Citation& citation : block.text().citations()) {
      found = &citation;
      ++count;
    }
  }
  EXPECT_EQ(count, 1);
  return *found;
}

TEST(AnswerTest, ACitationIsVerifiedAndMappedToTheCallersSearchResultAndText) {
  TestServer server;
  const v1::AnswerRequest request = RateLimitRequest();
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  const v1::Citation& citation = OnlyCitation(reply.answer);
  EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_EQ(citation.source().id(), "kb-1");
  EXPECT_EQ(citation.source().turn_index(), 0);
  ASSERT_EQ(citation.source_spans_size(), 1);
  const v1::Span& span = citation.source_spans(0);
  EXPECT_EQ(request.search_results(0).text().substr(span.byte_start(),
                                                    span.byte_end() - span.byte_start()),
            citation.cited_text());
  ASSERT_EQ(reply.answer.references_size(), 1);
  EXPECT_EQ(reply.answer.references(0).source(), "kb://1");
  EXPECT_EQ(reply.answer.stop_reason(), v1::STOP_REASON_END_TURN);
  EXPECT_TRUE(reply.answer.complete());
  EXPECT_GT(reply.answer.usage().input_tokens(), 0);
  EXPECT_FALSE(reply.answer.upstream_message_id().empty());
  EXPECT_FALSE(reply.answer.upstream_request_id().empty());
}

TEST(AnswerTest, BothDeliveriesGiveTheSameCitation) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  const Reply top_level = CallAnswer(server, request);
  request.mutable_search()->set_delivery(v1::Search::DELIVERY_TOOL_RESULT);
  const Reply tool_result = CallAnswer(server, request);
  ASSERT_TRUE(tool_result.status.ok()) << tool_result.status.error_message();
  EXPECT_EQ(OnlyCitation(tool_result.answer).SerializeAsString(),
            OnlyCitation(top_level.answer).SerializeAsString());
}

TEST(AnswerTest, AJapaneseQuestionCitesJapaneseBlocks) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.set_question("月額はいくらですか？");
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  const v1::Citation& citation = OnlyCitation(reply.answer);
  EXPECT_EQ(citation.source().id(), "kb-2");
  EXPECT_EQ(citation.cited_text(), "月額は1,000円です。");
}

TEST(AnswerTest, WithoutSearchResultsTheAnswerHasNoCitations) {
  TestServer server;
  v1::AnswerRequest request;
  request.set_question("What is the rate limit?");
  for (const auto outcome : {v1::Search::OUTCOME_COMPLETED, v1::Search::OUTCOME_FAILED}) {
    for (const auto delivery : {v1::Search::DELIVERY_TOP_LEVEL, v1::Search::DELIVERY_TOOL_RESULT}) {
      request.mutable_search()->set_outcome(outcome);
      request.mutable_search()->set_delivery(delivery);
      const Reply reply = CallAnswer(server, request);
      ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
      EXPECT_FALSE(reply.answer.text().empty());
      EXPECT_EQ(reply.answer.references_size(), 0);
    }
  }
}

TEST(AnswerTest, AFollowUpCountsTheSearchResultsOfBothTurns) {
  TestServer server;
  const v1::AnswerRequest first = RateLimitRequest();
  const Reply first_reply = CallAnswer(server, first);
  ASSERT_TRUE(first_reply.status.ok()) << first_reply.status.error_message();

  v1::AnswerRequest second;
  v1::UserTurn* user = second.add_turns()->mutable_user();
  user->set_question(first.question());
  *user->mutable_search_results() = first.search_results();
  *second.add_turns()->mutable_assistant()->mutable_blocks() = first_reply.answer.blocks();
  second.set_question("How long do refunds take for customers?");
  v1::SearchResult* refunds = second.add_search_results();
  refunds->set_id("kb-3");
  refunds->set_source("kb://3");
  refunds->set_title("Refunds");
  refunds->set_text("Refunds for customers take five working days.");
  const Reply reply = CallAnswer(server, second);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  const v1::Citation& citation = OnlyCitation(reply.answer);
  EXPECT_EQ(citation.location().search_result().search_result_index(), 2);
  EXPECT_EQ(citation.source().id(), "kb-3");
  EXPECT_EQ(citation.source().turn_index(), 2);
  EXPECT_EQ(citation.source().item_index(), 0);
}

TEST(AnswerTest, APreviewHasTheBytesThatAreSent) {
  TestServer server;
  v1::PreviewAnswerRequest preview_request;
  *preview_request.mutable_request() = RateLimitRequest();
  grpc::ClientContext context;
  v1::PreviewAnswerResponse preview;
  ASSERT_TRUE(server.stub().PreviewAnswer(&context, preview_request, &preview).ok());
  EXPECT_TRUE(server.emulator().Requests().empty());
  ASSERT_TRUE(CallAnswer(server, preview_request.request()).status.ok());
  const auto requests = server.emulator().Requests();
  ASSERT_EQ(requests.size(), 1);
  EXPECT_EQ(*requests[0].body, preview.upstream_json());
}

TEST(AnswerTest, AChangedQuotationIsAMismatchAndFailsWithStrict) {
  TestServer server;
  server.emulator().AddBody("changed", R"({"id":"msg_1","type":"message","role":"assistant",
    "model":"claude-opus-5-5","stop_reason":"end_turn","stop_sequence":null,
    "usage":{"input_tokens":1,"output_tokens":1},
    "content":[{"type":"text","text":"1000.","citations":[{"type":"search_result_location",
      "cited_text":"API requests have a rate limit of 2000 per hour.\n\n","source":"kb://1",
      "title":"Limits","search_result_index":0,"start_block_index":0,"end_block_index":1}]}]})");
  v1::AnswerRequest request = RateLimitRequest();
  const Reply lenient = CallAnswer(server, request, "body=changed");
  ASSERT_TRUE(lenient.status.ok()) << lenient.status.error_message();
  EXPECT_EQ(OnlyCitation(lenient.answer).verification().verdict(),
            v1::Verification::VERDICT_MISMATCH);

  request.mutable_citation_options()->set_strict(true);
  const Reply strict = CallAnswer(server, request, "body=changed");
  EXPECT_EQ(strict.status.error_code(), grpc::StatusCode::ABORTED);
  EXPECT_EQ(DetailsOf(strict.status).info.reason(), "UNVERIFIED_CITATION");
}

// B67.
TEST(AnswerTest, TheApiKeyIsOnlyInItsHeader) {
  TestServerOptions options;
  options.api_key = "sk-ant-TESTCANARY";
  TestServer server(options);
  const Reply ok = CallAnswer(server, RateLimitRequest());
  const Reply refused = CallAnswer(server, RateLimitRequest(), "status=401");
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = RateLimitRequest();
  grpc::ClientContext context;
  v1::PreviewAnswerResponse preview;
  ASSERT_TRUE(server.stub().PreviewAnswer(&context, request, &preview).ok());
  for (const std::string& text : {ok.answer.DebugString(), refused.status.error_message(),
                                  refused.status.error_details(), preview.DebugString()}) {
    EXPECT_THAT(text, Not(HasSubstr("CANARY")));
  }
}

}  // namespace
}  // namespace footnote::testing
