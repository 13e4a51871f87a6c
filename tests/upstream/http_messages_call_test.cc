// SPDX-License-Identifier: Apache-2.0
// HttpMessagesTransport with streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/messages/stream/stream_event.h"
#include "service/status/rich_status.h"
#include "service/upstream/http_messages_transport.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using Cause = TransferResult::Cause;
using Kind = Failure::Kind;

constexpr char kStart[] =
    "event: message_start\n"
    R"(data: {"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant",)"
    R"("model":"m","content":[],"stop_reason":null,"usage":{"input_tokens":9,"output_tokens":1}}})"
    "\n\n";
constexpr char kBlock[] =
    "event: content_block_start\n"
    R"(data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}})"
    "\n\n";
constexpr char kDelta[] =
    "event: content_block_delta\n"
    R"(data: {"type":"content_block_delta","index":0,)"
    R"("delta":{"type":"text_delta","text":"Three \u65e5\u672c."}   })"
    "\n\n";
constexpr char kBlockStop[] =
    "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n";
constexpr char kMessageDelta[] =
    "event: message_delta\n"
    R"(data: {"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},)"
    R"("usage":{"output_tokens":5}})"
    "\n\n";
constexpr char kStop[] = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
constexpr int kEvents = 6;

std::string WholeStream() {
  return absl::StrCat(kStart, kBlock, kDelta, kBlockStop, kMessageDelta, kStop);
}
std::string EarlyStream() { return absl::StrCat(kStart, kBlock, kDelta); }
std::string TruncatedStream() {
  return absl::StrCat(kStart, kBlock, kDelta, kBlockStop, kMessageDelta);
}
std::string Error(absl::string_view json) {
  return absl::StrCat("event: error\ndata: ", json, "\n\n");
}

class HttpMessagesStreamTest : public testing::Test {
 protected:
  void Send() { transport_.Send(Call(R"({"model":"m","stream":true})", true), &recorder_); }
  void SendAndReply(const std::vector<absl::string_view>& pieces, Cause cause = Cause::kComplete) {
    Send();
    http_.Reply(200, sse_, pieces, cause);
  }
  std::string Metadata(const std::string& key) const {
    return MetadataOf(recorder_.end.status, key);
  }

  void ExpectError(absl::StatusCode code, const std::string& reason, Kind kind) const {
    EXPECT_EQ(recorder_.ends, 1);
    EXPECT_EQ(recorder_.end.status.code(), code) << recorder_.end.status;
    EXPECT_EQ(status::ErrorReason(recorder_.end.status), reason);
    EXPECT_EQ(recorder_.end.failure.kind, kind);
    EXPECT_EQ(recorder_.end.request_id, "req_1");
  }

  const HttpHeaders sse_ = {{"content-type", "text/event-stream; charset=utf-8"},
                            {"request-id", "req_1"}};
  FakeRoute route_;
  FakeHttpClient http_;
  ManualTimer timer_;
  HttpMessagesTransport transport_{route_.routes(), &http_, &timer_};
  Recorder recorder_;
};

TEST_F(HttpMessagesStreamTest, DeliversTheEventsThenTheResult) {
  SendAndReply({WholeStream()});
  ASSERT_EQ(recorder_.events.size(), kEvents);
  EXPECT_EQ(std::get<messages::MessageStart>(recorder_.events[0]).message.id, "msg_1");
  EXPECT_EQ(std::get<messages::TextDelta>(recorder_.events[2]).text, "Three \u65e5\u672c.");
  EXPECT_TRUE(std::holds_alternative<messages::MessageStop>(recorder_.events[5]));
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_FALSE(recorder_.end.truncated);
  EXPECT_EQ(recorder_.end.request_id, "req_1");
  EXPECT_EQ(recorder_.end.failure.kind, Kind::kNone);
}

TEST_F(HttpMessagesStreamTest, AllEventsOfOneReadingGoOnTogether) {
  SendAndReply({absl::StrCat(kStart, kBlock), absl::string_view(kDelta).substr(0, 30),
                absl::StrCat(absl::string_view(kDelta).substr(30), kBlockStop, kMessageDelta),
                kStop});
  EXPECT_THAT(recorder_.batches, ElementsAre(2, 3, 1));
}

TEST_F(HttpMessagesStreamTest, EveryCutGivesTheSameEvents) {  // B11
  const std::string stream = WholeStream();
  for (size_t cut = 0; cut <= stream.size(); ++cut) {
    Recorder recorder;
    transport_.Send(Call("{}", true), &recorder);
    http_.Reply(200, sse_,
                {absl::string_view(stream).substr(0, cut), absl::string_view(stream).substr(cut)});
    ASSERT_EQ(recorder.events.size(), kEvents) << cut;
    EXPECT_EQ(std::get<messages::TextDelta>(recorder.events[2]).text, "Three \u65e5\u672c.") << cut;
    EXPECT_TRUE(recorder.end.status.ok()) << cut;
  }
}

TEST_F(HttpMessagesStreamTest, SingleBytesGiveTheSameEvents) {  // B11
  const std::string stream = WholeStream();
  std::vector<absl::string_view> bytes;
  for (size_t i = 0; i < stream.size(); ++i)
    bytes.push_back(absl::string_view(stream).substr(i, 1));
  SendAndReply(bytes);
  EXPECT_EQ(recorder_.events.size(), kEvents);
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(HttpMessagesStreamTest, ACutBetweenCrAndLfOfTheEmptyLineGivesNoExtraEvent) {  // B07(d)
  const std::string stream = absl::StrReplaceAll(WholeStream(), {{"\n", "\r\n"}});
  for (size_t lf = stream.find("\r\n\r\n"); lf != std::string::npos;
       lf = stream.find("\r\n\r\n", lf + 1)) {
    Recorder recorder;
    transport_.Send(Call("{}", true), &recorder);
    const absl::string_view all = stream;
    http_.Reply(200, sse_, {all.substr(0, lf + 3), all.substr(lf + 3)});
    EXPECT_EQ(recorder.events.size(), kEvents) << lf;
    EXPECT_TRUE(recorder.end.status.ok()) << lf;
  }
}

TEST_F(HttpMessagesStreamTest, AStreamNeedsNoContentType) {
  Send();
  http_.Reply(200, {}, {WholeStream()});
  EXPECT_EQ(recorder_.events.size(), kEvents);
  EXPECT_TRUE(recorder_.end.status.ok());
}

// --- How a stream ends.

TEST_F(HttpMessagesStreamTest, MessageStopEndsTheCallThoughTheResponseGoesOn) {
  Send();
  http_.Head(200, sse_);
  http_.Body(WholeStream());
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_TRUE(recorder_.end.status.ok());
  // The rest of the response is nobody's, whatever it is.
  http_.Body(Error(R"({"type":"error","error":{"type":"api_error","message":"late"}})"));
  http_.Body(WholeStream());
  http_.End(Cause::kCancelled);
  EXPECT_EQ(recorder_.events.size(), kEvents);
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(HttpMessagesStreamTest, TheRestOfAResponseIsGivenUpAfterASecond) {
  SendAndReply({WholeStream()});
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::Seconds(1)});
}

TEST_F(HttpMessagesStreamTest, TheRestIsGivenUpEvenIfItCameBeforeTheTransferHadAName) {
  http_.at_start = [this] {
    http_.Head(200, sse_);
    http_.Body(WholeStream());
    EXPECT_TRUE(http_.cancels.empty());
  };
  Send();
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::Seconds(1)});
  http_.End(Cause::kCancelled);
}

TEST_F(HttpMessagesStreamTest, AStreamMayEndBeforeTheTransferHasAName) {
  http_.at_start = [this] { http_.Reply(200, sse_, {WholeStream()}); };
  Send();
  EXPECT_EQ(recorder_.events.size(), kEvents);
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(HttpMessagesStreamTest, APauseDoesNotOutliveTheCall) {
  Send();
  http_.Head(200, sse_);
  http_.Body(kStart);
  transport_.Pause(FakeHttpClient::kId);
  // What was under way.
  http_.Body(absl::StrCat(kBlock, kDelta, kBlockStop, kMessageDelta, kStop));
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_FALSE(http_.paused);
  http_.End(Cause::kComplete);
}

TEST_F(HttpMessagesStreamTest, AStreamWithoutMessageStopEndedEarly) {  // B13
  SendAndReply({EarlyStream()});
  EXPECT_EQ(recorder_.events.size(), 3u) << "what came before is handed on";
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_ENDED_EARLY", Kind::kBrokeOff);
}

TEST_F(HttpMessagesStreamTest, AnEmptyStreamEndedEarly) {
  SendAndReply({});
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_STREAM_ENDED_EARLY", Kind::kBrokeOff);
}

TEST_F(HttpMessagesStreamTest, ALostConnectionBeforeTheStopReasonIsAnError) {
  SendAndReply({EarlyStream()}, Cause::kConnectionLost);
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST", Kind::kBrokeOff);
}

TEST_F(HttpMessagesStreamTest, ASilenceBeforeTheStopReasonIsATimeout) {
  SendAndReply({EarlyStream()}, Cause::kIdleTimeout);
  ExpectError(absl::StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout);
  EXPECT_EQ(Metadata("timeout"), "idle_timeout");
}

TEST_F(HttpMessagesStreamTest, AfterItsStopReasonAStreamMayBreakOff) {
  for (const Cause cause : {Cause::kComplete, Cause::kConnectionLost, Cause::kProtocol,
                            Cause::kIdleTimeout, Cause::kTotalTimeout}) {
    Recorder recorder;
    transport_.Send(Call("{}", true), &recorder);
    http_.Reply(200, sse_, {TruncatedStream()}, cause);
    EXPECT_TRUE(recorder.end.status.ok()) << recorder.end.status;
    EXPECT_TRUE(recorder.end.truncated);
    EXPECT_EQ(recorder.end.request_id, "req_1");
    EXPECT_EQ(recorder.ends, 1);
  }
}

TEST_F(HttpMessagesStreamTest, OurOwnCancellationIsAnErrorEvenAfterTheStopReason) {
  for (const Cause cause : {Cause::kCancelled, Cause::kDeadline, Cause::kShutdown}) {
    Recorder recorder;
    transport_.Send(Call("{}", true), &recorder);
    http_.Reply(200, sse_, {TruncatedStream()}, cause);
    EXPECT_FALSE(recorder.end.status.ok());
    EXPECT_FALSE(recorder.end.truncated);
  }
}

// --- Errors within a stream.

TEST_F(HttpMessagesStreamTest, AnErrorEventEndsTheCallAfterWhatCameBefore) {  // B17
  Send();
  http_.Head(200, sse_);
  http_.Body(absl::StrCat(
      EarlyStream(),
      Error(R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"),
      kDelta));
  EXPECT_EQ(recorder_.events.size(), 3u) << "and not what comes behind it";
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", Kind::kErrorEvent);
  EXPECT_EQ(recorder_.end.failure.http_status, 529);
  EXPECT_EQ(Metadata("error_type"), "overloaded_error");
  EXPECT_EQ(Metadata("upstream_message"), "Overloaded");
  EXPECT_EQ(Metadata("upstream_request_id"), "req_1");
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::Seconds(1)});
  http_.End(Cause::kComplete);
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(HttpMessagesStreamTest, AnErrorEventNeedsNoEventNameAndNoErrorType) {  // B19
  for (const char* data : {R"({"type":"error","error":{"type":"api_error","message":"boom"}})",
                           R"({"error":{"type":"api_error","message":"boom"}})"}) {
    Recorder recorder;
    transport_.Send(Call("{}", true), &recorder);
    http_.Reply(200, sse_, {EarlyStream(), absl::StrCat("data: ", data, "\n\n")});
    EXPECT_EQ(recorder.end.status.code(), absl::StatusCode::kUnavailable) << data;
    EXPECT_EQ(MetadataOf(recorder.end.status, "upstream_message"), "boom") << data;
    EXPECT_EQ(recorder.ends, 1);
  }
}

TEST_F(HttpMessagesStreamTest, AStreamOfOnlyAnErrorIsThatError) {  // B20
  SendAndReply({Error(R"({"type":"error","error":{"type":"invalid_request_error",)"
                      R"("message":"messages: text content blocks must be non-empty"}})")});
  EXPECT_THAT(recorder_.batches, IsEmpty());
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST", Kind::kErrorEvent);
  EXPECT_EQ(recorder_.end.failure.http_status, 400);
  EXPECT_EQ(Metadata("upstream_message"), "messages: text content blocks must be non-empty");
}

TEST_F(HttpMessagesStreamTest, AnErrorEventWithoutDetailsHasItsTypeAndMessage) {  // B21
  SendAndReply({Error(
      R"({"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"})"
      R"(            })")});
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", Kind::kErrorEvent);
  EXPECT_EQ(Metadata("http_status"), "200");
  EXPECT_EQ(Metadata("error_type"), "overloaded_error");
  EXPECT_EQ(Metadata("upstream_message"), "Overloaded");
}

TEST_F(HttpMessagesStreamTest, WithoutARequestIdHeaderTheIdOfTheEventIsUsed) {
  Send();
  http_.Reply(200, {{"content-type", "text/event-stream"}},
              {Error(R"({"type":"error","error":{"type":"api_error","message":"boom"},)"
                     R"("request_id":"req_event"})")});
  EXPECT_EQ(recorder_.end.request_id, "req_event");
  EXPECT_EQ(Metadata("upstream_request_id"), "req_event");
}

TEST_F(HttpMessagesStreamTest, WhatIsNoStreamEndsAtOnceAndShowsNoneOfIt) {
  Send();
  http_.Head(200, sse_);
  http_.Body(absl::StrCat(kStart, "data: TESTCANARY\n\n"));
  EXPECT_EQ(recorder_.events.size(), 1u) << "what came before is handed on";
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL", Kind::kFinal);
  EXPECT_THAT(recorder_.end.status.ToString(), Not(HasSubstr("TESTCANARY")));
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::ZeroDuration()});
  http_.End(Cause::kCancelled);
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(HttpMessagesStreamTest, AnEndlessEventIsNoStream) {
  Send();
  http_.Head(200, sse_);
  http_.Body("data: ");
  const std::string piece(1 << 20, 'x');
  for (int i = 0; i < 40 && recorder_.ends == 0; ++i) http_.Body(piece);
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL", Kind::kFinal);
  EXPECT_EQ(http_.cancels, std::vector<absl::Duration>{absl::ZeroDuration()});
  http_.End(Cause::kCancelled);
}

// --- Responses that are no stream.

TEST_F(HttpMessagesStreamTest, AWholeMessageIsTakenInsteadOfAStream) {
  Send();
  http_.Reply(200, {{"content-type", "application/json"}, {"request-id", "req_1"}},
              {R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],)",
               R"("stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}})"});
  ASSERT_EQ(recorder_.messages.size(), 1u);
  EXPECT_EQ(recorder_.messages[0].id, "msg_1");
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_FALSE(recorder_.end.truncated);
}

TEST_F(HttpMessagesStreamTest, AnErrorObjectIsTakenAsTheErrorEventWouldBe) {
  Send();
  http_.Reply(200, {{"content-type", "application/json"}, {"request-id", "req_1"}},
              {R"({"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}})"});
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", Kind::kErrorEvent);
}

TEST_F(HttpMessagesStreamTest, AWholeMessageThatBrokeOffIsALostConnection) {
  Send();
  http_.Reply(200, {{"content-type", "application/json"}, {"request-id", "req_1"}}, {"{"},
              Cause::kConnectionLost);
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST", Kind::kBrokeOff);
}

TEST_F(HttpMessagesStreamTest, AnotherContentTypeIsAProtocolErrorThatShowsNoPage) {
  Send();
  http_.Reply(200, {{"content-type", "text/html"}, {"request-id", "req_1"}},
              {"<html>TESTCANARY</html>"});
  ExpectError(absl::StatusCode::kInternal, "UPSTREAM_PROTOCOL", Kind::kFinal);
  EXPECT_EQ(Metadata("content_type"), "text/html");
  EXPECT_THAT(recorder_.end.status.ToString(), Not(HasSubstr("TESTCANARY")));
}

TEST_F(HttpMessagesStreamTest, AnErrorStatusIsReadAsItIsWithoutAStream) {
  Send();
  http_.Reply(429,
              {{"content-type", "application/json"}, {"request-id", "req_1"}, {"retry-after", "3"}},
              {R"({"type":"error","error":{"type":"rate_limit_error","message":"slow down"}})"});
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED", Kind::kResponse);
  EXPECT_EQ(recorder_.end.failure.retry_after, absl::Seconds(3));
}

// --- Limits.

TEST_F(HttpMessagesStreamTest, TheTimeoutsAreThoseOfTheRoute) {
  RouteTimeouts timeouts;
  timeouts.stream_timeout = absl::Seconds(1);
  timeouts.first_byte_timeout = absl::Seconds(2);
  timeouts.idle_timeout = absl::Seconds(3);
  const FakeRoute route(timeouts);
  HttpMessagesTransport transport(route.routes(), &http_, &timer_);
  transport.Send(Call("{}", true), &recorder_);
  EXPECT_EQ(http_.request().total_timeout, absl::Seconds(1));
  EXPECT_EQ(http_.request().first_byte_timeout, absl::Seconds(2));
  EXPECT_EQ(http_.request().idle_timeout, absl::Seconds(3));
  EXPECT_TRUE(http_.request().streams);
  http_.End(Cause::kTotalTimeout);
  EXPECT_EQ(Metadata("timeout"), "stream_timeout");
}

}  // namespace
}  // namespace footnote::upstream
