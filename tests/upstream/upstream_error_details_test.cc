// SPDX-License-Identifier: Apache-2.0
// Messages and metadata of upstream errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/time/time.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/message.h"
#include "service/status/rich_status.h"
#include "service/upstream/upstream_error.h"
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

TEST(ErrorFromResponseTest, PassesOnTheMessageOfTheApi) {
  const absl::Status status =
      ErrorFromResponse(
          Response(400, "invalid_request_error", "messages: text content blocks must be non-empty"))
          .status;
  EXPECT_EQ(status.message(),
            "the Messages API refused the request (HTTP status 400): "
            "messages: text content blocks must be non-empty");
  EXPECT_EQ(Info(status).metadata().at("upstream_message"),
            "messages: text content blocks must be non-empty");
}

TEST(ErrorFromResponseTest, TruncatesTheMessageBetweenCodePoints) {
  std::string words;
  for (int i = 0; i < 1000; ++i) words += "\u8a9e";
  const google::rpc::ErrorInfo info =
      Info(ErrorFromResponse(Response(400, "invalid_request_error", words)).status);
  EXPECT_EQ(info.metadata().at("upstream_message").size(), 498u);
  EXPECT_THAT(info.metadata().at("upstream_message"), testing::EndsWith("\u8a9e..."));
}

TEST(ErrorFromResponseTest, HasTheErrorCode) {
  EXPECT_EQ(
      Info(ErrorFromResponse(Response(429, "rate_limit_error", "m", "ramp_limit_exceeded")).status)
          .metadata()
          .at("error_code"),
      "ramp_limit_exceeded");
}

TEST(ErrorFromResponseTest, WithoutARequestIdHeaderTheIdOfTheBodyIsUsed) {
  ErrorResponse response = Response(500, "api_error", "m");
  response.request_id = "";
  response.api_error->request_id = "req_from_body";
  EXPECT_EQ(Info(ErrorFromResponse(response).status).metadata().at("upstream_request_id"),
            "req_from_body");
}

TEST(ErrorFromResponseTest, TooLargeHasBothSizes) {
  const google::rpc::ErrorInfo info = Info(ErrorFromResponse(Response(413)).status);
  EXPECT_EQ(info.metadata().at("request_bytes"), "40000000");
  EXPECT_EQ(info.metadata().at("max_request_bytes"), "33554432");
}

TEST(ErrorFromResponseTest, WithoutAHintThereIsNoRetryInfo) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after.reset();
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response).status), std::nullopt);
}

TEST(ErrorFromResponseTest, AVeryLongHintIsPassedOn) {
  ErrorResponse response = Response(429, "rate_limit_error", "m");
  response.retry_after = absl::Hours(24 * 365);
  EXPECT_EQ(RetrySeconds(ErrorFromResponse(response).status), 24 * 365 * 3600);
}

TEST(ErrorFromResponseTest, ATimeoutOfTheApiIsNamed) {
  EXPECT_EQ(Info(ErrorFromResponse(Response(504)).status).metadata().at("timeout"), "upstream");
}

struct BodyCase {
  const char* name;
  std::string content_type;
  std::string body;
  std::string shown;  // empty: nothing
};

class ForeignBodyTest : public testing::TestWithParam<BodyCase> {};

TEST_P(ForeignBodyTest, IsShownOnlyIfItIsNeitherAPageNorAnAnswer) {
  ErrorResponse error = Response(502);
  error.content_type = GetParam().content_type;
  error.body = GetParam().body;
  UnreadableResponse unreadable;
  unreadable.http_status = 200;
  unreadable.content_type = GetParam().content_type;
  unreadable.body = GetParam().body;
  unreadable.cause = "its content type is not JSON";
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
        BodyCase{"HtmlByItsContent", "text/plain", " \r\n<!doctype html>secret", ""},
        BodyCase{"HtmlAfterAByteOrderMark", "text/plain", "\xEF\xBB\xBF<html>secret", ""},
        BodyCase{"Json", "application/json", R"({"content":"secret"})", ""},
        BodyCase{"JsonArray", "", R"(["secret"])", ""},
        BodyCase{"JsonString", "", R"("secret")", ""}, BodyCase{"Empty", "text/plain", "", ""}),
    [](const auto& info) { return info.param.name; });

TEST(ErrorFromUnreadableResponseTest, IsInternalAndHasTheCause) {
  UnreadableResponse response;
  response.http_status = 200;
  response.content_type = "text/plain";
  response.request_id = "req_1";
  response.cause = "its content type is not JSON";
  const absl::Status status = ErrorFromUnreadableResponse(response).status;
  EXPECT_EQ(status.code(), StatusCode::kInternal);
  EXPECT_EQ(status::ErrorReason(status), "UPSTREAM_PROTOCOL");
  EXPECT_THAT(std::string(status.message()), HasSubstr("its content type is not JSON"));
  EXPECT_THAT(Info(status).metadata(), AllOf(Contains(Pair("http_status", "200")),
                                             Contains(Pair("upstream_request_id", "req_1")),
                                             Contains(Pair("content_type", "text/plain"))));
}

TEST(ErrorFromUnreadableResponseTest, AnotherAttemptCannotResolveIt) {
  UnreadableResponse response;
  response.http_status = 200;
  EXPECT_EQ(ErrorFromUnreadableResponse(response).failure.kind, Kind::kFinal);
  EXPECT_EQ(ErrorFromUnreadableResponse(response).failure.http_status, 200);
}

TEST(ErrorFromEventTest, PassesOnTheMessageOfTheApi) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("overloaded_error", "Overloaded");
  const absl::Status status = ErrorFromEvent(in_stream).status;
  EXPECT_EQ(status.message(),
            "the Messages API is overloaded (an event of its stream): Overloaded");
  EXPECT_EQ(Info(status).metadata().at("upstream_message"), "Overloaded");
}

TEST(ErrorFromEventTest, DoesNotShowAMessageAboutCredentials) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("authentication_error", "TESTCANARY");
  EXPECT_THAT(ErrorFromEvent(in_stream).status.ToString(), Not(HasSubstr("TESTCANARY")));
}

TEST(ErrorFromEventTest, WithoutARequestIdHeaderTheIdOfTheEventIsUsed) {
  ErrorInStream in_stream;
  in_stream.api_error = ApiErrorOf("api_error");
  in_stream.api_error.request_id = "req_event";
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("upstream_request_id"),
            "req_event");
  in_stream.request_id = "req_header";
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("upstream_request_id"),
            "req_header");
}

TEST(ErrorFromEventTest, TooLargeHasBothSizesAndATimeoutOfTheApiIsNamed) {
  ErrorInStream in_stream;
  in_stream.request_bytes = 40'000'000;
  in_stream.api_error = ApiErrorOf("request_too_large");
  EXPECT_THAT(Info(ErrorFromEvent(in_stream).status).metadata(),
              AllOf(Contains(Pair("request_bytes", "40000000")),
                    Contains(Pair("max_request_bytes", "33554432"))));
  in_stream.api_error = ApiErrorOf("timeout_error");
  EXPECT_EQ(Info(ErrorFromEvent(in_stream).status).metadata().at("timeout"), "upstream");
}

TEST(ErrorFromTransferTest, ALostConnectionHasItsCauseAndIfAResponseStarted) {
  EXPECT_THAT(
      Info(ErrorFromTransfer(Transfer(Cause::kConnectionLost, Reached::kSent)).status).metadata(),
      AllOf(Contains(Pair("response_started", "false")),
            Contains(Pair("cause", "Couldn't do it"))));
  EXPECT_THAT(
      Info(ErrorFromTransfer(Transfer(Cause::kConnectionLost, Reached::kHead)).status).metadata(),
      Contains(Pair("response_started", "true")));
}

TEST(ErrorFromTransferTest, TheCauseIsShownUnlessTheMessageIsCompleteWithoutIt) {
  struct Case {
    const char* name;
    BrokenTransfer transfer;
    bool in_metadata;
    bool in_message;
  };
  for (const Case& row :
       {Case{"connect", Transfer(Cause::kConnect), true, true},
        Case{"lost", Transfer(Cause::kConnectionLost, Reached::kHead), true, true},
        Case{"ended early", Transfer(Cause::kComplete, Reached::kHead), true, true},
        Case{"not HTTP", Transfer(Cause::kProtocol, Reached::kHead), true, true},
        Case{"idle", Transfer(Cause::kIdleTimeout, Reached::kHead), true, false},
        Case{"deadline before sending", Transfer(Cause::kDeadline), true, false},
        Case{"cancelled", Transfer(Cause::kCancelled, Reached::kHead), false, false},
        Case{"too large", Transfer(Cause::kTooLarge, Reached::kHead), true, true},
        Case{"shutdown", Transfer(Cause::kShutdown, Reached::kHead), false, false}}) {
    const absl::Status status = ErrorFromTransfer(row.transfer).status;
    EXPECT_EQ(Info(status).metadata().count("cause"), row.in_metadata ? 1u : 0u) << row.name;
    EXPECT_EQ(status.message().find(": Couldn't do it") != std::string::npos, row.in_message)
        << status;
  }
}

TEST(ErrorFromTransferTest, HasTheRequestIdIfTheHeadWasReceived) {
  BrokenTransfer transfer = Transfer(Cause::kIdleTimeout, Reached::kHead, true);
  transfer.request_id = "req_1";
  EXPECT_THAT(
      Info(ErrorFromTransfer(transfer).status).metadata(),
      AllOf(Contains(Pair("http_status", "200")), Contains(Pair("upstream_request_id", "req_1"))));
}

TEST(ErrorFromTransferTest, TooLargeHasTheLimit) {
  BrokenTransfer transfer = Transfer(Cause::kTooLarge, Reached::kHead);
  transfer.end.max_response_bytes = 67'108'864;
  EXPECT_EQ(Info(ErrorFromTransfer(transfer).status).metadata().at("max_response_bytes"),
            "67108864");
}

TEST(ErrorFromTransferTest, EveryCauseHasItsOwnMessage) {
  std::set<std::string> messages;
  for (int cause = 0; cause <= static_cast<int>(Cause::kShutdown); ++cause) {
    const UpstreamError error = ErrorFromTransfer(Transfer(static_cast<Cause>(cause)));
    EXPECT_FALSE(error.status.ok()) << cause;
    EXPECT_TRUE(messages.insert(std::string(error.status.message())).second) << error.status;
  }
}

TEST(ErrorFromCredentialsTest, OnlyATemporaryFailureIsRetryable) {
  const UpstreamError temporary = ErrorFromCredentials(absl::DeadlineExceededError("CANARY"));
  EXPECT_EQ(status::ErrorReason(temporary.status), "UPSTREAM_UNAVAILABLE");
  EXPECT_EQ(temporary.failure.kind, Kind::kNotConnected);
  const UpstreamError final_error = ErrorFromCredentials(absl::InternalError("CANARY"));
  EXPECT_EQ(status::ErrorReason(final_error.status), "UPSTREAM_CREDENTIALS_REJECTED");
  EXPECT_EQ(final_error.failure.kind, Kind::kFinal);
  EXPECT_THAT(final_error.status.ToString(), Not(HasSubstr("CANARY")));
}

// gRPC sends an error in trailers, in Base64, which many peers limit to 8 KB.
TEST(UpstreamErrorTest, HasALimitedSizeForAnyResponse) {
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
  unreadable.cause = long_text;
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
