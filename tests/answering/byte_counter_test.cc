// SPDX-License-Identifier: Apache-2.0
#include "service/answering/byte_counter.h"

#include <gtest/gtest.h>

#include "tests/answering/summing_counter.h"

namespace footnote::answering {
namespace {

constexpr size_t kStep = 16384;

TEST(HeldBytesTest, ReportsASumThatReachesTheStep) {
  SummingCounter counter;
  HeldBytes held;
  held.Start(&counter);
  held.Set(kStep);
  EXPECT_EQ(counter.sum, 16384);
}

TEST(HeldBytesTest, DoesNotReportChangesBelowTheStep) {
  SummingCounter counter;
  HeldBytes held;
  held.Start(&counter);
  held.Set(kStep - 1);
  EXPECT_EQ(counter.reports, 0);
  held.Set(kStep + 5);
  held.Set(2 * kStep + 4);
  held.Set(6);
  EXPECT_EQ(counter.reports, 1);
  EXPECT_EQ(counter.sum, 16389);
}

TEST(HeldBytesTest, ReportsAFallByTheStep) {
  SummingCounter counter;
  HeldBytes held;
  held.Start(&counter);
  held.Set(3 * kStep);
  held.Set(2 * kStep);
  EXPECT_EQ(counter.sum, 32768);
}

TEST(HeldBytesTest, ReportsZeroExactly) {
  SummingCounter counter;
  HeldBytes held;
  held.Start(&counter);
  held.Set(kStep + 1);
  held.Set(2 * kStep);
  held.Set(0);
  EXPECT_EQ(counter.sum, 0);
}

TEST(HeldBytesTest, GivesEverythingBackWhenItIsDestroyed) {
  SummingCounter counter;
  {
    HeldBytes held;
    held.Start(&counter);
    held.Set(5 * kStep + 7);
    EXPECT_EQ(counter.sum, 81927);
  }
  EXPECT_EQ(counter.sum, 0);
  EXPECT_EQ(counter.reports, 2);
}

TEST(HeldBytesTest, NeedsNoCounter) {
  HeldBytes held;
  held.Set(kStep);
  held.Set(0);
  NoByteCounter()->Add(1);
}

}  // namespace
}  // namespace footnote::answering
