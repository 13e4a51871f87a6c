// SPDX-License-Identifier: Apache-2.0
// Health checks, reflection and draining.
#include <grpcpp/grpcpp.h>

#include <atomic>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/test_server.h"
#include "tests/support/raw_http_server.h"

namespace footnote::testing {
namespace {

// HealthCheckResponse with the status SERVING and NOT_SERVING.
constexpr char kServing[] = "\x08\x01";
constexpr char kNotServing[] = "\x08\x02";

// A response of the Messages API.
constexpr char kMessage[] =
    R"({"id":"msg_01","type":"message","role":"assistant","model":"claude-opus-5-5",)"
    R"("content":[{"type":"text","text":"Late, but here."}],"stop_reason":"end_turn",)"
    R"("stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":5}})";

std::string HealthOf(TestServer& server, const std::string& service, grpc::Status* status) {
  std::string request;
  if (!service.empty()) {
    request = absl::StrCat("\x0a", std::string(1, static_cast<char>(service.size())), service);
  }
  return CallRaw(server, "/grpc.health.v1.Health/Check", request, status);
}

TEST(ServerTest, HealthIsServingForTheServerAndForItsService) {
  TestServer server;
  grpc::Status status;
  EXPECT_EQ(HealthOf(server, "", &status), kServing);
  EXPECT_EQ(HealthOf(server, "footnote.v1.AnswerService", &status), kServing);
  EXPECT_EQ(HealthOf(server, "footnote.v1.NoSuchService", &status), "");
  EXPECT_EQ(status.error_code(), grpc::StatusCode::NOT_FOUND);
}

// Waits until `server` refuses new calls because it drains.
bool WaitForRefusal(TestServer& server) {
  return Eventually([&] {
    const grpc::Status status = CallAnswer(server, RateLimitRequest()).status;
    return status.error_code() == grpc::UNAVAILABLE &&
           DetailsOf(status).info.reason() == "DRAINING";
  });
}

TEST(ServerTest, ADrainingServerIsNotServingAndRefusesNewCallsWhileOneRuns) {
  TestServer server;
  PendingCall running(server, RateLimitRequest(), "delay_ms=600000");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 1; }));
  std::thread drain([&] { server.Drain(absl::Hours(1)); });
  grpc::Status status;
  EXPECT_TRUE(Eventually([&] { return HealthOf(server, "", &status) == kNotServing; }));
  EXPECT_TRUE(WaitForRefusal(server));
  running.Cancel();
  EXPECT_EQ(running.Wait().status.error_code(), grpc::CANCELLED);
  drain.join();
}

TEST(ServerTest, ADrainWaitsForARunningCall) {
  // Only the first request waits: another one may arrive before the server drains.
  bool is_first = true;
  testing_support::RawHttpServer upstream([&is_first](const testing_support::RawRequest&) {
    testing_support::RawReply reply;
    reply.bytes = testing_support::HttpReply(kMessage, "content-type: application/json\r\n");
    reply.hold = std::exchange(is_first, false);
    return reply;
  });
  TestServerOptions options;
  options.upstream_url = upstream.url();
  TestServer server(options);
  PendingCall running(server, RateLimitRequest(), "");
  ASSERT_TRUE(upstream.WaitForRequests(1));
  std::atomic<bool> drained{false};
  std::thread drain([&] {
    server.Drain(absl::Hours(1));
    drained = true;
  });
  EXPECT_TRUE(WaitForRefusal(server));
  EXPECT_FALSE(drained);
  upstream.Release();
  const Reply finished = running.Wait();
  EXPECT_TRUE(finished.status.ok()) << finished.status.error_message();
  EXPECT_EQ(finished.answer.text(), "Late, but here.");
  drain.join();
}

TEST(ServerTest, ADrainCancelsACallThatExceedsItsTimeout) {
  TestServer server;
  PendingCall running(server, RateLimitRequest(), "delay_ms=600000");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 1; }));
  std::atomic<bool> drained{false};
  std::thread drain([&] {
    server.Drain(absl::Milliseconds(50));
    drained = true;
  });
  // The caller can retry on another server.
  EXPECT_EQ(running.Wait().status.error_code(), grpc::UNAVAILABLE);
  EXPECT_TRUE(Eventually([&] { return drained.load(); }));
  EXPECT_TRUE(Eventually([&] { return server.emulator().cancelled() == 1; }));
  drain.join();
}

TEST(ServerTest, APortThatIsInUseIsNamedInTheError) {
  TestServer server;
  const absl::StatusOr<std::unique_ptr<rpc::Server>> second =
      rpc::Server::Start({server.server().address(), 1 << 20}, &server.service());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(std::string(second.status().message()),
              ::testing::HasSubstr(server.server().address()));
}

}  // namespace
}  // namespace footnote::testing
