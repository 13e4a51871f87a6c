// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/timer_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "service/upstream/curl/due_times.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Added = TimerQueue::Added;

class TimerQueueTest : public testing::Test {
 protected:
  static SteadyTime At(int seconds) { return SteadyTime() + std::chrono::seconds(seconds); }
  Added Add(TimerId id, int seconds) {
    return queue_.Add(id, At(seconds), [this, id] { ran_.push_back(id); });
  }
  std::vector<TimerId> Run(std::vector<TimerQueue::Action> actions) {
    ran_.clear();
    for (const auto& action : actions) action();
    return ran_;
  }

  TimerQueue queue_;
  std::vector<TimerId> ran_;
};

TEST_F(TimerQueueTest, ActionsComeInTheOrderOfTheirTimes) {
  Add(1, 30);
  Add(2, 10);
  Add(3, 20);
  EXPECT_THAT(Run(queue_.TakeDue(At(9))), IsEmpty());
  EXPECT_THAT(Run(queue_.TakeDue(At(25))), ElementsAre(2, 3));
  EXPECT_THAT(Run(queue_.TakeDue(At(30))), ElementsAre(1));
  EXPECT_EQ(queue_.Earliest(), std::nullopt);
}

TEST_F(TimerQueueTest, ReturnsIfAnActionIsNowTheNext) {
  EXPECT_EQ(Add(1, 30), Added::kIsNext);
  EXPECT_EQ(Add(2, 40), Added::kWaits);
  EXPECT_EQ(Add(3, 20), Added::kIsNext);
  EXPECT_EQ(queue_.Earliest(), At(20));
}

TEST_F(TimerQueueTest, WhatIsForgottenNeverComes) {
  Add(1, 10);
  Add(2, 20);
  EXPECT_TRUE(queue_.Forget(1));
  EXPECT_THAT(Run(queue_.TakeDue(At(100))), ElementsAre(2));
}

TEST_F(TimerQueueTest, OnlyWhatWaitsCanBeForgotten) {
  Add(1, 10);
  Add(2, 20);
  EXPECT_TRUE(queue_.Forget(1));
  EXPECT_FALSE(queue_.Forget(1)) << "forgotten before";
  queue_.TakeDue(At(20));
  EXPECT_FALSE(queue_.Forget(2)) << "taken before";
  EXPECT_FALSE(queue_.Forget(77)) << "never added";
}

TEST_F(TimerQueueTest, ForgettingDestroysTheActionAtOnce) {
  auto owned = std::make_shared<int>(0);
  queue_.Add(1, At(10), [owned] {});
  EXPECT_EQ(owned.use_count(), 2);
  queue_.Forget(1);
  EXPECT_EQ(owned.use_count(), 1);
}

TEST_F(TimerQueueTest, ClosingGivesAllThatWaitsAndTakesNoMore) {
  Add(1, 30);
  Add(2, 10);
  EXPECT_THAT(Run(queue_.Close()), ElementsAre(2, 1));
  bool ran = false;
  TimerQueue::Action action = [&ran] { ran = true; };
  EXPECT_EQ(queue_.Add(3, At(1), std::move(action)), Added::kClosed);
  action();  // untouched: whoever added it can run it
  EXPECT_TRUE(ran);
  EXPECT_FALSE(queue_.Forget(3));
}

TEST(DueTimesTest, WhatIsNoLongerWantedIsShedOnceItPrevails) {
  DueTimes due;
  for (int i = 0; i < 100'000; ++i) {
    due.Add(SteadyTime() + std::chrono::hours(i), static_cast<uint64_t>(i));
    // Only the last ten are wanted.
    due.Shed(
        10, [i](const DueTimes::Entry& entry) { return entry.id + 10 > static_cast<uint64_t>(i); });
    ASSERT_LE(due.size(), 84u);
  }
  EXPECT_LE(*due.Earliest(), SteadyTime() + std::chrono::hours(99'990));
}

TEST(AfterTest, IsBoundedByWhatTheClockCanSay) {
  const SteadyTime now = SteadyTime() + std::chrono::hours(1);
  EXPECT_EQ(After(now, absl::Seconds(2)), now + std::chrono::seconds(2));
  EXPECT_EQ(After(now, absl::InfiniteDuration()), SteadyTime::max());
  EXPECT_EQ(After(now, absl::Hours(24 * 365 * 1000)), SteadyTime::max());
  EXPECT_EQ(After(now, absl::Seconds(-2)), now);
  EXPECT_EQ(After(now, -absl::InfiniteDuration()), now);
}

}  // namespace
}  // namespace footnote::upstream
