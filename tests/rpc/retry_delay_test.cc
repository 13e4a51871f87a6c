// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/retry_delay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

const absl::Time kStart = absl::UnixEpoch();

// The mean of the delays of `refusals` refusals within one second from `start` on.
absl::Duration MeanDelay(RetryDelay* delay, int refusals, absl::Time start) {
  absl::Duration sum;
  for (int i = 0; i < refusals; ++i) sum += delay->Next(start + i * absl::Seconds(1) / refusals);
  return sum / refusals;
}

TEST(RetryDelayTest, AFewRefusalsAreToWaitAboutASecond) {
  RetryDelay delay;
  for (int second = 0; second < 5; ++second) {
    const absl::Duration mean = MeanDelay(&delay, 100, kStart + absl::Seconds(second));
    EXPECT_GT(mean, absl::Milliseconds(950));
    EXPECT_LT(mean, absl::Milliseconds(1050));
  }
}

TEST(RetryDelayTest, ManyRefusalsAreToWaitLonger) {
  RetryDelay delay;
  MeanDelay(&delay, 2000, kStart);
  const absl::Duration mean = MeanDelay(&delay, 2000, kStart + absl::Seconds(1));
  EXPECT_GT(mean, absl::Milliseconds(3900));
  EXPECT_LT(mean, absl::Milliseconds(4100));
}

TEST(RetryDelayTest, TheDelayIsLimited) {
  RetryDelay delay;
  MeanDelay(&delay, 100000, kStart);
  for (int i = 0; i < 1000; ++i) {
    EXPECT_LE(delay.Next(kStart + absl::Seconds(1)), RetryDelay::kMax * 1.25);
  }
}

TEST(RetryDelayTest, TheDelayIsShortAgainOnceLittleIsRefused) {
  RetryDelay delay;
  MeanDelay(&delay, 5000, kStart);
  EXPECT_LE(delay.Next(kStart + absl::Seconds(2)), RetryDelay::kMin * 1.25);
}

TEST(RetryDelayTest, CallersDoNotReturnTogether) {
  RetryDelay delay;
  std::vector<absl::Duration> delays;
  for (int i = 0; i < 100; ++i) delays.push_back(delay.Next(kStart));
  std::sort(delays.begin(), delays.end());
  EXPECT_LT(delays.front(), absl::Milliseconds(770));
  EXPECT_GT(delays.back(), absl::Milliseconds(1230));
  for (size_t i = 1; i < delays.size(); ++i) {
    EXPECT_LT(delays[i] - delays[i - 1], absl::Milliseconds(20)) << i;
  }
}

TEST(RetryDelayTest, AClockThatIsSetBackDoesNotKeepTheDelay) {
  RetryDelay delay;
  MeanDelay(&delay, 5000, kStart);
  delay.Next(kStart - absl::Hours(1));
  EXPECT_LE(delay.Next(kStart - absl::Hours(1) + absl::Seconds(3)), RetryDelay::kMin * 1.25);
}

}  // namespace
}  // namespace footnote::rpc
