// SPDX-License-Identifier: Apache-2.0
#include "service/status/errors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/status/rich_status.h"

namespace footnote::status {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string Message(const absl::Status& status) { return std::string(status.message()); }

TEST(ErrorsTest, RequestTooLargeHasBothSizes) {
  const absl::Status error = RequestTooLarge(12, 10);
  EXPECT_EQ(error.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(ErrorReason(error), "REQUEST_TOO_LARGE");
  EXPECT_EQ(ErrorMetadata(error, "request_bytes"), "12");
  EXPECT_EQ(ErrorMetadata(error, "max_request_bytes"), "10");
  EXPECT_EQ(Message(error),
            "the request to the API would have at least 12 bytes, more than its limit of 10");
}

TEST(ErrorsTest, TooManyElementsHasTheLimit) {
  const absl::Status error = TooManyElements(9);
  EXPECT_EQ(ErrorReason(error), "REQUEST_TOO_LARGE");
  EXPECT_EQ(ErrorMetadata(error, "max_elements"), "9");
  EXPECT_THAT(Message(error), HasSubstr("more than 9 "));
}

TEST(ErrorsTest, OverloadedHasTheLimitAndRetryInfo) {
  const absl::Status error = Overloaded("max_calls_in_flight", 7, absl::Seconds(1));
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrorReason(error), "OVERLOADED");
  EXPECT_EQ(ErrorMetadata(error, "limit"), "max_calls_in_flight");
  EXPECT_EQ(ErrorMetadata(error, "max"), "7");
  EXPECT_TRUE(HasRetryInfo(error));
}

TEST(ErrorsTest, OverloadedByMemoryHasNoMaximum) {
  const absl::Status error = Overloaded("memory", 0, absl::Seconds(1));
  EXPECT_EQ(ErrorReason(error), "OVERLOADED");
  EXPECT_EQ(ErrorMetadata(error, "limit"), "memory");
  EXPECT_EQ(ErrorMetadata(error, "max"), "");
  EXPECT_TRUE(HasRetryInfo(error));
}

TEST(ErrorsTest, AnswerNotReadStatesWhatToDo) {
  const absl::Status error = AnswerNotRead();
  EXPECT_EQ(error.code(), absl::StatusCode::kDeadlineExceeded);
  EXPECT_EQ(ErrorReason(error), "ANSWER_NOT_READ");
  EXPECT_THAT(Message(error), HasSubstr("read it without pause"));
}

TEST(ErrorsTest, DrainingHasRetryInfo) {
  const absl::Status error = Draining(absl::Seconds(1));
  EXPECT_EQ(error.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(ErrorReason(error), "DRAINING");
  EXPECT_TRUE(HasRetryInfo(error));
}

TEST(ErrorsTest, DrainTimeoutKeepsTheMetadataOfTheStatus) {
  const absl::Status error = DrainTimeout(
      MakeError(v1::CANCELLED, "cancelled", {{"delivered_blocks", "2"}}), absl::Seconds(1));
  EXPECT_EQ(error.code(), absl::StatusCode::kUnavailable);
  EXPECT_EQ(ErrorReason(error), "DRAINING");
  EXPECT_EQ(ErrorMetadata(error, "delivered_blocks"), "2");
  EXPECT_TRUE(HasRetryInfo(error));
}

TEST(ErrorsTest, CancelledHasItsReason) {
  EXPECT_TRUE(absl::IsCancelled(Cancelled()));
  EXPECT_EQ(ErrorReason(Cancelled()), "CANCELLED");
}

TEST(ErrorsTest, UnverifiedCitationHasNumberPathAndVerdict) {
  const absl::Status error = UnverifiedCitation(2, "blocks[0].text.citations[1]", "NOT_FOUND");
  EXPECT_EQ(error.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(ErrorReason(error), "UNVERIFIED_CITATION");
  EXPECT_EQ(ErrorMetadata(error, "citations"), "2");
  EXPECT_EQ(ErrorMetadata(error, "first"), "blocks[0].text.citations[1]");
  EXPECT_EQ(ErrorMetadata(error, "verdict"), "NOT_FOUND");
  EXPECT_THAT(Message(error), StartsWith("2 citations could not be verified, the first at "
                                         "blocks[0].text.citations[1]: NOT_FOUND."));
}

TEST(ErrorsTest, OneUnverifiedCitationIsSingular) {
  EXPECT_THAT(Message(UnverifiedCitation(1, "p", "V")), StartsWith("1 citation could not be"));
}

TEST(ErrorsTest, CoverageTooLowHasBothNumbers) {
  const absl::Status error = CoverageTooLow(0.25, 0.5);
  EXPECT_EQ(error.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(ErrorReason(error), "COVERAGE_TOO_LOW");
  EXPECT_EQ(ErrorMetadata(error, "coverage"), "0.25");
  EXPECT_EQ(ErrorMetadata(error, "min_coverage"), "0.5");
}

TEST(ErrorsTest, UpstreamStreamProtocolHasTheCause) {
  const absl::Status error = UpstreamStreamProtocol("no message_start");
  EXPECT_EQ(error.code(), absl::StatusCode::kInternal);
  EXPECT_EQ(ErrorReason(error), "UPSTREAM_PROTOCOL");
  EXPECT_EQ(ErrorMetadata(error, "cause"), "no message_start");
}

TEST(ErrorsTest, UpstreamToolInputHasTheInputInTheMetadataOnly) {
  const absl::Status error = UpstreamToolInput("{bad");
  EXPECT_EQ(error.code(), absl::StatusCode::kInternal);
  EXPECT_EQ(ErrorReason(error), "UPSTREAM_TOOL_INPUT");
  EXPECT_EQ(ErrorMetadata(error, "tool_input"), "{bad");
  EXPECT_THAT(Message(error), testing::Not(HasSubstr("{bad")));
}

TEST(ErrorsTest, AnswerTooLargeHasTheLimitAndItsValue) {
  const absl::Status error = AnswerTooLarge("max_answer_citations", 7);
  EXPECT_EQ(error.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(ErrorReason(error), "ANSWER_TOO_LARGE");
  EXPECT_EQ(ErrorMetadata(error, "limit"), "max_answer_citations");
  EXPECT_EQ(ErrorMetadata(error, "max"), "7");
  EXPECT_THAT(Message(error), HasSubstr("max_answer_citations, which is 7"));
}

}  // namespace
}  // namespace footnote::status
