// SPDX-License-Identifier: Apache-2.0
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
#include "service/answering/answer_engine.h"
#include "service/answering/attempts.h"
#include "service/status/errors.h"
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
  void Start() {
    const v1::AnswerRequest request = request_;  // destroyed once the call has started
    engine_.Answer(request, AnswerContext(), &answer_, &call_,
                   [this](absl::Status status) { ends_.push_back(std::move(status)); });
  }

  static std::string CitedReply(const std::string& cited_text = "Rate limit is 1000/h.") {
    return MessageJson({TextBlock("1000.", Json::array({Srl(0, 0, 1, cited_text)}))});
  }

  v1::AnswerRequest request_ = TwoHits();
  ScriptedTransport transport_;
  const EchoingRoutes routes_;
  const AnswerEngine engine_{&transport_, &routes_, TestDefaults()};
  AnswerCall call_;
  v1::Answer answer_;
  std::vector<absl::Status> ends_;
};

TEST_F(AnswerCallTest, TheAnswerHasTheCallersNamesOfASourceAfterTheRequestIsDestroyed) {
  v1::SearchResult& hit = *request_.mutable_search_results(0);
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
  EXPECT_EQ(answer_.references(0).source(), request_.search_results(0).source());
  EXPECT_THAT(answer_.references(0).metadata(), ElementsAre(Pair("page", "7")));
  EXPECT_EQ(answer_.references(1).sources(0).id(), "memo");
  EXPECT_EQ(answer_.references(1).title(), "Memo");
}

TEST_F(AnswerCallTest, TheAnswerHasTheMessageAndTheIds) {
  Start();
  EXPECT_THAT(ends_, IsEmpty());
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.text(), "1000.");
  EXPECT_EQ(answer_.blocks(0).text().citations(0).source().id(), "kb-1");
  EXPECT_EQ(answer_.upstream_message_id(), "msg_1");
  EXPECT_EQ(answer_.upstream_request_id(), "req_1");
  EXPECT_THAT(transport_.cancelled, IsEmpty());
}

TEST_F(AnswerCallTest, AnExactCitedTextIsOmittedOnRequest) {
  request_.mutable_response_options()->set_omit_exact_cited_text(true);
  Start();
  transport_.Reply(CitedReply());
  const v1::Citation& citation = answer_.blocks(0).text().citations(0);
  EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_FALSE(citation.has_cited_text());
}

TEST_F(AnswerCallTest, DeliveredContentIsOnlyOmittedFromStreams) {
  request_.mutable_response_options()->set_omit_delivered_content(true);
  Start();
  transport_.Reply(CitedReply());
  EXPECT_EQ(answer_.text(), "1000.");
  EXPECT_EQ(answer_.blocks_size(), 1);
}

TEST_F(AnswerCallTest, AnErrorOfTheTransportIsReturnedUnchanged) {
  Start();
  const absl::Status error = status::MakeError(v1::UPSTREAM_OVERLOADED, "529");
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

TEST_F(AnswerCallTest, CancelEndsARunningCallOnce) {
  Start();
  call_.Cancel();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  call_.Cancel();
  EXPECT_THAT(ends_, SizeIs(1));
}

TEST_F(AnswerCallTest, ACancelBeforeTheTransportReturnsTheIdIsEffective) {
  transport_.during_send = [this] {
    call_.Cancel();
    EXPECT_THAT(ends_, IsEmpty());
  };
  Start();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.cancelled, testing::Contains(1u));
}

TEST_F(AnswerCallTest, ACancelAfterTheEndHasNoEffect) {
  Start();
  transport_.Reply(CitedReply());
  call_.Cancel();
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerCallTest, AnUnverifiedCitationIsReturnedWithItsVerdict) {
  Start();
  transport_.Reply(CitedReply("Something else."));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer_.blocks(0).text().citations(0).verification().verdict(),
            v1::Verification::VERDICT_MISMATCH);
}

TEST_F(AnswerCallTest, WithStrictAnUnverifiedCitationIsAnError) {
  // B40
  request_.mutable_citation_options()->set_strict(true);
  Start();
  transport_.Reply(CitedReply("Something else."));
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(ends_[0]), "UNVERIFIED_CITATION");
}

TEST_F(AnswerCallTest, TheErrorOfStrictListsTheAttempts) {
  request_.mutable_citation_options()->set_strict(true);
  Start();
  upstream::MessagesResult end = ResultWith(absl::OkStatus());
  end.attempts.resize(1);
  transport_.EmitMessage(ParseMessage(CitedReply("Something else.")));
  transport_.End(std::move(end));
  EXPECT_TRUE(ends_[0].GetPayload(kFailedAttemptsTypeUrl).has_value());
}

TEST_F(AnswerCallTest, WithStrictAVerifiedCitationIsReturned) {
  request_.mutable_citation_options()->set_strict(true);
  Start();
  transport_.Reply(CitedReply());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerCallTest, StrictDoesNotAffectErrors) {
  request_.mutable_citation_options()->set_strict(true);
  Start();
  transport_.End(absl::UnavailableError("down"));
  EXPECT_THAT(ends_, ElementsAre(absl::UnavailableError("down")));
}

TEST_F(AnswerCallTest, TheCallMayBeDestroyedByDone) {
  auto call = std::make_unique<AnswerCall>();
  bool done = false;
  engine_.Answer(request_, AnswerContext(), &answer_, call.get(), [&](const absl::Status& status) {
    EXPECT_TRUE(status.ok()) << status;
    call.reset();
    // The captures of the callback outlive the call.
    done = true;
  });
  transport_.Reply(CitedReply());
  EXPECT_TRUE(done);
}

// Ends its calls on a separate thread: with a reply, or with CANCELLED after a Cancel.
class ThreadedTransport : public upstream::MessagesTransport {
 public:
  // Waits for the end of the call, if there is one.
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

TEST(AnswerCallThreadsTest, DoneIsCalledOnceIfACancelRacesWithTheEnd) {
  const v1::AnswerRequest request = TwoHits();
  for (int i = 0; i < 200; ++i) {
    std::atomic<int> done{0};
    v1::Answer answer;
    ThreadedTransport transport;
    const EchoingRoutes routes;
    const AnswerEngine engine(&transport, &routes, TestDefaults());
    AnswerCall call;
    std::thread canceller([&call] { call.Cancel(); });
    engine.Answer(request, AnswerContext(), &answer, &call,
                  [&done](const absl::Status&) { ++done; });
    canceller.join();
    transport.Join();
    ASSERT_EQ(done, 1);
  }
}

}  // namespace
}  // namespace footnote::answering
