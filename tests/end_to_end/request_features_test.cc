// SPDX-License-Identifier: Apache-2.0
// Features of the request and the response over the network: ordered content, the choice of a tool,
// request ids, omitted content, reasons of violations, and paths for transcoding.
#include <map>
#include <string>
#include <vector>

#include "footnote/v1/answer_service.grpc.pb.h"
#include "footnote/v1/error_reason.pb.h"
#include "gmock/gmock.h"
#include "google/api/annotations.pb.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using Json = nlohmann::json;

// A model that allows forced tool use.
constexpr char kForcibleModel[] = "claude-opus-5";

std::string Metadata(const grpc::Status& status, const std::string& key) {
  const google::rpc::ErrorInfo info = DetailsOf(status).info;
  const auto found = info.metadata().find(key);
  return found == info.metadata().end() ? "" : found->second;
}

Json LastBody(TestServer& server) { return Json::parse(*server.emulator().Requests().back().body); }

// ---- Ordered content ----

TEST(OrderedContentTest, IsSentInTheOrderOfTheRequestAndCitedByItsIndex) {
  TestServer server;
  const v1::AnswerRequest flat = RateLimitRequest();
  v1::AnswerRequest request;
  request.add_content()->mutable_text()->set_text("Read this first.");
  *request.add_content()->mutable_search_result() = flat.search_results(1);
  request.add_content()->mutable_document()->set_text("Refunds take five days.");
  *request.add_content()->mutable_search_result() = flat.search_results(0);
  request.add_content()->mutable_text()->set_text(flat.question());
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();

  std::vector<std::string> types;
  const Json body = LastBody(server);
  for (const Json& block : body["messages"][0]["content"]) {
    types.push_back(block["type"]);
  }
  EXPECT_THAT(types, ElementsAre("text", "search_result", "document", "search_result", "text"));

  ASSERT_EQ(reply.answer.references_size(), 1);
  const v1::CitedSource& source = reply.answer.references(0).sources(0);
  EXPECT_EQ(source.id(), "kb-1");
  EXPECT_EQ(source.api_index(), 1) << "the second search result";
  EXPECT_EQ(source.item_index(), 3) << "the fourth element of content";
}

TEST(OrderedContentTest, MustNotBeCombinedWithAQuestion) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.add_content()->mutable_text()->set_text("Q");
  const Reply reply = CallAnswer(server, request);
  EXPECT_EQ(reply.status.error_code(), grpc::INVALID_ARGUMENT);
  std::vector<std::string> reasons;
  const Details details = DetailsOf(reply.status);
  for (const auto& violation : details.bad_request.field_violations()) {
    reasons.push_back(violation.reason());
  }
  EXPECT_THAT(reasons, ::testing::Contains("CONFLICTING_FIELDS"));
  EXPECT_THAT(server.emulator().Requests(), IsEmpty());
}

// ---- The choice of a tool ----

v1::AnswerRequest ToolRequest() {
  v1::AnswerRequest request = RateLimitRequest();
  v1::CustomTool* tool = request.add_tools()->mutable_custom();
  tool->set_name("look_up");
  tool->set_input_schema_json(
      R"({"type":"object","properties":{"query":{"type":"string"}},"required":["query"]})");
  request.mutable_model_options()->set_model(kForcibleModel);
  return request;
}

TEST(ToolChoiceTest, IsSentToTheApi) {
  TestServer server;
  v1::AnswerRequest request = ToolRequest();
  request.mutable_tool_choice()->set_mode(v1::ToolChoice::MODE_TOOL);
  request.mutable_tool_choice()->set_tool_name("look_up");
  request.mutable_tool_choice()->set_disable_parallel_tool_use(true);
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(LastBody(server)["tool_choice"],
            Json({{"type", "tool"}, {"name", "look_up"}, {"disable_parallel_tool_use", true}}));
  EXPECT_EQ(reply.answer.stop_reason(), v1::STOP_REASON_TOOL_USE);

  request.mutable_tool_choice()->Clear();
  request.mutable_tool_choice()->set_mode(v1::ToolChoice::MODE_NONE);
  ASSERT_TRUE(CallAnswer(server, request).status.ok());
  EXPECT_EQ(LastBody(server)["tool_choice"], Json({{"type", "none"}}));
}

TEST(ToolChoiceTest, AForcedToolIsAViolationForAModelThatDoesNotSupportIt) {
  TestServer server;
  v1::AnswerRequest request = ToolRequest();
  request.mutable_model_options()->set_model("claude-opus-5-5");
  request.mutable_tool_choice()->set_mode(v1::ToolChoice::MODE_ANY);
  const Reply reply = CallAnswer(server, request);
  ASSERT_EQ(DetailsOf(reply.status).bad_request.field_violations_size(), 1);
  EXPECT_EQ(DetailsOf(reply.status).bad_request.field_violations(0).reason(),
            "NOT_SUPPORTED_BY_MODEL");
  EXPECT_THAT(server.emulator().Requests(), IsEmpty());
}

// ---- Routes ----

TEST(RouteTest, TheRouteOfTheRequestIsUsedAndListed) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_model_options()->set_route("backup");
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  ASSERT_THAT(reply.answer.attempts(), SizeIs(1));
  EXPECT_EQ(reply.answer.attempts(0).route(), "backup");
}

// ---- Request ids ----

TEST(RequestIdTest, IsInTheErrorsOfEveryMethod) {
  TestServer server;
  v1::AnswerRequest bad = RateLimitRequest();
  bad.set_request_id("0190b6a8-7e5d");
  bad.clear_question();
  EXPECT_EQ(Metadata(CallAnswer(server, bad).status, "request_id"), "0190b6a8-7e5d");
  EXPECT_EQ(Metadata(Stream(server, bad).status, "request_id"), "0190b6a8-7e5d");
  {
    v1::ResolveAnswerRequest request;
    *request.mutable_request() = bad;
    v1::ResolveAnswerResponse response;
    grpc::ClientContext context;
    EXPECT_EQ(Metadata(server.stub().ResolveAnswer(&context, request, &response), "request_id"),
              "0190b6a8-7e5d");
  }
  {
    v1::PreviewAnswerRequest request;
    *request.mutable_request() = bad;
    v1::PreviewAnswerResponse response;
    grpc::ClientContext context;
    EXPECT_EQ(Metadata(server.stub().PreviewAnswer(&context, request, &response), "request_id"),
              "0190b6a8-7e5d");
  }
}

TEST(RequestIdTest, IsInAnErrorOfTheApiBesideTheApisOwnIdAndIsNotSent) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.set_request_id("caller-id-1");
  const grpc::Status status = CallAnswer(server, request, "status=400").status;
  EXPECT_EQ(Metadata(status, "request_id"), "caller-id-1");
  EXPECT_NE(Metadata(status, "upstream_request_id"), "");
  EXPECT_NE(Metadata(status, "upstream_request_id"), "caller-id-1");
  const auto requests = server.emulator().Requests();
  ASSERT_THAT(requests, SizeIs(1));
  EXPECT_EQ(requests[0].body->find("caller-id-1"), std::string::npos);
  for (const auto& [name, value] : requests[0].headers) EXPECT_NE(value, "caller-id-1") << name;
}

TEST(RequestIdTest, AnInvalidIdIsAViolationAndIsNotEchoed) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.set_request_id("two\nlines");
  const grpc::Status status = CallAnswer(server, request).status;
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  ASSERT_EQ(DetailsOf(status).bad_request.field_violations_size(), 1);
  EXPECT_EQ(DetailsOf(status).bad_request.field_violations(0).field(), "request_id");
  EXPECT_EQ(Metadata(status, "request_id"), "");
}

TEST(RequestIdTest, IsInTheErrorOfARefusedCall) {
  TestServer server;
  server.service().Drain(absl::ZeroDuration(), nullptr);
  v1::AnswerRequest request = RateLimitRequest();
  request.set_request_id("caller-id-2");
  EXPECT_EQ(Metadata(CallAnswer(server, request).status, "request_id"), "caller-id-2");
  EXPECT_EQ(Metadata(Stream(server, request).status, "request_id"), "caller-id-2");
}

// ---- Omitted content ----

TEST(ResponseOptionsTest, TheTextOfExactCitationsIsOmitted) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  const v1::Answer full = CallAnswer(server, request).answer;
  request.mutable_response_options()->set_omit_exact_cited_text(true);
  v1::Answer omitted = CallAnswer(server, request).answer;
  v1::Answer streamed = Stream(server, request).answer();
  for (v1::Answer* answer : {&omitted, &streamed}) {
    int citations = 0;
    for (v1::AnswerBlock& block : *answer->mutable_blocks()) {
      if (!block.has_text()) continue;
      for (v1::Citation& citation : *block.mutable_text()->mutable_citations()) {
        ++citations;
        EXPECT_FALSE(citation.has_cited_text());
        // The spans have the text.
        const std::string& text = request.search_results(0).text();
        std::string* cited = citation.mutable_cited_text();
        for (const v1::Span& span : citation.source_spans()) {
          *cited += text.substr(span.byte_start(), span.byte_end() - span.byte_start());
        }
      }
    }
    EXPECT_EQ(citations, 1);
    EXPECT_EQ(WithoutCall(*answer).SerializeAsString(), WithoutCall(full).SerializeAsString());
  }
}

TEST(ResponseOptionsTest, AnAnswerWithoutExactCitedTextCanBeSentBack) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_response_options()->set_omit_exact_cited_text(true);
  const v1::Answer answer = CallAnswer(server, request).answer;
  v1::AnswerRequest next;
  v1::UserTurn* user = next.add_turns()->mutable_user();
  user->set_question(request.question());
  *user->mutable_search_results() = request.search_results();
  *next.add_turns()->mutable_assistant()->mutable_blocks() = answer.blocks();
  next.set_question("And what are the prices?");
  const Reply reply = CallAnswer(server, next);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  const Json replayed = LastBody(server)["messages"][1]["content"].back()["citations"][0];
  EXPECT_EQ(replayed["cited_text"], "API requests have a rate limit of 1000 per hour.\n\n");
}

TEST(ResponseOptionsTest, TheLastEventOmitsTheDeliveredContent) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  v1::Answer expected = Stream(server, request).answer();
  expected.clear_text();
  expected.clear_blocks();
  expected.clear_references();
  expected.clear_notices();
  request.mutable_response_options()->set_omit_delivered_content(true);
  const StreamReply reply = Stream(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_NE(reply.text(), "");
  EXPECT_TRUE(reply.answer().has_coverage());
  EXPECT_TRUE(reply.answer().has_usage());
  EXPECT_FALSE(reply.answer().upstream_request_id().empty());
  EXPECT_EQ(WithoutCall(reply.answer()).SerializeAsString(),
            WithoutCall(expected).SerializeAsString());
}

// ---- Violations ----

TEST(ViolationsTest, HaveReasons) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.clear_question();
  request.mutable_search_results(0)->set_title(" ");
  request.mutable_search_results(1)->set_id("kb-1");
  request.mutable_model_options()->set_max_tokens(0);
  request.mutable_model_options()->set_route("no-such-route");
  request.mutable_cache_options()->set_policy(static_cast<v1::CacheOptions::Policy>(9));
  std::map<std::string, std::string> reasons;
  const Details details = DetailsOf(CallAnswer(server, request).status);
  for (const auto& violation : details.bad_request.field_violations()) {
    reasons[violation.field()] = violation.reason();
    EXPECT_NE(violation.description(), "");
    v1::ViolationReason reason;
    EXPECT_TRUE(v1::ViolationReason_Parse(violation.reason(), &reason)) << violation.reason();
  }
  EXPECT_THAT(reasons, UnorderedElementsAre(Pair("question", "EMPTY"),
                                            Pair("search_results[0].title", "EMPTY"),
                                            Pair("search_results[1].id", "DUPLICATE"),
                                            Pair("model_options.max_tokens", "OUT_OF_RANGE"),
                                            Pair("model_options.route", "UNKNOWN_ROUTE"),
                                            Pair("cache_options.policy", "UNKNOWN_ENUM_VALUE")));
}

// ---- Transcoding ----

TEST(TranscodingTest, EveryMethodHasAnHttpPathWithTheRequestAsItsBody) {
  const auto* service = google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
      "footnote.v1.AnswerService");
  ASSERT_NE(service, nullptr);
  std::map<std::string, std::string> paths;
  for (int i = 0; i < service->method_count(); ++i) {
    const auto& rule = service->method(i)->options().GetExtension(google::api::http);
    paths[service->method(i)->name()] = rule.post();
    EXPECT_EQ(rule.body(), "*");
  }
  EXPECT_THAT(paths, UnorderedElementsAre(Pair("Answer", "/v1:answer"),
                                          Pair("StreamAnswer", "/v1:streamAnswer"),
                                          Pair("ResolveAnswer", "/v1:resolveAnswer"),
                                          Pair("PreviewAnswer", "/v1:previewAnswer")));
}

}  // namespace
}  // namespace footnote::testing
