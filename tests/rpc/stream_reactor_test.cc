// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/stream_reactor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/stream_events.h"
#include "tests/answering/test_support.h"
#include "tests/rpc/encoded.h"
#include "tests/rpc/error_details.h"
#include "tests/rpc/fake_admitted_call.h"
#include "tests/rpc/fake_calls.h"

namespace footnote::rpc {
namespace {

using answering::BlockStartEvent;
using answering::BlockStopEvent;
using answering::MessageDeltaEvent;
using answering::MessageStartEvent;
using answering::MessageStopEvent;
using answering::TextEvent;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

AdmissionLimits OneCall() {
  AdmissionLimits limits;
  limits.max_calls = 1;
  return limits;
}

class StreamReactorTest : public ::testing::Test {
 protected:
  ~StreamReactorTest() override {
    if (reactor_ != nullptr) Done();
  }

  // Starts a call as AnswerService does.
  void Start(const grpc::ByteBuffer& request) {
    auto* reactor = new StreamReactor(&engine_, &admission_, &arenas_);
    reactor_ = reactor;
    reactor->Start(request, CallContext());
    call_.Bind(reactor_);
  }
  void Start() { Start(Encoded(request_)); }

  // Starts a call and delivers the beginning of an answer, which is the first write.
  void StartWithText() {
    Start();
    transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "a")});
  }

  void Complete() {
    transport_.Emit({BlockStopEvent(0), MessageDeltaEvent(), MessageStopEvent()});
    transport_.End(absl::OkStatus());
  }

  // gRPC's report that the last write was sent.
  void WriteDone(bool ok = true) { reactor_->OnWriteDone(ok); }
  // gRPC's last action: the reactor deletes itself.
  void Done() { std::exchange(reactor_, nullptr)->OnDone(); }

  // The kinds of the events of write `index`.
  std::vector<std::string> Kinds(size_t index) const {
    v1::StreamAnswerResponse response;
    EXPECT_TRUE(response.ParseFromString(call_.writes().at(index)));
    std::vector<std::string> kinds;
    for (const v1::AnswerEvent& event : response.events()) {
      const auto* oneof = event.GetDescriptor()->FindOneofByName("kind");
      kinds.push_back(event.GetReflection()->GetOneofFieldDescriptor(event, oneof)->name());
    }
    return kinds;
  }

  v1::StreamAnswerRequest request_ = [] {
    v1::StreamAnswerRequest request;
    *request.mutable_request() = answering::TwoHits();
    request.mutable_request()->mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
    return request;
  }();
  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  Admission admission_{OneCall()};
  ArenaPool arenas_;
  FakeStreamCall call_;
  grpc::ServerWriteReactor<grpc::ByteBuffer>* reactor_ = nullptr;
};

TEST_F(StreamReactorTest, EventsThatArriveTogetherAreOneWrite) {
  StartWithText();
  ASSERT_THAT(call_.writes(), SizeIs(1));
  EXPECT_THAT(Kinds(0), ElementsAre("started", "block_started", "text_delta"));
  EXPECT_FALSE(call_.status().has_value());
}

TEST_F(StreamReactorTest, EventsThatArriveDuringAWriteAreTheNextWrite) {
  StartWithText();
  transport_.Emit({TextEvent(0, "b")});
  transport_.Emit({TextEvent(0, "c")});
  EXPECT_THAT(call_.writes(), SizeIs(1));
  WriteDone();
  ASSERT_THAT(call_.writes(), SizeIs(2));
  EXPECT_THAT(Kinds(1), ElementsAre("text_delta", "text_delta"));
  WriteDone();
  EXPECT_THAT(call_.writes(), SizeIs(2)) << "nothing is left to write";
  transport_.Emit({TextEvent(0, "d")});
  EXPECT_THAT(call_.writes(), SizeIs(3));
}

TEST_F(StreamReactorTest, TheLastEventsAreWrittenWithTheStatus) {
  StartWithText();
  WriteDone();
  Complete();
  ASSERT_THAT(call_.writes(), SizeIs(2));
  EXPECT_THAT(Kinds(1), ElementsAre("block_finished", "completed"));
  ASSERT_TRUE(call_.status().has_value());
  EXPECT_TRUE(call_.status()->ok());
}

TEST_F(StreamReactorTest, AnEndDuringAWriteWaitsForIt) {
  StartWithText();
  Complete();
  EXPECT_THAT(call_.writes(), SizeIs(1));
  EXPECT_FALSE(call_.status().has_value());
  WriteDone();
  ASSERT_THAT(call_.writes(), SizeIs(2));
  EXPECT_THAT(Kinds(1), ElementsAre("block_finished", "completed"));
  EXPECT_TRUE(call_.status()->ok());
}

TEST_F(StreamReactorTest, AStreamMayEndBeforeTheCallIsBound) {
  transport_.during_send = [this] {
    transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "a")});
    Complete();
  };
  Start();
  ASSERT_THAT(call_.writes(), SizeIs(1));
  EXPECT_THAT(Kinds(0), ElementsAre("started", "block_started", "text_delta"));
  WriteDone();
  EXPECT_THAT(Kinds(1), ElementsAre("block_finished", "completed"));
  EXPECT_TRUE(call_.status()->ok());
}

TEST_F(StreamReactorTest, AFullQueuePausesTheStreamUntilItIsTaken) {
  StartWithText();
  transport_.Emit({TextEvent(0, std::string(10 << 10, 'x'))});
  EXPECT_THAT(transport_.paused, IsEmpty());
  transport_.Emit({TextEvent(0, std::string(10 << 10, 'y'))});
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  transport_.Emit({TextEvent(0, "z")});
  EXPECT_THAT(transport_.paused, ElementsAre(1u)) << "the stream is already paused";
  EXPECT_THAT(transport_.resumed, IsEmpty());
  WriteDone();
  EXPECT_THAT(transport_.resumed, ElementsAre(1u));
  ASSERT_THAT(call_.writes(), SizeIs(2));
  EXPECT_THAT(Kinds(1), ElementsAre("text_delta", "text_delta", "text_delta"));
  WriteDone();
  EXPECT_THAT(transport_.resumed, ElementsAre(1u)) << "the stream is not paused";
}

TEST_F(StreamReactorTest, AfterAFailedWriteNothingIsWritten) {
  StartWithText();
  transport_.Emit({TextEvent(0, "b")});
  WriteDone(/*ok=*/false);
  transport_.Emit({TextEvent(0, "c")});
  EXPECT_THAT(call_.writes(), SizeIs(1));
  EXPECT_FALSE(call_.status().has_value());
  reactor_->OnCancel();
  EXPECT_THAT(call_.writes(), SizeIs(1));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(StreamReactorTest, AnErrorFinishesTheCallWithTheDeliveredAmountAndTheRequestId) {
  request_.mutable_request()->set_request_id("id-1");
  StartWithText();
  WriteDone();
  transport_.ends_when_cancelled = false;
  transport_.Emit({TextEvent(7, "of no block")});
  transport_.End(absl::CancelledError());
  ASSERT_TRUE(call_.status().has_value());
  EXPECT_THAT(call_.writes(), SizeIs(1));
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "UPSTREAM_PROTOCOL");
  EXPECT_EQ(MetadataOf(*call_.status(), "delivered_text_bytes"), "1");
  EXPECT_EQ(MetadataOf(*call_.status(), "request_id"), "id-1");
}

TEST_F(StreamReactorTest, AnInvalidRequestFinishesTheCall) {
  request_.mutable_request()->clear_question();
  Start();
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(call_.writes(), IsEmpty());
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(StreamReactorTest, BytesThatAreNotARequestFinishTheCall) {
  Start(Buffer("\xff\xff"));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(StreamReactorTest, ARefusedCallHasItsRequestId) {
  FakeAdmittedCall other;
  ASSERT_TRUE(other.Enter(&admission_).ok());
  request_.mutable_request()->set_request_id("id-2");
  Start();
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "OVERLOADED");
  EXPECT_EQ(MetadataOf(*call_.status(), "request_id"), "id-2");
  Done();
  EXPECT_FALSE(HasRoom(&admission_)) << "a refused call must not leave";
}

TEST_F(StreamReactorTest, TheCallMakesRoomWhenItsLastEventsAreWritten) {
  StartWithText();
  Complete();
  EXPECT_FALSE(HasRoom(&admission_)) << "a write is in flight";
  WriteDone();
  EXPECT_TRUE(HasRoom(&admission_));
}

TEST_F(StreamReactorTest, TheCallLeavesWhenItIsDone) {
  StartWithText();
  WriteDone();
  Complete();
  std::thread drain([this] { EXPECT_EQ(admission_.Drain(absl::InfiniteDuration(), nullptr), 0); });
  Done();
  drain.join();
}

TEST_F(StreamReactorTest, CancellingTheCallCancelsTheTransfer) {
  Start();
  reactor_->OnCancel();
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::CANCELLED);
}

TEST_F(StreamReactorTest, ADrainAbortsTheCall) {
  Start();
  std::thread drain([this] { EXPECT_EQ(admission_.Drain(absl::ZeroDuration(), nullptr), 1); });
  call_.WaitForFinish();
  Done();
  drain.join();
  EXPECT_EQ(call_.status()->error_code(), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(ErrorInfoOf(*call_.status()).reason(), "DRAINING");
}

}  // namespace
}  // namespace footnote::rpc
