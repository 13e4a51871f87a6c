// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/platform/anthropic_platform.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"

namespace footnote::upstream {
namespace {

using ::testing::Contains;
using ::testing::Key;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

const Credentials kKey = {Secret("sk-ant-TESTCANARY")};

AnthropicPlatform::Options BaseOptions() {
  AnthropicPlatform::Options options;
  options.base_url = "https://api.anthropic.com";
  options.api_version = "2026-10-21";
  options.user_agent = "footnote/1.2.3";
  return options;
}

TEST(AnthropicPlatformTest, MakesARequestOfTheApi) {
  MessagesCall call;
  call.json = std::make_shared<const std::string>(R"({"model":"m"})");
  call.deadline = absl::FromUnixSeconds(1'795'953'600);
  const HttpRequest request = AnthropicPlatform(BaseOptions()).MakeRequest(call, kKey);
  EXPECT_EQ(request.url, "https://api.anthropic.com/v1/messages");
  EXPECT_EQ(request.body, call.json) << "shared, not copied";
  EXPECT_EQ(request.deadline, absl::FromUnixSeconds(1'795'953'600));
  EXPECT_THAT(request.headers, UnorderedElementsAre(Pair("content-type", "application/json"),
                                                    Pair("accept", "application/json"),
                                                    Pair("anthropic-version", "2026-10-21"),
                                                    Pair("x-api-key", "sk-ant-TESTCANARY"),
                                                    Pair("user-agent", "footnote/1.2.3")));
}

TEST(AnthropicPlatformTest, OmitsAnEmptyKey) {
  EXPECT_THAT(AnthropicPlatform(BaseOptions()).MakeRequest({}, {}).headers,
              Not(Contains(Key("x-api-key"))));
}

TEST(AnthropicPlatformTest, AddsConfiguredHeadersAndHeadersOfTheCall) {
  AnthropicPlatform::Options options = BaseOptions();
  options.headers = {{"anthropic-beta", "one"}};
  MessagesCall call;
  call.headers = {{"traceparent", "00-1-2-01"}};
  const HttpRequest request = AnthropicPlatform(options).MakeRequest(call, kKey);
  EXPECT_THAT(request.headers, Contains(Pair("anthropic-beta", "one")));
  EXPECT_THAT(request.headers, Contains(Pair("traceparent", "00-1-2-01")));
}

TEST(AnthropicPlatformTest, AHeaderOfTheCallReplacesAConfiguredOne) {
  AnthropicPlatform::Options options = BaseOptions();
  options.headers = {{"Anthropic-Beta", "configured"}};
  MessagesCall call;
  call.headers = {{"anthropic-beta", "of the call"}};
  const HttpRequest request = AnthropicPlatform(options).MakeRequest(call, kKey);
  EXPECT_THAT(request.headers, Contains(Pair("anthropic-beta", "of the call")));
  EXPECT_THAT(request.headers, Not(Contains(Key("Anthropic-Beta"))));
}

TEST(AnthropicPlatformTest, ACallCannotReplaceReservedHeaders) {
  MessagesCall call;
  call.headers = {{"X-Api-Key", "stolen"}, {"Authorization", "stolen"}, {"Host", "stolen"}};
  const HttpRequest request = AnthropicPlatform(BaseOptions()).MakeRequest(call, kKey);
  EXPECT_THAT(request.headers, Not(Contains(Pair(testing::_, "stolen"))));
  EXPECT_THAT(request.headers, Contains(Pair("x-api-key", "sk-ant-TESTCANARY")));
}

TEST(AnthropicPlatformTest, PublicHeadersContainNoCredentials) {
  AnthropicPlatform::Options options = BaseOptions();
  options.headers = {{"anthropic-beta", "one"}, {"x-gateway-token", "sk-ant-TESTCANARY"}};
  const auto headers = AnthropicPlatform(options).PublicHeaders({});
  EXPECT_THAT(headers,
              UnorderedElementsAre(
                  Pair("content-type", "application/json"), Pair("accept", "application/json"),
                  Pair("anthropic-version", "2026-10-21"), Pair("user-agent", "footnote/1.2.3"),
                  Pair("anthropic-beta", "one"), Pair("x-gateway-token", "[redacted]")));
}

ResponseHead Head(const HttpHeaders& headers) {
  return ReadResponseHead(200, headers, AnthropicPlatform(BaseOptions()).response_header_names(),
                          absl::UnixEpoch());
}

TEST(AnthropicPlatformTest, TheRequestIdMayBeInTheHeaderOfAGateway) {
  for (const char* name : {"request-id", "x-amzn-requestid", "apim-request-id"}) {
    EXPECT_EQ(Head({{name, "id-1"}}).request_id, "id-1") << name;
  }
  EXPECT_EQ(Head({{"apim-request-id", "b"}, {"request-id", "a"}}).request_id, "a");
}

TEST(AnthropicPlatformTest, ReadsTheHeadersThatConcernRetries) {
  const ResponseHead head = Head({{"retry-after", "7"}, {"x-should-retry", "false"}});
  EXPECT_EQ(head.retry_after, absl::Seconds(7));
  EXPECT_EQ(head.should_retry, false);
  EXPECT_EQ(Head({{"retry-after-ms", "7"}}).retry_after, absl::Milliseconds(7));
}

TEST(AnthropicPlatformTest, StreamsAreServerSentEvents) {
  const AnthropicPlatform platform(BaseOptions());
  EXPECT_NE(platform.NewEventReader(Head({{"content-type", "text/event-stream"}})), nullptr);
  EXPECT_NE(platform.NewEventReader(Head({})), nullptr);
  EXPECT_EQ(platform.NewEventReader(Head({{"content-type", "application/json"}})), nullptr);
}

}  // namespace
}  // namespace footnote::upstream
