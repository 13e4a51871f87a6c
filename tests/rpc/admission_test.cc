// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/admission.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "service/status/rich_status.h"
#include "tests/rpc/fake_admitted_call.h"

namespace footnote::rpc {
namespace {

constexpr char kPeer[] = "ipv4:192.0.2.1";
constexpr char kOther[] = "ipv4:192.0.2.2";

// The time of the tests.
absl::Time now;
absl::Time Now() { return now; }

AdmissionLimits LimitsOf(int max_calls, int max_calls_per_peer) {
  AdmissionLimits limits;
  limits.max_calls = max_calls;
  limits.max_calls_per_peer = max_calls_per_peer;
  return limits;
}

bool NotInterrupted() { return false; }

void ExpectOverloaded(const absl::Status& refused, const char* limit, const char* max) {
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status::ErrorReason(refused), "OVERLOADED");
  EXPECT_EQ(status::ErrorMetadata(refused, "limit"), limit);
  EXPECT_EQ(status::ErrorMetadata(refused, "max"), max);
  EXPECT_TRUE(status::HasRetryInfo(refused));
}

class AdmissionTest : public ::testing::Test {
 protected:
  AdmissionTest() { now = absl::UnixEpoch(); }

  // Replaces the limits, before the first call.
  void SetLimits(const AdmissionLimits& limits) {
    admission_ = std::make_unique<Admission>(limits, &Now);
  }

  std::unique_ptr<Admission> admission_ = std::make_unique<Admission>(AdmissionLimits(), &Now);
};

// ---- The number of calls ----

TEST_F(AdmissionTest, AdmitsCallsUpToTheLimit) {
  SetLimits(LimitsOf(2, 2));
  FakeAdmittedCall first, second, third;
  EXPECT_TRUE(first.Enter(admission_.get(), kPeer).ok());
  EXPECT_TRUE(second.Enter(admission_.get(), kOther).ok());
  ExpectOverloaded(third.Enter(admission_.get(), "ipv4:192.0.2.3"), "max_calls_in_flight", "2");
}

TEST_F(AdmissionTest, ACallThatLeavesMakesRoomForAnother) {
  SetLimits(LimitsOf(1, 1));
  FakeAdmittedCall first;
  ASSERT_TRUE(first.Enter(admission_.get()).ok());
  EXPECT_FALSE(HasRoom(admission_.get()));
  first.Leave();
  EXPECT_TRUE(HasRoom(admission_.get()));
}

TEST_F(AdmissionTest, ACallWhoseAnswerIsCompleteMakesRoomForAnother) {
  SetLimits(LimitsOf(1, 1));
  FakeAdmittedCall first;
  ASSERT_TRUE(first.Enter(admission_.get()).ok());
  first.ticket->EndWork();
  FakeAdmittedCall second;
  EXPECT_TRUE(second.Enter(admission_.get()).ok());
  first.Leave();
  EXPECT_FALSE(HasRoom(admission_.get())) << "a place is given back once";
}

TEST_F(AdmissionTest, ARefusedCallDoesNotCount) {
  SetLimits(LimitsOf(1, 1));
  FakeAdmittedCall first;
  ASSERT_TRUE(first.Enter(admission_.get()).ok());
  FakeAdmittedCall second;
  ASSERT_FALSE(second.Enter(admission_.get()).ok());
  second.ticket->Add(100);
  second.ticket->EndWork();
  second.ticket->BeginDelivery(1);
  second.Leave();
  EXPECT_FALSE(HasRoom(admission_.get()));
  first.Leave();
  EXPECT_TRUE(HasRoom(admission_.get()));
}

TEST_F(AdmissionTest, OnePeerCannotTakeAllPlaces) {
  SetLimits(LimitsOf(10, 2));
  FakeAdmittedCall first, second, third, other;
  EXPECT_TRUE(first.Enter(admission_.get(), kPeer).ok());
  EXPECT_TRUE(second.Enter(admission_.get(), kPeer).ok());
  ExpectOverloaded(third.Enter(admission_.get(), kPeer), "max_calls_per_peer", "2");
  EXPECT_TRUE(other.Enter(admission_.get(), kOther).ok());
  first.Leave();
  FakeAdmittedCall fourth;
  EXPECT_TRUE(fourth.Enter(admission_.get(), kPeer).ok());
}

TEST_F(AdmissionTest, ACallWithoutAPeerIsLimitedWithAllCallsOnly) {
  AdmissionLimits limits = LimitsOf(3, 1);
  limits.max_starts_per_second_per_peer = 1;
  limits.max_bytes_per_peer = 1;
  SetLimits(limits);
  FakeAdmittedCall calls[4];
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(calls[i].Enter(admission_.get(), "").ok()) << i;
  ExpectOverloaded(calls[3].Enter(admission_.get(), ""), "max_calls_in_flight", "3");
}

// ---- The rate of new calls ----

TEST_F(AdmissionTest, APeerStartsAsManyCallsPerSecondAsAllowed) {
  AdmissionLimits limits;
  limits.max_starts_per_second_per_peer = 2;
  SetLimits(limits);
  const auto start = [this](const char* peer) {
    return FakeAdmittedCall().Enter(admission_.get(), peer);
  };
  EXPECT_TRUE(start(kPeer).ok());
  EXPECT_TRUE(start(kPeer).ok());
  ExpectOverloaded(start(kPeer), "max_new_calls_per_second_per_peer", "2");
  EXPECT_TRUE(start(kOther).ok());
  now += absl::Milliseconds(500);
  EXPECT_TRUE(start(kPeer).ok());
  EXPECT_FALSE(start(kPeer).ok());
}

TEST_F(AdmissionTest, PeersAreForgottenOnlyWhenNothingOfThemCounts) {
  AdmissionLimits limits;
  limits.max_starts_per_second_per_peer = 1;
  SetLimits(limits);
  FakeAdmittedCall running;
  ASSERT_TRUE(running.Enter(admission_.get(), kPeer).ok());
  const auto add_peers = [this](int round) {
    for (int i = 0; i < 5000; ++i) {
      EXPECT_TRUE(FakeAdmittedCall().Enter(admission_.get(), absl::StrCat(round, ".", i)).ok());
    }
  };
  add_peers(1);
  EXPECT_FALSE(FakeAdmittedCall().Enter(admission_.get(), kPeer).ok());
  EXPECT_FALSE(FakeAdmittedCall().Enter(admission_.get(), "1.0").ok());
  now += absl::Seconds(1);
  add_peers(2);
  running.Leave();
  EXPECT_TRUE(FakeAdmittedCall().Enter(admission_.get(), kPeer).ok());
}

// ---- Refusals ----

// Refuses calls of kPeer until one is to wait, and returns the number of those before it.
int QuickRefusals(Admission* admission) {
  for (int i = 0; i < 10000; ++i) {
    FakeAdmittedCall call;
    EXPECT_FALSE(call.Enter(admission, kPeer).ok());
    if (call.ticket->refusal_delay() > absl::ZeroDuration()) return i;
  }
  return -1;
}

TEST_F(AdmissionTest, ThePeerOfManyRefusedCallsReceivesThemLater) {
  SetLimits(LimitsOf(1, 1));
  FakeAdmittedCall running;
  ASSERT_TRUE(running.Enter(admission_.get(), kPeer).ok());
  EXPECT_EQ(running.ticket->refusal_delay(), absl::ZeroDuration());
  EXPECT_EQ(QuickRefusals(admission_.get()), 4000);
  FakeAdmittedCall other;
  EXPECT_FALSE(other.Enter(admission_.get(), kOther).ok());
  EXPECT_EQ(other.ticket->refusal_delay(), absl::ZeroDuration());
  now += absl::Milliseconds(100);
  EXPECT_EQ(QuickRefusals(admission_.get()), 400);
}

TEST_F(AdmissionTest, TheRefusalsOfADrainAreSentAtOnce) {
  admission_->Drain(absl::ZeroDuration(), nullptr);
  for (int i = 0; i < 5000; ++i) {
    FakeAdmittedCall call;
    EXPECT_FALSE(call.Enter(admission_.get(), kPeer).ok());
    EXPECT_EQ(call.ticket->refusal_delay(), absl::ZeroDuration());
  }
}

// ---- Bytes ----

TEST_F(AdmissionTest, AdmitsCallsUpToTheLimitOfBytes) {
  AdmissionLimits limits;
  limits.max_bytes = 3 * Admission::kBytesPerCall + 1000;
  limits.max_bytes_per_peer = limits.max_bytes;
  SetLimits(limits);
  const std::string max = absl::StrCat(limits.max_bytes);
  FakeAdmittedCall first, second, third;
  ASSERT_TRUE(first.Enter(admission_.get(), kPeer, 600).ok());
  ExpectOverloaded(second.Enter(admission_.get(), kOther, 2 * Admission::kBytesPerCall),
                   "max_call_bytes", max.c_str());
  first.ticket->Add(2 * Admission::kBytesPerCall);
  ExpectOverloaded(second.Enter(admission_.get(), kOther), "max_call_bytes", max.c_str());
  first.ticket->Add(-Admission::kBytesPerCall);
  EXPECT_TRUE(third.Enter(admission_.get(), kOther, 400).ok());
}

TEST_F(AdmissionTest, BytesCountUntilTheCallLeaves) {
  AdmissionLimits limits;
  limits.max_bytes = 2 * Admission::kBytesPerCall;
  SetLimits(limits);
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get(), kPeer, Admission::kBytesPerCall).ok());
  call.ticket->EndWork();
  EXPECT_FALSE(HasRoom(admission_.get())) << "the answer is not delivered";
  call.Leave();
  EXPECT_TRUE(HasRoom(admission_.get()));
}

TEST_F(AdmissionTest, OnePeerCannotTakeAllBytes) {
  AdmissionLimits limits;
  limits.max_bytes_per_peer = 2 * Admission::kBytesPerCall;
  SetLimits(limits);
  FakeAdmittedCall first, second, other;
  ASSERT_TRUE(first.Enter(admission_.get(), kPeer, Admission::kBytesPerCall).ok());
  ExpectOverloaded(second.Enter(admission_.get(), kPeer), "max_call_bytes_per_peer",
                   absl::StrCat(limits.max_bytes_per_peer).c_str());
  EXPECT_TRUE(other.Enter(admission_.get(), kOther).ok());
}

TEST_F(AdmissionTest, AnAdmittedCallMayGrowBeyondTheLimit) {
  AdmissionLimits limits;
  limits.max_bytes = 2 * Admission::kBytesPerCall;
  SetLimits(limits);
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->Add(1 << 30);
  EXPECT_EQ(call.aborts, 0);
  EXPECT_FALSE(HasRoom(admission_.get()));
}

TEST_F(AdmissionTest, UnderMemoryPressureNewCallsAreRefused) {
  FakeAdmittedCall running;
  ASSERT_TRUE(running.Enter(admission_.get()).ok());
  admission_->SetMemoryPressure(true);
  FakeAdmittedCall refused;
  ExpectOverloaded(refused.Enter(admission_.get()), "memory", "");
  EXPECT_EQ(running.aborts, 0);
  admission_->SetMemoryPressure(false);
  EXPECT_TRUE(HasRoom(admission_.get()));
}

// ---- Answers that are not read ----

TEST_F(AdmissionTest, ACallWhoseAnswerIsNotReadIsEndedOnce) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->BeginDelivery(0);
  now += absl::Seconds(60) - absl::Nanoseconds(1);
  EXPECT_EQ(admission_->EndUnread(), 0);
  now += absl::Nanoseconds(1);
  EXPECT_EQ(admission_->EndUnread(), 1);
  EXPECT_EQ(call.unread_ends, 1);
  now += absl::Hours(1);
  EXPECT_EQ(admission_->EndUnread(), 0);
}

TEST_F(AdmissionTest, ALargeAnswerHasMoreTime) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->BeginDelivery(32 << 10);
  now += absl::Seconds(61);
  EXPECT_EQ(admission_->EndUnread(), 0);
  now += absl::Seconds(1);
  EXPECT_EQ(admission_->EndUnread(), 1);
}

TEST_F(AdmissionTest, ADeliveryThatEndedIsNotUnread) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->BeginDelivery(0);
  call.ticket->EndDelivery();
  now += absl::Hours(1);
  EXPECT_EQ(admission_->EndUnread(), 0);
}

TEST_F(AdmissionTest, ACallThatDeliversNothingIsNotUnread) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  now += absl::Hours(1);
  EXPECT_EQ(admission_->EndUnread(), 0);
}

TEST_F(AdmissionTest, ACallMayLeaveWhileItIsEnded) {
  FakeAdmittedCall call;
  call.leaves_when_unread = true;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->BeginDelivery(0);
  now += absl::Hours(1);
  EXPECT_EQ(admission_->EndUnread(), 1);
  EXPECT_EQ(admission_->Drain(absl::InfiniteDuration(), NotInterrupted), 0);
}

// ---- Draining ----

TEST_F(AdmissionTest, ADrainedServerRefusesCalls) {
  EXPECT_EQ(admission_->Drain(absl::InfiniteDuration(), nullptr), 0);
  FakeAdmittedCall call;
  const absl::Status refused = call.Enter(admission_.get());
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status::ErrorReason(refused), "DRAINING");
  EXPECT_TRUE(status::HasRetryInfo(refused));
}

TEST_F(AdmissionTest, ADrainWaitsForTheCallsToEnd) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  call.ticket->EndWork();
  absl::Notification polled;
  std::thread caller([&] {
    polled.WaitForNotification();
    call.Leave();
  });
  const auto interrupted = [&polled] {
    if (!polled.HasBeenNotified()) polled.Notify();
    return false;
  };
  EXPECT_EQ(admission_->Drain(absl::Hours(100), interrupted), 0);
  EXPECT_EQ(call.aborts, 0);
  caller.join();
}

// Runs a drain that aborts `call`, which then leaves on another thread.
int DrainAborting(Admission* admission, FakeAdmittedCall* call, absl::Duration timeout,
                  const std::function<bool()>& interrupted) {
  std::thread caller([call] {
    call->aborted.WaitForNotification();
    call->Leave();
  });
  const int aborted = admission->Drain(timeout, interrupted);
  caller.join();
  return aborted;
}

TEST_F(AdmissionTest, ADrainAbortsTheCallsThatExceedItsTimeout) {
  FakeAdmittedCall gone;
  ASSERT_TRUE(gone.Enter(admission_.get()).ok());
  FakeAdmittedCall running;
  ASSERT_TRUE(running.Enter(admission_.get()).ok());
  gone.Leave();
  EXPECT_EQ(DrainAborting(admission_.get(), &running, absl::Milliseconds(1), NotInterrupted), 1);
  EXPECT_EQ(running.aborts, 1);
  EXPECT_EQ(running.unread_ends, 0) << "nothing was being delivered";
  EXPECT_EQ(gone.aborts, 0);
}

TEST_F(AdmissionTest, ADrainEndsTheCallsThatAreNotRead) {
  FakeAdmittedCall unread;
  unread.leaves_when_unread = true;
  ASSERT_TRUE(unread.Enter(admission_.get()).ok());
  unread.ticket->BeginDelivery(1 << 20);
  EXPECT_EQ(admission_->Drain(absl::ZeroDuration(), NotInterrupted), 1);
  EXPECT_EQ(unread.unread_ends, 1);
}

TEST_F(AdmissionTest, AnInterruptedDrainAbortsTheCallsImmediately) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  EXPECT_EQ(DrainAborting(admission_.get(), &call, absl::Hours(100), [] { return true; }), 1);
  EXPECT_EQ(call.aborts, 1);
}

TEST_F(AdmissionTest, WithoutAnAbortEveryStatusIsKept) {
  const absl::Status cancelled = absl::CancelledError("the call was cancelled");
  EXPECT_EQ(admission_->ResultOf(cancelled), cancelled);
  EXPECT_EQ(admission_->ResultOf(absl::OkStatus()), absl::OkStatus());
}

TEST_F(AdmissionTest, TheStatusOfAnAbortedCallIsDrainingWithItsDetails) {
  FakeAdmittedCall call;
  ASSERT_TRUE(call.Enter(admission_.get()).ok());
  DrainAborting(admission_.get(), &call, absl::ZeroDuration(), NotInterrupted);
  const absl::Status result = admission_->ResultOf(status::ErrorWithInfo(
      absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled", {{"partial", "true"}}));
  EXPECT_EQ(result.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status::ErrorReason(result), "DRAINING");
  EXPECT_EQ(status::ErrorMetadata(result, "partial"), "true");
  EXPECT_TRUE(status::HasRetryInfo(result));
  EXPECT_EQ(admission_->ResultOf(absl::InternalError("other")), absl::InternalError("other"));
}

}  // namespace
}  // namespace footnote::rpc
