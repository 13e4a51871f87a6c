#include "service/upstream/upstream_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/time/time.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/message.h"
#include "service/rich_status.h"

namespace footnote::upstream {
namespace {

using absl::StatusCode;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using Cause = HttpEnd::Cause;

google::rpc::ErrorInfo Info(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const auto payload = status.GetPayload(kErrorInfoTypeUrl);
  EXPECT_TRUE(payload.has_value() && info.ParseFromString(std::string(*payload)));
  return info;
}

std::optional<int64_t> RetrySeconds(const absl::Status& status) {
  const auto payload = status.GetPayload(kRetryInfoTypeUrl);
  if (!payload.has_value()) return std::nullopt;
  google::rpc::RetryInfo info;
  EXPECT_TRUE(info.ParseFromString(std::string(*payload)));
  return info.retry_delay().seconds();
}

ErrorResponse Response(int http_status, const std::string& type = "",
                       const std::string& message = "", const std::string& error_code = "") {
  ErrorResponse response;
  response.http_status = http_status;
  response.content_type = "application/json";
  response.request_id = "req_1";
  response.retry_after = absl::Seconds(7);
  response.request_bytes = 40'000'000;
  if (!type.empty()) {
    response.api_error.emplace();
    response.api_error->type = type;
    response.api_error->message = message;
    response.api_error->error_code = error_code;
  }
  return response;
}

// --- The table, row by row.

struct ResponseRow {
  const char* name;
  ErrorResponse response;
  StatusCode code;
  const char* reason;
  bool has_retry_info = false;
};

class ResponseTableTest : public testing::TestWithParam<ResponseRow> {};

TEST_P(ResponseTableTest, GivesCodeReasonAndRetryInfo) {
  const absl::Status status = ErrorFromResponse(GetParam().response);
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(ErrorReason(status), GetParam().reason);
  EXPECT_EQ(RetrySeconds(status),
            GetParam().has_retry_info ? std::optional<int64_t>(7) : std::nullopt);
}

TEST_P(ResponseTableTest, AlwaysSaysStatusTypeAndRequestId) {
  const ErrorResponse& response = GetParam().response;
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(response));
  EXPECT_EQ(info.domain(), "footnote");
  EXPECT_THAT(info.metadata(),
              AllOf(Contains(Pair("http_status", std::to_string(response.http_status))),
                    Contains(Pair("type", response.api_error.has_value() ? response.api_error->type
                                                                         : "unknown")),
                    Contains(Pair("request_id", "req_1"))));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, ResponseTableTest,
    testing::Values(
        ResponseRow{"BadRequest",
                    Response(400, "invalid_request_error",
                             "messages: text content blocks must be non-empty"),
                    StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST"},
        ResponseRow{"BadRequestWithoutBody", Response(400), StatusCode::kInvalidArgument,
                    "UPSTREAM_INVALID_REQUEST"},
        ResponseRow{"LowCreditBalance",
                    Response(400, "invalid_request_error",
                             "Your credit balance is too low to access the Anthropic API."),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"OwnSpendLimit",
                    Response(400, "invalid_request_error",
                             "You have reached your specified API usage limits. You will regain"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"SpendLimitCodeAt400",
                    Response(400, "invalid_request_error", "no", "enforced_spend_limit_reached"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"Unauthenticated", Response(401, "authentication_error", "invalid x-api-key"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED"},
        ResponseRow{"Billing", Response(402, "billing_error", "pay"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"BillingWithoutBody", Response(402), StatusCode::kFailedPrecondition,
                    "UPSTREAM_BILLING"},
        ResponseRow{"Forbidden", Response(403, "permission_error", "no"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED"},
        ResponseRow{"BillingTypeWithAnotherStatus", Response(403, "billing_error", "pay"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"NotFound", Response(404, "not_found_error", "model: claude-nope"),
                    StatusCode::kNotFound, "UPSTREAM_NOT_FOUND"},
        ResponseRow{"RequestTimeout", Response(408), StatusCode::kUnavailable,
                    "UPSTREAM_UNAVAILABLE", true},
        ResponseRow{"Conflict", Response(409, "conflict_error", "again"), StatusCode::kUnavailable,
                    "UPSTREAM_UNAVAILABLE", true},
        ResponseRow{"TooLarge", Response(413, "request_too_large", "big"),
                    StatusCode::kInvalidArgument, "REQUEST_TOO_LARGE"},
        ResponseRow{"OtherInvalidRequest", Response(422, "invalid_request_error", "no"),
                    StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST"},
        ResponseRow{"TooEarly", Response(425), StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE",
                    true},
        ResponseRow{"RateLimited", Response(429, "rate_limit_error", "slow down"),
                    StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED", true},
        ResponseRow{"SpendCap",
                    Response(429, "rate_limit_error", "cap", "enforced_spend_limit_reached"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"ContractSpendCap",
                    Response(429, "rate_limit_error", "cap", "contract_spend_limit_reached"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING"},
        ResponseRow{"UnknownErrorCode",
                    Response(429, "rate_limit_error", "ramp", "ramp_limit_exceeded"),
                    StatusCode::kResourceExhausted, "UPSTREAM_RATE_LIMITED", true},
        ResponseRow{"InternalError", Response(500, "api_error", "Internal server error"),
                    StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", true},
        ResponseRow{"BadGateway", Response(502), StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE",
                    true},
        ResponseRow{"ServiceUnavailable", Response(503, "api_error", "x"), StatusCode::kUnavailable,
                    "UPSTREAM_UNAVAILABLE", true},
        ResponseRow{"GatewayTimeout", Response(504, "timeout_error", "Request timeout"),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT"},
        ResponseRow{"CloudflareTimeout", Response(524), StatusCode::kUnavailable,
                    "UPSTREAM_UNAVAILABLE", true},
        ResponseRow{"Overloaded", Response(529, "overloaded_error", "Overloaded"),
                    StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", true},
        ResponseRow{"UnknownTypeOfAKnownStatus", Response(529, "made_up_error", "x"),
                    StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", true},
        ResponseRow{"Redirect", Response(302), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"MethodNotAllowed", Response(405), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"Teapot", Response(418), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"BeyondAllStatuses", Response(999), StatusCode::kInternal,
                    "UPSTREAM_PROTOCOL"}),
    [](const auto& info) { return info.param.name; });

struct TransferRow {
  const char* name;
  Cause cause;
  StatusCode code;
  const char* reason;
};

class TransferTableTest : public testing::TestWithParam<TransferRow> {};

TEST_P(TransferTableTest, GivesCodeAndReason) {
  HttpEnd end;
  end.cause = GetParam().cause;
  end.message = "Couldn't do it";
  const absl::Status status = ErrorFromTransfer(end);
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(ErrorReason(status), GetParam().reason);
  EXPECT_EQ(RetrySeconds(status), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, TransferTableTest,
    testing::Values(
        TransferRow{"Cancelled", Cause::kCancelled, StatusCode::kCancelled, "CANCELLED"},
        TransferRow{"Deadline", Cause::kDeadline, StatusCode::kDeadlineExceeded,
                    "UPSTREAM_TIMEOUT"},
        TransferRow{"RequestTimeout", Cause::kRequestTimeout, StatusCode::kDeadlineExceeded,
                    "UPSTREAM_TIMEOUT"},
        TransferRow{"ConnectTimeout", Cause::kConnectTimeout, StatusCode::kUnavailable,
                    "UPSTREAM_UNREACHABLE"},
        TransferRow{"Connect", Cause::kConnect, StatusCode::kUnavailable, "UPSTREAM_UNREACHABLE"},
        TransferRow{"ConnectionLost", Cause::kConnectionLost, StatusCode::kUnavailable,
                    "UPSTREAM_CONNECTION_LOST"},
        TransferRow{"TooLarge", Cause::kTooLarge, StatusCode::kInternal, "RESPONSE_TOO_LARGE"},
        TransferRow{"Protocol", Cause::kProtocol, StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        TransferRow{"InvalidRequest", Cause::kInvalidRequest, StatusCode::kInternal,
                    "UPSTREAM_REQUEST_NOT_HTTP"},
        TransferRow{"Shutdown", Cause::kShutdown, StatusCode::kUnavailable, "SHUTTING_DOWN"}),
    [](const auto& info) { return info.param.name; });

// --- What the errors say.

TEST(ErrorFromResponseTest, PassesTheApisWordsOn) {
  const absl::Status status = ErrorFromResponse(
      Response(400, "invalid_request_error", "messages: text content blocks must be non-empty"));
  EXPECT_EQ(status.message(),
            "the Messages API refused the request (HTTP status 400): "
            "messages: text content blocks must be non-empty");
  EXPECT_EQ(Info(status).metadata().at("message"),
            "messages: text content blocks must be non-empty");
}

TEST(ErrorFromResponseTest, CutsTheApisWordsBetweenCharacters) {
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "\u8a9e";
  const google::rpc::ErrorInfo info =
      Info(ErrorFromResponse(Response(400, "invalid_request_error", words)));
  EXPECT_EQ(info.metadata().at("message").size(), 498u);
  EXPECT_THAT(info.metadata().at("message"), testing::EndsWith("\u8a9e..."));
}

TEST(ErrorFromResponseTest, NamesTheErrorCode) {
  EXPECT_EQ(Info(ErrorFromResponse(Response(429, "rate_limit_error", "m", "ramp_limit_exceeded")))
                .metadata()
                .at("error_code"),
            "ramp_limit_exceeded");
}

TEST(ErrorFromResponseTest, TheBodysRequestIdStandsInForTheHeaders) {
  ErrorResponse response = Response(500, "api_error", "m");
  response.request_id = "";
  response.api_error->request_id = "req_from_body";
  EXPECT_EQ(Info(ErrorFromResponse(response)).metadata().at("request_id"), "req_from_body");
}

TEST(ErrorFromResponseTest, TooLargeNamesBothSizes) {
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(Response(413)));
  EXPECT_EQ(info.metadata().at("request_bytes"), "40000000");
  EXPECT_EQ(info.metadata().at("max_request_bytes"), "33554432");
}

TEST(ErrorFromResponseTest, WithoutAHintThereIsNoRetryInfo) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after.reset();
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response)), std::nullopt);
}

TEST(ErrorFromResponseTest, AnAbsurdHintIsPassedOnAsSaid) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after = absl::Hours(24 * 365);
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response)), 24 * 365 * 3600);
}

TEST(ErrorFromResponseTest, ATimeoutNamesWhoseLimitItWas) {
  EXPECT_EQ(Info(ErrorFromResponse(Response(504))).metadata().at("limit"), "upstream");
}

struct BodyCase {
  const char* name;
  std::string content_type;
  std::string body;
  std::string shown;  // empty: nothing
};

class ForeignBodyTest : public testing::TestWithParam<BodyCase> {};

TEST_P(ForeignBodyTest, IsShownOnlyIfItCanBeNeitherAPageNorAnAnswer) {
  ErrorResponse error = Response(502);
  error.content_type = GetParam().content_type;
  error.body = GetParam().body;
  UnreadableResponse unreadable;
  unreadable.http_status = 200;
  unreadable.content_type = GetParam().content_type;
  unreadable.body = GetParam().body;
  unreadable.why = "its content type is not JSON";
  for (const absl::Status& status :
       {ErrorFromResponse(error), ErrorFromUnreadableResponse(unreadable)}) {
    const google::rpc::ErrorInfo info = Info(status);
    if (GetParam().shown.empty()) {
      EXPECT_THAT(info.metadata(), Not(Contains(Key("body_start"))));
    } else {
      EXPECT_THAT(info.metadata(), Contains(Pair("body_start", GetParam().shown)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Bodies, ForeignBodyTest,
    testing::Values(
        BodyCase{"PlainText", "text/plain", "upstream connect error", "upstream connect error"},
        BodyCase{"LongText", "text/plain", std::string(200, 'x'), std::string(80, 'x')},
        BodyCase{"Unprintable", "text/plain", "a\x01\n\xFF z", "a... z"},
        BodyCase{"Html", "text/html; charset=utf-8", "502 <html>secret", ""},
        BodyCase{"HtmlByItsLooks", "text/plain", " \r\n<!doctype html>secret", ""},
        BodyCase{"HtmlAfterAByteOrderMark", "text/plain", "\xEF\xBB\xBF<html>secret", ""},
        BodyCase{"Json", "application/json", R"({"content":"secret"})", ""},
        BodyCase{"JsonArray", "", R"(["secret"])", ""},
        BodyCase{"JsonString", "", R"("secret")", ""}, BodyCase{"Empty", "text/plain", "", ""}),
    [](const auto& info) { return info.param.name; });

TEST(ErrorFromUnreadableResponseTest, IsInternalAndSaysWhy) {
  UnreadableResponse response;
  response.http_status = 200;
  response.content_type = "text/plain";
  response.request_id = "req_1";
  response.why = "its content type is not JSON";
  const absl::Status status = ErrorFromUnreadableResponse(response);
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(ErrorReason(status), "UPSTREAM_PROTOCOL");
  EXPECT_THAT(std::string(status.message()), HasSubstr("its content type is not JSON"));
  EXPECT_THAT(Info(status).metadata(),
              AllOf(Contains(Pair("http_status", "200")), Contains(Pair("request_id", "req_1")),
                    Contains(Pair("content_type", "text/plain"))));
}

TEST(ErrorFromTransferTest, LimitsAreNamed) {
  const auto limit = [](Cause cause) {
    HttpEnd end;
    end.cause = cause;
    return Info(ErrorFromTransfer(end)).metadata().at("limit");
  };
  EXPECT_EQ(limit(Cause::kDeadline), "deadline");
  EXPECT_EQ(limit(Cause::kRequestTimeout), "request_timeout");
  EXPECT_EQ(limit(Cause::kConnectTimeout), "connect_timeout");
}

TEST(ErrorFromTransferTest, ALostConnectionSaysWhetherAnythingWasHeard) {
  HttpEnd end;
  end.cause = Cause::kConnectionLost;
  EXPECT_EQ(Info(ErrorFromTransfer(end)).metadata().at("heard"), "false");
  end.heard = true;
  EXPECT_EQ(Info(ErrorFromTransfer(end)).metadata().at("heard"), "true");
}

TEST(ErrorFromTransferTest, TooLargeNamesTheLimit) {
  HttpEnd end;
  end.cause = Cause::kTooLarge;
  end.max_response_bytes = 67'108'864;
  EXPECT_EQ(Info(ErrorFromTransfer(end)).metadata().at("max_response_bytes"), "67108864");
}

}  // namespace
}  // namespace footnote::upstream
