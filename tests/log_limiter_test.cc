// SPDX-License-Identifier: Apache-2.0
#include "service/log_limiter.h"

#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class LogLimiterTest : public testing::Test {
 protected:
  // The number of lines out of `count` with `key` that are admitted.
  int Admitted(int count, const char* key) {
    int admitted = 0;
    for (int i = 0; i < count; ++i) admitted += limiter_.Admit(key, &suppressed_) ? 1 : 0;
    return admitted;
  }

  absl::Time now_ = absl::FromUnixSeconds(1000);
  LogLimiter limiter_{3, [this] { return now_; }};
  LogLimiter::Suppressed suppressed_;
};

TEST_F(LogLimiterTest, AdmitsALimitedNumberOfLinesInASecond) {
  EXPECT_EQ(Admitted(2, "a"), 2);
  now_ += absl::Milliseconds(999);
  EXPECT_EQ(Admitted(5, "a"), 1);
  EXPECT_THAT(suppressed_, IsEmpty());
}

TEST_F(LogLimiterTest, AdmitsAgainInTheNextSecond) {
  Admitted(5, "a");
  now_ += absl::Seconds(1);
  EXPECT_EQ(Admitted(5, "a"), 3);
}

TEST_F(LogLimiterTest, CountsEachKeySeparately) {
  EXPECT_EQ(Admitted(5, "a"), 3);
  EXPECT_EQ(Admitted(5, "b"), 3);
}

TEST_F(LogLimiterTest, ReportsWhatWasSuppressedOnce) {
  Admitted(3, "quiet");
  Admitted(10, "a");
  Admitted(4, "b");
  now_ += absl::Seconds(1);
  Admitted(2, "c");
  EXPECT_THAT(suppressed_, ElementsAre(Pair("a", 7), Pair("b", 1)));
}

TEST_F(LogLimiterTest, TakesWhatIsLeftAtTheEnd) {
  Admitted(4, "a");
  EXPECT_THAT(limiter_.TakeAll(), ElementsAre(Pair("a", 1)));
  EXPECT_THAT(limiter_.TakeAll(), IsEmpty());
}

}  // namespace
}  // namespace footnote
