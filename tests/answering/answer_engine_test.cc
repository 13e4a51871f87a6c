#include "service/answering/answer_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "service/rich_status.h"
#include "service/upstream/transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

// A transport that says what the test tells it to, when the test tells it to.
class ScriptedTransport : public upstream::MessagesTransport {
 public:
  upstream::MessagesCallId Send(upstream::MessagesCall call,
                                upstream::MessagesObserver* observer) override {
    calls.push_back(std::move(call));
    observer_ = observer;
    if (during_send) during_send();
    return calls.size();
  }

  void Cancel(upstream::MessagesCallId id) override {
    cancelled.push_back(id);
    if (id == 0 || id != calls.size() || observer_ == nullptr) return;
    End(absl::CancelledError("cancelled"));
  }

  // Says the message `json`, and that this was all.
  void Reply(const std::string& json) {
    observer_->OnEvent(Said(json));
    End(absl::OkStatus());
  }

  void End(absl::Status status) {
    std::exchange(observer_, nullptr)->OnEnd({std::move(status), "req_1"});
  }

  // Runs within Send.
  std::function<void()> during_send;
  std::vector<upstream::MessagesCall> calls;
  std::vector<upstream::MessagesCallId> cancelled;

 private:
  upstream::MessagesObserver* observer_ = nullptr;
};

class AnswerEngineTest : public testing::Test {
 protected:
  void Start() { Start(AnswerContext()); }

  void Start(AnswerContext context) {
    call_.Start(request_, std::move(context), &answer_,
                [this](absl::Status status) { ends_.push_back(std::move(status)); });
  }

  static std::string CitedReply(const std::string& cited_text = "Rate limit is 1000/h.") {
    return MessageJson({TextBlock("1000.", Json::array({Srl(0, 0, 1, cited_text)}))});
  }

  v1::AnswerRequest request_ = TwoHits();
  ScriptedTransport transport_;
  const AnswerEngine engine_{&transport_, TestDefaults()};
  AnswerCall call_{&engine_};
  v1::Answer answer_;
  std::vector<absl::Status> ends_;
};

TEST_F(AnswerEngineTest, SendsWhatTheBuilderBuildsAndAnswersWithWhatTheResolverResolves) {
  Start();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_EQ(transport_.calls[0].json, MustBuild(request_).json);
  EXPECT_THAT(ends_, IsEmpty());
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.text(), "1000.");
  EXPECT_EQ(answer_.blocks(0).text().citations(0).source().id(), "kb-1");
  EXPECT_EQ(answer_.message_id(), "msg_1");
  EXPECT_EQ(answer_.request_id(), "req_1");
  EXPECT_THAT(transport_.cancelled, IsEmpty());
}

TEST_F(AnswerEngineTest, DeadlineAndHeadersGoWithTheCall) {
  const absl::Time deadline = absl::FromUnixSeconds(1000);
  Start({deadline, {{"anthropic-beta", "x"}}});
  EXPECT_EQ(transport_.calls[0].deadline, deadline);
  EXPECT_THAT(transport_.calls[0].headers, ElementsAre(Pair("anthropic-beta", "x")));
  transport_.Reply(CitedReply());
}

TEST_F(AnswerEngineTest, AnInvalidRequestIsDoneAtOnceAndNothingIsSent) {
  request_.clear_question();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ErrorReason(ends_[0]), "INVALID_REQUEST");
  EXPECT_THAT(transport_.calls, IsEmpty());
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerEngineTest, AnErrorFromUpstreamIsHandedOnAsItIs) {
  Start();
  const absl::Status error = ErrorWithInfo(absl::StatusCode::kUnavailable, "UPSTREAM", "529");
  transport_.End(error);
  EXPECT_THAT(ends_, ElementsAre(error));
}

TEST_F(AnswerEngineTest, AnAnswerMayBeDoneBeforeSendReturns) {
  transport_.during_send = [this] { transport_.Reply(CitedReply()); };
  Start();
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.text(), "1000.");
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerEngineTest, CancelEndsACallThatIsUnderWayOnce) {
  Start();
  call_.Cancel();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerEngineTest, ACancelBeforeTheCallHasItsIdIsNotLost) {
  transport_.during_send = [this] {
    call_.Cancel();
    EXPECT_THAT(ends_, IsEmpty());
  };
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.cancelled, testing::Contains(1u));
}

TEST_F(AnswerEngineTest, ACancelBeforeAnythingIsSentKeepsItFromBeingSent) {
  call_.Cancel();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerEngineTest, ACancelAfterTheEndDoesNothing) {
  Start();
  transport_.Reply(CitedReply());
  call_.Cancel();
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerEngineTest, AnUnverifiedCitationIsAnswered) {
  Start();
  transport_.Reply(CitedReply("Something else."));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.blocks(0).text().citations(0).verification().verdict(),
            v1::Verification::VERDICT_MISMATCH);
}

TEST_F(AnswerEngineTest, AnUnverifiedCitationIsATypedFailureIfStrict) {
  // B40
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.Reply(CitedReply("Something else."));
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(ErrorReason(ends_[0]), "UNVERIFIED_CITATION");
}

TEST_F(AnswerEngineTest, AVerifiedCitationIsAnsweredIfStrict) {
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerEngineTest, AnErrorIsNotCheckedStrictly) {
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.End(absl::UnavailableError("down"));
  EXPECT_THAT(ends_, ElementsAre(absl::UnavailableError("down")));
}

TEST_F(AnswerEngineTest, TheCallMayBeDestroyedFromWithinDone) {
  auto call = std::make_unique<AnswerCall>(&engine_);
  bool done = false;
  call->Start(request_, AnswerContext(), &answer_, [&](absl::Status status) {
    EXPECT_TRUE(status.ok()) << status;
    call.reset();
    // What the callback holds outlives the call.
    done = true;
  });
  transport_.Reply(CitedReply());
  EXPECT_TRUE(done);
}

// Ends its calls on a thread of its own: with a reply, or with CANCELLED if a Cancel came first.
class ThreadedTransport : public upstream::MessagesTransport {
 public:
  // Waits for the end of the call, if there was one.
  void Join() {
    if (thread_.joinable()) thread_.join();
  }

  upstream::MessagesCallId Send(upstream::MessagesCall,
                                upstream::MessagesObserver* observer) override {
    thread_ = std::thread([this, observer] {
      std::this_thread::yield();
      if (cancelled_.load()) {
        observer->OnEnd({absl::CancelledError(), ""});
        return;
      }
      observer->OnEvent(Said(MessageJson({TextBlock("A.")})));
      observer->OnEnd({absl::OkStatus(), "req"});
    });
    return 1;
  }

  void Cancel(upstream::MessagesCallId id) override {
    if (id == 1) cancelled_ = true;
  }

 private:
  std::atomic<bool> cancelled_{false};
  std::thread thread_;
};

TEST(AnswerCallThreadsTest, DoneComesExactlyOnceHoweverACancelRacesWithTheEnd) {
  const v1::AnswerRequest request = TwoHits();
  for (int i = 0; i < 200; ++i) {
    std::atomic<int> done{0};
    v1::Answer answer;
    ThreadedTransport transport;
    const AnswerEngine engine(&transport, TestDefaults());
    AnswerCall call(&engine);
    std::thread canceller([&call] { call.Cancel(); });
    call.Start(request, AnswerContext(), &answer, [&done](absl::Status) { ++done; });
    canceller.join();
    transport.Join();
    ASSERT_EQ(done, 1);
  }
}

}  // namespace
}  // namespace footnote::answering
