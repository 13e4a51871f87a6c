// SPDX-License-Identifier: Apache-2.0
// Calls whose credentials are not available when they are sent.
#include "service/upstream/deferred_calls.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/status/rich_status.h"
#include "service/upstream/http_messages_transport.h"
#include "tests/upstream/manual_timer.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using Cause = TransferResult::Cause;

constexpr char kMessage[] =
    R"({"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],)"
    R"("stop_reason":"end_turn","usage":{"input_tokens":1,"output_tokens":1}})";

// A source whose credentials the test supplies.
class FakeCredentials final : public CredentialsSource {
 public:
  CredentialsPtr Current() override { return nullptr; }
  void Get(Callback done) override {
    if (within_get) return done(*within_get);
    done_ = std::move(done);
  }
  void Supply(absl::StatusOr<CredentialsPtr> credentials) {
    std::exchange(done_, nullptr)(std::move(credentials));
  }

  std::optional<absl::StatusOr<CredentialsPtr>> within_get;

 private:
  Callback done_;
};

CredentialsPtr Token(const std::string& token) {
  return std::make_shared<const Credentials>(Credentials{Secret(token)});
}

class DeferredCallsTest : public testing::Test {
 protected:
  MessagesCallId Send(absl::Time deadline = absl::InfiniteFuture()) {
    MessagesCall call = Call("{}", /*stream=*/false);
    call.deadline = deadline;
    return transport_->Send(std::move(call), &recorder_);
  }
  bool WasStarted() const { return !http_.request().url.empty(); }
  void ExpectError(absl::StatusCode code, const std::string& reason) const {
    EXPECT_EQ(recorder_.ends, 1);
    EXPECT_EQ(recorder_.end.status.code(), code) << recorder_.end.status;
    EXPECT_EQ(status::ErrorReason(recorder_.end.status), reason);
  }
  void Reply() { http_.Reply(200, {{"content-type", "application/json"}}, {kMessage}); }

  FakePlatform platform_;
  FakeCredentials credentials_;
  Routes routes_{{{"fake", &platform_, &credentials_, {}, {}}}};
  FakeHttpClient http_;
  ManualTimer timer_;
  std::unique_ptr<HttpMessagesTransport> transport_ =
      std::make_unique<HttpMessagesTransport>(&routes_, &http_, &timer_);
  Recorder recorder_;
};

TEST_F(DeferredCallsTest, TheRequestIsSentWhenTheCredentialsArrive) {
  EXPECT_TRUE(DeferredCalls::IsDeferred(Send()));
  EXPECT_FALSE(WasStarted());
  credentials_.Supply(Token("later"));
  ASSERT_TRUE(WasStarted());
  EXPECT_EQ(http_.request().headers, (HttpHeaders{{"x-token", "later"}}));
  Reply();
  EXPECT_EQ(recorder_.messages.size(), 1u);
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(DeferredCallsTest, CredentialsMayArriveWithinGet) {
  credentials_.within_get = Token("now");
  Send();
  EXPECT_EQ(http_.request().headers, (HttpHeaders{{"x-token", "now"}}));
  Reply();
  EXPECT_TRUE(recorder_.end.status.ok());
}

TEST_F(DeferredCallsTest, AFailureEndsTheCallWithoutARequestAndWithoutItsMessage) {
  Send();
  credentials_.Supply(absl::PermissionDeniedError("CANARY"));
  EXPECT_FALSE(WasStarted());
  ExpectError(absl::StatusCode::kFailedPrecondition, "UPSTREAM_CREDENTIALS_REJECTED");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kFinal);
  EXPECT_EQ(recorder_.end.status.ToString().find("CANARY"), std::string::npos);
}

TEST_F(DeferredCallsTest, ATemporaryFailureIsRetryable) {
  Send();
  credentials_.Supply(absl::UnavailableError("try again"));
  ExpectError(absl::StatusCode::kUnavailable, "UPSTREAM_UNAVAILABLE");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kNotConnected);
}

TEST_F(DeferredCallsTest, TheDeadlineEndsACallThatWaits) {
  Send(absl::Now() + absl::Seconds(5));
  timer_.Advance(absl::Seconds(4));
  EXPECT_EQ(recorder_.ends, 0);
  timer_.Advance(absl::Seconds(1));
  ExpectError(absl::StatusCode::kDeadlineExceeded, "UPSTREAM_TIMEOUT");
  EXPECT_EQ(MetadataOf(recorder_.end.status, "timeout"), "deadline");
  EXPECT_EQ(recorder_.end.failure.kind, Failure::Kind::kNotConnected);
}

TEST_F(DeferredCallsTest, TheDeadlineOfAStartedCallIsThatOfItsTransfer) {
  Send(absl::Now() + absl::Seconds(5));
  credentials_.Supply(Token("t"));
  EXPECT_EQ(timer_.waiting(), 0u);
  EXPECT_NE(http_.request().deadline, absl::InfiniteFuture());
  Reply();
}

TEST_F(DeferredCallsTest, CancelEndsACallThatWaitsOnTheTimer) {
  const MessagesCallId id = Send(absl::Now() + absl::Seconds(5));
  transport_->Cancel(id);
  EXPECT_EQ(recorder_.ends, 0) << "not within Cancel";
  timer_.Advance(absl::ZeroDuration());
  ExpectError(absl::StatusCode::kCancelled, "CANCELLED");
  EXPECT_EQ(timer_.waiting(), 0u);
}

TEST_F(DeferredCallsTest, CredentialsOfACancelledCallAreIgnored) {
  transport_->Cancel(Send());
  timer_.Advance(absl::ZeroDuration());
  credentials_.Supply(Token("late"));
  EXPECT_FALSE(WasStarted());
  EXPECT_EQ(recorder_.ends, 1);
}

TEST_F(DeferredCallsTest, CancelAfterTheStartCancelsTheTransfer) {
  const MessagesCallId id = Send();
  credentials_.Supply(Token("t"));
  transport_->Cancel(id);
  EXPECT_EQ(http_.cancels.size(), 1u);
  http_.End(Cause::kCancelled);
  ExpectError(absl::StatusCode::kCancelled, "CANCELLED");
}

TEST_F(DeferredCallsTest, CancelWhileTheTransferStartsCancelsIt) {
  const MessagesCallId id = Send();
  http_.at_start = [&] { transport_->Cancel(id); };
  credentials_.Supply(Token("t"));
  EXPECT_EQ(http_.cancels.size(), 1u);
  http_.End(Cause::kCancelled);
  ExpectError(absl::StatusCode::kCancelled, "CANCELLED");
}

TEST_F(DeferredCallsTest, APauseBeforeTheStartAppliesToTheTransfer) {
  const MessagesCallId id = Send();
  transport_->Pause(id);
  credentials_.Supply(Token("t"));
  EXPECT_TRUE(http_.paused);
  transport_->Resume(id);
  EXPECT_FALSE(http_.paused);
  Reply();
}

TEST_F(DeferredCallsTest, ACallThatIsResumedBeforeTheStartIsNotPaused) {
  const MessagesCallId id = Send();
  transport_->Pause(id);
  transport_->Resume(id);
  credentials_.Supply(Token("t"));
  EXPECT_FALSE(http_.paused);
  Reply();
}

TEST_F(DeferredCallsTest, TheDestructorEndsACallWhoseCredentialsNeverArrive) {
  Send();
  transport_.reset();
  ExpectError(absl::StatusCode::kUnavailable, "SHUTTING_DOWN");
}

TEST_F(DeferredCallsTest, ControlOfACallThatHasEndedDoesNothing) {
  const MessagesCallId id = Send();
  credentials_.Supply(Token("t"));
  Reply();
  transport_->Cancel(id);
  transport_->Pause(id);
  EXPECT_TRUE(http_.cancels.empty());
  EXPECT_FALSE(http_.paused);
}

}  // namespace
}  // namespace footnote::upstream
