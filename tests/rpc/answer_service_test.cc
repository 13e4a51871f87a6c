// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/answer_service.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "service/answering/answer_engine.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/stream_events.h"
#include "tests/answering/test_support.h"
#include "tests/rpc/error_details.h"

namespace footnote::rpc {
namespace {

using answering::MessageJson;
using answering::TextBlock;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::SizeIs;

AdmissionLimits OneCall() {
  AdmissionLimits limits;
  limits.max_calls = 1;
  return limits;
}

// A service with an in-process channel.
class AnswerServiceTest : public ::testing::Test {
 protected:
  AnswerServiceTest() {
    grpc::ServerBuilder builder;
    builder.RegisterService(&service_);
    server_ = builder.BuildAndStart();
    stub_ = v1::AnswerService::NewStub(server_->InProcessChannel(grpc::ChannelArguments()));
    context_.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(60)));
  }

  v1::AnswerRequest request_ = answering::TwoHits();
  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  AnswerService service_{&engine_, AnswerServiceOptions{{"x-trace", "x-team"}, OneCall()}};
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<v1::AnswerService::Stub> stub_;
  grpc::ClientContext context_;
};

TEST_F(AnswerServiceTest, AnswerSendsTheDeadlineAndTheForwardedMetadata) {
  transport_.during_send = [this] { transport_.Reply(MessageJson({TextBlock("1000.")})); };
  const absl::Time deadline = absl::FromChrono(context_.deadline());
  context_.AddMetadata("x-trace", "t1");
  context_.AddMetadata("x-trace", "t2");
  context_.AddMetadata("x-other", "o");
  v1::AnswerResponse response;
  const grpc::Status status = stub_->Answer(&context_, request_, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.answer().text(), "1000.");
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_THAT(transport_.calls[0].headers,
              ::testing::UnorderedElementsAre(Pair("x-trace", "t1"), Pair("x-trace", "t2")));
  EXPECT_LT(absl::AbsDuration(transport_.calls[0].deadline - deadline), absl::Seconds(1));
}

TEST_F(AnswerServiceTest, StreamAnswerStreams) {
  transport_.during_send = [this] {
    transport_.Emit({answering::MessageStartEvent(), answering::BlockStartEvent(0),
                     answering::TextEvent(0, "a"), answering::BlockStopEvent(0),
                     answering::MessageDeltaEvent(), answering::MessageStopEvent()});
    transport_.End(absl::OkStatus());
  };
  v1::StreamAnswerRequest request;
  *request.mutable_request() = request_;
  const auto reader = stub_->StreamAnswer(&context_, request);
  v1::StreamAnswerResponse response;
  std::string text;
  v1::Answer answer;
  while (reader->Read(&response)) {
    for (const v1::AnswerEvent& event : response.events()) {
      text += event.text_delta().text();
      if (event.has_completed()) answer = event.completed().answer();
    }
  }
  const grpc::Status status = reader->Finish();
  EXPECT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(text, "a");
  EXPECT_EQ(answer.text(), "a");
}

TEST_F(AnswerServiceTest, ResolveAnswerResolves) {
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = request_;
  request.set_message_json(MessageJson({TextBlock("1000.")}));
  v1::ResolveAnswerResponse response;
  const grpc::Status status = stub_->ResolveAnswer(&context_, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.answer().text(), "1000.");
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerServiceTest, PreviewAnswerPreviews) {
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = request_;
  v1::PreviewAnswerResponse response;
  const grpc::Status status = stub_->PreviewAnswer(&context_, request, &response);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(response.search_results_size(), 2);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerServiceTest, ErrorsOfCallsThatEndImmediatelyHaveTheRequestId) {
  v1::PreviewAnswerRequest request;
  request.mutable_request()->set_request_id("id-1");
  v1::PreviewAnswerResponse response;
  const grpc::Status status = stub_->PreviewAnswer(&context_, request, &response);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(MetadataOf(status, "request_id"), "id-1");
}

TEST_F(AnswerServiceTest, CallsThatEndImmediatelyLeave) {
  for (int i = 0; i < 3; ++i) {
    grpc::ClientContext context;
    v1::PreviewAnswerResponse response;
    EXPECT_EQ(stub_->PreviewAnswer(&context, v1::PreviewAnswerRequest(), &response).error_code(),
              grpc::StatusCode::INVALID_ARGUMENT);
  }
}

TEST_F(AnswerServiceTest, ADrainedServiceRefusesEveryMethodWithTheRequestId) {
  service_.Drain(absl::ZeroDuration(), nullptr);
  v1::ResolveAnswerRequest request;
  request.mutable_request()->set_request_id("id-2");
  v1::ResolveAnswerResponse response;
  const grpc::Status status = stub_->ResolveAnswer(&context_, request, &response);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "DRAINING");
  EXPECT_EQ(MetadataOf(status, "request_id"), "id-2");
}

}  // namespace
}  // namespace footnote::rpc
