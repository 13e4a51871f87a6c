// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/token_bucket.h"

#include <gtest/gtest.h>

#include "absl/time/time.h"

namespace footnote::rpc {
namespace {

const absl::Time kStart = absl::UnixEpoch();

// Takes tokens until there are none, and returns their number.
int TakeAll(TokenBucket* bucket, absl::Time now) {
  int taken = 0;
  while (bucket->Take(now)) ++taken;
  return taken;
}

TEST(TokenBucketTest, StartsWithTheTokensOfOneSecond) {
  TokenBucket bucket(10, kStart);
  EXPECT_TRUE(bucket.IsFull(kStart));
  EXPECT_EQ(TakeAll(&bucket, kStart), 10);
  EXPECT_FALSE(bucket.IsFull(kStart));
}

TEST(TokenBucketTest, FillsAtItsRate) {
  TokenBucket bucket(10, kStart);
  TakeAll(&bucket, kStart);
  EXPECT_EQ(TakeAll(&bucket, kStart + absl::Milliseconds(99)), 0);
  EXPECT_EQ(TakeAll(&bucket, kStart + absl::Milliseconds(100)), 1);
  EXPECT_EQ(TakeAll(&bucket, kStart + absl::Milliseconds(600)), 5);
}

TEST(TokenBucketTest, HoldsNoMoreThanTheTokensOfOneSecond) {
  TokenBucket bucket(10, kStart);
  TakeAll(&bucket, kStart);
  EXPECT_TRUE(bucket.IsFull(kStart + absl::Hours(1)));
  EXPECT_EQ(TakeAll(&bucket, kStart + absl::Hours(1)), 10);
}

TEST(TokenBucketTest, AClockThatIsSetBackDoesNotStopIt) {
  TokenBucket bucket(10, kStart);
  TakeAll(&bucket, kStart);
  EXPECT_EQ(TakeAll(&bucket, kStart - absl::Hours(1)), 0);
  EXPECT_EQ(TakeAll(&bucket, kStart - absl::Hours(1) + absl::Milliseconds(100)), 1);
}

}  // namespace
}  // namespace footnote::rpc
