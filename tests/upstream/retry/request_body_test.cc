// SPDX-License-Identifier: Apache-2.0
// How long a retried call keeps the body of its request.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "absl/time/time.h"
#include "service/upstream/retry/retrying_transport.h"
#include "tests/upstream/retry/retry_testing.h"

namespace footnote::upstream {
namespace {

class RequestBodyTest : public RetryingTransportTest {};

TEST_F(RequestBodyTest, TheBodyIsReleasedWhenContentIsDelivered) {
  MessagesCall call = NewCall();
  const std::weak_ptr<const std::string> body = call.json;
  Send(std::move(call));
  inner_.sent.clear();
  EXPECT_FALSE(body.expired());
  inner_.Emit(Text(0, "x"));
  EXPECT_TRUE(body.expired());
  inner_.End(Fine());
}

TEST_F(RequestBodyTest, TheLastAttemptTakesTheBodyAlong) {
  options_.max_attempts = 2;
  MessagesCall call = NewCall();
  const std::weak_ptr<const std::string> body = call.json;
  Send(std::move(call));
  inner_.End(Overloaded());
  inner_.sent.clear();
  EXPECT_FALSE(body.expired());
  timer_.Advance(absl::Seconds(1));
  inner_.sent.clear();
  EXPECT_TRUE(body.expired());
  inner_.End(Fine());
}

TEST_F(RequestBodyTest, AnErrorThatEndsTheCallLetsGoOfTheBody) {
  MessagesCall call = NewCall();
  const std::weak_ptr<const std::string> body = call.json;
  Send(std::move(call));
  inner_.End(Rejected());
  inner_.sent.clear();
  EXPECT_TRUE(body.expired());
}

}  // namespace
}  // namespace footnote::upstream
