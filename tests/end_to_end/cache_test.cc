// SPDX-License-Identifier: Apache-2.0
// The prompt cache: a request reads what an earlier one wrote.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Json = nlohmann::json;

// A question with a search result that is long enough to be cached.
v1::AnswerRequest LongRequest() {
  v1::AnswerRequest request = RateLimitRequest();
  std::string text;
  for (int i = 0; text.size() < 12000; ++i) {
    absl::StrAppend(&text, "Paragraph ", i, " of the handbook is about something else.\n\n");
  }
  request.mutable_search_results(0)->mutable_text()->append("\n" + text);
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  return request;
}

// The next request of the conversation after `request` was answered with `blocks`.
v1::AnswerRequest NextTurn(const v1::AnswerRequest& request,
                           const google::protobuf::RepeatedPtrField<v1::AnswerBlock>& blocks) {
  v1::AnswerRequest next;
  *next.mutable_turns() = request.turns();
  v1::UserTurn* user = next.add_turns()->mutable_user();
  user->set_question(request.question());
  *user->mutable_search_results() = request.search_results();
  *user->mutable_search() = request.search();
  *next.add_turns()->mutable_assistant()->mutable_blocks() = blocks;
  next.set_question("And how long do refunds take?");
  *next.mutable_cache_options() = request.cache_options();
  return next;
}

// Collects the objects in `json`, at any depth, that have a cache breakpoint.
void CollectBreakpoints(const Json& json, std::vector<Json>* found) {
  if (json.is_object() && json.contains("cache_control")) found->push_back(json);
  if (!json.is_structured()) return;
  for (const Json& child : json) CollectBreakpoints(child, found);
}

std::vector<Json> BreakpointsIn(TestServer& server) {
  std::vector<Json> found;
  CollectBreakpoints(Json::parse(*server.emulator().Requests().back().body), &found);
  return found;
}

TEST(CacheTest, ATurnReadsWhatThePreviousOneWrote) {
  for (const auto delivery : {v1::Search::DELIVERY_TOP_LEVEL, v1::Search::DELIVERY_TOOL_RESULT}) {
    TestServer server;
    v1::AnswerRequest first = LongRequest();
    first.mutable_search()->set_delivery(delivery);
    const Reply wrote = CallAnswer(server, first);
    ASSERT_TRUE(wrote.status.ok()) << wrote.status.error_message();
    EXPECT_GT(wrote.answer.usage().cache_creation_input_tokens(), 2000);
    EXPECT_EQ(wrote.answer.usage().cache_read_input_tokens(), 0);

    const v1::AnswerRequest second = NextTurn(first, wrote.answer.blocks());
    const Reply read = CallAnswer(server, second);
    ASSERT_TRUE(read.status.ok()) << read.status.error_message();
    EXPECT_GE(read.answer.usage().cache_read_input_tokens(),
              wrote.answer.usage().cache_creation_input_tokens());

    const Reply third = CallAnswer(server, NextTurn(second, read.answer.blocks()));
    ASSERT_TRUE(third.status.ok()) << third.status.error_message();
    EXPECT_GT(third.answer.usage().cache_read_input_tokens(),
              read.answer.usage().cache_read_input_tokens());
  }
}

TEST(CacheTest, WithoutCacheBreakpointsNothingIsWrittenOrRead) {
  TestServer server;
  v1::AnswerRequest request = LongRequest();
  request.mutable_search_results(0)->mutable_cache_control();
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_NONE);
  for (int i = 0; i < 2; ++i) {
    const Reply reply = CallAnswer(server, request);
    ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
    EXPECT_EQ(reply.answer.usage().cache_creation_input_tokens(), 0);
    EXPECT_EQ(reply.answer.usage().cache_read_input_tokens(), 0);
  }
  EXPECT_THAT(BreakpointsIn(server), IsEmpty());
}

TEST(CacheTest, APlannedCacheBreakpointMayHaveATimeToLiveOfOneHour) {
  TestServer server;
  v1::AnswerRequest request = LongRequest();
  request.mutable_cache_options()->set_ttl(v1::CacheControl::TTL_1H);
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_GT(reply.answer.usage().ephemeral_1h_input_tokens(), 2000);
  EXPECT_EQ(reply.answer.usage().ephemeral_5m_input_tokens(), 0);
}

// A system prompt, a tool and four search results, each with a cache breakpoint.
v1::AnswerRequest SixBreakpoints() {
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_model_options()->set_system("Answer briefly.");
  request.mutable_model_options()->mutable_system_cache_control();
  v1::Tool* tool = request.add_tools();
  tool->mutable_custom()->set_name("look_up");
  tool->mutable_custom()->set_input_schema_json(R"({"type":"object"})");
  tool->mutable_cache_control();
  while (request.search_results_size() < 4) {
    v1::SearchResult* more = request.add_search_results();
    more->set_source("kb://more");
    more->set_title("More");
    more->set_text(absl::StrCat("Text ", request.search_results_size()));
  }
  for (v1::SearchResult& each : *request.mutable_search_results()) each.mutable_cache_control();
  return request;
}

// B53.
TEST(CacheTest, WithPolicyAutoFourOfSixCacheBreakpointsAreSentAndTheAnswerNamesTheOthers) {
  TestServer server;
  v1::AnswerRequest request = SixBreakpoints();
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(BreakpointsIn(server).size(), 4);
  const StreamReply streamed = Stream(server, request);
  ASSERT_TRUE(streamed.status.ok()) << streamed.status.error_message();
  EXPECT_EQ(BreakpointsIn(server).size(), 4);
  for (const v1::Answer& answer : {reply.answer, streamed.answer()}) {
    int notices = 0;
    for (const v1::Notice& notice : answer.notices()) {
      if (notice.kind() != v1::Notice::KIND_CACHE_BREAKPOINTS_DROPPED) continue;
      ++notices;
      EXPECT_THAT(notice.fields(), ElementsAre("search_results[0].cache_control",
                                               "search_results[1].cache_control"));
    }
    EXPECT_EQ(notices, 1);
  }
}

// B53.
TEST(CacheTest, WithPolicyExplicitSixCacheBreakpointsAreViolations) {
  TestServer server;
  const Reply reply = CallAnswer(server, SixBreakpoints());
  EXPECT_EQ(reply.status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_EQ(DetailsOf(reply.status).bad_request.field_violations_size(), 6);
  EXPECT_TRUE(server.emulator().Requests().empty());
}

// B52.
TEST(CacheTest, AStoredTurnThatEndsWithBlankTextDoesNotBreakLaterTurns) {
  TestServer server;
  const v1::AnswerRequest first = LongRequest();
  const Reply answered = CallAnswer(server, first);
  ASSERT_TRUE(answered.status.ok()) << answered.status.error_message();
  for (const char* bad : {"", " \n\t", "\u3000"}) {
    v1::AnswerRequest next = NextTurn(first, answered.answer.blocks());
    next.mutable_turns(1)->mutable_assistant()->add_blocks()->mutable_text()->set_text(bad);
    next = NextTurn(next, answered.answer.blocks());
    next.mutable_turns(3)->mutable_assistant()->clear_blocks();
    next.mutable_turns(3)->mutable_assistant()->add_blocks()->mutable_text()->set_text(bad);
    const Reply reply = CallAnswer(server, next);
    ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
    EXPECT_GT(reply.answer.usage().cache_read_input_tokens(), 2000);
    for (const Json& block : BreakpointsIn(server)) {
      EXPECT_TRUE(block["type"] != "text" || block["text"] != bad) << block;
    }
  }
}

TEST(CacheTest, TheApiAcceptsEveryPlanOfAGrowingConversation) {
  TestServer server;
  v1::AnswerRequest request = LongRequest();
  request.mutable_model_options()->set_system(std::string(6000, 's'));
  for (int turn = 0; turn < 6; ++turn) {
    if (turn % 2 == 1) request.mutable_cache_options()->set_ttl(v1::CacheControl::TTL_1H);
    const Reply reply = CallAnswer(server, request);
    ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
    EXPECT_LE(BreakpointsIn(server).size(), 4);
    v1::AnswerRequest next = NextTurn(request, reply.answer.blocks());
    *next.mutable_model_options() = request.model_options();
    v1::SearchResult* more = next.add_search_results();
    more->set_source("kb://next");
    more->set_title("Next");
    more->set_text(absl::StrCat("Refunds take ", turn, " days."));
    if (turn == 2) more->mutable_cache_control()->set_ttl(v1::CacheControl::TTL_1H);
    request = next;
  }
}

}  // namespace
}  // namespace footnote::testing
