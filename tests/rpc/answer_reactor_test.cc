// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/answer_reactor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"
#include "tests/rpc/encoded.h"
#include "tests/rpc/error_details.h"
#include "tests/rpc/fake_admitted_call.h"
#include "tests/rpc/fake_calls.h"

namespace footnote::rpc {
namespace {

using answering::MessageJson;
using answering::TextBlock;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

AdmissionLimits OneCall() {
  AdmissionLimits limits;
  limits.max_calls = 1;
  return limits;
}

class AnswerReactorTest : public ::testing::Test {
 protected:
  ~AnswerReactorTest() override {
    if (reactor_ != nullptr) Done();
  }

  // Starts a call as AnswerService does.
  void Start(const grpc::ByteBuffer& request) {
    reactor_ = new AnswerReactor(&engine_, &admission_, &arenas_, &response_);
    static_cast<AnswerReactor*>(reactor_)->Start(request, CallContext());
    call_.Bind(reactor_);
  }

  void Start(const v1::AnswerRequest& request) { Start(Encoded(request)); }

  // gRPC's last action: the reactor deletes itself.
  void Done() { std::exchange(reactor_, nullptr)->OnDone(); }

  v1::AnswerRequest request_ = answering::TwoHits();
  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  Admission admission_{OneCall()};
  ArenaPool arenas_;
  grpc::ByteBuffer response_;
  FakeUnaryCall call_;
  grpc::ServerUnaryReactor* reactor_ = nullptr;
};

TEST_F(AnswerReactorTest, FinishesWithTheEncodedAnswer) {
  Start(request_);
  EXPECT_FALSE(call_.status().has_value());
  transport_.Reply(MessageJson({TextBlock("1000.")}));
  ASSERT_TRUE(call_.status().has_value());
  EXPECT_TRUE(call_.status()->ok()) << call_.status()->error_message();
  EXPECT_EQ(Decoded<v1::AnswerResponse>(response_).answer().text(), "1000.");
}

TEST_F(AnswerReactorTest, AnAnswerMayBeDoneBeforeTheCallIsBound) {
  transport_.during_send = [this] { transport_.Reply(MessageJson({TextBlock("1000.")})); };
  Start(request_);
  ASSERT_TRUE(call_.status().has_value());
  EXPECT_TRUE(call_.status()->ok());
  EXPECT_EQ(Decoded<v1::AnswerResponse>(response_).answer().text(), "1000.");
}

TEST_F(AnswerReactorTest, AnErrorHasItsDetailsAndTheRequestId) {
  request_.set_request_id("id-1");
  request_.clear_question();
  Start(request_);
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "INVALID_REQUEST");
  EXPECT_EQ(MetadataOf(*call_.status(), "request_id"), "id-1");
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerReactorTest, BytesThatAreNotARequestAreAnError) {
  Start(Buffer("\xff\xff"));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerReactorTest, ARefusedCallIsNotParsedAndHasItsRequestId) {
  FakeAdmittedCall other;
  ASSERT_TRUE(other.Enter(&admission_).ok());
  request_.set_request_id("id-2");
  Start(request_);
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "OVERLOADED");
  EXPECT_EQ(MetadataOf(*call_.status(), "request_id"), "id-2");
  EXPECT_THAT(transport_.calls, IsEmpty());
  Done();
  EXPECT_FALSE(HasRoom(&admission_)) << "a refused call must not leave";
}

TEST_F(AnswerReactorTest, TheCallMakesRoomWhenItsAnswerIsComplete) {
  Start(request_);
  EXPECT_FALSE(HasRoom(&admission_));
  transport_.Reply(MessageJson({TextBlock("1000.")}));
  EXPECT_TRUE(HasRoom(&admission_));
}

TEST_F(AnswerReactorTest, TheCallLeavesWhenItIsDone) {
  Start(request_);
  transport_.Reply(MessageJson({TextBlock("1000.")}));
  std::thread drain([this] { EXPECT_EQ(admission_.Drain(absl::InfiniteDuration(), nullptr), 0); });
  Done();
  drain.join();
}

TEST_F(AnswerReactorTest, CancellingTheCallCancelsTheTransfer) {
  Start(request_);
  reactor_->OnCancel();
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(AnswerReactorTest, ADrainAbortsTheCall) {
  request_.set_request_id("id-3");
  Start(request_);
  std::thread drain([this] { EXPECT_EQ(admission_.Drain(absl::ZeroDuration(), nullptr), 1); });
  call_.WaitForFinish();
  Done();
  drain.join();
  EXPECT_THAT(transport_.cancelled, SizeIs(1));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "DRAINING");
  EXPECT_EQ(MetadataOf(*call_.status(), "request_id"), "id-3");
}

}  // namespace
}  // namespace footnote::rpc
