// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/transfer_limits.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;

class TransferLimitsTest : public testing::Test {
 protected:
  SteadyTime At(int seconds) const { return start_ + std::chrono::seconds(seconds); }
  void Start() { limits_ = TransferLimits(request_, wall_now_, start_); }

  const SteadyTime start_ = SteadyTime() + std::chrono::hours(1000);
  const absl::Time wall_now_ = absl::FromUnixSeconds(1'795'953'600);
  HttpRequest request_;
  TransferLimits limits_;
};

TEST_F(TransferLimitsTest, WithoutLimitsNothingPassesEver) {
  Start();
  limits_.NoteBody(At(1));
  EXPECT_EQ(limits_.Passed(SteadyTime::max()), std::nullopt);
  EXPECT_EQ(limits_.NextCheck(At(1)), SteadyTime::max());
}

TEST_F(TransferLimitsTest, TheDeadlineIsCountedFromTheWallClock) {
  request_.deadline = wall_now_ + absl::Seconds(10);
  Start();
  EXPECT_EQ(limits_.NextCheck(start_), At(10));
  EXPECT_EQ(limits_.Passed(At(9)), std::nullopt);
  EXPECT_EQ(limits_.Passed(At(10)), Cause::kDeadline);
}

TEST_F(TransferLimitsTest, ADeadlineOfLongAgoHasPassedAtTheStart) {
  for (const absl::Time deadline : {wall_now_, wall_now_ - absl::Hours(1), absl::InfinitePast()}) {
    request_.deadline = deadline;
    Start();
    EXPECT_EQ(limits_.Passed(start_), Cause::kDeadline);
  }
}

TEST_F(TransferLimitsTest, TheTotalLimitHoldsWhateverCame) {
  request_.total_timeout = absl::Seconds(10);
  Start();
  limits_.NoteBody(At(9));
  EXPECT_EQ(limits_.Passed(At(9)), std::nullopt);
  EXPECT_EQ(limits_.Passed(At(10)), Cause::kTotalTimeout);
}

TEST_F(TransferLimitsTest, TheFirstByteEndsItsLimit) {
  request_.first_byte_timeout = absl::Seconds(10);
  Start();
  EXPECT_EQ(limits_.NextCheck(start_), At(10));
  EXPECT_EQ(limits_.Passed(At(10)), Cause::kFirstByteTimeout);
  limits_.NoteBody(At(9));
  EXPECT_EQ(limits_.Passed(At(100)), std::nullopt);
  EXPECT_EQ(limits_.NextCheck(At(100)), SteadyTime::max());
}

TEST_F(TransferLimitsTest, SilenceBeforeTheFirstByteIsNotIdle) {
  request_.idle_timeout = absl::Seconds(5);
  Start();
  EXPECT_EQ(limits_.Passed(At(100)), std::nullopt);
}

TEST_F(TransferLimitsTest, EachByteStartsTheIdleLimitAnew) {
  request_.idle_timeout = absl::Seconds(5);
  Start();
  limits_.NoteBody(At(100));
  EXPECT_EQ(limits_.Passed(At(104)), std::nullopt);
  limits_.NoteBody(At(104));
  EXPECT_EQ(limits_.Passed(At(108)), std::nullopt);
  EXPECT_EQ(limits_.Passed(At(109)), Cause::kIdleTimeout);
}

TEST_F(TransferLimitsTest, PausedTimeIsNotIdle) {
  request_.idle_timeout = absl::Seconds(5);
  Start();
  limits_.NoteBody(At(1));
  limits_.NotePause();
  EXPECT_EQ(limits_.Passed(At(1000)), std::nullopt);
  limits_.NoteResume(At(1000));
  EXPECT_EQ(limits_.Passed(At(1004)), std::nullopt);
  EXPECT_EQ(limits_.Passed(At(1005)), Cause::kIdleTimeout);
}

TEST_F(TransferLimitsTest, DeadlineAndTotalLimitHoldWhilePaused) {
  request_.total_timeout = absl::Seconds(10);
  Start();
  limits_.NoteBody(At(1));
  limits_.NotePause();
  EXPECT_EQ(limits_.Passed(At(10)), Cause::kTotalTimeout);
  request_.deadline = wall_now_ + absl::Seconds(9);
  Start();
  limits_.NotePause();
  EXPECT_EQ(limits_.Passed(At(10)), Cause::kDeadline);
}

TEST_F(TransferLimitsTest, OfSeveralTheFirstToPassCounts) {
  request_.total_timeout = absl::Seconds(10);
  request_.first_byte_timeout = absl::Seconds(9);
  request_.deadline = wall_now_ + absl::Seconds(11);
  Start();
  EXPECT_EQ(limits_.Passed(At(100)), Cause::kFirstByteTimeout);
  limits_.NoteBody(At(8));
  EXPECT_EQ(limits_.Passed(At(100)), Cause::kTotalTimeout);
}

TEST_F(TransferLimitsTest, ALaterCancelCanBeBroughtForwardButNotPutOff) {
  Start();
  limits_.CancelAt(At(5));
  limits_.CancelAt(At(7));
  EXPECT_EQ(limits_.Passed(At(4)), std::nullopt);
  EXPECT_EQ(limits_.Passed(At(5)), Cause::kCancelled);
}

// Whoever asks only at NextCheck must not be late, whatever happens in between.
TEST_F(TransferLimitsTest, NextCheckIsNeverAfterALimitThatIsAddedLater) {
  request_.first_byte_timeout = absl::Seconds(300);
  request_.idle_timeout = absl::Seconds(120);
  Start();
  SteadyTime check = limits_.NextCheck(start_);
  limits_.NoteBody(At(1));  // now the idle limit ends at 121
  EXPECT_LE(check, At(121));
  check = limits_.NextCheck(check);
  EXPECT_EQ(check, At(121));
  limits_.NoteBody(At(100));
  limits_.NotePause();
  check = limits_.NextCheck(At(121));
  limits_.NoteResume(At(122));  // now it ends at 242
  EXPECT_LE(check, At(242));
}

}  // namespace
}  // namespace footnote::upstream
