// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/emulator.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "tests/emulator/emulator_fixture.h"
#include "tests/emulator/requests.h"

namespace footnote::emulator {
namespace {

TEST_F(EmulatorTest, ReplyCitesTheMatchingSource) {
  const Response response =
      client_->Post(Body(User("[" + SearchResult(Text("Carry-over is at most 5 days."), Cited()) +
                              "," + Text("carry-over?") + "]")));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(HeaderOf(response, "content-type"), "application/json");
  EXPECT_TRUE(Contains(response.body, R"("cited_text":"Carry-over is at most 5 days.")"));
}

TEST_F(EmulatorTest, ErrorHasTheRequestIdOfTheHeader) {
  const Response response = client_->Post("{}");
  EXPECT_EQ(response.status, 400);
  const std::string id = HeaderOf(response, "request-id");
  EXPECT_EQ(id.substr(0, 6), "req_01");
  EXPECT_EQ(
      response.body,
      R"({"type":"error","error":{"type":"invalid_request_error","message":"model: Field required"},"request_id":")" +
          id + "\"}");
}

TEST_F(EmulatorTest, EqualRequestsGetEqualRepliesFromDifferentEmulators) {
  const Response first = client_->Post(kHi);
  StartWith({});
  EXPECT_EQ(client_->Post(kHi).body, first.body);
}

TEST_F(EmulatorTest, CountTokensReturnsOneTokenForFourCodePoints) {
  const Response response = client_->Send(
      "POST", "/v1/messages/count_tokens",
      R"({"model":"claude-opus-5","messages":[{"role":"user","content":"123456789"}]})");
  EXPECT_EQ(response.body, R"({"input_tokens":3})");
}

TEST_F(EmulatorTest, StreamRequestsAreValidated) {
  const Response response =
      client_->Post(Body(User("[" + Text("Hi") + "]"), R"("stream":true,"oops":1)"));
  EXPECT_EQ(response.status, 400);
  EXPECT_EQ(HeaderOf(response, "content-type"), "application/json");
  EXPECT_TRUE(Contains(response.body, "oops: Extra inputs are not permitted"));
  EXPECT_EQ(client_->Post(Body(User("[" + Text("Hi") + "]"), R"("stream":"yes")")).status, 400);
}

TEST_F(EmulatorTest, UnknownPathsAndMethodsGetTheErrorsOfTheApi) {
  const Response path = client_->Send("POST", "/v1/complete", "{}");
  EXPECT_EQ(path.status, 404);
  EXPECT_TRUE(Contains(path.body, R"("type":"not_found_error")"));
  const Response method = client_->Send("GET", "/v1/messages");
  EXPECT_EQ(method.status, 405);
  EXPECT_EQ(HeaderOf(method, "allow"), "POST");
  EXPECT_EQ(client_->Send("HEAD", "/v1/messages").status, 405);
  EXPECT_EQ(client_->Send("PUT", "/emulator/health", "{}").status, 405);
  EXPECT_EQ(client_->Send("GET", "/emulator/other").status, 404);
}

TEST_F(EmulatorTest, HealthIsOkAndNotRecorded) {
  EXPECT_EQ(client_->Send("GET", "/emulator/health").status, 200);
  EXPECT_TRUE(emulator_->Requests().empty());
}

TEST_F(EmulatorTest, QueryOfTheTargetIsIgnored) {
  EXPECT_EQ(client_->Send("POST", "/v1/messages?beta=true", kHi).status, 200);
}

TEST_F(EmulatorTest, StartFailsIfThePortIsInUseOrTheAddressIsMalformed) {
  EmulatorOptions options;
  options.listen = "127.0.0.1:" + std::to_string(emulator_->port());
  EXPECT_FALSE(Emulator::Start(options).ok());
  for (const char* listen : {"", "127.0.0.1", "localhost:x", "127.0.0.1:70000", "nowhere:1"}) {
    options.listen = listen;
    EXPECT_EQ(Emulator::Start(options).status().code(), absl::StatusCode::kInvalidArgument)
        << listen;
  }
}

}  // namespace
}  // namespace footnote::emulator
