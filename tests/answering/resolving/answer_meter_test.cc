// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/answer_meter.h"

#include <gtest/gtest.h>

#include "service/status/rich_status.h"
#include "tests/answering/summing_counter.h"

namespace footnote::answering::resolving {
namespace {

TEST(AnswerMeterTest, TheDefaultLimitsAreThoseOfTheConfiguration) {
  const AnswerLimits limits;
  EXPECT_EQ(limits.max_bytes, 67108864);
  EXPECT_EQ(limits.max_citations, 10000);
}

TEST(AnswerMeterTest, AllowsAsManyBytesAsTheLimit) {
  AnswerMeter meter({10, 1});
  EXPECT_TRUE(meter.Add(4));
  EXPECT_EQ(meter.BytesLeft(), 6u);
  EXPECT_TRUE(meter.Add(6));
  EXPECT_EQ(meter.BytesLeft(), 0u);
  EXPECT_TRUE(meter.status().ok());
}

TEST(AnswerMeterTest, OneMoreByteIsAnErrorFromThenOn) {
  AnswerMeter meter({10, 1});
  EXPECT_FALSE(meter.Add(11));
  EXPECT_FALSE(meter.Add(0));
  EXPECT_TRUE(meter.exceeded());
  EXPECT_EQ(meter.BytesLeft(), 0u);
  EXPECT_EQ(meter.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(status::ErrorReason(meter.status()), "ANSWER_TOO_LARGE");
  EXPECT_EQ(status::ErrorMetadata(meter.status(), "limit"), "max_answer_bytes");
  EXPECT_EQ(status::ErrorMetadata(meter.status(), "max"), "10");
}

TEST(AnswerMeterTest, OneMoreCitationIsAnErrorFromThenOn) {
  AnswerMeter meter({10, 2});
  EXPECT_TRUE(meter.AddCitation());
  EXPECT_TRUE(meter.AddCitation());
  EXPECT_FALSE(meter.AddCitation());
  EXPECT_FALSE(meter.Add(1));
  EXPECT_EQ(status::ErrorMetadata(meter.status(), "limit"), "max_answer_citations");
  EXPECT_EQ(status::ErrorMetadata(meter.status(), "max"), "2");
}

TEST(AnswerMeterTest, TheErrorNamesTheLimitThatWasExceededFirst) {
  AnswerMeter meter({10, 0});
  meter.Add(11);
  meter.AddCitation();
  EXPECT_EQ(status::ErrorMetadata(meter.status(), "limit"), "max_answer_bytes");
}

TEST(AnswerMeterTest, ReportsTheMemoryOfBytesAndMessages) {
  SummingCounter counter;
  HeldBytes held;
  held.Start(&counter);
  AnswerMeter meter({1 << 20, 1}, &held);
  meter.Add(20000, 100);
  EXPECT_EQ(counter.sum, 26400);
}

}  // namespace
}  // namespace footnote::answering::resolving
