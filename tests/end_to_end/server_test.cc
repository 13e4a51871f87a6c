// Health, reflection and an orderly end.
#include <grpcpp/grpcpp.h>

#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

// HealthCheckResponse{status: SERVING} and {status: NOT_SERVING}, and HealthCheckRequest{service}.
constexpr char kServing[] = "\x08\x01";
constexpr char kNotServing[] = "\x08\x02";

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

TEST(ServerTest, DrainingRefusesNewCallsAndLetsRunningOnesFinish) {
  TestServer server;
  PendingCall running(server, RateLimitRequest(), "delay_ms=1500");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 1; }));
  std::thread drain([&] { server.Drain(absl::Seconds(60)); });
  grpc::Status status;
  EXPECT_TRUE(Eventually([&] { return HealthOf(server, "", &status) == kNotServing; }));
  const Reply refused = Ask(server, RateLimitRequest());
  EXPECT_EQ(refused.status.error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(DetailsOf(refused.status).info.reason(), "DRAINING");
  const Reply finished = running.Wait();
  EXPECT_TRUE(finished.status.ok()) << finished.status.error_message();
  drain.join();
}

TEST(ServerTest, DrainingCancelsWhatOutlastsItsLimit) {
  TestServer server;
  PendingCall running(server, RateLimitRequest(), "delay_ms=50000");
  ASSERT_TRUE(Eventually([&] { return server.emulator().Requests().size() == 1; }));
  server.Drain(absl::Milliseconds(50));
  EXPECT_FALSE(running.Wait().status.ok());
}

TEST(ServerTest, APortThatIsTakenIsSaidToBe) {
  TestServer server;
  const absl::StatusOr<std::unique_ptr<Server>> second =
      Server::Start({server.server().address(), 1 << 20}, &server.service());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(std::string(second.status().message()),
              ::testing::HasSubstr(server.server().address()));
}

}  // namespace
}  // namespace footnote::testing
