// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/error_details.h"

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

grpc::Status WithDetails(grpc::StatusCode code, const google::rpc::Status& details) {
  return grpc::Status(code, details.message(), details.SerializeAsString());
}

google::rpc::Status InvalidRequestDetails() {
  google::rpc::Status status;
  status.set_code(grpc::StatusCode::INVALID_ARGUMENT);
  status.set_message("two things are wrong");
  google::rpc::ErrorInfo info;
  info.set_reason("INVALID_REQUEST");
  info.set_domain("footnote.dev");
  (*info.mutable_metadata())["violations"] = "2";
  status.add_details()->PackFrom(info);
  google::rpc::BadRequest bad;
  for (const char* field : {"search_results[0].title", "question"}) {
    auto* violation = bad.add_field_violations();
    violation->set_field(field);
    violation->set_reason("EMPTY");
    violation->set_description("is empty");
  }
  status.add_details()->PackFrom(bad);
  google::rpc::RetryInfo retry;
  retry.mutable_retry_delay()->set_seconds(3);
  retry.mutable_retry_delay()->set_nanos(500'000'000);
  status.add_details()->PackFrom(retry);
  return status;
}

TEST(ErrorDetailsTest, ReadsReasonViolationsAndRetryDelay) {
  const absl::Status status =
      StatusFromGrpc(WithDetails(grpc::StatusCode::INVALID_ARGUMENT, InvalidRequestDetails()));
  const ErrorDetails details = ReadDetails(status);
  EXPECT_EQ(details.reason, "INVALID_REQUEST");
  EXPECT_EQ(details.domain, "footnote.dev");
  EXPECT_THAT(details.metadata, ElementsAre(Pair("violations", "2")));
  ASSERT_EQ(details.violations.size(), 2u);
  EXPECT_EQ(details.violations[0].field, "search_results[0].title");
  EXPECT_EQ(details.violations[0].reason, "EMPTY");
  EXPECT_EQ(details.violations[1].description, "is empty");
  EXPECT_EQ(details.retry_delay, absl::Milliseconds(3500));
}

TEST(ErrorDetailsTest, AreEmptyForAnErrorWithoutDetails) {
  const ErrorDetails details = ReadDetails(absl::UnavailableError("gone"));
  EXPECT_EQ(details.reason, "");
  EXPECT_TRUE(details.violations.empty());
  EXPECT_FALSE(details.retry_delay.has_value());
  EXPECT_TRUE(details.attempts.empty());
  EXPECT_FALSE(details.partial);
  EXPECT_EQ(details.delivered_blocks, 0);
  EXPECT_EQ(details.request_id, "");
}

TEST(ErrorDetailsTest, ReadsAttemptsIdsAndTheDeliveredAmount) {
  google::rpc::Status rich;
  google::rpc::ErrorInfo info;
  (*info.mutable_metadata())["partial"] = "true";
  (*info.mutable_metadata())["delivered_blocks"] = "2";
  (*info.mutable_metadata())["delivered_text_bytes"] = "12345678901";
  (*info.mutable_metadata())["request_id"] = "mine";
  (*info.mutable_metadata())["upstream_request_id"] = "req_1";
  (*info.mutable_metadata())["upstream_message"] = "Overloaded";
  rich.add_details()->PackFrom(info);
  v1::FailedAttempts failed;
  failed.add_attempts()->set_http_status(529);
  failed.add_attempts()->set_http_status(503);
  rich.add_details()->PackFrom(failed);
  const ErrorDetails details =
      ReadDetails(StatusFromGrpc(WithDetails(grpc::StatusCode::UNAVAILABLE, rich)));
  ASSERT_EQ(details.attempts.size(), 2u);
  EXPECT_EQ(details.attempts[0].http_status(), 529);
  EXPECT_EQ(details.attempts[1].http_status(), 503);
  EXPECT_TRUE(details.partial);
  EXPECT_EQ(details.delivered_blocks, 2);
  EXPECT_EQ(details.delivered_text_bytes, 12345678901);
  EXPECT_EQ(details.request_id, "mine");
  EXPECT_EQ(details.upstream_request_id, "req_1");
  EXPECT_EQ(details.upstream_message, "Overloaded");
}

TEST(ErrorDetailsTest, KeepsCodeAndMessageIfTheDetailsCannotBeParsed) {
  const absl::Status status =
      StatusFromGrpc(grpc::Status(grpc::StatusCode::INTERNAL, "broken", "\xFF not a Status"));
  EXPECT_EQ(status, absl::InternalError("broken"));
}

// Codes in the range of gRPC's enumeration without a name. Codes outside of the range are undefined
// behaviour in gRPC itself.
TEST(ErrorDetailsTest, ConvertsACodeThatGrpcDoesNotDefineToUnknown) {
  for (const int code : {-1, 17, 31}) {
    EXPECT_EQ(StatusFromGrpc(grpc::Status(static_cast<grpc::StatusCode>(code), "odd")).code(),
              absl::StatusCode::kUnknown)
        << code;
  }
}

TEST(ErrorDetailsTest, IgnoresACountThatIsNotANumber) {
  google::rpc::Status rich;
  google::rpc::ErrorInfo info;
  (*info.mutable_metadata())["delivered_blocks"] = "many";
  rich.add_details()->PackFrom(info);
  EXPECT_EQ(ReadDetails(StatusFromGrpc(WithDetails(grpc::StatusCode::UNAVAILABLE, rich)))
                .delivered_blocks,
            0);
}

}  // namespace
}  // namespace footnote::client
