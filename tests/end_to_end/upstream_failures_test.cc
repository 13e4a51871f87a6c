// SPDX-License-Identifier: Apache-2.0
// Failures of the API: the errors that a caller receives, and retries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/status.pb.h"
#include "service/emulator/emulator.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/streams.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

size_t Requests(TestServer& server) { return server.emulator().Requests().size(); }

void Queue(TestServer& server, const std::vector<std::string>& scripts) {
  for (const std::string& script : scripts) {
    const absl::Status status = server.emulator().QueueScript(script);
    ASSERT_TRUE(status.ok()) << status;
  }
}

std::string Metadata(const grpc::Status& status, const std::string& key) {
  const google::rpc::ErrorInfo info = DetailsOf(status).info;
  const auto found = info.metadata().find(key);
  return found == info.metadata().end() ? "" : found->second;
}

v1::FailedAttempts AttemptsOf(const grpc::Status& status) {
  google::rpc::Status rich;
  rich.ParseFromString(status.error_details());
  v1::FailedAttempts attempts;
  for (const google::protobuf::Any& detail : rich.details()) {
    if (detail.UnpackTo(&attempts)) break;
  }
  return attempts;
}

// ---- Streams that fail after the first text ----

TEST(FailureAfterTextTest, AStreamThatEndsEarlyIsNeverOk) {
  // B13
  TestServer server;
  for (const char* cut : {"cut=close", "cut=end", "cut=reset"}) {
    const StreamReply reply =
        Stream(server, RateLimitRequest(), absl::StrCat("cut_events=5; ", cut));
    EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::UNAVAILABLE) << cut;
    EXPECT_EQ(Metadata(reply.status, "partial"), "true") << cut;
    EXPECT_EQ(Metadata(reply.status, "delivered_text_bytes"), absl::StrCat(reply.text().size()))
        << cut;
    EXPECT_NE(reply.text(), "");
  }
}

TEST(FailureAfterTextTest, AnErrorEventIsReportedWithItsTypeAndTheDeliveredAmount) {
  // B17
  TestServer server;
  const StreamReply reply =
      Stream(server, RateLimitRequest(), "error_after=5; error_type=overloaded_error");
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Metadata(reply.status, "error_type"), "overloaded_error");
  EXPECT_EQ(Metadata(reply.status, "partial"), "true");
  EXPECT_NE(Metadata(reply.status, "upstream_request_id"), "");
  EXPECT_TRUE(DetailsOf(reply.status).retry.has_retry_delay());
  EXPECT_NE(reply.text(), "");
}

TEST(FailureAfterTextTest, AnErrorWithoutANameOrATypeIsReported) {
  // B19
  TestServer server;
  for (const char* shape : {"unnamed", "unnamed,untyped", "null_details"}) {
    const StreamReply reply = Stream(
        server, RateLimitRequest(),
        absl::StrCat("error_after=5; error_type=api_error; message=boom; error_shape=", shape));
    EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::UNAVAILABLE) << shape;
    EXPECT_EQ(Metadata(reply.status, "upstream_message"), "boom") << shape;
  }
}

TEST(FailureAfterTextTest, NothingIsRetriedAfterTextWasDelivered) {
  // B26
  TestServer server;
  const StreamReply reply =
      Stream(server, RateLimitRequest(), "error_after=5; error_type=rate_limit_error");
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(Metadata(reply.status, "partial"), "true");
  EXPECT_EQ(Requests(server), 1u);
}

// ---- Retries ----

TEST(RetryTest, AStreamThatFailsBeforeAnyContentIsRetriedWithoutAVisibleEffect) {
  TestServer server;
  Queue(server, {"error_after=2", "status=529", ""});
  const StreamReply reply = Stream(server, RateLimitRequest());
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.kinds()[0], "started");
  EXPECT_EQ(Requests(server), 3u);
  ASSERT_THAT(reply.answer().attempts(), SizeIs(3));
  EXPECT_EQ(reply.answer().attempts(0).error_type(), "overloaded_error");
  EXPECT_EQ(reply.answer().attempts(1).http_status(), 529);
  EXPECT_EQ(reply.answer().attempts(2).error_reason(), "");
}

TEST(RetryTest, AStreamThatIsOnlyAnInvalidRequestErrorIsNotRetried) {
  // B20
  TestServer server;
  const StreamReply reply = Stream(
      server, RateLimitRequest(),
      "error_after=0; error_type=invalid_request_error; message=\"messages: must be non-empty\"");
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Metadata(reply.status, "upstream_message"), "messages: must be non-empty");
  EXPECT_EQ(Requests(server), 1u);
}

struct RetryCase {
  const char* name;
  const char* script;
  size_t requests;  // of three attempts allowed
};

class RetryableTest : public ::testing::TestWithParam<RetryCase> {};

// B28
TEST_P(RetryableTest, HasTheExpectedNumberOfAttempts) {
  TestServerOptions options;
  options.timeouts.request_timeout = absl::Milliseconds(300);
  options.timeouts.first_byte_timeout = absl::Milliseconds(300);
  options.timeouts.idle_timeout = absl::Milliseconds(300);
  for (const bool stream : {false, true}) {
    TestServer server(options);
    Queue(server, std::vector<std::string>(10, GetParam().script));
    const grpc::Status status = stream ? Stream(server, RateLimitRequest()).status
                                       : CallAnswer(server, RateLimitRequest()).status;
    EXPECT_FALSE(status.ok());
    EXPECT_EQ(Requests(server), GetParam().requests) << (stream ? "streamed" : "in one piece");
    EXPECT_EQ(AttemptsOf(status).attempts_size(), static_cast<int>(GetParam().requests));
  }
}

INSTANTIATE_TEST_SUITE_P(
    Failures, RetryableTest,
    ::testing::Values(
        RetryCase{"Overloaded", "status=529", 3}, RetryCase{"RateLimited", "status=429", 3},
        RetryCase{"Unavailable", "status=503", 3},
        RetryCase{"UnavailableWithShouldRetryFalse", "status=503; should_retry=false", 1},
        RetryCase{"BadRequestWithShouldRetryTrue", "status=400; should_retry=true", 3},
        RetryCase{"BadRequest", "status=400", 1}, RetryCase{"Forbidden", "status=403", 1},
        RetryCase{"SpendLimit", "status=429; error_code=enforced_spend_limit_reached", 1},
        RetryCase{"GatewayTimeout", "status=504", 1},
        RetryCase{"SilenceAfterHeaders", "body_delay_ms=5000", 1}),
    [](const auto& info) { return info.param.name; });

TEST(RetryTest, AnAttemptThatMayBeBilledIsRetriedIfTheCallerAllowsIt) {
  // B28
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_failure_options()->set_retry_possibly_billed(true);
  Queue(server, {"status=504", ""});
  const Reply reply = CallAnswer(server, request);
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(Requests(server), 2u);
  EXPECT_TRUE(reply.answer.attempts(0).possibly_billed());
  EXPECT_EQ(reply.answer.notices().rbegin()->kind(), v1::Notice::KIND_POSSIBLY_BILLED_TWICE);
}

TEST(RetryTest, ARefusedConnectionIsRetried) {
  // B28
  TestServerOptions options;
  options.upstream_url = "http://127.0.0.1:1";
  TestServer server(options);
  const Reply reply = CallAnswer(server, RateLimitRequest());
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(AttemptsOf(reply.status).attempts_size(), 3);
  EXPECT_TRUE(DetailsOf(reply.status).retry.has_retry_delay());
}

TEST(RetryTest, TheRequestLimitsTheNumberOfAttempts) {
  TestServer server;
  v1::AnswerRequest request = RateLimitRequest();
  request.mutable_failure_options()->set_max_attempts(1);
  Queue(server, {"status=529", "status=529"});
  EXPECT_FALSE(CallAnswer(server, request).status.ok());
  EXPECT_EQ(Requests(server), 1u);
}

TEST(RetryTest, TheDelayThatTheApiRequestsIsObserved) {
  // B29
  TestServer server;
  Queue(server, {"status=429; retry_after_ms=50", ""});
  const Reply reply = CallAnswer(server, RateLimitRequest());
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.answer.attempts(1).wait().seconds(), 0);
  EXPECT_EQ(reply.answer.attempts(1).wait().nanos(), 50'000'000);
}

TEST(RetryTest, ADelayBeyondTheDeadlineEndsTheCallWithTheDelay) {
  // B29
  TestServer server;
  Queue(server, {"status=429; retry_after=3600", ""});
  const Reply reply = CallAnswer(server, RateLimitRequest());
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(DetailsOf(reply.status).retry.retry_delay().seconds(), 3600);
  EXPECT_EQ(Requests(server), 1u);
}

TEST(RetryTest, AMalformedDelayIsIgnored) {
  // B29
  TestServer server;
  Queue(server, {"status=429; retry_after=banana", ""});
  const Reply reply = CallAnswer(server, RateLimitRequest());
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.answer.attempts(1).wait().seconds(), 0);
  EXPECT_LE(reply.answer.attempts(1).wait().nanos(), 1'999'999);
}

// ---- Refusals ----

TEST(RefusalTest, TheNextFallbackModelIsUsed) {
  for (const bool stream : {false, true}) {
    TestServerOptions options;
    options.fallback_models = {{"claude-opus-5", ""}};
    TestServer server(options);
    Queue(server, {"stop_reason=refusal", ""});
    const v1::Answer answer = stream ? Stream(server, RateLimitRequest()).answer()
                                     : CallAnswer(server, RateLimitRequest()).answer;
    EXPECT_EQ(answer.stop_reason(), v1::STOP_REASON_END_TURN);
    ASSERT_THAT(answer.attempts(), SizeIs(2));
    EXPECT_TRUE(answer.attempts(0).refused());
    EXPECT_EQ(answer.attempts(1).model(), "claude-opus-5");
    EXPECT_THAT(*server.emulator().Requests().back().body, HasSubstr("claude-opus-5"));
  }
}

TEST(RefusalTest, TheRefusalIsReturnedIfTheFallbackFails) {
  TestServerOptions options;
  options.fallback_models = {{"claude-opus-5", ""}};
  TestServer server(options);
  Queue(server, {"stop_reason=refusal", "status=400"});
  const StreamReply reply = Stream(server, RateLimitRequest());
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  EXPECT_EQ(reply.answer().stop_reason(), v1::STOP_REASON_REFUSAL);
  EXPECT_THAT(reply.answer().attempts(), SizeIs(2));
}

TEST(RefusalTest, WithoutFallbacksTheRefusalIsTheAnswer) {
  TestServer server;
  const Reply reply = CallAnswer(server, RateLimitRequest(), "stop_reason=refusal");
  ASSERT_TRUE(reply.status.ok());
  EXPECT_EQ(reply.answer.stop_reason(), v1::STOP_REASON_REFUSAL);
}

TEST(RefusalTest, AFallbackCanUseAnotherRoute) {
  TestServerOptions options;
  options.fallback_models = {{"claude-opus-5", "backup"}};
  TestServer server(options);
  Queue(server, {"stop_reason=refusal", ""});
  const Reply reply = CallAnswer(server, RateLimitRequest());
  ASSERT_TRUE(reply.status.ok()) << reply.status.error_message();
  ASSERT_THAT(reply.answer.attempts(), SizeIs(2));
  EXPECT_NE(reply.answer.attempts(0).route(), "backup");
  EXPECT_EQ(reply.answer.attempts(1).route(), "backup");
}

// ---- Time-outs ----

TEST(LimitsTest, ASlowStreamDoesNotTimeOut) {
  // B31
  TestServerOptions options;
  options.timeouts.idle_timeout = absl::Seconds(2);
  TestServer server(options);
  const StreamReply reply = Stream(server, RateLimitRequest(), "event_ms=20; ping_ms=10");
  EXPECT_TRUE(reply.status.ok()) << reply.status.error_message();
}

struct LimitCase {
  const char* name;
  const char* script;
  absl::Duration upstream::RouteTimeouts::*limit;
  const char* metadata;
};

class StreamLimitTest : public ::testing::TestWithParam<LimitCase> {};

// B31
TEST_P(StreamLimitTest, EndsAStreamAndIsNamedInTheError) {
  TestServerOptions options;
  options.timeouts.*GetParam().limit = absl::Milliseconds(200);
  TestServer server(options);
  const StreamReply reply = Stream(server, RateLimitRequest(), GetParam().script);
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(Metadata(reply.status, "timeout"), GetParam().metadata);
}

INSTANTIATE_TEST_SUITE_P(
    Limits, StreamLimitTest,
    ::testing::Values(LimitCase{"FirstByte", "body_delay_ms=60000",
                                &upstream::RouteTimeouts::first_byte_timeout, "first_byte_timeout"},
                      LimitCase{"FirstByteBeforeHeaders", "delay_ms=60000",
                                &upstream::RouteTimeouts::first_byte_timeout, "first_byte_timeout"},
                      LimitCase{"Idle", "pause_after=5; pause_ms=60000",
                                &upstream::RouteTimeouts::idle_timeout, "idle_timeout"},
                      LimitCase{"CompleteStream", "event_ms=50; ping_ms=10",
                                &upstream::RouteTimeouts::stream_timeout, "stream_timeout"}),
    [](const auto& info) { return info.param.name; });

// ---- Bodies that are not the API's ----

TEST(ForeignBodyTest, AnHtmlPageIsNotEchoed) {
  // B21
  TestServer server;
  for (const char* script : {"status=500; body_kind=html; should_retry=false", "body_kind=html",
                             "status=403; body_kind=html"}) {
    const StreamReply reply = Stream(server, RateLimitRequest(), script);
    EXPECT_FALSE(reply.status.ok());
    EXPECT_FALSE(absl::StrContains(reply.status.error_message(), "<html")) << script;
    EXPECT_FALSE(absl::StrContains(reply.status.error_details(), "<html")) << script;
  }
}

TEST(ForeignBodyTest, ACompressedErrorIsRead) {
  // B21
  TestServer server;
  const StreamReply reply =
      Stream(server, RateLimitRequest(), "status=400; message=boom; gzip=true");
  EXPECT_EQ(reply.status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Metadata(reply.status, "upstream_message"), "boom");
}

TEST(ForeignBodyTest, AnErrorWithoutABodyHasItsHttpStatus) {
  // B21
  TestServer server;
  const StreamReply reply = Stream(server, RateLimitRequest(), "status=400; body_kind=empty");
  EXPECT_EQ(Metadata(reply.status, "http_status"), "400");
  EXPECT_EQ(Metadata(reply.status, "error_type"), "unknown");
}

}  // namespace
}  // namespace footnote::testing
