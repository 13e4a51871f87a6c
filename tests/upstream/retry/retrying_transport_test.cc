// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retrying_transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/status/rich_status.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using Kind = Failure::Kind;

// ---- What goes through ----

TEST_F(RetryingTransportTest, AMessageGoesThroughWithItsOneAttempt) {
  Send();
  inner_.Emit(Whole("msg", "end_turn"));
  EXPECT_EQ(recorder_.batches, 0) << "it stands only when its end is heard";
  inner_.End(Fine("req_1"));
  EXPECT_THAT(recorder_.received, ElementsAre("whole msg"));
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_EQ(recorder_.end.request_id, "req_1");
  ASSERT_THAT(recorder_.end.attempts, SizeIs(1));
  const Attempt& attempt = recorder_.end.attempts[0];
  EXPECT_EQ(attempt.model, "m");
  EXPECT_EQ(attempt.code, absl::StatusCode::kOk);
  EXPECT_EQ(attempt.reason, "");
  EXPECT_EQ(attempt.request_id, "req_1");
  EXPECT_FALSE(attempt.refused);
  EXPECT_FALSE(attempt.possibly_billed);
  EXPECT_EQ(attempt.waited, absl::ZeroDuration());
}

TEST_F(RetryingTransportTest, AttemptsHaveThePropertiesOfTheCall) {
  MessagesCall call = NewCall();
  call.headers = {{"traceparent", "t"}};
  call.deadline = timer_.now() + absl::Seconds(10);
  const std::string json = *call.json;
  Send(std::move(call));
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  ASSERT_THAT(inner_.sent, SizeIs(2));
  for (const MessagesCall& sent : inner_.sent) {
    EXPECT_EQ(*sent.json, json);
    EXPECT_EQ(sent.model, "m");
    EXPECT_TRUE(sent.stream);
    EXPECT_THAT(sent.headers, ElementsAre(testing::Pair("traceparent", "t")));
    EXPECT_EQ(sent.deadline, absl::UnixEpoch() + absl::Hours(1) + absl::Seconds(10));
  }
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, TheBeginningComesWithTheFirstContent) {
  Send();
  inner_.Emit(Start());
  inner_.Emit(Ping());
  inner_.Emit(OpenText(0));
  EXPECT_EQ(recorder_.batches, 0);
  inner_.Emit(Text(0, "a"), Text(0, "b"));
  EXPECT_EQ(recorder_.batches, 1);
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text a", "text b"));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, WhatFollowsTheFirstContentIsNotEvenCopied) {
  Send();
  inner_.Emit(Text(0, "a"));
  MessagesEvent more[] = {Text(0, "b"), Ping(), StopsBy("end_turn"), Done()};
  inner_.Deliver(absl::MakeSpan(more));
  EXPECT_EQ(recorder_.batches, 2);
  EXPECT_EQ(recorder_.last_batch, more);
  EXPECT_THAT(recorder_.received,
              ElementsAre("text a", "text b", "ping", "stops by end_turn", "done"));
  inner_.End(Fine());
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(RetryingTransportTest, AStreamWithoutContentIsHandedOnAtItsEnd) {
  Send();
  inner_.Emit(Start(), StopsBy("end_turn"), Done());
  EXPECT_EQ(recorder_.batches, 0);
  MessagesResult end = Fine();
  end.truncated = true;
  inner_.End(std::move(end));
  EXPECT_THAT(recorder_.received, ElementsAre("start", "stops by end_turn", "done"));
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_TRUE(recorder_.end.truncated);
}

TEST_F(RetryingTransportTest, TheEndMayComeBeforeSendReturns) {
  inner_.on_send = [this] {
    inner_.Emit(Whole("msg", "end_turn"));
    inner_.End(Fine());
  };
  const MessagesCallId id = Send();
  EXPECT_EQ(recorder_.ends, 1);
  transport().Cancel(id);
  EXPECT_THAT(inner_.control, IsEmpty());
}

// ---- What is tried again ----

TEST_F(RetryingTransportTest, AFailedBeginningLeavesNoTrace) {
  Send();
  inner_.Emit(Start(), OpenOpaque(0, "thinking"), Think(0, "hm"), Close(0), OpenText(1));
  inner_.End(Fails(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", Kind::kErrorEvent, 529));
  EXPECT_EQ(recorder_.ends, 0);
  timer_.Advance(absl::Milliseconds(500));
  inner_.Emit(Start(), OpenText(0), Text(0, "yes"));
  inner_.End(Fine());
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text yes"));
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(RetryingTransportTest, EachAttemptIsListedWithWhatBecameOfIt) {  // B28
  MessagesCall call = NewCall();
  call.retry.max_attempts = 4;
  Send(std::move(call));
  inner_.End(Fails(absl::StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE", Kind::kNotConnected));
  timer_.Advance(absl::Seconds(1));
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(2));
  inner_.End(RateLimited(absl::Seconds(3)));
  timer_.Advance(absl::Seconds(3));
  inner_.Emit(Whole("msg", "end_turn"));
  inner_.End(Fine("req_4"));

  const std::vector<Attempt>& attempts = recorder_.end.attempts;
  ASSERT_THAT(attempts, SizeIs(4));
  EXPECT_EQ(attempts[0].code, absl::StatusCode::kUnavailable);
  EXPECT_EQ(attempts[0].reason, "UPSTREAM_UNREACHABLE");
  EXPECT_EQ(attempts[0].failure.kind, Kind::kNotConnected);
  EXPECT_EQ(attempts[1].failure.http_status, 529);
  EXPECT_EQ(attempts[1].request_id, "req_failed");
  EXPECT_EQ(attempts[1].waited, absl::Milliseconds(500));
  EXPECT_EQ(attempts[2].code, absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(attempts[2].waited, absl::Seconds(1));
  EXPECT_EQ(attempts[3].code, absl::StatusCode::kOk);
  EXPECT_EQ(attempts[3].waited, absl::Seconds(3));
  EXPECT_EQ(recorder_.end.failure.kind, Kind::kNone);
}

TEST_F(RetryingTransportTest, ABadRequestInAStreamIsSentOnce) {  // B20
  Send();
  inner_.Emit(Start());
  inner_.End(Fails(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST",
                   Kind::kErrorEvent, 400));
  ExpectError(absl::StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST");
  EXPECT_EQ(recorder_.end.status.message(), "upstream failed");
  EXPECT_EQ(RetryDelay(recorder_.end.status), std::nullopt);
  EXPECT_THAT(inner_.sent, SizeIs(1));
  EXPECT_EQ(timer_.waiting(), 0u);
  EXPECT_THAT(recorder_.received, IsEmpty());
}

TEST_F(RetryingTransportTest, NothingIsTriedAgainOnceTextWasHandedOn) {  // B26
  Send();
  inner_.Emit(Start(), OpenText(0), Text(0, "Hello "));
  inner_.End(
      Fails(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED", Kind::kErrorEvent, 429));
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Milliseconds(500)) << "a new call may work";
  EXPECT_THAT(recorder_.received, ElementsAre("start", "open", "text Hello "));
  EXPECT_THAT(inner_.sent, SizeIs(1));
  EXPECT_EQ(timer_.waiting(), 0u);
  ASSERT_THAT(recorder_.end.attempts, SizeIs(1));
  EXPECT_TRUE(recorder_.end.attempts[0].possibly_billed) << "there was text to bill";
}

TEST_F(RetryingTransportTest, ARefusedConnectionIsTriedAgain) {  // B28 a
  Send();
  inner_.End(Fails(absl::StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE", Kind::kNotConnected));
  timer_.Advance(absl::Milliseconds(500));
  EXPECT_THAT(inner_.sent, SizeIs(2));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, TheAdviceNotToRetryIsFollowed) {  // B28 b
  Send();
  MessagesResult end =
      Fails(absl::StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", Kind::kResponse, 503);
  end.failure.should_retry = false;
  inner_.End(std::move(end));
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE");
  EXPECT_EQ(RetryDelay(recorder_.end.status), std::nullopt) << "it does not invite a retry";
  EXPECT_THAT(inner_.sent, SizeIs(1));
}

class MaybeBilledTest : public RetryingTransportTest,
                        public testing::WithParamInterface<std::pair<Kind, int>> {
 protected:
  static MessagesResult Broken() {
    return Fails(absl::StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", GetParam().first,
                 GetParam().second);
  }
};

TEST_P(MaybeBilledTest, IsNotPaidForTwiceUnasked) {  // B28 c, d
  Send();
  inner_.End(Broken());
  ExpectError(absl::StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT");
  EXPECT_THAT(inner_.sent, SizeIs(1));
  EXPECT_EQ(RetryDelay(recorder_.end.status), std::nullopt);
  EXPECT_TRUE(recorder_.end.attempts[0].possibly_billed);
}

TEST_P(MaybeBilledTest, IsTriedAgainIfTheCallerAllowsItAndMarked) {  // B28 c, d
  MessagesCall call = NewCall();
  call.retry.retry_possibly_billed = true;
  Send(std::move(call));
  inner_.End(Broken());
  timer_.Advance(absl::Milliseconds(500));
  inner_.Emit(Whole("msg", "end_turn"));
  inner_.End(Fine());
  EXPECT_TRUE(recorder_.end.status.ok());
  ASSERT_THAT(recorder_.end.attempts, SizeIs(2));
  EXPECT_TRUE(recorder_.end.attempts[0].possibly_billed);
  EXPECT_FALSE(recorder_.end.attempts[1].possibly_billed);
}

INSTANTIATE_TEST_SUITE_P(Failures, MaybeBilledTest,
                         testing::Values(std::make_pair(Kind::kTimeout, 504),
                                         std::make_pair(Kind::kTimeout, 200),
                                         std::make_pair(Kind::kResponse, 504),
                                         std::make_pair(Kind::kBrokeOff, 200)));

TEST_F(RetryingTransportTest, AnOverloadedUpstreamIsTriedAgain) {  // B28 e
  Send();
  inner_.End(Overloaded());
  timer_.Advance(absl::Milliseconds(500));
  EXPECT_THAT(inner_.sent, SizeIs(2));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, TheLastErrorEndsACallThatNeverWorked) {
  Send();
  for (int i = 0; i < 2; ++i) {
    inner_.End(Overloaded());
    timer_.Advance(absl::Seconds(10));
  }
  inner_.End(RateLimited(std::nullopt));
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Milliseconds(500), absl::Seconds(1)));
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Seconds(2)) << "the wait that would come next";
  EXPECT_EQ(recorder_.end.failure.http_status, 429);
  EXPECT_THAT(recorder_.end.attempts, SizeIs(3));
}

TEST_F(RetryingTransportTest, TheCallCanLimitItsAttempts) {
  MessagesCall call = NewCall();
  call.retry.max_attempts = 1;
  Send(std::move(call));
  inner_.End(Overloaded());
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_THAT(inner_.sent, SizeIs(1));
}

TEST_F(RetryingTransportTest, ARetryInfoThatIsThereStays) {
  options_.max_attempts = 1;
  Send();
  MessagesResult end = Overloaded();
  status::AddRetryInfo(absl::Seconds(42), &end.status);
  inner_.End(std::move(end));
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Seconds(42));
}

TEST_F(RetryingTransportTest, ChanceShortensTheWait) {
  RetryingTransport transport(
      &inner_, &timer_, options_, [this] { return timer_.now(); }, [] { return 0.5; });
  transport.Send(NewCall(), &recorder_);
  inner_.End(Overloaded());
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Microseconds(437'500)));
  timer_.Advance(absl::Seconds(1));
  inner_.End(Fine());
}

// ---- How long is waited ----

struct HintCase {
  std::string name;
  std::optional<absl::Duration> hint;
  std::optional<absl::Duration> waited;  // nullopt: the call ends at once
};

class ServerHintTest : public RetryingTransportTest,
                       public testing::WithParamInterface<HintCase> {};

TEST_P(ServerHintTest, IsKeptOrPassedOn) {  // B29
  MessagesCall call = NewCall();
  call.deadline = timer_.now() + absl::Seconds(10);
  Send(std::move(call));
  inner_.End(RateLimited(GetParam().hint));
  if (GetParam().waited.has_value()) {
    EXPECT_THAT(timer_.waits, ElementsAre(*GetParam().waited));
    timer_.Advance(*GetParam().waited - absl::Nanoseconds(1));
    EXPECT_THAT(inner_.sent, SizeIs(1));
    timer_.Advance(absl::Nanoseconds(1));
    EXPECT_THAT(inner_.sent, SizeIs(2));
    inner_.End(Fine());
  } else {
    ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
    EXPECT_EQ(RetryDelay(recorder_.end.status), GetParam().hint);
    EXPECT_EQ(timer_.waiting(), 0u);
  }
}

INSTANTIATE_TEST_SUITE_P(
    RetryAfter, ServerHintTest,
    testing::Values(HintCase{"TwoSeconds", absl::Seconds(2), absl::Seconds(2)},
                    HintCase{"ADateInThreeSeconds", absl::Seconds(3), absl::Seconds(3)},
                    HintCase{"Milliseconds", absl::Milliseconds(1500), absl::Milliseconds(1500)},
                    HintCase{"AnHour", absl::Hours(1), std::nullopt},
                    HintCase{"Unreadable", std::nullopt, absl::Milliseconds(500)},
                    HintCase{"ToTheDeadline", absl::Seconds(10), std::nullopt},
                    HintCase{"JustBeforeTheDeadline", absl::Milliseconds(9999),
                             absl::Milliseconds(9999)}),
    [](const auto& info) { return info.param.name; });

TEST_F(RetryingTransportTest, AServerThatAsksForTooMuchIsNotWaitedFor) {
  Send();
  inner_.End(RateLimited(absl::Seconds(61)));
  ExpectError(absl::StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED");
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Seconds(61));
}

TEST_F(RetryingTransportTest, AServerMayAskForAsMuchAsIsAllowed) {
  Send();
  inner_.End(RateLimited(absl::Seconds(60)));
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Seconds(60)));
  timer_.Advance(absl::Seconds(60));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, AZeroHintDoesNotShortenTheBackoff) {
  Send();
  inner_.End(RateLimited(absl::ZeroDuration()));
  EXPECT_THAT(timer_.waits, ElementsAre(absl::Milliseconds(500)));
  timer_.Advance(absl::Milliseconds(500));
  EXPECT_THAT(inner_.sent, SizeIs(2));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, ABackOffPastTheDeadlineEndsTheCallAtOnce) {
  MessagesCall call = NewCall();
  call.deadline = timer_.now() + absl::Milliseconds(400);
  Send(std::move(call));
  inner_.End(Overloaded());
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Milliseconds(500));
}

TEST_F(RetryingTransportTest, ABackoffMustEndBeforeTheDeadline) {
  struct Case {
    absl::Duration left;  // until the deadline
    bool retried;
  };
  for (const Case& row :
       {Case{absl::Milliseconds(499), false}, Case{absl::Milliseconds(500), false},
        Case{absl::Milliseconds(501), true}}) {
    MessagesCall call = NewCall();
    call.deadline = timer_.now() + row.left;
    Send(std::move(call));
    inner_.End(Overloaded());
    EXPECT_EQ(timer_.waiting(), row.retried ? 1u : 0u) << row.left;
  }
  timer_.Advance(absl::Seconds(1));
  inner_.End(Fine());
}

// ---- What an outage costs ----

TEST_F(RetryingTransportTest, AnEmptyBudgetEndsACallWithItsFirstError) {
  options_.budget.capacity = 0;
  Send();
  inner_.End(Overloaded());
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_EQ(RetryDelay(recorder_.end.status), absl::Milliseconds(500));
}

TEST_F(RetryingTransportTest, WhatIsNotTriedAgainCostsNoBudget) {
  options_.budget = {/*per_call=*/0, /*capacity=*/1};
  MessagesCall call = NewCall();
  call.deadline = timer_.now();
  Send(std::move(call));
  inner_.End(Overloaded());
  Send();
  inner_.End(Rejected());
  Send();
  inner_.End(Overloaded());
  EXPECT_EQ(timer_.waiting(), 1u) << "the one retry is still there";
  timer_.Advance(absl::Seconds(1));
  inner_.End(Fine());
}

TEST_F(RetryingTransportTest, AnOutageIsNotAmplified) {
  constexpr int kCalls = 10'000;
  options_.budget = {/*per_call=*/0.2, /*capacity=*/100};
  inner_.on_send = [this] { inner_.End(Overloaded()); };
  for (int i = 0; i < kCalls; ++i) {
    Send();
    timer_.Advance(absl::Seconds(10));
  }
  EXPECT_EQ(recorder_.ends, kCalls);
  EXPECT_LE(inner_.sent.size(), kCalls * 1.2 + 100);
  EXPECT_GE(inner_.sent.size(), kCalls * 1.2) << "what may be tried again is";
}

}  // namespace
}  // namespace footnote::upstream
