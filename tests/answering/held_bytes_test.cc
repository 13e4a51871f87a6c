// SPDX-License-Identifier: Apache-2.0
// The bytes that calls report while they run.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/stream_events.h"
#include "tests/answering/summing_counter.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

constexpr int64_t kMegabyte = 1000000;

// A request whose search result has a megabyte of text.
v1::AnswerRequest LargeRequest() {
  v1::AnswerRequest request = TwoHits();
  request.mutable_search_results(0)->set_text(std::string(kMegabyte, 'x'));
  return request;
}

class HeldBytesOfCallsTest : public testing::Test, protected AnswerStream::Listener {
 protected:
  AnswerContext Context() { return {absl::InfiniteFuture(), {}, &counter_}; }

  void OnEvents(const v1::StreamAnswerResponse&) override {}
  void OnBatchEnd() override {}
  void OnEnd(absl::Status status) override { status_ = std::move(status); }

  SummingCounter counter_;
  ScriptedTransport transport_;
  const EchoingRoutes routes_;
  const AnswerEngine engine_{&transport_, &routes_, TestDefaults()};
  v1::Answer answer_;
  v1::StreamAnswerResponse last_;
  absl::Status status_ = absl::UnknownError("no end");
};

TEST_F(HeldBytesOfCallsTest, AnAnswerReportsItsSourcesAndItsJsonUntilTheResponse) {
  {
    AnswerCall call;
    engine_.Answer(LargeRequest(), Context(), &answer_, &call,
                   [this](absl::Status status) { OnEnd(std::move(status)); });
    EXPECT_NEAR(static_cast<double>(counter_.sum), 2.0 * kMegabyte, 0.05 * kMegabyte);
    transport_.Reply(MessageJson({TextBlock("A.")}));
    EXPECT_NEAR(static_cast<double>(counter_.sum), 1.0 * kMegabyte, 0.05 * kMegabyte);
  }
  EXPECT_TRUE(status_.ok());
  EXPECT_EQ(counter_.sum, 0);
}

TEST_F(HeldBytesOfCallsTest, AStreamReportsItsSourcesAndItsJsonUntilTheFirstEvent) {
  {
    AnswerStream stream;
    v1::StreamAnswerRequest request;
    *request.mutable_request() = LargeRequest();
    engine_.Stream(request, Context(), &last_, &stream, this);
    EXPECT_NEAR(static_cast<double>(counter_.sum), 2.0 * kMegabyte, 0.05 * kMegabyte);
    transport_.Emit({MessageStartEvent()});
    EXPECT_NEAR(static_cast<double>(counter_.sum), 1.0 * kMegabyte, 0.05 * kMegabyte);
    transport_.End(absl::UnavailableError("gone"));
  }
  EXPECT_EQ(counter_.sum, 0);
}

TEST_F(HeldBytesOfCallsTest, ACallThatFailsBeforeItIsSentHoldsNothing) {
  AnswerCall call;
  v1::AnswerRequest request = LargeRequest();
  request.clear_question();
  engine_.Answer(request, Context(), &answer_, &call,
                 [this](absl::Status status) { OnEnd(std::move(status)); });
  EXPECT_FALSE(status_.ok());
  EXPECT_EQ(counter_.peak, 0);
}

}  // namespace
}  // namespace footnote::answering
