// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/admission.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <thread>

#include "absl/status/status.h"
#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "service/status/rich_status.h"

namespace footnote::rpc {
namespace {

// A call that records its abort.
class FakeCall : public Admission::Call {
 public:
  void Abort() override {
    ++aborts;
    aborted.Notify();
  }

  std::atomic<int> aborts{0};
  absl::Notification aborted;
};

bool NotInterrupted() { return false; }

TEST(AdmissionTest, AdmitsCallsUpToTheLimit) {
  Admission admission(2);
  FakeCall first;
  FakeCall second;
  EXPECT_TRUE(admission.Enter(&first).ok());
  EXPECT_TRUE(admission.Enter(&second).ok());
  FakeCall third;
  const absl::Status refused = admission.Enter(&third);
  EXPECT_EQ(refused.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status::ErrorReason(refused), "OVERLOADED");
  EXPECT_EQ(status::ErrorMetadata(refused, "max_calls_in_flight"), "2");
  EXPECT_TRUE(status::HasRetryInfo(refused));
}

TEST(AdmissionTest, ACallThatLeavesMakesRoomForAnother) {
  Admission admission(1);
  FakeCall first;
  ASSERT_TRUE(admission.Enter(&first).ok());
  admission.Forget(&first);
  FakeCall second;
  EXPECT_FALSE(admission.Enter(&second).ok()) << "a forgotten call has not left yet";
  admission.Leave();
  EXPECT_TRUE(admission.Enter(&second).ok());
}

TEST(AdmissionTest, ARefusedCallDoesNotCount) {
  Admission admission(1);
  FakeCall first;
  ASSERT_TRUE(admission.Enter(&first).ok());
  FakeCall second;
  ASSERT_FALSE(admission.Enter(&second).ok());
  admission.Forget(&first);
  admission.Leave();
  EXPECT_TRUE(admission.Enter(&second).ok());
  FakeCall third;
  EXPECT_FALSE(admission.Enter(&third).ok());
}

TEST(AdmissionTest, ACallWithoutAnObjectCountsToo) {
  Admission admission(1);
  ASSERT_TRUE(admission.Enter(nullptr).ok());
  EXPECT_FALSE(admission.Enter(nullptr).ok());
  admission.Leave();
  EXPECT_EQ(admission.Drain(absl::InfiniteDuration(), NotInterrupted), 0);
}

TEST(AdmissionTest, ADrainedServerRefusesCalls) {
  Admission admission(1);
  EXPECT_EQ(admission.Drain(absl::InfiniteDuration(), nullptr), 0);
  FakeCall call;
  const absl::Status refused = admission.Enter(&call);
  EXPECT_EQ(refused.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status::ErrorReason(refused), "DRAINING");
  EXPECT_TRUE(status::HasRetryInfo(refused));
}

TEST(AdmissionTest, ADrainWaitsForTheCallsToEnd) {
  Admission admission(10);
  FakeCall call;
  ASSERT_TRUE(admission.Enter(&call).ok());
  absl::Notification polled;
  std::thread caller([&] {
    polled.WaitForNotification();
    admission.Forget(&call);
    admission.Leave();
  });
  const auto interrupted = [&polled] {
    if (!polled.HasBeenNotified()) polled.Notify();
    return false;
  };
  EXPECT_EQ(admission.Drain(absl::Hours(100), interrupted), 0);
  EXPECT_EQ(call.aborts, 0);
  caller.join();
}

// Runs a drain that aborts `call`, which then leaves on another thread.
int DrainAborting(Admission* admission, FakeCall* call, absl::Duration timeout,
                  const std::function<bool()>& interrupted) {
  std::thread caller([admission, call] {
    call->aborted.WaitForNotification();
    admission->Forget(call);
    admission->Leave();
  });
  const int aborted = admission->Drain(timeout, interrupted);
  caller.join();
  return aborted;
}

TEST(AdmissionTest, ADrainAbortsTheCallsThatExceedItsTimeout) {
  Admission admission(10);
  FakeCall forgotten;
  ASSERT_TRUE(admission.Enter(&forgotten).ok());
  FakeCall running;
  ASSERT_TRUE(admission.Enter(&running).ok());
  admission.Forget(&forgotten);
  admission.Leave();
  EXPECT_EQ(DrainAborting(&admission, &running, absl::Milliseconds(1), NotInterrupted), 1);
  EXPECT_EQ(running.aborts, 1);
  EXPECT_EQ(forgotten.aborts, 0);
}

TEST(AdmissionTest, AnInterruptedDrainAbortsTheCallsImmediately) {
  Admission admission(10);
  FakeCall call;
  ASSERT_TRUE(admission.Enter(&call).ok());
  EXPECT_EQ(DrainAborting(&admission, &call, absl::Hours(100), [] { return true; }), 1);
  EXPECT_EQ(call.aborts, 1);
}

TEST(AdmissionTest, WithoutAnAbortEveryStatusIsKept) {
  Admission admission(1);
  const absl::Status cancelled = absl::CancelledError("the call was cancelled");
  EXPECT_EQ(admission.ResultOf(cancelled), cancelled);
  EXPECT_EQ(admission.ResultOf(absl::OkStatus()), absl::OkStatus());
}

TEST(AdmissionTest, TheStatusOfAnAbortedCallIsDrainingWithItsDetails) {
  Admission admission(1);
  FakeCall call;
  ASSERT_TRUE(admission.Enter(&call).ok());
  DrainAborting(&admission, &call, absl::ZeroDuration(), NotInterrupted);
  const absl::Status result = admission.ResultOf(status::ErrorWithInfo(
      absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled", {{"partial", "true"}}));
  EXPECT_EQ(result.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(status::ErrorReason(result), "DRAINING");
  EXPECT_EQ(status::ErrorMetadata(result, "partial"), "true");
  EXPECT_TRUE(status::HasRetryInfo(result));
  EXPECT_EQ(admission.ResultOf(absl::InternalError("other")), absl::InternalError("other"));
}

}  // namespace
}  // namespace footnote::rpc
