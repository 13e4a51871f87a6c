// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/grpc_status.h"

#include <gmock/gmock.h>
#include <grpcpp/support/error_details.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"
#include "tests/rpc/error_details.h"

namespace footnote::rpc {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

google::rpc::Status Rich(const grpc::Status& status) {
  google::rpc::Status rich;
  EXPECT_TRUE(grpc::ExtractErrorDetails(status, &rich).ok());
  return rich;
}

TEST(ToGrpcStatusTest, AnOkStatusStaysOk) {
  EXPECT_TRUE(ToGrpcStatus(absl::OkStatus()).ok());
  EXPECT_EQ(ToGrpcStatus(absl::OkStatus()).error_details(), "");
}

TEST(ToGrpcStatusTest, AnErrorWithoutDetailsKeepsCodeAndMessage) {
  const grpc::Status status = ToGrpcStatus(absl::UnavailableError("not now"));
  EXPECT_EQ(status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(status.error_message(), "not now");
  EXPECT_EQ(status.error_details(), "");
}

TEST(ToGrpcStatusTest, TheDetailsRepeatCodeAndMessage) {
  const google::rpc::Status rich =
      Rich(ToGrpcStatus(status::MakeError(v1::UPSTREAM_NOT_FOUND, "no such model")));
  EXPECT_EQ(rich.code(), grpc::StatusCode::NOT_FOUND);
  EXPECT_EQ(rich.message(), "no such model");
}

TEST(ToGrpcStatusTest, ADetailCanBeUnpackedAsItsType) {
  const google::rpc::Status rich =
      Rich(ToGrpcStatus(status::MakeError(v1::UPSTREAM_NOT_FOUND, "m", {{"model", "x"}})));
  ASSERT_EQ(rich.details_size(), 1);
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(rich.details(0).UnpackTo(&info));
  EXPECT_EQ(info.reason(), "UPSTREAM_NOT_FOUND");
}

TEST(ToGrpcStatusTest, DetailsAreInAFixedOrder) {
  absl::Status status = status::InvalidRequest({{"model", v1::REQUIRED, "must be set"}});
  status.SetPayload("type.googleapis.com/z.Other", absl::Cord("z"));
  status.SetPayload("type.googleapis.com/a.Other", absl::Cord("a"));
  status::AddRetryInfo(absl::Seconds(1), &status);
  const google::rpc::Status rich = Rich(ToGrpcStatus(status));
  std::vector<std::string> types;
  for (const auto& detail : rich.details()) types.push_back(detail.type_url());
  EXPECT_THAT(types, ElementsAre(std::string(status::kErrorInfoTypeUrl),
                                 std::string(status::kBadRequestTypeUrl),
                                 std::string(status::kRetryInfoTypeUrl),
                                 "type.googleapis.com/a.Other", "type.googleapis.com/z.Other"));
}

TEST(ToGrpcStatusTest, TheLargestInvalidRequestFitsInEightKilobytesOfTrailers) {
  std::string title;
  for (int i = 0; i < 300; ++i) title += "\u984c";
  std::vector<status::Violation> violations;
  violations.reserve(1000);
  for (int i = 0; i < 1000; ++i) {
    violations.push_back({absl::StrCat("search_results[", i / 2, "].title"), v1::EMPTY, title});
  }
  const grpc::Status status = ToGrpcStatus(status::InvalidRequest(violations));
  EXPECT_LE(status.error_details().size(), 4096u);
  // The message is percent-encoded, the details are in base64.
  EXPECT_LE(3 * status.error_message().size() + (status.error_details().size() + 2) / 3 * 4, 7500u);
}

TEST(ToGrpcStatusTest, EveryCodeMapsToTheCodeOfTheSameName) {
  EXPECT_EQ(ToGrpcStatus(absl::CancelledError("")).error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_EQ(ToGrpcStatus(absl::InvalidArgumentError("")).error_code(),
            grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ToGrpcStatus(absl::DeadlineExceededError("")).error_code(),
            grpc::StatusCode::DEADLINE_EXCEEDED);
  EXPECT_EQ(ToGrpcStatus(absl::FailedPreconditionError("")).error_code(),
            grpc::StatusCode::FAILED_PRECONDITION);
  EXPECT_EQ(ToGrpcStatus(absl::InternalError("")).error_code(), grpc::StatusCode::INTERNAL);
  EXPECT_EQ(ToGrpcStatus(absl::UnauthenticatedError("")).error_code(),
            grpc::StatusCode::UNAUTHENTICATED);
}

TEST(ShouldLogTest, InternalErrorsAndErrorsOfTheApiAreLogged) {
  EXPECT_TRUE(ShouldLog(absl::InternalError("bug")));
  EXPECT_TRUE(ShouldLog(status::MakeError(v1::RESPONSE_TOO_LARGE, "m")));
  EXPECT_TRUE(ShouldLog(status::MakeError(v1::UPSTREAM_OVERLOADED, "m")));
  EXPECT_TRUE(ShouldLog(status::MakeError(v1::UPSTREAM_CREDENTIALS_REJECTED, "m")));
}

TEST(ShouldLogTest, ErrorsThatTheCallerCausedAreNotLogged) {
  EXPECT_FALSE(ShouldLog(status::MakeError(v1::UPSTREAM_INVALID_REQUEST, "m")));
  EXPECT_FALSE(ShouldLog(status::MakeError(v1::REQUEST_TOO_LARGE, "m")));
  EXPECT_FALSE(ShouldLog(status::Cancelled()));
  EXPECT_FALSE(ShouldLog(status::MakeError(v1::UNVERIFIED_CITATION, "m")));
  EXPECT_FALSE(ShouldLog(status::Overloaded("max_calls_in_flight", 1, absl::Seconds(1))));
}

TEST(ResultStatusTest, AnOkStatusStaysOk) {
  EXPECT_TRUE(ResultStatus(absl::OkStatus(), "id-1").ok());
}

TEST(ResultStatusTest, AnErrorHasTheRequestId) {
  const absl::Status error = status::MakeError(v1::UPSTREAM_OVERLOADED, "m", {{"attempts", "3"}});
  EXPECT_EQ(MetadataOf(ResultStatus(error, "id-1"), "request_id"), "id-1");
  EXPECT_EQ(MetadataOf(ResultStatus(error, "id-1"), "attempts"), "3");
  EXPECT_EQ(ErrorInfoOf(ResultStatus(error, "")).metadata().count("request_id"), 0u);
}

TEST(ResultStatusTest, TheLogLineHasTheRequestIdAndTheUpstreamRequestId) {
  ::testing::internal::CaptureStderr();
  ResultStatus(
      status::MakeError(v1::UPSTREAM_OVERLOADED, "CANARY",
                        {{"upstream_request_id", "req_1"}, {"error_type", "overloaded_error"}}),
      "id-1");
  ResultStatus(status::MakeError(v1::INVALID_REQUEST, "m"), "id-2");
  const std::string log = ::testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr(R"("request_id":"id-1")"));
  EXPECT_THAT(log, HasSubstr(R"("upstream_request_id":"req_1")"));
  EXPECT_THAT(log, HasSubstr(R"("error_type":"overloaded_error")"));
  EXPECT_THAT(log, HasSubstr(R"("reason":"UPSTREAM_OVERLOADED")"));
  EXPECT_THAT(log, Not(HasSubstr("CANARY")));
  EXPECT_THAT(log, Not(HasSubstr("id-2")));
}

}  // namespace
}  // namespace footnote::rpc
