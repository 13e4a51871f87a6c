// SPDX-License-Identifier: Apache-2.0
// An upstream that repeats this server's credentials in every place of a failure: neither the
// status that a caller receives nor the log may contain them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/messages/json/json_writer.h"
#include "service/rpc/grpc_status.h"
#include "service/status/rich_status.h"
#include "service/upstream/credentials/static_credentials.h"
#include "service/upstream/http_messages_transport.h"
#include "service/upstream/platform/anthropic_platform.h"
#include "service/upstream/routes.h"
#include "service/upstream/transport.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Cause = TransferResult::Cause;

constexpr int kStatuses[] = {200, 400, 401, 402, 403, 404, 413, 418, 429, 500, 503, 504, 529};

// The parts of a failed response in which a canary is placed.
struct Places {
  std::string message = "words";
  std::string type = "invalid_request_error";
  std::string error_code = "code";
  std::string content_type = "application/json";
  std::string foreign_body;  // replaces the JSON
  std::string request_id = "req_1";
  std::string other_header = "value";
};

struct Place {
  const char* name;
  std::string Places::*part;
};
constexpr Place kPlaces[] = {
    {"message", &Places::message},           {"type", &Places::type},
    {"error_code", &Places::error_code},     {"content_type", &Places::content_type},
    {"body_start", &Places::foreign_body},   {"request_id", &Places::request_id},
    {"other_header", &Places::other_header},
};

struct Canary {
  const char* name;
  const char* secret;
  bool is_header;  // the value of a configured header instead of the key
};
constexpr Canary kCanaries[] = {
    {"UnusualKey", "canary-xyz", false},
    {"AnthropicKey", "sk-ant-api03-CANARYcanary0123456789", false},
    {"ConfiguredHeader", "gateway canary!", true},
};

std::string Json(const std::string& value) {
  std::string json;
  messages::JsonWriter(&json).String(value);
  return json;
}

class CredentialCanaryTest : public testing::TestWithParam<Canary> {
 protected:
  CredentialCanaryTest() {
    AnthropicPlatform::Options options;
    options.base_url = "https://fake";
    options.api_version = "2026-10-21";
    options.user_agent = "footnote/test";
    if (GetParam().is_header) options.headers = {{"x-gateway", GetParam().secret}};
    platform_ = std::make_unique<AnthropicPlatform>(std::move(options));
    credentials_ = std::make_unique<StaticCredentials>(
        Secret(GetParam().is_header ? "another-key" : GetParam().secret));
    routes_ = std::make_unique<Routes>(
        std::vector<Route>{{"claude", platform_.get(), credentials_.get(), {}, {}}});
    transport_ = std::make_unique<HttpMessagesTransport>(routes_.get(), &http_, &timer_);
  }

  // Returns the status of a call to which upstream responds with `places`.
  absl::Status StatusOf(int http_status, const Places& places, bool stream) {
    Recorder recorder;
    transport_->Send(Call(R"({"model":"m"})", stream), &recorder);
    std::string body = places.foreign_body;
    if (body.empty()) {
      body = absl::StrCat(R"({"type":"error","error":{"type":)", Json(places.type),
                          R"(,"message":)", Json(places.message), R"(,"details":{"error_code":)",
                          Json(places.error_code), R"(}},"request_id":)", Json(places.request_id),
                          "}");
    }
    const bool events = stream && http_status == 200 && places.foreign_body.empty();
    if (events) body = absl::StrCat("event: error\ndata: ", body, "\n\n");
    const std::string type =
        events && places.content_type == "application/json" ? "" : places.content_type;
    http_.Reply(http_status,
                {{"content-type", type},
                 {"request-id", places.request_id},
                 {"x-other", places.other_header}},
                {body});
    EXPECT_EQ(recorder.ends, 1);
    return recorder.end.status;
  }

  FakeHttpClient http_;
  ManualTimer timer_;
  std::unique_ptr<AnthropicPlatform> platform_;
  std::unique_ptr<StaticCredentials> credentials_;
  std::unique_ptr<Routes> routes_;
  std::unique_ptr<HttpMessagesTransport> transport_;
};

TEST_P(CredentialCanaryTest, NeitherTheStatusNorTheLogHasIt) {
  const std::string canary = GetParam().secret;
  for (const int http_status : kStatuses) {
    for (const Place& place : kPlaces) {
      for (const bool stream : {false, true}) {
        SCOPED_TRACE(absl::StrCat(http_status, " ", place.name, stream ? " stream" : " unary"));
        Places places;
        places.*place.part = absl::StrCat("rejected ", canary, " in x-api-key");
        if (place.part == &Places::request_id) places.request_id = canary;
        if (place.part == &Places::content_type) places.foreign_body = "not JSON";
        const absl::Status status = StatusOf(http_status, places, stream);
        ASSERT_FALSE(status.ok());
        testing::internal::CaptureStderr();
        const grpc::Status sent = rpc::ResultStatus(status, "");
        const std::string log = testing::internal::GetCapturedStderr();
        EXPECT_THAT(sent.error_message(), Not(HasSubstr(canary)));
        EXPECT_THAT(sent.error_details(), Not(HasSubstr(canary)));
        EXPECT_THAT(log, Not(HasSubstr(canary)));
      }
    }
  }
}

TEST_P(CredentialCanaryTest, ErrorsAboutTheAccountQuoteNothing) {
  for (const int http_status : {401, 402, 403}) {
    Places places;
    places.foreign_body = "key of team nine";
    places.content_type = "text/plain";
    EXPECT_EQ(MetadataOf(StatusOf(http_status, places, false), "body_start"), "") << http_status;
    const absl::Status status = StatusOf(http_status, Places(), false);
    EXPECT_EQ(MetadataOf(status, "upstream_message"), "") << http_status;
    EXPECT_THAT(std::string(status.message()), Not(HasSubstr("words"))) << http_status;
  }
}

TEST_P(CredentialCanaryTest, TheRestOfAMessageStays) {
  Places places;
  places.message = absl::StrCat("rejected ", GetParam().secret, " in x-api-key");
  EXPECT_EQ(MetadataOf(StatusOf(400, places, false), "upstream_message"),
            "rejected [redacted] in x-api-key");
}

TEST_P(CredentialCanaryTest, RoutesRedactTheCredentialsOfEveryRoute) {
  EXPECT_EQ(routes_->Redact(absl::StrCat("<", GetParam().secret, ">")), "<[redacted]>");
}

INSTANTIATE_TEST_SUITE_P(All, CredentialCanaryTest, testing::ValuesIn(kCanaries),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::upstream
