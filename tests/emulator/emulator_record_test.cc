// SPDX-License-Identifier: Apache-2.0
// Tests of the recorded requests.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "service/emulator/emulator.h"
#include "tests/emulator/emulator_fixture.h"

namespace footnote::emulator {
namespace {

using EmulatorRecordTest = EmulatorTest;

TEST_F(EmulatorRecordTest, RecordsRequestsWithoutCredentials) {
  client_->Send("POST", "/v1/messages?beta=true", kHi,
                {"Authorization: Bearer very-secret", "X-Custom: 1"});
  ASSERT_TRUE(AwaitState(RecordedRequest::State::kAnswered));
  const std::vector<RecordedRequest> requests = emulator_->Requests();
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].number, 1);
  EXPECT_EQ(requests[0].method, "POST");
  EXPECT_EQ(requests[0].target, "/v1/messages?beta=true");
  EXPECT_EQ(*requests[0].body, kHi);
  EXPECT_EQ(requests[0].status, 200);
  const auto has = [&](const std::string& name, const std::string& value) {
    return std::find(requests[0].headers.begin(), requests[0].headers.end(),
                     std::make_pair(name, value)) != requests[0].headers.end();
  };
  EXPECT_TRUE(has("x-api-key", "[redacted]"));
  EXPECT_TRUE(has("authorization", "Bearer [redacted]"));
  EXPECT_TRUE(has("x-custom", "1"));
}

TEST_F(EmulatorRecordTest, EndpointReturnsTheRequestsAsJsonLinesAndDeletesThem) {
  client_->Post(kHi);
  client_->Send("POST", "/v1/messages", "\xff");
  const Response lines = client_->Send("GET", "/emulator/requests");
  EXPECT_EQ(std::count(lines.body.begin(), lines.body.end(), '\n'), 2);
  EXPECT_TRUE(Contains(lines.body, R"({"number":1,"method":"POST","target":"/v1/messages")"));
  EXPECT_TRUE(Contains(lines.body, R"("body":"{\"model\":)"));
  EXPECT_TRUE(Contains(lines.body, R"("body_base64":"/w==","status":400,"bytes_written":)"));
  EXPECT_TRUE(Contains(lines.body, R"("events_written":1,"state":"answered"})"));
  EXPECT_FALSE(Contains(lines.body, "secret-key"));
  EXPECT_EQ(client_->Send("DELETE", "/emulator/requests").status, 200);
  EXPECT_EQ(client_->Send("GET", "/emulator/requests").body, "");
}

TEST_F(EmulatorRecordTest, KeepsAtMostTheMaximumNumberOfRequests) {
  EmulatorOptions options;
  options.max_recorded_requests = 2;
  StartWith(options);
  for (int i = 0; i < 5; ++i) client_->Post(kHi);
  ASSERT_EQ(emulator_->Requests().size(), 2u);
  EXPECT_EQ(emulator_->Requests()[0].number, 4);
}

TEST_F(EmulatorRecordTest, KeepsAtMostTheMaximumNumberOfBytes) {
  EmulatorOptions options;
  options.max_recorded_bytes = 2 * kHi.size();
  StartWith(options);
  for (int i = 0; i < 5; ++i) client_->Post(kHi);
  EXPECT_EQ(emulator_->Requests().size(), 2u);
}

}  // namespace
}  // namespace footnote::emulator
