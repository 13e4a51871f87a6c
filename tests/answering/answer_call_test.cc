#include "service/answering/answer_call.h"

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
#include "service/answering/attempts.h"
#include "service/status/rich_status.h"
#include "service/upstream/transport.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

class AnswerCallTest : public testing::Test {
 protected:
  void Start() { Start(AnswerContext()); }

  void Start(AnswerContext context) {
    const v1::AnswerRequest request = request_;  // gone once the call has started
    call_.Start(request, std::move(context), &answer_,
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

TEST_F(AnswerCallTest, KnowsTheCallersNamesForASourceThoughTheRequestIsGone) {
  v1::SearchResult& hit = *request_.mutable_hits(0);
  hit.set_document_key("handbook");
  (*hit.mutable_metadata())["page"] = "7";
  v1::Document& document = *request_.add_documents();
  document.set_id("memo");
  document.set_title("Memo");
  document.set_text("Prices rise in May.");
  Start();
  transport_.Reply(MessageJson(
      {TextBlock("1000, and more in May.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h."),
                                                        {{"type", "char_location"},
                                                         {"cited_text", "rise in May"},
                                                         {"document_index", 0},
                                                         {"document_title", "Memo"},
                                                         {"start_char_index", 7},
                                                         {"end_char_index", 18}}}))}));
  ASSERT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_THAT(answer_.notices(), IsEmpty());
  for (const v1::Citation& citation : answer_.blocks(0).text().citations()) {
    EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
  }
  ASSERT_THAT(answer_.references(), SizeIs(2));
  EXPECT_EQ(answer_.references(0).document_key(), "handbook");
  EXPECT_EQ(answer_.references(0).source(), request_.hits(0).source());
  EXPECT_THAT(answer_.references(0).metadata(), ElementsAre(Pair("page", "7")));
  EXPECT_EQ(answer_.references(1).sources(0).id(), "memo");
  EXPECT_EQ(answer_.references(1).title(), "Memo");
}

TEST_F(AnswerCallTest, SendsWhatTheBuilderBuildsAndAnswersWithWhatTheResolverResolves) {
  Start();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_EQ(*transport_.calls[0].json, MustBuild(request_).json);
  EXPECT_FALSE(transport_.calls[0].stream);
  EXPECT_THAT(ends_, IsEmpty());
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.text(), "1000.");
  EXPECT_EQ(answer_.blocks(0).text().citations(0).source().id(), "kb-1");
  EXPECT_EQ(answer_.message_id(), "msg_1");
  EXPECT_EQ(answer_.request_id(), "req_1");
  EXPECT_THAT(transport_.cancelled, IsEmpty());
}

TEST_F(AnswerCallTest, DeadlineAndHeadersGoWithTheCall) {
  const absl::Time deadline = absl::FromUnixSeconds(1000);
  Start({deadline, {{"anthropic-beta", "x"}}});
  EXPECT_EQ(transport_.calls[0].deadline, deadline);
  EXPECT_THAT(transport_.calls[0].headers, ElementsAre(Pair("anthropic-beta", "x")));
  transport_.Reply(CitedReply());
}

TEST_F(AnswerCallTest, AnInvalidRequestIsDoneAtOnceAndNothingIsSent) {
  request_.clear_question();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(status::ErrorReason(ends_[0]), "INVALID_REQUEST");
  EXPECT_THAT(transport_.calls, IsEmpty());
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerCallTest, AttemptsAreListedInTheAnswer) {
  Start();
  upstream::MessagesResult end = ResultWith(absl::OkStatus());
  end.attempts.resize(2);
  end.attempts[0].model = "claude-test";
  end.attempts[0].code = absl::StatusCode::kUnavailable;
  end.attempts[0].reason = "UPSTREAM_OVERLOADED";
  end.attempts[0].failure.http_status = 529;
  end.attempts[0].failure.error_type = "overloaded_error";
  end.attempts[0].possibly_billed = true;
  end.attempts[1].waited = absl::Milliseconds(500);
  transport_.Say(ParseMessage(CitedReply()));
  transport_.End(std::move(end));
  ASSERT_EQ(answer_.attempts_size(), 2);
  EXPECT_EQ(answer_.attempts(0).error_reason(), "UPSTREAM_OVERLOADED");
  EXPECT_EQ(answer_.attempts(0).http_status(), 529);
  EXPECT_EQ(answer_.attempts(0).error_type(), "overloaded_error");
  EXPECT_EQ(answer_.attempts(1).error_reason(), "");
  EXPECT_FALSE(answer_.attempts(1).has_http_status());
  EXPECT_EQ(answer_.attempts(1).waited_ms(), 500);
  // B28
  EXPECT_EQ(answer_.notices().rbegin()->kind(), v1::Notice::KIND_POSSIBLY_BILLED_TWICE);
}

TEST_F(AnswerCallTest, AttemptsAreListedInTheError) {
  Start();
  upstream::MessagesResult end = ResultWith(absl::UnavailableError("down"));
  end.attempts.resize(3);
  end.attempts[1].reason = "UPSTREAM_OVERLOADED";
  transport_.End(std::move(end));
  v1::FailedAttempts list;
  ASSERT_TRUE(list.ParseFromString(std::string(*ends_[0].GetPayload(kFailedAttemptsTypeUrl))));
  EXPECT_EQ(list.attempts_size(), 3);
  EXPECT_EQ(list.attempts(1).error_reason(), "UPSTREAM_OVERLOADED");
}

TEST_F(AnswerCallTest, TheListOfAttemptsFitsIntoAnErrorHoweverManyThereAre) {
  // B24
  Start();
  upstream::MessagesResult end = ResultWith(absl::UnavailableError("down"));
  end.attempts.resize(40);
  for (upstream::Attempt& attempt : end.attempts) {
    attempt.model = std::string(60, 'm');
    attempt.reason = "UPSTREAM_CONNECTION_LOST";
    attempt.failure.error_type = "overloaded_error";
    attempt.request_id = std::string(5000, 'r');
  }
  transport_.End(std::move(end));
  EXPECT_LE(ends_[0].GetPayload(kFailedAttemptsTypeUrl)->size(), 3000u);
}

TEST_F(AnswerCallTest, AnErrorFromUpstreamIsHandedOnAsItIs) {
  Start();
  const absl::Status error =
      status::ErrorWithInfo(absl::StatusCode::kUnavailable, "UPSTREAM", "529");
  transport_.End(error);
  EXPECT_THAT(ends_, ElementsAre(error));
}

TEST_F(AnswerCallTest, AnAnswerMayBeDoneBeforeSendReturns) {
  transport_.during_send = [this] { transport_.Reply(CitedReply()); };
  Start();
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.text(), "1000.");
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerCallTest, CancelEndsACallThatIsUnderWayOnce) {
  Start();
  call_.Cancel();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerCallTest, ACancelBeforeTheCallHasItsIdIsNotLost) {
  transport_.during_send = [this] {
    call_.Cancel();
    EXPECT_THAT(ends_, IsEmpty());
  };
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.cancelled, testing::Contains(1u));
}

TEST_F(AnswerCallTest, ACancelBeforeAnythingIsSentKeepsItFromBeingSent) {
  call_.Cancel();
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerCallTest, ACancelAfterTheEndDoesNothing) {
  Start();
  transport_.Reply(CitedReply());
  call_.Cancel();
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerCallTest, AnUnverifiedCitationIsAnswered) {
  Start();
  transport_.Reply(CitedReply("Something else."));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.blocks(0).text().citations(0).verification().verdict(),
            v1::Verification::VERDICT_MISMATCH);
}

TEST_F(AnswerCallTest, AnUnverifiedCitationIsATypedFailureIfStrict) {
  // B40
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.Reply(CitedReply("Something else."));
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(ends_[0]), "UNVERIFIED_CITATION");
}

TEST_F(AnswerCallTest, AFailureOfStrictModeListsItsAttempts) {
  request_.mutable_citations()->set_strict(true);
  Start();
  upstream::MessagesResult end = ResultWith(absl::OkStatus());
  end.attempts.resize(1);
  transport_.Say(ParseMessage(CitedReply("Something else.")));
  transport_.End(std::move(end));
  EXPECT_TRUE(ends_[0].GetPayload(kFailedAttemptsTypeUrl).has_value());
}

TEST_F(AnswerCallTest, AVerifiedCitationIsAnsweredIfStrict) {
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerCallTest, AnErrorIsNotCheckedStrictly) {
  request_.mutable_citations()->set_strict(true);
  Start();
  transport_.End(absl::UnavailableError("down"));
  EXPECT_THAT(ends_, ElementsAre(absl::UnavailableError("down")));
}

TEST_F(AnswerCallTest, TheCallMayBeDestroyedFromWithinDone) {
  auto call = std::make_unique<AnswerCall>(&engine_);
  bool done = false;
  call->Start(request_, AnswerContext(), &answer_, [&](const absl::Status& status) {
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
        observer->OnEnd(ResultWith(absl::CancelledError()));
        return;
      }
      upstream::MessagesEvent event = ParseMessage(MessageJson({TextBlock("A.")}));
      observer->OnEvents({&event, 1});
      observer->OnEnd(ResultWith(absl::OkStatus()));
    });
    return 1;
  }

  void Cancel(upstream::MessagesCallId id) override {
    if (id == 1) cancelled_ = true;
  }
  void Pause(upstream::MessagesCallId) override {}
  void Resume(upstream::MessagesCallId) override {}

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
    call.Start(request, AnswerContext(), &answer, [&done](const absl::Status&) { ++done; });
    canceller.join();
    transport.Join();
    ASSERT_EQ(done, 1);
  }
}

}  // namespace
}  // namespace footnote::answering
