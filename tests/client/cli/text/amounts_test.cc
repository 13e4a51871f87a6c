// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/amounts.h"

#include <cstdint>

#include "absl/time/time.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

TEST(CountedTest, OnlyOneIsSingular) {
  EXPECT_EQ(Counted(0, "token"), "0 tokens");
  EXPECT_EQ(Counted(1, "token"), "1 token");
  EXPECT_EQ(Counted(2, "token"), "2 tokens");
  EXPECT_EQ(Counted(21, "token"), "21 tokens");
}

TEST(RoughTimeTest, RoundsUpToIntegerUnits) {
  struct Case {
    absl::Duration time;
    const char* expected;
  };
  for (const Case& wait : {
           Case{-absl::InfiniteDuration(), "under a second"},
           Case{absl::Seconds(-5), "under a second"},
           Case{absl::ZeroDuration(), "under a second"},
           Case{absl::Nanoseconds(431637354), "under a second"},
           Case{absl::Nanoseconds(999999999), "under a second"},
           Case{absl::Seconds(1), "1 s"},
           Case{absl::Nanoseconds(1606110047), "2 s"},
           Case{absl::Seconds(90), "90 s"},
           Case{absl::Milliseconds(118999), "119 s"},
           Case{absl::Milliseconds(119001), "2 min"},
           Case{absl::Minutes(5), "5 min"},
           Case{absl::Seconds(301), "6 min"},
           Case{absl::Minutes(119), "119 min"},
           Case{absl::Minutes(120), "2 h"},
           Case{absl::Hours(100) + absl::Nanoseconds(1), "101 h"},
       }) {
    EXPECT_EQ(RoughTime(wait.time), wait.expected) << wait.time;
  }
}

// What google.protobuf.Duration may say at most, and beyond.
TEST(RoughTimeTest, AcceptsNegativeAndInfiniteDurations) {
  EXPECT_EQ(RoughTime(absl::Seconds(315576000000)), "87660000 h");
  EXPECT_NE(RoughTime(absl::Seconds(INT64_MAX)), "");
  EXPECT_NE(RoughTime(absl::InfiniteDuration()), "");
}

}  // namespace
}  // namespace footnote::client
