// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/api_error.h"

#include <gtest/gtest.h>

namespace footnote::emulator {
namespace {

TEST(ApiErrorTest, AnInvalidRequestHasStatus400) {
  const ApiError error = InvalidRequest("model: Field required");
  EXPECT_EQ(error.status, 400);
  EXPECT_EQ(error.type, "invalid_request_error");
  EXPECT_EQ(error.message, "model: Field required");
  EXPECT_EQ(error.error_code, "");
}

TEST(ApiErrorTest, EachStatusHasTheTypeOfTheApi) {
  struct {
    int status;
    const char* type;
  } const cases[] = {
      {400, "invalid_request_error"}, {401, "authentication_error"}, {402, "billing_error"},
      {403, "permission_error"},      {404, "not_found_error"},      {409, "conflict_error"},
      {413, "request_too_large"},     {429, "rate_limit_error"},     {500, "api_error"},
      {504, "timeout_error"},         {529, "overloaded_error"},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ErrorTypeOfStatus(c.status), c.type) << c.status;
    EXPECT_NE(DefaultErrorMessage(c.status), "") << c.status;
  }
}

TEST(ApiErrorTest, OtherStatusesHaveTheTypeAndMessageOf400Or500) {
  for (const int status : {405, 418, 499}) {
    EXPECT_EQ(ErrorTypeOfStatus(status), "invalid_request_error") << status;
    EXPECT_EQ(DefaultErrorMessage(status), DefaultErrorMessage(400)) << status;
  }
  for (const int status : {501, 503, 599}) {
    EXPECT_EQ(ErrorTypeOfStatus(status), "api_error") << status;
    EXPECT_EQ(DefaultErrorMessage(status), DefaultErrorMessage(500)) << status;
  }
}

TEST(ApiErrorTest, AnErrorWithoutCodeHasNoDetails) {
  EXPECT_EQ(ErrorJson(InvalidRequest("bad"), "req_1"),
            R"({"type":"error","error":{"type":"invalid_request_error","message":"bad"},)"
            R"("request_id":"req_1"})");
}

TEST(ApiErrorTest, AnErrorCodeIsInTheDetails) {
  ApiError error = InvalidRequest("bad");
  error.error_code = "request_body_encoding_unsupported";
  EXPECT_EQ(ErrorJson(error, "req_1"),
            R"({"type":"error","error":{"type":"invalid_request_error","message":"bad",)"
            R"("details":{"error_code":"request_body_encoding_unsupported"}},)"
            R"("request_id":"req_1"})");
}

TEST(ApiErrorTest, EscapesTheMessage) {
  EXPECT_EQ(ErrorJson(InvalidRequest("a \"b\"\n"), "r"),
            R"({"type":"error","error":{"type":"invalid_request_error","message":"a \"b\"\n"},)"
            R"("request_id":"r"})");
}

}  // namespace
}  // namespace footnote::emulator
