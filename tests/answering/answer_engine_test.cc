// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/status/rich_status.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

// Runs every test for both kinds of calls.
class AnswerEngineTest : public testing::TestWithParam<bool>, private AnswerStream::Listener {
 protected:
  bool is_stream() const { return GetParam(); }

  void Start(AnswerContext context = AnswerContext()) {
    if (is_stream()) {
      v1::StreamAnswerRequest request;
      *request.mutable_request() = request_;
      engine_.Stream(request, std::move(context), &last_, &stream_, this);
    } else {
      engine_.Answer(request_, std::move(context), &answer_, &call_,
                     [this](absl::Status status) { OnEnd(std::move(status)); });
    }
  }

  void Cancel() {
    PendingAnswer& pending = is_stream() ? static_cast<PendingAnswer&>(stream_) : call_;
    pending.Cancel();
  }

  v1::AnswerRequest request_ = TwoHits();
  ScriptedTransport transport_;
  const EchoingRoutes routes_;
  const AnswerEngine engine_{&transport_, &routes_, TestDefaults()};
  AnswerCall call_;
  AnswerStream stream_;
  v1::Answer answer_;
  v1::StreamAnswerResponse last_;
  std::vector<absl::Status> ends_;

 private:
  void OnEvents(const v1::StreamAnswerResponse&) override {}
  void OnBatchEnd() override {}
  void OnEnd(absl::Status status) override { ends_.push_back(std::move(status)); }
};

TEST_P(AnswerEngineTest, SendsTheSerializedRequest) {
  Start();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  Json expected = SentJson(request_);
  if (is_stream()) expected["stream"] = true;
  EXPECT_EQ(Json::parse(*transport_.calls[0].json), expected);
  EXPECT_EQ(transport_.calls[0].stream, is_stream());
  EXPECT_EQ(transport_.calls[0].model, "claude-test");
  EXPECT_EQ(transport_.calls[0].route, "");
  EXPECT_THAT(ends_, IsEmpty());
}

TEST_P(AnswerEngineTest, SendsTheDeadlineAndTheHeaders) {
  const absl::Time deadline = absl::FromUnixSeconds(1000);
  Start({deadline, {{"anthropic-beta", "x"}}});
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_EQ(transport_.calls[0].deadline, deadline);
  EXPECT_THAT(transport_.calls[0].headers, ElementsAre(Pair("anthropic-beta", "x")));
}

TEST_P(AnswerEngineTest, SendsTheRetryLimits) {
  v1::FailureOptions* options = request_.mutable_failure_options();
  options->set_max_attempts(5);
  options->set_retry_possibly_billed(true);
  options->add_fallback_models()->set_model("other");
  Start();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_EQ(transport_.calls[0].retry.max_attempts, 5);
  EXPECT_TRUE(transport_.calls[0].retry.retry_possibly_billed);
  ASSERT_THAT(transport_.calls[0].retry.fallback_models, SizeIs(1));
  EXPECT_EQ(transport_.calls[0].retry.fallback_models[0].model, "other");
}

TEST_P(AnswerEngineTest, AnInvalidRequestEndsTheCallAndNothingIsSent) {
  request_.clear_question();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(status::ErrorReason(ends_[0]), "INVALID_REQUEST");
  EXPECT_THAT(ViolationsIn(ends_[0]),
              ElementsAre(Violates(is_stream() ? "request.question" : "question", "")));
  EXPECT_THAT(transport_.calls, IsEmpty());
  Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_P(AnswerEngineTest, MetadataThatCannotBeForwardedEndsTheCallAndNothingIsSent) {
  Start({absl::InfiniteFuture(), {{"x-team", "a\r\nb"}}});
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(status::ErrorReason(ends_[0]), "INVALID_REQUEST");
  EXPECT_THAT(ViolationsIn(ends_[0]), ElementsAre(Violates("metadata[x-team]", "")));
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_P(AnswerEngineTest, ARequestThatIsTooLargeEndsTheCallAndNothingIsSent) {
  request_.mutable_search_results(0)->set_text(std::string(33 << 20, 'x'));
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(status::ErrorReason(ends_[0]), "REQUEST_TOO_LARGE");
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_P(AnswerEngineTest, ACallThatWasCancelledBeforeTheStartIsNotSent) {
  Cancel();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_EQ(status::ErrorReason(ends_[0]), "CANCELLED");
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_P(AnswerEngineTest, AStreamMayHaveMoreTokensThanAnAnswerInOnePiece) {
  request_.mutable_model_options()->set_max_tokens(64000);
  Start();
  EXPECT_THAT(transport_.calls, SizeIs(is_stream() ? 1 : 0));
}

INSTANTIATE_TEST_SUITE_P(Calls, AnswerEngineTest, testing::Bool(),
                         [](const auto& info) { return info.param ? "Stream" : "Answer"; });

TEST(AnswerEngineMethodsTest, ResolveMakesNoCall) {
  ScriptedTransport transport;
  const EchoingRoutes routes;
  const AnswerEngine engine(&transport, &routes, TestDefaults());
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = TwoHits();
  request.set_message_json(MessageJson({TextBlock("1000.")}));
  v1::Answer answer;
  ASSERT_TRUE(engine.Resolve(&request, &answer).ok());
  EXPECT_EQ(answer.text(), "1000.");
  EXPECT_THAT(transport.calls, IsEmpty());
}

TEST(AnswerEngineMethodsTest, PreviewHasTheBytesThatAreSentAndMakesNoCall) {
  ScriptedTransport transport;
  const EchoingRoutes routes;
  const AnswerEngine engine(&transport, &routes, TestDefaults());
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = TwoHits();
  v1::PreviewAnswerResponse preview;
  ASSERT_TRUE(
      engine.Preview(request, {absl::InfiniteFuture(), {{"x-trace", "t1"}}}, &preview).ok());
  ASSERT_EQ(preview.upstream_headers_size(), 2);
  EXPECT_EQ(preview.upstream_headers(0).name(), "route");
  EXPECT_EQ(preview.upstream_headers(1).name(), "x-trace");
  EXPECT_EQ(preview.upstream_headers(1).value(), "t1");
  EXPECT_EQ(Json::parse(preview.upstream_json()), SentJson(request.request()));
  EXPECT_THAT(transport.calls, IsEmpty());
  request.mutable_request()->clear_question();
  EXPECT_THAT(ViolationsIn(engine.Preview(request, AnswerContext(), &preview)),
              ElementsAre(Violates("request.question", "")));
}

}  // namespace
}  // namespace footnote::answering
