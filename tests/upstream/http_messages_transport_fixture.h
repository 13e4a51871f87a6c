// SPDX-License-Identifier: Apache-2.0
// The fixture of the tests of HttpMessagesTransport.
#ifndef FOOTNOTE_TESTS_UPSTREAM_HTTP_MESSAGES_TRANSPORT_FIXTURE_H_
#define FOOTNOTE_TESTS_UPSTREAM_HTTP_MESSAGES_TRANSPORT_FIXTURE_H_

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "service/status/rich_status.h"
#include "service/upstream/http_messages_transport.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {

using Headers = std::vector<std::pair<std::string, std::string>>;

class HttpMessagesTransportTest : public testing::Test {
 protected:
  void Send() { transport_.Send(Call(R"({"model":"m"})", /*stream=*/false), &recorder_); }
  std::string Metadata(const std::string& key) const {
    return MetadataOf(recorder_.end.status, key);
  }

  void ExpectError(absl::StatusCode code, const std::string& reason) const {
    EXPECT_EQ(recorder_.ends, 1);
    EXPECT_TRUE(recorder_.messages.empty());
    EXPECT_EQ(recorder_.end.status.code(), code) << recorder_.end.status;
    EXPECT_EQ(status::ErrorReason(recorder_.end.status), reason);
  }

  const Headers json_ = {{"content-type", "application/json"}, {"request-id", "req_1"}};
  FakeRoute route_;
  FakeHttpClient http_;
  ManualTimer timer_;
  HttpMessagesTransport transport_{route_.routes(), &http_, &timer_};
  Recorder recorder_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_HTTP_MESSAGES_TRANSPORT_FIXTURE_H_
