// SPDX-License-Identifier: Apache-2.0
// Cancel, pause and resume of a retried call, in every state that it can be in.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/upstream/retry/retrying_transport.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

MessagesResult CancelledByInner() {
  return Fails(absl::StatusCode::kCancelled, "CANCELLED", Failure::Kind::kFinal);
}

class CallControlTest : public RetryingTransportTest {
 protected:
  void ExpectCancelled() const { ExpectError(absl::StatusCode::kCancelled, "CANCELLED"); }
};

// ---- Cancel ----

TEST_F(CallControlTest, CancelReachesTheAttemptUnderWay) {  // B87
  const MessagesCallId id = Send();
  transport().Cancel(id);
  EXPECT_THAT(inner_.control, ElementsAre("cancel 101"));
  inner_.End(CancelledByInner());
  ExpectCancelled();
  EXPECT_EQ(recorder_.end.attempts[0].code, absl::StatusCode::kCancelled);
}

TEST_F(CallControlTest, NothingIsTriedAgainAfterCancel) {  // B87
  const MessagesCallId id = Send();
  transport().Cancel(id);
  inner_.End(Overloaded());
  ExpectCancelled();
  EXPECT_EQ(recorder_.end.request_id, "req_failed");
  EXPECT_EQ(timer_.waiting(), 0u);
  EXPECT_THAT(inner_.sent, SizeIs(1));
}

TEST_F(CallControlTest, NoOtherModelIsAskedAfterCancel) {
  MessagesCall call = NewCall();
  call.retry.fallback_models = {{"n", ""}};
  const MessagesCallId id = Send(std::move(call));
  transport().Cancel(id);
  inner_.Emit(Whole("a", "refusal"));
  inner_.End(Fine());
  EXPECT_THAT(inner_.sent, SizeIs(1));
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_TRUE(recorder_.end.status.ok()) << "the end was under way";
}

TEST_F(CallControlTest, CancelDuringAFallbackIsNoRefusal) {
  MessagesCall call = NewCall();
  call.retry.fallback_models = {{"n", ""}};
  const MessagesCallId id = Send(std::move(call));
  inner_.Emit(Whole("a", "refusal"));
  inner_.End(Fine());
  transport().Cancel(id);
  EXPECT_THAT(inner_.control, ElementsAre("cancel 102"));
  inner_.End(CancelledByInner());
  ExpectCancelled();
  EXPECT_THAT(recorder_.received, IsEmpty());
}

TEST_F(CallControlTest, AnAnswerThatHadComeWholeIsHandedOn) {
  const MessagesCallId id = Send();
  inner_.Emit(Whole("a", "end_turn"));
  transport().Cancel(id);
  inner_.End(Fine());
  EXPECT_TRUE(recorder_.end.status.ok());
  EXPECT_THAT(recorder_.received, ElementsAre("whole a"));
}

TEST_F(CallControlTest, CancelAfterTextReachesTheAttempt) {  // B87
  const MessagesCallId id = Send();
  recorder_.on_events = [&] { transport().Cancel(id); };
  inner_.Emit(Text(0, "x"));
  EXPECT_THAT(inner_.control, ElementsAre("cancel 101"));
  inner_.End(CancelledByInner());
  ExpectCancelled();
}

TEST_F(CallControlTest, CancelDuringTheWaitEndsTheCallOnTheTimersThreadAtOnce) {  // B87
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  transport().Cancel(id);
  EXPECT_EQ(recorder_.ends, 0) << "the observer does not hear from within Cancel";
  timer_.Advance(absl::ZeroDuration());
  ExpectCancelled();
  EXPECT_THAT(recorder_.end.attempts, SizeIs(1));
  EXPECT_EQ(recorder_.end.request_id, "req_failed");
  EXPECT_EQ(timer_.waiting(), 0u);
  EXPECT_THAT(inner_.sent, SizeIs(1));
}

TEST_F(CallControlTest, ASecondCancelChangesNothing) {
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  transport().Cancel(id);
  transport().Cancel(id);
  EXPECT_EQ(timer_.waiting(), 1u);
  timer_.Advance(absl::Seconds(10));
  EXPECT_EQ(recorder_.ends, 1);
  transport().Cancel(id);
  EXPECT_THAT(inner_.control, IsEmpty());
}

TEST_F(CallControlTest, CancelBeforeTheTimersIdIsKnownEndsTheCallToo) {
  const MessagesCallId id = Send();
  timer_.on_run_after = [&] {
    timer_.on_run_after = nullptr;
    transport().Cancel(id);
  };
  inner_.End(Overloaded());
  timer_.Advance(absl::ZeroDuration());
  ExpectCancelled();
  EXPECT_THAT(inner_.sent, SizeIs(1));
}

TEST_F(CallControlTest, CancelWhileTheNextAttemptIsSentReachesIt) {
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  inner_.on_send = [&] { transport().Cancel(id); };
  timer_.Advance(absl::Seconds(1));
  EXPECT_THAT(inner_.control, ElementsAre("cancel 102"));
  inner_.End(CancelledByInner());
  ExpectCancelled();
  EXPECT_THAT(recorder_.end.attempts, SizeIs(2));
}

TEST_F(CallControlTest, AnAttemptThatEndsWithinItsSendIsNotCancelledAfterwards) {
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  inner_.on_send = [&] {
    transport().Cancel(id);
    inner_.End(Overloaded());
  };
  timer_.Advance(absl::Seconds(1));
  ExpectCancelled();
  EXPECT_THAT(inner_.control, IsEmpty());
}

TEST_F(CallControlTest, CancelFromWithinTheEndDoesNothing) {
  const MessagesCallId id = Send();
  recorder_.on_end = [&] { transport().Cancel(id); };
  inner_.End(Rejected());
  EXPECT_EQ(recorder_.ends, 1);
  EXPECT_THAT(inner_.control, IsEmpty());
}

TEST_F(CallControlTest, UnknownIdsAreNobodys) {
  transport().Cancel(0);
  transport().Cancel(12345);
  transport().Pause(12345);
  transport().Resume(12345);
  EXPECT_THAT(inner_.control, IsEmpty());
}

TEST_F(CallControlTest, ATimerThatShutsDownLetsCallsEnd) {
  timer_.shut_down = true;
  inner_.on_send = [this] { inner_.End(Overloaded()); };
  Send();
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED");
  EXPECT_THAT(inner_.sent, SizeIs(3));
}

TEST_F(CallControlTest, ACallThatWaitsMayBeCancelledWhileTheTimerShutsDown) {
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  timer_.shut_down = true;
  transport().Cancel(id);
  ExpectCancelled();
}

TEST_F(CallControlTest, ATransportThatIsDestroyedCancelsItsCalls) {
  Recorder waiting;
  transport().Send(NewCall(), &waiting);
  inner_.End(Overloaded());
  Send();
  transport_.reset();
  EXPECT_THAT(inner_.control, ElementsAre("cancel 102"));
  inner_.End(CancelledByInner());
  ExpectCancelled();
  timer_.Advance(absl::ZeroDuration());
  EXPECT_EQ(waiting.end.status.code(), absl::StatusCode::kCancelled);
}

TEST_F(CallControlTest, TheObserverMayDestroyItselfAtTheEnd) {
  auto observer = std::make_unique<Recorder>();
  Recorder* const raw = observer.get();
  raw->on_end = [&] { observer.reset(); };
  const MessagesCallId id = transport().Send(NewCall(), raw);
  inner_.End(Overloaded());
  transport().Cancel(id);
  timer_.Advance(absl::ZeroDuration());
  EXPECT_EQ(observer, nullptr);
}

// ---- Pause and resume ----

TEST_F(CallControlTest, PauseAndResumeReachTheAttempt) {
  const MessagesCallId id = Send();
  transport().Pause(id);
  transport().Pause(id);
  transport().Resume(id);
  transport().Resume(id);
  EXPECT_THAT(inner_.control, ElementsAre("pause 101", "resume 101"));
  inner_.End(Fine());
}

TEST_F(CallControlTest, APauseOutlastsTheAttempt) {
  const MessagesCallId id = Send();
  transport().Pause(id);
  inner_.End(Overloaded());
  timer_.Advance(absl::Seconds(1));
  EXPECT_THAT(inner_.control, ElementsAre("pause 101", "pause 102"));
  transport().Resume(id);
  EXPECT_THAT(inner_.control, ElementsAre("pause 101", "pause 102", "resume 102"));
  inner_.End(Fine());
}

TEST_F(CallControlTest, APauseAndAResumeWithinAWaitLeaveNothingPaused) {
  const MessagesCallId id = Send();
  inner_.End(Overloaded());
  transport().Pause(id);
  transport().Resume(id);
  timer_.Advance(absl::Seconds(1));
  EXPECT_THAT(inner_.control, IsEmpty());
  inner_.End(Fine());
}

TEST_F(CallControlTest, AResumeDuringThePauseOfTheAttemptIsNotLost) {
  const MessagesCallId id = Send();
  inner_.on_pause = [&] { transport().Resume(id); };
  transport().Pause(id);
  EXPECT_THAT(inner_.control, ElementsAre("pause 101", "resume 101"));
  inner_.End(Fine());
}

TEST_F(CallControlTest, AnAttemptThatEndsWhileItIsPausedIsForgotten) {
  const MessagesCallId id = Send();
  inner_.on_pause = [&] {
    inner_.on_pause = nullptr;
    inner_.End(Fine());
  };
  transport().Pause(id);
  transport().Resume(id);
  EXPECT_THAT(inner_.control, ElementsAre("pause 101"));
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(CallControlTest, TheObserverMayPauseFromWithin) {
  const MessagesCallId id = Send();
  recorder_.on_events = [&] { transport().Pause(id); };
  inner_.Emit(Text(0, "x"));
  EXPECT_THAT(inner_.control, ElementsAre("pause 101"));
  inner_.End(Fine());
}

}  // namespace
}  // namespace footnote::upstream
