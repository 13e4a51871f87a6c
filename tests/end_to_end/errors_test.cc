// SPDX-License-Identifier: Apache-2.0
// Errors over the network.
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

struct UpstreamCase {
  const char* name;
  const char* script;
  grpc::StatusCode code;
  const char* reason;
};

class UpstreamErrorsTest : public ::testing::TestWithParam<UpstreamCase> {};

TEST_P(UpstreamErrorsTest, ReachTheCallerWithTheirCodeAndReason) {
  TestServer server;
  const Reply reply = CallAnswer(server, RateLimitRequest(), GetParam().script);
  EXPECT_EQ(reply.status.error_code(), GetParam().code) << reply.status.error_message();
  const Details details = DetailsOf(reply.status);
  EXPECT_EQ(details.info.domain(), "footnote.dev");
  EXPECT_EQ(details.info.reason(), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, UpstreamErrorsTest,
    ::testing::ValuesIn(std::vector<UpstreamCase>{
        {"InvalidRequest", "status=400", grpc::INVALID_ARGUMENT, "UPSTREAM_INVALID_REQUEST"},
        {"Unauthenticated", "status=401", grpc::FAILED_PRECONDITION,
         "UPSTREAM_CREDENTIALS_REJECTED"},
        {"Billing", "status=402", grpc::FAILED_PRECONDITION, "UPSTREAM_BILLING"},
        {"Forbidden", "status=403", grpc::FAILED_PRECONDITION, "UPSTREAM_CREDENTIALS_REJECTED"},
        {"NotFound", "status=404", grpc::NOT_FOUND, "UPSTREAM_NOT_FOUND"},
        {"TooLarge", "status=413", grpc::INVALID_ARGUMENT, "REQUEST_TOO_LARGE"},
        {"RateLimited", "status=429; retry_after=2", grpc::RESOURCE_EXHAUSTED,
         "UPSTREAM_RATE_LIMITED"},
        {"ServerError", "status=500", grpc::UNAVAILABLE, "UPSTREAM_UNAVAILABLE"},
        {"BadGateway", "status=502", grpc::UNAVAILABLE, "UPSTREAM_UNAVAILABLE"},
        {"Unavailable", "status=503", grpc::UNAVAILABLE, "UPSTREAM_UNAVAILABLE"},
        {"GatewayTimeout", "status=504", grpc::DEADLINE_EXCEEDED, "UPSTREAM_TIMEOUT"},
        {"Overloaded", "status=529", grpc::UNAVAILABLE, "UPSTREAM_OVERLOADED"},
        {"TruncatedReply", "cut_after=20", grpc::UNAVAILABLE, "UPSTREAM_CONNECTION_LOST"},
        {"HtmlReply", "content_type=text/html", grpc::INTERNAL, "UPSTREAM_PROTOCOL"},
    }),
    [](const auto& info) { return info.param.name; });

TEST(ErrorsTest, ARateLimitHasTheRetryDelay) {
  TestServer server;
  const Reply reply = CallAnswer(server, RateLimitRequest(), "status=429; retry_after=7");
  EXPECT_EQ(DetailsOf(reply.status).retry.retry_delay().seconds(), 7);
}

TEST(ErrorsTest, AnUnreachableUpstreamIsUnavailable) {
  TestServerOptions options;
  options.upstream_url = "http://127.0.0.1:1";
  TestServer server(options);
  const Reply reply = CallAnswer(server, RateLimitRequest());
  EXPECT_EQ(reply.status.error_code(), grpc::UNAVAILABLE);
  EXPECT_EQ(DetailsOf(reply.status).info.reason(), "UPSTREAM_UNREACHABLE");
}

TEST(ErrorsTest, AResponseThatIsNotAMessageIsNotEchoed) {
  TestServer server;
  server.emulator().AddBody("page", "<html>internal host name</html>");
  const Reply reply = CallAnswer(server, RateLimitRequest(), "body=page; content_type=text/html");
  EXPECT_EQ(reply.status.error_code(), grpc::INTERNAL);
  EXPECT_THAT(reply.status.error_message() + reply.status.error_details(),
              Not(HasSubstr("internal host name")));
}

TEST(ErrorsTest, AnInvalidRequestIsNotSent) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_search_results(0)->set_title(" ");
  const Reply reply = CallAnswer(server, request);
  EXPECT_EQ(reply.status.error_code(), grpc::INVALID_ARGUMENT);
  const Details details = DetailsOf(reply.status);
  ASSERT_EQ(details.bad_request.field_violations_size(), 1);
  EXPECT_EQ(details.bad_request.field_violations(0).field(), "search_results[0].title");
  EXPECT_TRUE(server.emulator().Requests().empty());
}

TEST(ErrorsTest, APreviewFailsAsTheAnswerWithPathsInItsOwnRequest) {
  TestServer server;
  v1::AnswerRequest no_question;
  v1::AnswerRequest bad_sources = RateLimitRequest();
  bad_sources.mutable_search_results(0)->set_id("kb-2");
  bad_sources.mutable_search_results(1)->mutable_blocks()->mutable_blocks(0)->set_text("\n");
  v1::AnswerRequest bad_options = RateLimitRequest();
  bad_options.mutable_model_options()->set_max_tokens(0);
  for (const v1::AnswerRequest& request : {no_question, bad_sources, bad_options}) {
    const Details of_answer = DetailsOf(CallAnswer(server, request).status);
    v1::PreviewAnswerRequest preview_request;
    *preview_request.mutable_request() = request;
    grpc::ClientContext context;
    v1::PreviewAnswerResponse preview;
    const grpc::Status status = server.stub().PreviewAnswer(&context, preview_request, &preview);
    EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
    const Details of_preview = DetailsOf(status);
    ASSERT_EQ(of_preview.bad_request.field_violations_size(),
              of_answer.bad_request.field_violations_size());
    for (int i = 0; i < of_preview.bad_request.field_violations_size(); ++i) {
      EXPECT_EQ(of_preview.bad_request.field_violations(i).field(),
                absl::StrCat("request.", of_answer.bad_request.field_violations(i).field()));
      EXPECT_EQ(of_preview.bad_request.field_violations(i).description(),
                of_answer.bad_request.field_violations(i).description());
    }
  }
}

// Each has two encoded bytes, and hundreds in memory.
TEST(ErrorsTest, AMillionEmptySearchResultsAreRefusedBeforeTheyAreParsed) {
  TestServer server;
  std::string bytes;
  for (int i = 0; i < 1000000; ++i) bytes += std::string("\x12\0", 2);
  grpc::Status status;
  CallRaw(server, "/footnote.v1.AnswerService/Answer", bytes, &status);
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_EQ(DetailsOf(status).info.reason(), "REQUEST_TOO_LARGE");
}

TEST(ErrorsTest, TheMessageOfACredentialsErrorIsNotReturned) {
  TestServer server;
  const Reply reply =
      CallAnswer(server, RateLimitRequest(), "status=401; message=Incorrect key sk-ant-TESTCANARY");
  EXPECT_EQ(reply.status.error_code(), grpc::FAILED_PRECONDITION);
  EXPECT_THAT(reply.status.error_message() + reply.status.error_details(),
              Not(HasSubstr("CANARY")));
}

// B24.
TEST(ErrorsTest, AThousandViolationsFitIntoTheTrailers) {
  TestServer server;
  std::string title;
  for (int i = 0; i < 300; ++i) title += "題";
  v1::AnswerRequest request;
  request.set_question("q");
  for (int i = 0; i < 500; ++i) {
    v1::SearchResult* added = request.add_search_results();
    added->set_title(title);
    added->set_text(" ");
  }
  const Reply reply = CallAnswer(server, request);
  EXPECT_EQ(reply.status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_LE(reply.status.error_details().size(), 4096);
  const Details details = DetailsOf(reply.status);
  EXPECT_EQ(details.info.metadata().at("violations"), "1000");
  EXPECT_GT(details.bad_request.field_violations_size(), 0);
}

// B86.
TEST(ErrorsTest, AMessageAboveTheLimitIsRefusedWithTheLimit) {
  TestServerOptions options;
  options.max_request_bytes = 100000;
  TestServer server(options);
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_search_results(0)->set_text(std::string(100001, 'x'));
  const Reply reply = CallAnswer(server, request);
  EXPECT_EQ(reply.status.error_code(), grpc::RESOURCE_EXHAUSTED);
  EXPECT_THAT(reply.status.error_message(), HasSubstr("100000"));
}

// B86.
TEST(ErrorsTest, ARequestAboveFourMegabytesIsAcceptedByDefault) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  for (int i = 0; i < 5; ++i) {
    v1::SearchResult* added = request.add_search_results();
    added->set_source(absl::StrCat("kb://big/", i));
    added->set_title("Big");
    added->set_text(std::string(1 << 20, 'x'));
  }
  const Reply reply = CallAnswer(server, request);
  EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
}

TEST(ErrorsTest, BytesThatAreNotARequestAreRefusedWithAReason) {
  TestServer server;
  grpc::Status status;
  CallRaw(server, "/footnote.v1.AnswerService/Answer", "\xff\xff\xff", &status);
  EXPECT_EQ(status.error_code(), grpc::INVALID_ARGUMENT);
  EXPECT_THAT(status.error_message(), HasSubstr("footnote.v1.AnswerRequest"));
}

}  // namespace
}  // namespace footnote::testing
