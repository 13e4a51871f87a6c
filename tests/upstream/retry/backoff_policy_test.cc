// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/backoff_policy.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

constexpr BackoffPolicy kPolicy = {absl::Milliseconds(500), absl::Seconds(8), 0.25};

TEST(BackoffPolicyTest, DoublesFromHalfASecondToEightSeconds) {
  const double expected[] = {0.5, 1, 2, 4, 8, 8, 8};
  for (int retry = 0; retry < 7; ++retry) {
    EXPECT_EQ(kPolicy.Wait(retry, std::nullopt, 0), absl::Seconds(expected[retry])) << retry;
  }
}

TEST(BackoffPolicyTest, ChanceOnlyShortensAndByNoMoreThanAQuarter) {
  EXPECT_EQ(kPolicy.Wait(1, std::nullopt, 0.5), absl::Milliseconds(875));
  EXPECT_GT(kPolicy.Wait(1, std::nullopt, 0.999999), absl::Milliseconds(750));
}

TEST(BackoffPolicyTest, TheServersHintWinsWhateverItsLength) {
  for (const absl::Duration hint : {absl::Milliseconds(1), absl::Hours(9)}) {
    EXPECT_EQ(kPolicy.Wait(3, hint, 0.9), hint);
  }
}

TEST(BackoffPolicyTest, AHintOfNoTimeOrOneThatIsPastIsNone) {
  for (const absl::Duration hint : {absl::ZeroDuration(), absl::Seconds(-5)}) {
    EXPECT_EQ(kPolicy.Wait(0, hint, 0), absl::Milliseconds(500));
  }
}

TEST(BackoffPolicyTest, AnInitialWaitBeyondTheMaximumIsTheMaximum) {
  BackoffPolicy policy = kPolicy;
  policy.initial = absl::Seconds(20);
  EXPECT_EQ(policy.Wait(0, std::nullopt, 0), absl::Seconds(8));
}

TEST(BackoffPolicyTest, ManyRetriesDoNotOverflow) {
  BackoffPolicy policy = kPolicy;
  policy.maximum = absl::InfiniteDuration();
  EXPECT_GT(policy.Wait(5000, std::nullopt, 0), absl::Hours(1'000'000));
}

TEST(BackoffPolicyTest, NoInitialWaitStaysNone) {
  BackoffPolicy policy = kPolicy;
  policy.initial = absl::ZeroDuration();
  EXPECT_EQ(policy.Wait(4, std::nullopt, 0.5), absl::ZeroDuration());
}

}  // namespace
}  // namespace footnote::upstream
