#include "service/upstream/retry/backoff_policy.h"

#include <gtest/gtest.h>

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

TEST(BackoffPolicyTest, DoublesFromHalfASecondToEightSeconds) {
  const BackoffPolicy policy;
  const double expected[] = {0.5, 1, 2, 4, 8, 8, 8};
  for (int retry = 0; retry < 7; ++retry) {
    EXPECT_EQ(policy.Wait(retry, std::nullopt, 0), absl::Seconds(expected[retry])) << retry;
  }
}

TEST(BackoffPolicyTest, ChanceOnlyShortensAndByNoMoreThanAQuarter) {
  const BackoffPolicy policy;
  EXPECT_EQ(policy.Wait(1, std::nullopt, 0.5), absl::Milliseconds(875));
  EXPECT_GT(policy.Wait(1, std::nullopt, 0.999999), absl::Milliseconds(750));
}

TEST(BackoffPolicyTest, TheServersHintWinsWhateverItsLength) {
  const BackoffPolicy policy;
  for (const absl::Duration hint : {absl::Milliseconds(1), absl::Hours(9)}) {
    EXPECT_EQ(policy.Wait(3, hint, 0.9), hint);
  }
}

TEST(BackoffPolicyTest, AHintOfNoTimeOrOneThatIsPastIsNone) {
  for (const absl::Duration hint : {absl::ZeroDuration(), absl::Seconds(-5)}) {
    EXPECT_EQ(BackoffPolicy().Wait(0, hint, 0), absl::Milliseconds(500));
  }
}

TEST(BackoffPolicyTest, AnInitialWaitBeyondTheMaximumIsTheMaximum) {
  BackoffPolicy policy;
  policy.initial = absl::Seconds(20);
  EXPECT_EQ(policy.Wait(0, std::nullopt, 0), absl::Seconds(8));
}

TEST(BackoffPolicyTest, ManyRetriesDoNotOverflow) {
  BackoffPolicy policy;
  policy.maximum = absl::InfiniteDuration();
  EXPECT_GT(policy.Wait(5000, std::nullopt, 0), absl::Hours(1'000'000));
}

TEST(BackoffPolicyTest, NoInitialWaitStaysNone) {
  BackoffPolicy policy;
  policy.initial = absl::ZeroDuration();
  EXPECT_EQ(policy.Wait(4, std::nullopt, 0.5), absl::ZeroDuration());
}

}  // namespace
}  // namespace footnote::upstream
