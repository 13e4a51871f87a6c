// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retry_budget.h"

#include <gtest/gtest.h>

namespace footnote::upstream {
namespace {

int TakeAll(RetryBudget* budget) {
  int taken = 0;
  while (taken < 1000 && budget->TryTakeRetry()) ++taken;
  return taken;
}

TEST(RetryBudgetTest, BeginsFullAndRunsOut) {
  RetryBudget budget({/*per_call=*/0.2, /*capacity=*/3});
  EXPECT_EQ(TakeAll(&budget), 3);
  EXPECT_FALSE(budget.TryTakeRetry());
}

TEST(RetryBudgetTest, CallsFillIt) {
  RetryBudget budget({0.2, 3});
  TakeAll(&budget);
  for (int i = 0; i < 4; ++i) budget.AddCall();
  EXPECT_FALSE(budget.TryTakeRetry());
  budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 1);
}

TEST(RetryBudgetTest, PartsOfARetryAddUpWithoutLoss) {
  RetryBudget budget({0.1, 3});
  TakeAll(&budget);
  for (int i = 0; i < 10; ++i) budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 1);
}

TEST(RetryBudgetTest, ARetryMayLackAMillionthForRounding) {
  EXPECT_TRUE(RetryBudget({0, 1}).TryTakeRetry());
  EXPECT_TRUE(RetryBudget({0, 1 - 0.5e-6}).TryTakeRetry());
  EXPECT_TRUE(RetryBudget({0, 1 - 1e-6}).TryTakeRetry());
  EXPECT_FALSE(RetryBudget({0, 1 - 1.5e-6}).TryTakeRetry());
}

TEST(RetryBudgetTest, ARetryForWhichAMillionthWasMissingLeavesNothing) {
  RetryBudget budget({1, 1 - 0.5e-6});
  EXPECT_EQ(TakeAll(&budget), 1);
  budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 1);
}

TEST(RetryBudgetTest, HoldsNoMoreThanItsCapacity) {
  RetryBudget budget({1, 3});
  for (int i = 0; i < 100; ++i) budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 3);
}

TEST(RetryBudgetTest, NoCapacityAllowsNoRetries) {
  RetryBudget budget({1, 0});
  budget.AddCall();
  EXPECT_FALSE(budget.TryTakeRetry());
}

TEST(RetryBudgetTest, NothingPerCallAllowsNoMoreThanTheCapacityEver) {
  RetryBudget budget({0, 2});
  for (int i = 0; i < 100; ++i) budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 2);
  for (int i = 0; i < 100; ++i) budget.AddCall();
  EXPECT_EQ(TakeAll(&budget), 0);
}

}  // namespace
}  // namespace footnote::upstream
