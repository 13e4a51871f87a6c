// SPDX-License-Identifier: Apache-2.0
// PreviewAnswer has the bytes and the errors of Answer.
#include <functional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Previewed {
  grpc::Status status;
  v1::PreviewAnswerResponse preview;
};

Previewed Preview(TestServer& server, const v1::AnswerRequest& request) {
  v1::PreviewAnswerRequest in;
  *in.mutable_request() = request;
  grpc::ClientContext context;
  Previewed out;
  out.status = server.stub().PreviewAnswer(&context, in, &out.preview);
  return out;
}

// A named change to a valid request.
struct Change {
  const char* name;
  std::function<void(v1::AnswerRequest*)> make;
};

v1::AnswerRequest Changed(const Change& change) {
  v1::AnswerRequest request = RateLimitRequest();
  change.make(&request);
  return request;
}

v1::CacheControl OneHour() {
  v1::CacheControl cache_control;
  cache_control.set_ttl(v1::CacheControl::TTL_1H);
  return cache_control;
}

const std::vector<Change>& BadChanges() {
  static const auto& changes = *new std::vector<Change>{
      {"no question", [](v1::AnswerRequest* r) { r->clear_question(); }},
      {"blank title", [](v1::AnswerRequest* r) { r->mutable_search_results(0)->set_title(" "); }},
      {"two search results with one id",
       [](v1::AnswerRequest* r) { r->mutable_search_results(0)->set_id("kb-2"); }},
      {"chunking of blocks",
       [](v1::AnswerRequest* r) { r->mutable_search_results(1)->mutable_chunking(); }},
      {"search results of a failed search",
       [](v1::AnswerRequest* r) { r->mutable_search()->set_outcome(v1::Search::OUTCOME_FAILED); }},
      {"no tokens", [](v1::AnswerRequest* r) { r->mutable_model_options()->set_max_tokens(0); }},
      {"more tokens than Answer allows",
       [](v1::AnswerRequest* r) { r->mutable_model_options()->set_max_tokens(50000); }},
      {"a model that cannot cite",
       [](v1::AnswerRequest* r) {
         r->mutable_model_options()->set_model("claude-3-haiku-20240307");
       }},
      {"citations and a schema",
       [](v1::AnswerRequest* r) {
         r->mutable_model_options()->set_output_schema_json(R"({"type":"object"})");
       }},
      {"a coverage of two and strict",
       [](v1::AnswerRequest* r) {
         r->mutable_citation_options()->set_strict(true);
         r->mutable_citation_options()->set_min_coverage(2);
       }},
      {"strict and another violation",
       [](v1::AnswerRequest* r) {
         r->mutable_citation_options()->set_strict(true);
         r->mutable_search_results(0)->clear_source();
       }},
      {"an unknown mode",
       [](v1::AnswerRequest* r) {
         r->mutable_citation_options()->set_mode(static_cast<v1::CitationOptions::Mode>(9));
       }},
      {"an unknown cache policy",
       [](v1::AnswerRequest* r) {
         r->mutable_cache_options()->set_policy(static_cast<v1::CacheOptions::Policy>(9));
       }},
      {"an unknown time to live",
       [](v1::AnswerRequest* r) {
         r->mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
         r->mutable_cache_options()->set_ttl(static_cast<v1::CacheControl::Ttl>(9));
       }},
      {"five cache breakpoints",
       [](v1::AnswerRequest* r) {
         while (r->search_results_size() < 5) {
           *r->add_search_results() = r->search_results(0);
           r->mutable_search_results()->rbegin()->clear_id();
         }
         for (v1::SearchResult& each : *r->mutable_search_results()) each.mutable_cache_control();
       }},
      {"a longer time to live after a shorter one",
       [](v1::AnswerRequest* r) {
         r->mutable_search_results(0)->mutable_cache_control();
         *r->mutable_search_results(1)->mutable_cache_control() = OneHour();
       }},
      {"the same with POLICY_AUTO",
       [](v1::AnswerRequest* r) {
         r->mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
         r->mutable_search_results(0)->mutable_cache_control();
         *r->mutable_search_results(1)->mutable_cache_control() = OneHour();
       }},
      {"a document without content", [](v1::AnswerRequest* r) { r->add_documents(); }},
      {"a PDF without its header", [](v1::AnswerRequest* r) { r->add_documents()->set_pdf("x"); }},
      {"an image in an unknown format",
       [](v1::AnswerRequest* r) { r->add_images()->set_data("x"); }},
      {"an assistant's first turn",
       [](v1::AnswerRequest* r) { r->add_turns()->mutable_assistant(); }},
      {"a result without a tool use",
       [](v1::AnswerRequest* r) { r->add_tool_results()->set_tool_use_id("u"); }},
      {"a tool without a schema",
       [](v1::AnswerRequest* r) { r->add_tools()->mutable_custom()->set_name("t"); }},
      {"too many fallback models",
       [](v1::AnswerRequest* r) {
         for (int i = 0; i < 9; ++i) {
           r->mutable_failure_options()->add_fallback_models()->set_model(absl::StrCat("m", i));
         }
       }},
      {"more bytes than the API accepts",
       [](v1::AnswerRequest* r) {
         r->mutable_search_results(0)->set_text(std::string(33 << 20, 'x'));
       }},
  };
  return changes;
}

TEST(PreviewTest, FailsWhereTheAnswerFailsWithTheSameViolations) {
  TestServerOptions options;
  options.max_request_bytes = 64 << 20;
  TestServer server(options);
  for (const Change& change : BadChanges()) {
    const v1::AnswerRequest request = Changed(change);
    const Reply reply = CallAnswer(server, request);
    const Previewed previewed = Preview(server, request);
    EXPECT_EQ(reply.status.error_code(), grpc::INVALID_ARGUMENT) << change.name;
    EXPECT_EQ(previewed.status.error_code(), grpc::INVALID_ARGUMENT) << change.name;
    const Details of_answer = DetailsOf(reply.status);
    const Details of_preview = DetailsOf(previewed.status);
    EXPECT_EQ(of_preview.info.reason(), of_answer.info.reason()) << change.name;
    ASSERT_EQ(of_preview.bad_request.field_violations_size(),
              of_answer.bad_request.field_violations_size())
        << change.name;
    for (int i = 0; i < of_preview.bad_request.field_violations_size(); ++i) {
      EXPECT_EQ(of_preview.bad_request.field_violations(i).field(),
                absl::StrCat("request.", of_answer.bad_request.field_violations(i).field()))
          << change.name;
    }
  }
  EXPECT_TRUE(server.emulator().Requests().empty());
}

TEST(PreviewTest, HasTheBytesThatTheAnswerSends) {
  const Change kChanges[] = {
      {"nothing", [](v1::AnswerRequest*) {}},
      {"POLICY_AUTO",
       [](v1::AnswerRequest* r) {
         r->mutable_model_options()->set_system(std::string(6000, 's'));
         r->mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
       }},
      {"cache breakpoints of the caller",
       [](v1::AnswerRequest* r) {
         *r->mutable_search_results(0)->mutable_cache_control() = OneHour();
         r->mutable_search_results(1)->mutable_cache_control();
       }},
      {"no cache",
       [](v1::AnswerRequest* r) {
         r->mutable_search_results(1)->mutable_cache_control();
         r->mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_NONE);
       }},
      {"documents",
       [](v1::AnswerRequest* r) {
         r->add_documents()->set_text("Refunds take five days.");
         r->mutable_citation_options()->set_strict(true);
       }},
      {"search results in a tool result",
       [](v1::AnswerRequest* r) {
         r->mutable_search()->set_delivery(v1::Search::DELIVERY_TOOL_RESULT);
       }},
  };
  for (const Change& change : kChanges) {
    TestServer server;
    const v1::AnswerRequest request = Changed(change);
    const Previewed previewed = Preview(server, request);
    ASSERT_TRUE(previewed.status.ok()) << change.name << previewed.status.error_message();
    EXPECT_TRUE(server.emulator().Requests().empty());
    const Reply reply = CallAnswer(server, request);
    ASSERT_TRUE(reply.status.ok()) << change.name << reply.status.error_message();
    EXPECT_EQ(*server.emulator().Requests().back().body, previewed.preview.upstream_json())
        << change.name;
  }
}

// B67.
TEST(PreviewTest, HasNoSecretAndTheUserIdOnlyWhereItIsSent) {
  TestServerOptions options;
  options.api_key = "sk-ant-TESTCANARY";
  TestServer server(options);
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_model_options()->set_user_id("user-7c3");
  Previewed previewed = Preview(server, request);
  ASSERT_TRUE(previewed.status.ok()) << previewed.status.error_message();
  EXPECT_THAT(previewed.preview.DebugString(), Not(HasSubstr("CANARY")));
  EXPECT_THAT(previewed.preview.upstream_json(), HasSubstr(R"("metadata":{"user_id":"user-7c3"})"));
  previewed.preview.clear_upstream_json();
  EXPECT_THAT(previewed.preview.DebugString(), Not(HasSubstr("user-7c3")));
}

}  // namespace
}  // namespace footnote::testing
