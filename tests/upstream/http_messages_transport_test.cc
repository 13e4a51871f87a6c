// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http_messages_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/message.h"
#include "service/status/rich_status.h"
#include "tests/upstream/http_messages_transport_fixture.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Cause = TransferResult::Cause;

constexpr char kMessage[] =
    R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[)"
    R"({"type":"text","text":"Kept for 30 days \u2014 \u4e09\u5341\u65e5."}],)"
    R"("stop_reason":"end_turn","usage":{"input_tokens":10,"output_tokens":5}})";

constexpr char kApiError[] =
    R"({"type":"error","error":{"type":"rate_limit_error","message":"slow down"},)"
    R"("request_id":"req_body"})";

TEST_F(HttpMessagesTransportTest, SendsTheRequestOfThePlatform) {
  MessagesCall call;
  call.json = std::make_shared<const std::string>(R"({"model":"m"})");
  call.headers = {{"traceparent", "t"}};
  call.deadline = absl::FromUnixSeconds(5);
  EXPECT_EQ(transport_.Send(std::move(call), &recorder_), FakeHttpClient::kId);
  EXPECT_EQ(http_.request().url, "http://fake/v1/messages");
  EXPECT_EQ(*http_.request().body, R"({"model":"m"})");
  EXPECT_EQ(http_.request().deadline, absl::FromUnixSeconds(5));
  http_.End(Cause::kCancelled);
}

TEST_F(HttpMessagesTransportTest, DeliversTheMessageThenTheResult) {
  Send();
  http_.Reply(200, json_, {kMessage});
  ASSERT_EQ(recorder_.messages.size(), 1u);
  EXPECT_EQ(recorder_.messages[0].id, "msg_1");
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_EQ(recorder_.end.request_id, "req_1");
}

TEST_F(HttpMessagesTransportTest, EveryCutOfTheBodyGivesTheSameMessage) {
  const absl::string_view body = kMessage;
  for (size_t cut = 0; cut <= body.size(); ++cut) {
    Recorder recorder;
    transport_.Send(Call("{}", /*stream=*/false), &recorder);
    http_.Reply(200, json_, {body.substr(0, cut), body.substr(cut)});
    ASSERT_EQ(recorder.messages.size(), 1u) << cut;
    ASSERT_EQ(recorder.messages[0].content.size(), 1u) << cut;
    EXPECT_EQ(recorder.messages[0].content[0].text, "Kept for 30 days \u2014 \u4e09\u5341\u65e5.")
        << cut;
    EXPECT_EQ(recorder.ends, 1) << cut;
  }
}

TEST_F(HttpMessagesTransportTest, ABodyInSingleBytesIsReadWhole) {
  const absl::string_view body = kMessage;
  std::vector<absl::string_view> bytes;
  for (size_t i = 0; i < body.size(); ++i) bytes.push_back(body.substr(i, 1));
  Send();
  http_.Reply(200, json_, bytes);
  EXPECT_EQ(recorder_.messages.size(), 1u);
}

TEST_F(HttpMessagesTransportTest, AnyContentLengthIsTakenAsAHintOnly) {
  for (const char* length : {"0", "5", "99999999999999999999", "-1", "banana", ""}) {
    Headers headers = json_;
    headers.emplace_back("content-length", length);
    Recorder recorder;
    transport_.Send(Call("{}", /*stream=*/false), &recorder);
    http_.Reply(200, headers, {kMessage});
    EXPECT_EQ(recorder.messages.size(), 1u) << length;
  }
}

TEST_F(HttpMessagesTransportTest, ReadsJsonByAnyOfItsContentTypes) {
  for (const char* type : {"application/json", "application/json; charset=utf-8",
                           "Application/JSON;charset=utf-8", "application/problem+json", ""}) {
    Recorder recorder;
    transport_.Send(Call("{}", /*stream=*/false), &recorder);
    http_.Reply(200, {{"content-type", type}}, {kMessage});
    EXPECT_EQ(recorder.messages.size(), 1u) << type;
  }
}

TEST_F(HttpMessagesTransportTest, AnotherContentTypeIsAProtocolError) {
  Send();
  http_.Reply(200, {{"content-type", "text/html"}, {"request-id", "req_1"}},
              {"<html>TESTCANARY</html>"});
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL");
  EXPECT_EQ(Metadata("content_type"), "text/html");
  EXPECT_THAT(recorder_.end.status.ToString(), Not(HasSubstr("TESTCANARY")));
  EXPECT_EQ(recorder_.end.request_id, "req_1");
}

TEST_F(HttpMessagesTransportTest, BrokenJsonIsAProtocolErrorThatShowsNoneOfIt) {
  Send();
  http_.Reply(200, json_, {R"({"content":[{"type":"text","text":"TESTCANARY")"});
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL");
  EXPECT_THAT(recorder_.end.status.ToString(), Not(HasSubstr("TESTCANARY")));
}

TEST_F(HttpMessagesTransportTest, AnEmptyBodyIsAProtocolError) {
  Send();
  http_.Reply(200, json_, {});
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL");
}

TEST_F(HttpMessagesTransportTest, AnErrorObjectWithASuccessStatusIsThatError) {
  // B17, B19
  Send();
  http_.Reply(200, json_, {kApiError});
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
}

TEST_F(HttpMessagesTransportTest, WhatLooksLikeAKeyIsNotRepeated) {
  // B67
  Send();
  http_.Reply(400, json_,
              {R"({"type":"error","error":{"type":"invalid_request_error",)"
               R"("message":"bad key sk-ant-TESTCANARY\u0007 given"}})"});
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST");
  EXPECT_EQ(Metadata("upstream_message"), "bad key [redacted]  given");
}

TEST_F(HttpMessagesTransportTest, AnErrorOfTheApiIsReadFromItsBody) {
  Send();
  http_.Reply(429, {{"content-type", "application/json"}, {"retry-after", "2"}}, {kApiError});
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
  EXPECT_EQ(Metadata("error_type"), "rate_limit_error");
  EXPECT_EQ(Metadata("upstream_message"), "slow down");
  EXPECT_EQ(Metadata("upstream_request_id"), "req_body");
  EXPECT_EQ(recorder_.end.request_id, "req_body");
}

TEST_F(HttpMessagesTransportTest, AnErrorWithoutABodyIsReadFromItsStatus) {
  Send();
  http_.Reply(400, json_, {});
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST");
  EXPECT_EQ(Metadata("error_type"), "unknown");
  EXPECT_EQ(Metadata("upstream_request_id"), "req_1");
}

TEST_F(HttpMessagesTransportTest, AnErrorPageIsNotEchoed) {
  Send();
  http_.Reply(500, {{"content-type", "text/html"}}, {"<html>TESTCANARY</html>"});
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE");
  EXPECT_THAT(recorder_.end.status.ToString(), Not(HasSubstr("TESTCANARY")));
}

TEST_F(HttpMessagesTransportTest, AnEndlessErrorBodyIsReadOnlyAtItsStart) {
  Send();
  const std::string piece(16 << 10, 'x');
  http_.Reply(502, {{"content-type", "text/plain"}}, std::vector<absl::string_view>(1000, piece));
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE");
  EXPECT_EQ(Metadata("body_start"), std::string(80, 'x'));
}

// Returns the JSON of an error of the API with `size` bytes.
std::string ApiErrorOfSize(size_t size) {
  std::string json = kApiError;
  json.insert(json.size() - 1, std::string(size - json.size(), ' '));
  return json;
}

TEST_F(HttpMessagesTransportTest, TheFirst64KiBOfAnErrorBodyAreRead) {
  struct Case {
    size_t bytes;
    const char* error_type;
  };
  for (const Case& row : {Case{(64 << 10) - 1, "rate_limit_error"},
                          Case{64 << 10, "rate_limit_error"}, Case{(64 << 10) + 1, "unknown"}}) {
    const std::string body = ApiErrorOfSize(row.bytes);
    for (const size_t split : {size_t{0}, size_t{1000}, row.bytes - 1}) {
      Recorder recorder;
      transport_.Send(Call("{}", /*stream=*/false), &recorder);
      http_.Reply(
          400, json_,
          {absl::string_view(body).substr(0, split), absl::string_view(body).substr(split)});
      EXPECT_EQ(MetadataOf(recorder.end.status, "error_type"), row.error_type)
          << row.bytes << " split at " << split;
    }
  }
}

TEST_F(HttpMessagesTransportTest, AMessageOfMoreThan64KiBIsReadCompletely) {
  const std::string text(100'000, 'x');
  std::string body = kMessage;
  body.replace(body.find("Kept"), 4, text);
  Send();
  http_.Reply(200, json_,
              {absl::string_view(body).substr(0, 70'000), absl::string_view(body).substr(70'000)});
  ASSERT_EQ(recorder_.messages.size(), 1u);
  ASSERT_EQ(recorder_.messages[0].content.size(), 1u);
  EXPECT_EQ(recorder_.messages[0].content[0].text.substr(0, 100'004), text + " for");
}

TEST_F(HttpMessagesTransportTest, AnErrorWhoseBodyBrokeOffIsStillThatError) {
  Send();
  http_.Reply(429, json_, {R"({"type":"err)"}, Cause::kConnectionLost);
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
}

TEST_F(HttpMessagesTransportTest, AnErrorWhoseBodyCannotBeDecodedIsStillThatError) {
  Send();
  http_.Reply(529, json_, {}, Cause::kProtocol);
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
}

TEST_F(HttpMessagesTransportTest, AMessageThatBrokeOffIsALostConnection) {
  Send();
  http_.Reply(200, json_, {kMessage}, Cause::kConnectionLost);
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST");
  EXPECT_EQ(recorder_.end.request_id, "req_1");
}

TEST_F(HttpMessagesTransportTest, ACancelledErrorIsCancelled) {
  Send();
  http_.Reply(429, json_, {kApiError}, Cause::kCancelled);
  ExpectError(absl::StatusCode::kCancelled, "CANCELLED");
}

TEST_F(HttpMessagesTransportTest, ARefusedConnectionIsUnavailable) {
  Send();
  http_.End(Cause::kConnect);
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE");
  EXPECT_EQ(recorder_.end.request_id, "");
}

TEST_F(HttpMessagesTransportTest, ARequestThatIsTooLargeNamesItsSize) {
  transport_.Send(Call(std::string(12'345, 'x'), /*stream=*/false), &recorder_);
  http_.Reply(413, {{"content-type", "text/html"}}, {"<html>"});
  ExpectError(absl::StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE");
  EXPECT_EQ(Metadata("request_bytes"), "12345");
}

TEST_F(HttpMessagesTransportTest, RetryAfterMsWinsOverRetryAfter) {
  Send();
  http_.Reply(
      529,
      {{"content-type", "application/json"}, {"retry-after", "60"}, {"retry-after-ms", "1500"}},
      {});
  google::rpc::RetryInfo info;
  const auto payload = recorder_.end.status.GetPayload(status::kRetryInfoTypeUrl);
  ASSERT_TRUE(payload.has_value());
  ASSERT_TRUE(info.ParseFromString(std::string(*payload)));
  EXPECT_EQ(info.retry_delay().seconds(), 1);
  EXPECT_EQ(info.retry_delay().nanos(), 500'000'000);
}

TEST_F(HttpMessagesTransportTest, ARequestIdThatIsNotPrintableIsIgnored) {
  for (const char* id : {"\xff\xfe", "a b", "a\tb"}) {
    Recorder recorder;
    transport_.Send(Call("{}", /*stream=*/false), &recorder);
    http_.Reply(200, {{"content-type", "application/json"}, {"request-id", id}}, {kMessage});
    EXPECT_TRUE(recorder.end.status.ok());
    EXPECT_EQ(recorder.end.request_id, "");
  }
}

TEST_F(HttpMessagesTransportTest, TheRequestTimeoutIsThatOfTheRoute) {
  RouteTimeouts timeouts;
  timeouts.request_timeout = absl::Seconds(600);
  timeouts.idle_timeout = absl::Seconds(1);
  const FakeRoute route(timeouts);
  HttpMessagesTransport transport(route.routes(), &http_, &timer_);
  transport.Send(Call("{}", /*stream=*/false), &recorder_);
  EXPECT_EQ(http_.request().total_timeout, absl::Seconds(600));
  EXPECT_EQ(http_.request().first_byte_timeout, absl::InfiniteDuration());
  EXPECT_EQ(http_.request().idle_timeout, absl::InfiniteDuration());
  EXPECT_FALSE(http_.request().streams);
  http_.End(Cause::kTotalTimeout);
  EXPECT_EQ(MetadataOf(recorder_.end.status, "timeout"), "request_timeout");
}

TEST_F(HttpMessagesTransportTest, ACallUsesThePlatformAndTheTimeoutsOfItsRoute) {
  const FakePlatform one("http://one");
  const FakePlatform two("http://two");
  StaticCredentials key_one(Secret("key-one"));
  StaticCredentials key_two(Secret("key-two"));
  RouteTimeouts timeouts;
  timeouts.request_timeout = absl::Seconds(2);
  const Routes routes(
      {{"one", &one, &key_one, {}, {"a"}}, {"two", &two, &key_two, timeouts, {"b"}}});
  HttpMessagesTransport transport(&routes, &http_, &timer_);
  MessagesCall call = Call("{}", /*stream=*/false);
  call.route = "two";
  call.headers = {{"a", "1"}, {"b", "2"}};
  transport.Send(std::move(call), &recorder_);
  EXPECT_EQ(http_.request().url, "http://two/v1/messages");
  EXPECT_EQ(http_.request().headers, (HttpHeaders{{"b", "2"}, {"x-token", "key-two"}}));
  EXPECT_EQ(http_.request().total_timeout, absl::Seconds(2));
  http_.End(Cause::kCancelled);
}

TEST_F(HttpMessagesTransportTest, ACallWithAnUnknownRouteFailsWithoutARequest) {
  MessagesCall call = Call("{}", /*stream=*/false);
  call.route = "unknown";
  transport_.Send(std::move(call), &recorder_);
  ExpectError(absl::StatusCode::kInvalidArgument, "INVALID_REQUEST");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kFinal);
  EXPECT_EQ(http_.request().url, "");
}

struct FailureCase {
  const char* name;
  int status;
  Headers headers;
  const char* body;
  Cause cause;
  Failure::Kind kind;
  std::optional<bool> should_retry = std::nullopt;
};

class FailureTest : public HttpMessagesTransportTest,
                    public testing::WithParamInterface<FailureCase> {};

TEST_P(FailureTest, HasTheFactsForARetry) {  // B28
  Send();
  if (GetParam().status == 0) {
    http_.End(GetParam().cause);
  } else {
    http_.Reply(GetParam().status, GetParam().headers, {GetParam().body}, GetParam().cause);
  }
  EXPECT_FALSE(recorder_.end.status.ok());
  EXPECT_EQ(recorder_.end.failure.kind, GetParam().kind);
  EXPECT_EQ(recorder_.end.failure.http_status, GetParam().status);
  EXPECT_EQ(recorder_.end.failure.should_retry, GetParam().should_retry);
}

INSTANTIATE_TEST_SUITE_P(
    Ends, FailureTest,
    testing::Values(
        FailureCase{"Refused", 0, {}, "", Cause::kConnect, Failure::Kind::kNotConnected},
        FailureCase{
            "LostBeforeTheHead", 0, {}, "", Cause::kConnectionLost, Failure::Kind::kConnectionLost},
        FailureCase{
            "LostWithinTheBody", 200, {}, "{", Cause::kConnectionLost, Failure::Kind::kBrokeOff},
        FailureCase{"AdviceNotToRetry",
                    503,
                    {{"x-should-retry", "false"}},
                    "",
                    Cause::kComplete,
                    Failure::Kind::kResponse,
                    false},
        FailureCase{"AdviceToRetry",
                    400,
                    {{"x-should-retry", "True"}},
                    "",
                    Cause::kComplete,
                    Failure::Kind::kResponse,
                    true},
        FailureCase{"InvalidAdvice",
                    503,
                    {{"x-should-retry", "maybe"}},
                    "",
                    Cause::kComplete,
                    Failure::Kind::kResponse},
        FailureCase{"GatewayTimeout", 504, {}, "", Cause::kComplete, Failure::Kind::kTimeout},
        FailureCase{"Silence", 200, {}, "", Cause::kTotalTimeout, Failure::Kind::kTimeout},
        FailureCase{"Overloaded", 529, {}, "", Cause::kComplete, Failure::Kind::kResponse},
        FailureCase{"Credentials", 401, {}, "", Cause::kComplete, Failure::Kind::kFinal},
        FailureCase{"NoMessage", 200, {}, "{}", Cause::kComplete, Failure::Kind::kFinal},
        FailureCase{"Cancelled", 0, {}, "", Cause::kCancelled, Failure::Kind::kFinal}),
    [](const auto& info) { return info.param.name; });

TEST_F(HttpMessagesTransportTest, TheServersHintIsKeptWithTheFailure) {
  Send();
  http_.Reply(429, {{"retry-after", "2"}}, {kApiError});
  EXPECT_EQ(recorder_.end.failure.retry_after, absl::Seconds(2));
  EXPECT_EQ(recorder_.end.failure.error_type, "rate_limit_error");
}

TEST_F(HttpMessagesTransportTest, AnErrorWithoutDetailsHasItsTypeAndMessage) {  // B21
  Send();
  http_.Reply(529, json_,
              {R"({"type":"error","error":{"details":null,"type":"overloaded_error",)"
               R"("message":"Overloaded"}            })"});
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_EQ(Metadata("http_status"), "529");
  EXPECT_EQ(Metadata("error_type"), "overloaded_error");
  EXPECT_EQ(Metadata("upstream_message"), "Overloaded");
  EXPECT_EQ(Metadata("upstream_request_id"), "req_1");
}

TEST_F(HttpMessagesTransportTest, PauseAndResumeArePassedOn) {
  Send();
  transport_.Pause(FakeHttpClient::kId);
  EXPECT_TRUE(http_.paused);
  transport_.Resume(FakeHttpClient::kId);
  EXPECT_FALSE(http_.paused);
  http_.End(Cause::kCancelled);
}

TEST_F(HttpMessagesTransportTest, CancelIsPassedOn) {
  Send();
  transport_.Cancel(FakeHttpClient::kId);
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::ZeroDuration()});
  http_.End(Cause::kCancelled);
  ExpectError(absl::StatusCode::kCancelled, "CANCELLED");
}

// Destroys itself in OnEnd, as the contract allows.
class SelfDestroying : public MessagesObserver {
 public:
  explicit SelfDestroying(bool* destroyed) : destroyed_(*destroyed) {}
  ~SelfDestroying() override { destroyed_ = true; }
  void OnEvents(absl::Span<MessagesEvent>) override {}
  void OnEnd(MessagesResult) override { delete this; }

 private:
  bool& destroyed_;
};

TEST_F(HttpMessagesTransportTest, TheObserverMayDestroyItselfAtTheEnd) {
  bool destroyed = false;
  transport_.Send(Call("{}", /*stream=*/false), new SelfDestroying(&destroyed));
  http_.Reply(200, json_, {kMessage});
  EXPECT_TRUE(destroyed);
}

}  // namespace
}  // namespace footnote::upstream
