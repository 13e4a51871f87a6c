// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/retry_after.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

// Sun, 29 Nov 2026 12:00:00 GMT.
const absl::Time kNow = absl::FromUnixSeconds(1'795'953'600);

struct Case {
  const char* name;
  std::string value;
  std::optional<absl::Duration> expected;
};

class RetryAfterTest : public testing::TestWithParam<Case> {};

TEST_P(RetryAfterTest, IsReadAsSecondsOrDate) {
  EXPECT_EQ(ParseRetryAfter(GetParam().value, kNow), GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Values, RetryAfterTest,
    testing::Values(
        Case{"Seconds", "2", absl::Seconds(2)}, Case{"Fraction", "1.5", absl::Milliseconds(1500)},
        Case{"Padded", " 2 ", absl::Seconds(2)}, Case{"Zero", "0", absl::ZeroDuration()},
        Case{"AnHour", "3600", absl::Hours(1)}, Case{"Absurd", "31536000", absl::Hours(24 * 365)},
        Case{"Date", "Sun, 29 Nov 2026 12:00:03 GMT", absl::Seconds(3)},
        Case{"DateOfRfc850", "Sunday, 29-Nov-26 12:00:03 GMT", absl::Seconds(3)},
        Case{"DateOfAsctime", "Sun Nov 29 12:00:03 2026", absl::Seconds(3)},
        Case{"DateThatHasPassed", "Sun, 29 Nov 2026 11:00:00 GMT", absl::ZeroDuration()},
        Case{"Negative", "-1", std::nullopt}, Case{"Banana", "banana", std::nullopt},
        Case{"Empty", "", std::nullopt}, Case{"NotANumber", "nan", std::nullopt},
        Case{"Infinite", "inf", std::nullopt}, Case{"NumberAndMore", "2 seconds", std::nullopt}),
    [](const auto& info) { return info.param.name; });

TEST(RetryAfterMsTest, IsReadAsMilliseconds) {
  EXPECT_EQ(ParseRetryAfterMs("1500"), absl::Milliseconds(1500));
  EXPECT_EQ(ParseRetryAfterMs("0.5"), absl::Microseconds(500));
  EXPECT_EQ(ParseRetryAfterMs("0"), absl::ZeroDuration());
}

TEST(RetryAfterMsTest, AnythingElseIsIgnored) {
  for (const char* value : {"", "banana", "-1", "nan", "inf", "Sun, 29 Nov 2026 12:00:03 GMT"}) {
    EXPECT_EQ(ParseRetryAfterMs(value), std::nullopt) << value;
  }
}

}  // namespace
}  // namespace footnote::upstream
