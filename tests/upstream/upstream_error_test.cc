// SPDX-License-Identifier: Apache-2.0
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
#include "service/status/rich_status.h"
#include "tests/upstream/upstream_error_testing.h"

namespace footnote::upstream {
namespace {

using absl::StatusCode;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using Cause = TransferResult::Cause;
using Kind = Failure::Kind;

// ---- The tables ----

struct ResponseRow {
  const char* name;
  ErrorResponse response;
  StatusCode code;
  const char* reason;
  bool has_retry_info = false;
  Kind kind = Kind::kResponse;
};

class ResponseTableTest : public testing::TestWithParam<ResponseRow> {};

TEST_P(ResponseTableTest, HasCodeReasonAndRetryInfo) {
  const absl::Status status = ErrorFromResponse(GetParam().response).status;
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(status), GetParam().reason);
  EXPECT_EQ(RetrySeconds(status),
            GetParam().has_retry_info ? std::optional<int64_t>(7) : std::nullopt);
}

TEST_P(ResponseTableTest, HasTheFactsForARetry) {
  ErrorResponse response = GetParam().response;
  response.should_retry = false;
  const Failure failure = ErrorFromResponse(response).failure;
  EXPECT_EQ(failure.kind, GetParam().kind);
  EXPECT_EQ(failure.http_status, response.http_status);
  EXPECT_EQ(failure.error_type, response.api_error.has_value() ? response.api_error->type : "");
  EXPECT_EQ(failure.retry_after, absl::Seconds(7));
  EXPECT_EQ(failure.should_retry, false);
}

TEST_P(ResponseTableTest, AlwaysHasStatusTypeAndRequestId) {
  const ErrorResponse& response = GetParam().response;
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(response).status);
  EXPECT_EQ(info.domain(), "footnote.dev");
  EXPECT_THAT(
      info.metadata(),
      AllOf(Contains(Pair("http_status", std::to_string(response.http_status))),
            Contains(Pair("error_type",
                          response.api_error.has_value() ? response.api_error->type : "unknown")),
            Contains(Pair("upstream_request_id", "req_1"))));
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
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"OwnSpendLimit",
                    Response(400, "invalid_request_error",
                             "You have reached your specified API usage limits. You will regain"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"SpendLimitCodeAt400",
                    Response(400, "invalid_request_error", "no", "enforced_spend_limit_reached"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"Unauthenticated", Response(401, "authentication_error", "invalid x-api-key"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED", false,
                    Kind::kFinal},
        ResponseRow{"Billing", Response(402, "billing_error", "pay"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"BillingWithoutBody", Response(402), StatusCode::kFailedPrecondition,
                    "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"Forbidden", Response(403, "permission_error", "no"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED", false,
                    Kind::kFinal},
        ResponseRow{"BillingTypeWithAnotherStatus", Response(403, "billing_error", "pay"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
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
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
        ResponseRow{"ContractSpendCap",
                    Response(429, "rate_limit_error", "cap", "contract_spend_limit_reached"),
                    StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", false, Kind::kFinal},
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
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", false, Kind::kTimeout},
        ResponseRow{"CloudflareTimeout", Response(524), StatusCode::kDeadlineExceeded,
                    "UPSTREAM_TIMEOUT", false, Kind::kTimeout},
        ResponseRow{"Overloaded", Response(529, "overloaded_error", "Overloaded"),
                    StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", true},
        ResponseRow{"UnknownTypeOfAKnownStatus", Response(529, "made_up_error", "x"),
                    StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", true},
        ResponseRow{"Redirect", Response(302), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"MethodNotAllowed", Response(405), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"Teapot", Response(418), StatusCode::kInternal, "UPSTREAM_PROTOCOL"},
        ResponseRow{"UnknownStatus", Response(999), StatusCode::kInternal, "UPSTREAM_PROTOCOL"}),
    [](const auto& info) { return info.param.name; });

struct EventRow {
  const char* name;
  messages::ApiError error;
  StatusCode code;
  const char* reason;
  int http_status;  // the status that the API assigns to the type
  Kind kind = Kind::kErrorEvent;
};

class EventTableTest : public testing::TestWithParam<EventRow> {
 protected:
  static UpstreamError Error() {
    ErrorInStream in_stream;
    in_stream.api_error = GetParam().error;
    in_stream.request_id = "req_1";
    return ErrorFromEvent(in_stream);
  }
};

TEST_P(EventTableTest, HasTheErrorOfItsType) {
  const absl::Status status = Error().status;
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(status), GetParam().reason);
  EXPECT_FALSE(status::HasRetryInfo(status));
}

TEST_P(EventTableTest, HasTheFactsForARetry) {
  const Failure failure = Error().failure;
  EXPECT_EQ(failure.kind, GetParam().kind);
  EXPECT_EQ(failure.http_status, GetParam().http_status);
  EXPECT_EQ(failure.error_type, GetParam().error.type);
}

TEST_P(EventTableTest, HasTheStatusTheTypeAndTheRequestId) {
  EXPECT_THAT(
      Info(Error().status).metadata(),
      AllOf(Contains(Pair("http_status", "200")), Contains(Pair("upstream_request_id", "req_1")),
            Contains(Pair("error_type",
                          GetParam().error.type.empty() ? "unknown" : GetParam().error.type))));
}

INSTANTIATE_TEST_SUITE_P(
    Rows, EventTableTest,
    testing::Values(
        EventRow{"InvalidRequest", ApiErrorOf("invalid_request_error"),
                 StatusCode::kInvalidArgument, "UPSTREAM_INVALID_REQUEST", 400},
        EventRow{"LowCreditBalance",
                 ApiErrorOf("invalid_request_error", "Your credit balance is too low to access"),
                 StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", 400, Kind::kFinal},
        EventRow{"Authentication", ApiErrorOf("authentication_error"),
                 StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED", 401,
                 Kind::kFinal},
        EventRow{"Billing", ApiErrorOf("billing_error"), StatusCode::kFailedPrecondition,
                 "UPSTREAM_BILLING", 402, Kind::kFinal},
        EventRow{"Permission", ApiErrorOf("permission_error"), StatusCode::kFailedPrecondition,
                 "UPSTREAM_CREDENTIALS_REJECTED", 403, Kind::kFinal},
        EventRow{"NotFound", ApiErrorOf("not_found_error"), StatusCode::kNotFound,
                 "UPSTREAM_NOT_FOUND", 404},
        EventRow{"Conflict", ApiErrorOf("conflict_error"), StatusCode::kUnavailable,
                 "UPSTREAM_UNAVAILABLE", 409},
        EventRow{"TooLarge", ApiErrorOf("request_too_large"), StatusCode::kInvalidArgument,
                 "REQUEST_TOO_LARGE", 413},
        EventRow{"RateLimit", ApiErrorOf("rate_limit_error"), StatusCode::kResourceExhausted,
                 "UPSTREAM_RATE_LIMITED", 429},
        EventRow{"SpendCap", ApiErrorOf("rate_limit_error", "cap", "enforced_spend_limit_reached"),
                 StatusCode::kFailedPrecondition, "UPSTREAM_BILLING", 429, Kind::kFinal},
        EventRow{"ApiError", ApiErrorOf("api_error"), StatusCode::kUnavailable,
                 "UPSTREAM_UNAVAILABLE", 500},
        EventRow{"Timeout", ApiErrorOf("timeout_error"), StatusCode::kDeadlineExceeded,
                 "UPSTREAM_TIMEOUT", 504, Kind::kTimeout},
        EventRow{"Overloaded", ApiErrorOf("overloaded_error"), StatusCode::kUnavailable,
                 "UPSTREAM_OVERLOADED", 529},
        EventRow{"UnknownType", ApiErrorOf("made_up_error"), StatusCode::kUnavailable,
                 "UPSTREAM_UNAVAILABLE", 0},
        EventRow{"NoType", ApiErrorOf(""), StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE", 0}),
    [](const auto& info) { return info.param.name; });

struct TransferRow {
  const char* name;
  BrokenTransfer transfer;
  StatusCode code;
  const char* reason;
  Kind kind;
  const char* limit = "";
};

class TransferTableTest : public testing::TestWithParam<TransferRow> {};

TEST_P(TransferTableTest, HasCodeReasonTimeoutAndTheFactsForARetry) {
  const UpstreamError error = ErrorFromTransfer(GetParam().transfer);
  EXPECT_EQ(error.status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(error.status), GetParam().reason);
  EXPECT_FALSE(status::HasRetryInfo(error.status));
  EXPECT_EQ(error.failure.kind, GetParam().kind);
  const google::rpc::ErrorInfo info = Info(error.status);
  const auto limit = info.metadata().find("timeout");
  EXPECT_EQ(limit == info.metadata().end() ? "" : limit->second, GetParam().limit);
}

INSTANTIATE_TEST_SUITE_P(
    Rows, TransferTableTest,
    testing::Values(
        TransferRow{"Cancelled", Transfer(Cause::kCancelled, Reached::kHead),
                    StatusCode::kCancelled, "CANCELLED", Kind::kFinal},
        TransferRow{"Deadline", Transfer(Cause::kDeadline, Reached::kSent),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout, "deadline"},
        TransferRow{"RequestTimeout", Transfer(Cause::kTotalTimeout, Reached::kSent),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout,
                    "request_timeout"},
        TransferRow{"RequestTimeoutBeforeAConnection", Transfer(Cause::kTotalTimeout),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kNotConnected,
                    "request_timeout"},
        TransferRow{"StreamTimeout", Transfer(Cause::kTotalTimeout, Reached::kHead, true),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout,
                    "stream_timeout"},
        TransferRow{"FirstByteTimeout", Transfer(Cause::kFirstByteTimeout, Reached::kHead, true),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout,
                    "first_byte_timeout"},
        TransferRow{"IdleTimeout", Transfer(Cause::kIdleTimeout, Reached::kHead, true),
                    StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT", Kind::kTimeout,
                    "idle_timeout"},
        TransferRow{"ConnectTimeout", Transfer(Cause::kConnectTimeout), StatusCode::kUnavailable,
                    "UPSTREAM_UNREACHABLE", Kind::kNotConnected, "connect_timeout"},
        TransferRow{"Connect", Transfer(Cause::kConnect), StatusCode::kUnavailable,
                    "UPSTREAM_UNREACHABLE", Kind::kNotConnected},
        TransferRow{"ConnectionLostBeforeAnythingWasSent", Transfer(Cause::kConnectionLost),
                    StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST", Kind::kNotConnected},
        TransferRow{"ConnectionLostBeforeTheHead", Transfer(Cause::kConnectionLost, Reached::kSent),
                    StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST", Kind::kConnectionLost},
        TransferRow{"ConnectionLostWithinTheBody", Transfer(Cause::kConnectionLost, Reached::kHead),
                    StatusCode::kUnavailable, "UPSTREAM_CONNECTION_LOST", Kind::kBrokeOff},
        TransferRow{"StreamEndedEarly", Transfer(Cause::kComplete, Reached::kHead, true),
                    StatusCode::kUnavailable, "UPSTREAM_STREAM_ENDED_EARLY", Kind::kBrokeOff},
        TransferRow{"TooLarge", Transfer(Cause::kTooLarge, Reached::kHead), StatusCode::kInternal,
                    "RESPONSE_TOO_LARGE", Kind::kFinal},
        TransferRow{"Protocol", Transfer(Cause::kProtocol, Reached::kSent), StatusCode::kInternal,
                    "UPSTREAM_PROTOCOL", Kind::kFinal},
        TransferRow{"InvalidRequest", Transfer(Cause::kInvalidRequest), StatusCode::kInternal,
                    "UPSTREAM_REQUEST_NOT_HTTP", Kind::kFinal},
        TransferRow{"Shutdown", Transfer(Cause::kShutdown), StatusCode::kUnavailable,
                    "SHUTTING_DOWN", Kind::kFinal}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::upstream
