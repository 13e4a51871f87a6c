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

google::rpc::ErrorInfo Info(const absl::Status& status) {
  google::rpc::ErrorInfo info;
  const auto payload = status.GetPayload(status::kErrorInfoTypeUrl);
  EXPECT_TRUE(payload.has_value() && info.ParseFromString(std::string(*payload)));
  return info;
}

std::optional<int64_t> RetrySeconds(const absl::Status& status) {
  const auto payload = status.GetPayload(status::kRetryInfoTypeUrl);
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
  Kind kind = Kind::kResponse;
};

class ResponseTableTest : public testing::TestWithParam<ResponseRow> {};

TEST_P(ResponseTableTest, GivesCodeReasonAndRetryInfo) {
  const absl::Status status = ErrorFromResponse(GetParam().response).status;
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(status), GetParam().reason);
  EXPECT_EQ(RetrySeconds(status),
            GetParam().has_retry_info ? std::optional<int64_t>(7) : std::nullopt);
}

TEST_P(ResponseTableTest, GivesWhatARetryDependsOn) {
  ErrorResponse response = GetParam().response;
  response.should_retry = false;
  const Failure failure = ErrorFromResponse(response).failure;
  EXPECT_EQ(failure.kind, GetParam().kind);
  EXPECT_EQ(failure.http_status, response.http_status);
  EXPECT_EQ(failure.error_type, response.api_error.has_value() ? response.api_error->type : "");
  EXPECT_EQ(failure.retry_after, absl::Seconds(7));
  EXPECT_EQ(failure.should_retry, false);
}

TEST_P(ResponseTableTest, AlwaysSaysStatusTypeAndRequestId) {
  const ErrorResponse& response = GetParam().response;
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(response).status);
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
        ResponseRow{"BeyondAllStatuses", Response(999), StatusCode::kInternal,
                    "UPSTREAM_PROTOCOL"}),
    [](const auto& info) { return info.param.name; });

struct EventRow {
  const char* name;
  messages::ApiError error;
  StatusCode code;
  const char* reason;
  int http_status;  // that the API gives to the type
  Kind kind = Kind::kErrorEvent;
};

messages::ApiError ApiErrorOf(const std::string& type, const std::string& message = "words",
                              const std::string& error_code = "") {
  messages::ApiError error;
  error.type = type;
  error.message = message;
  error.error_code = error_code;
  return error;
}

class EventTableTest : public testing::TestWithParam<EventRow> {
 protected:
  static UpstreamError Error() {
    ErrorInStream in_stream;
    in_stream.api_error = GetParam().error;
    in_stream.request_id = "req_1";
    return ErrorFromEvent(in_stream);
  }
};

TEST_P(EventTableTest, GivesTheRowOfItsType) {
  const absl::Status status = Error().status;
  EXPECT_EQ(status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(status), GetParam().reason);
  EXPECT_FALSE(status::HasRetryInfo(status));
}

TEST_P(EventTableTest, GivesWhatARetryDependsOn) {
  const Failure failure = Error().failure;
  EXPECT_EQ(failure.kind, GetParam().kind);
  EXPECT_EQ(failure.http_status, GetParam().http_status);
  EXPECT_EQ(failure.error_type, GetParam().error.type);
}

TEST_P(EventTableTest, SaysTheStatusHeardTheTypeAndTheRequestId) {
  EXPECT_THAT(Info(Error().status).metadata(),
              AllOf(Contains(Pair("http_status", "200")), Contains(Pair("request_id", "req_1")),
                    Contains(Pair("type", GetParam().error.type.empty() ? "unknown"
                                                                        : GetParam().error.type))));
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

// How far a transfer had come.
enum class Reached { kNothing, kSent, kHead };

BrokenTransfer Transfer(Cause cause, Reached reached = Reached::kNothing, bool stream = false) {
  BrokenTransfer transfer;
  transfer.end.cause = cause;
  transfer.end.sent = reached != Reached::kNothing;
  transfer.end.response_started = reached == Reached::kHead;
  transfer.end.message = "Couldn't do it";
  transfer.stream = stream;
  if (reached == Reached::kHead) transfer.http_status = 200;
  return transfer;
}

class TransferTableTest : public testing::TestWithParam<TransferRow> {};

TEST_P(TransferTableTest, GivesCodeReasonLimitAndWhatARetryDependsOn) {
  const UpstreamError error = ErrorFromTransfer(GetParam().transfer);
  EXPECT_EQ(error.status.code(), GetParam().code);
  EXPECT_EQ(status::ErrorReason(error.status), GetParam().reason);
  EXPECT_FALSE(status::HasRetryInfo(error.status));
  EXPECT_EQ(error.failure.kind, GetParam().kind);
  const google::rpc::ErrorInfo info = Info(error.status);
  const auto limit = info.metadata().find("limit");
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

// --- What the errors say.

TEST(ErrorFromResponseTest, PassesTheApisWordsOn) {
  const absl::Status status =
      ErrorFromResponse(
          Response(400, "invalid_request_error", "messages: text content blocks must be non-empty"))
          .status;
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
      Info(ErrorFromResponse(Response(400, "invalid_request_error", words)).status);
  EXPECT_EQ(info.metadata().at("message").size(), 498u);
  EXPECT_THAT(info.metadata().at("message"), testing::EndsWith("\u8a9e..."));
}

TEST(ErrorFromResponseTest, NamesTheErrorCode) {
  EXPECT_EQ(
      Info(ErrorFromResponse(Response(429, "rate_limit_error", "m", "ramp_limit_exceeded")).status)
          .metadata()
          .at("error_code"),
      "ramp_limit_exceeded");
}

TEST(ErrorFromResponseTest, TheBodysRequestIdStandsInForTheHeaders) {
  ErrorResponse response = Response(500, "api_error", "m");
  response.request_id = "";
  response.api_error->request_id = "req_from_body";
  EXPECT_EQ(Info(ErrorFromResponse(response).status).metadata().at("request_id"), "req_from_body");
}

TEST(ErrorFromResponseTest, TooLargeNamesBothSizes) {
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(Response(413)).status);
  EXPECT_EQ(info.metadata().at("request_bytes"), "40000000");
  EXPECT_EQ(info.metadata().at("max_request_bytes"), "33554432");
}

TEST(ErrorFromResponseTest, WithoutAHintThereIsNoRetryInfo) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after.reset();
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response).status), std::nullopt);
}

TEST(ErrorFromResponseTest, AnAbsurdHintIsPassedOnAsSaid) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after = absl::Hours(24 * 365);
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response).status), 24 * 365 * 3600);
}

TEST(ErrorFromResponseTest, ATimeoutNamesWhoseLimitItWas) {
  EXPECT_EQ(Info(ErrorFromResponse(Response(504)).status).metadata().at("limit"), "upstream");
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
       {ErrorFromResponse(error).status, ErrorFromUnreadableResponse(unreadable).status}) {
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
  const absl::Status status = ErrorFromUnreadableResponse(response).status;
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status::ErrorReason(status), "UPSTREAM_PROTOCOL");
  EXPECT_THAT(std::string(status.message()), HasSubstr("its content type is not JSON"));
  EXPECT_THAT(Info(status).metadata(),
              AllOf(Contains(Pair("http_status", "200")), Contains(Pair("request_id", "req_1")),
                    Contains(Pair("content_type", "text/plain"))));
}

TEST(ErrorFromUnreadableResponseTest, AnotherAttemptCannotMendIt) {
  UnreadableResponse response;
  response.http_status = 200;
  EXPECT_EQ(ErrorFromUnreadableResponse(response).failure.kind, Kind::kFinal);
  EXPECT_EQ(ErrorFromUnreadableResponse(response).failure.http_status, 200);
}

TEST(ErrorFromEventTest, PassesTheApisWordsOn) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("overloaded_error", "Overloaded");
  const absl::Status status = ErrorFromEvent(in_stream).status;
  EXPECT_EQ(status.message(),
            "the Messages API is overloaded (said within its answer): Overloaded");
  EXPECT_EQ(Info(status).metadata().at("message"), "Overloaded");
}

TEST(ErrorFromEventTest, KeepsWhatIsSaidOfCredentials) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("authentication_error", "TESTCANARY");
  EXPECT_THAT(ErrorFromEvent(in_stream).status.ToString(), Not(HasSubstr("TESTCANARY")));
}

TEST(ErrorFromEventTest, TheEventsRequestIdStandsInForTheHeaders) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("api_error");
  in_stream.api_error.request_id = "req_event";
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("request_id"), "req_event");
  in_stream.request_id = "req_header";
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("request_id"), "req_header");
}

TEST(ErrorFromEventTest, TooLargeNamesBothSizesAndATimeoutWhoseLimitItWas) {
  ErrorInStream in_stream;
  in_stream.request_bytes = 40'000'000;
  in_stream.api_error = ApiErrorOf("request_too_large");
  EXPECT_THAT(Info(ErrorFromEvent(in_stream).status).metadata(),
              AllOf(Contains(Pair("request_bytes", "40000000")),
                    Contains(Pair("max_request_bytes", "33554432"))));
  in_stream.api_error = ApiErrorOf("timeout_error");
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("limit"), "upstream");
}

TEST(ErrorFromTransferTest, ALostConnectionSaysWhyAndWhetherAnythingWasHeard) {
  EXPECT_THAT(
      Info(ErrorFromTransfer(Transfer(Cause::kConnectionLost, Reached::kSent)).status).metadata(),
      AllOf(Contains(Pair("heard", "false")), Contains(Pair("cause", "Couldn't do it"))));
  EXPECT_THAT(
      Info(ErrorFromTransfer(Transfer(Cause::kConnectionLost, Reached::kHead)).status).metadata(),
      Contains(Pair("heard", "true")));
}

TEST(ErrorFromTransferTest, NamesTheRequestIfItsHeadWasHeard) {
  BrokenTransfer transfer = Transfer(Cause::kIdleTimeout, Reached::kHead, true);
  transfer.request_id = "req_1";
  EXPECT_THAT(Info(ErrorFromTransfer(transfer).status).metadata(),
              AllOf(Contains(Pair("http_status", "200")), Contains(Pair("request_id", "req_1"))));
}

TEST(ErrorFromTransferTest, TooLargeNamesTheLimit) {
  BrokenTransfer transfer = Transfer(Cause::kTooLarge, Reached::kHead);
  transfer.end.max_response_bytes = 67'108'864;
  EXPECT_EQ(Info(ErrorFromTransfer(transfer).status).metadata().at("max_response_bytes"),
            "67108864");
}

// gRPC carries an error in trailers that many peers limit to 8 KB, in Base64.
TEST(UpstreamErrorTest, StaysSmallHoweverMuchUpstreamSays) {
  const std::string long_text(100'000, 'x');
  ErrorResponse response = Response(429, long_text, long_text, long_text);
  response.content_type = long_text;
  response.request_id = long_text;
  ErrorInStream in_stream;
  in_stream.api_error = *response.api_error;
  in_stream.request_id = long_text;
  UnreadableResponse unreadable;
  unreadable.content_type = long_text;
  unreadable.request_id = long_text;
  unreadable.why = long_text;
  unreadable.body = long_text;
  for (const absl::Status& status :
       {ErrorFromResponse(response).status, ErrorFromEvent(in_stream).status,
        ErrorFromUnreadableResponse(unreadable).status}) {
    EXPECT_LE(status.message().size() + status.GetPayload(status::kErrorInfoTypeUrl)->size(),
              4096u);
  }
}

}  // namespace
}  // namespace footnote::upstream
