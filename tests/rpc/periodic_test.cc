// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/periodic.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "absl/synchronization/blocking_counter.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

TEST(PeriodicTest, CallsTheActionAgainAndAgain) {
  absl::BlockingCounter three(3);
  std::atomic<int> calls{0};
  const Periodic periodic(absl::Milliseconds(1), [&] {
    if (++calls <= 3) three.DecrementCount();
  });
  three.Wait();
}

TEST(PeriodicTest, DestructionDoesNotWaitForTheInterval) {
  std::atomic<int> calls{0};
  const absl::Time start = absl::Now();
  std::make_unique<Periodic>(absl::Hours(1), [&calls] { ++calls; }).reset();
  EXPECT_LT(absl::Now() - start, absl::Minutes(1));
  EXPECT_EQ(calls, 0);
}

}  // namespace
}  // namespace footnote::rpc
