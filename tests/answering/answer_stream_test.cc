#include "service/answering/answer_stream.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "google/rpc/error_details.pb.h"
#include "service/messages/stream/stream_event.h"
#include "service/status/rich_status.h"
#include "service/upstream/transport.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using google::protobuf::util::MessageDifferencer;
using messages::StreamEvent;
using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;

// The event that the API sends as `json`.
StreamEvent Event(const Json& json) {
  absl::StatusOr<StreamEvent> event = messages::ParseStreamEvent({"", json.dump()});
  EXPECT_TRUE(event.ok()) << event.status();
  return *std::move(event);
}

StreamEvent Start() {
  return Event({{"type", "message_start"},
                {"message",
                 {{"id", "msg_1"},
                  {"model", "claude-test"},
                  {"content", Json::array()},
                  {"stop_reason", nullptr},
                  {"usage", {{"input_tokens", 10}, {"output_tokens", 1}}}}}});
}

StreamEvent Opens(int index, const Json& block = {{"type", "text"}, {"text", ""}}) {
  return Event({{"type", "content_block_start"}, {"index", index}, {"content_block", block}});
}

StreamEvent Delta(int index, const Json& delta) {
  return Event({{"type", "content_block_delta"}, {"index", index}, {"delta", delta}});
}

StreamEvent Text(int index, const std::string& text) {
  return Delta(index, {{"type", "text_delta"}, {"text", text}});
}

StreamEvent Cites(int index, const Json& citation) {
  return Delta(index, {{"type", "citations_delta"}, {"citation", citation}});
}

StreamEvent Closes(int index) { return Event({{"type", "content_block_stop"}, {"index", index}}); }

StreamEvent Stops(const std::string& reason = "end_turn") {
  return Event({{"type", "message_delta"},
                {"delta", {{"stop_reason", reason}, {"stop_sequence", nullptr}}},
                {"usage", {{"output_tokens", 12}}}});
}

StreamEvent MessageStops() { return Event({{"type", "message_stop"}}); }

class AnswerStreamTest : public testing::Test, private AnswerStream::Listener {
 protected:
  void Begin() {
    const v1::AnswerRequest request = request_;  // gone once the stream has started
    stream_.Start(request, building::FieldPath(), AnswerContext(), &last_, this);
  }

  void Say(std::vector<StreamEvent> events) {
    std::vector<upstream::MessagesEvent> batch;
    batch.reserve(events.size());
    for (StreamEvent& event : events) batch.emplace_back(std::move(event));
    transport_.Say(std::move(batch));
  }

  // What kinds of events were told, by the names of their fields.
  std::vector<std::string> Told() const {
    std::vector<std::string> names;
    for (const v1::AnswerEvent& event : events_) {
      const auto* oneof = event.GetDescriptor()->FindOneofByName("kind");
      names.push_back(event.GetReflection()->GetOneofFieldDescriptor(event, oneof)->name());
    }
    return names;
  }

  const v1::Answer& answer() const { return last_.events(0).completed().answer(); }

  google::rpc::ErrorInfo Info() const {
    google::rpc::ErrorInfo info;
    info.ParseFromString(std::string(*ends_[0].GetPayload(status::kErrorInfoTypeUrl)));
    return info;
  }

  v1::AnswerRequest request_ = TwoHits();
  ScriptedTransport transport_;
  const AnswerEngine engine_{&transport_, TestDefaults()};
  AnswerStream stream_{&engine_};
  v1::StreamAnswerResponse last_;
  std::vector<v1::AnswerEvent> events_;
  std::vector<int> batches_;
  std::vector<size_t> batch_ends_;  // after how many events it was said
  std::vector<absl::Status> ends_;

 private:
  void OnEvents(const v1::StreamAnswerResponse& events) override {
    batches_.push_back(events.events_size());
    events_.insert(events_.end(), events.events().begin(), events.events().end());
  }
  void OnBatchEnd() override { batch_ends_.push_back(events_.size()); }
  void OnEnd(absl::Status status) override { ends_.push_back(std::move(status)); }
};

TEST_F(AnswerStreamTest, AsksForAStream) {
  Begin();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  EXPECT_TRUE(transport_.calls[0].stream);
  EXPECT_EQ(Json::parse(*transport_.calls[0].json)["stream"], true);
  EXPECT_EQ(transport_.calls[0].model, "claude-test");
  transport_.End(absl::CancelledError());
}

TEST_F(AnswerStreamTest, TellsOfEachPartAsItComesAndOfTheWholeAtTheEnd) {
  // B01
  Begin();
  Say({Start(), Opens(0)});
  Say({Text(0, "The limit is ")});
  Say({Text(0, "1000 per hour.")});
  Say({Cites(0, Srl(0, 0, 1, "Rate limit is 1000/h."))});
  Say({Closes(0), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(Told(), ElementsAre("started", "block_started", "text_delta", "text_delta",
                                  "citation", "block_finished"));
  EXPECT_THAT(batches_, ElementsAre(2, 1, 1, 1, 1));
  EXPECT_EQ(events_[0].started().message_id(), "msg_1");
  EXPECT_EQ(events_[2].text_delta().text(), "The limit is ");
  const v1::CitationFound& found = events_[4].citation();
  EXPECT_EQ(found.citation().source().id(), "kb-1");
  EXPECT_EQ(found.citation().verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_FALSE(found.citation().has_answer_span());
  EXPECT_EQ(found.new_reference().number(), 1);
  EXPECT_EQ(events_[5].block_finished().answer_span().byte_end(), 27);
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(answer().text(), "The limit is 1000 per hour.");
  EXPECT_EQ(answer().blocks(0).text().citations(0).answer_span().byte_end(), 27);
  EXPECT_EQ(answer().request_id(), "req_1");
  EXPECT_EQ(answer().usage().input_tokens(), 10);
  EXPECT_EQ(answer().usage().output_tokens(), 12);
}

TEST_F(AnswerStreamTest, SaysWhenAllIsToldUnlessTheEndFollows) {
  Begin();
  Say({Start(), Opens(0)});
  std::vector<StreamEvent> burst;
  for (int i = 1; i <= 30; ++i) {
    burst.push_back(Closes(i - 1));
    burst.push_back(Opens(i));
    burst.push_back(Text(i, "word "));
  }
  Say(std::move(burst));
  Say({Event({{"type", "ping"}})});
  EXPECT_THAT(batch_ends_, ElementsAre(2, 92));
  EXPECT_THAT(batches_, SizeIs(Gt(2))) << "a burst is told in pieces";
  Say({Text(30, "end"), Closes(30), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(batch_ends_, ElementsAre(2, 92));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerStreamTest, TextThatIsReadyAtOnceIsOneDelta) {
  Begin();
  Say({Start(), Opens(0), Text(0, "a"), Text(0, "b")});
  Say({Text(0, "c"), Text(0, "d"), Cites(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), Text(0, "e"),
       Closes(0), Opens(1), Text(1, "f"), Closes(1), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  std::vector<std::string> deltas;
  for (const v1::AnswerEvent& event : events_) {
    if (event.has_text_delta()) deltas.push_back(event.text_delta().text());
  }
  EXPECT_THAT(deltas, ElementsAre("ab", "cd", "e", "f"));
  EXPECT_EQ(answer().text(), "abcdef");
}

TEST_F(AnswerStreamTest, AStreamThatIsGivenUpHasAllThatWasTold) {
  Begin();
  transport_.ends_when_cancelled = false;
  Say({Start(), Opens(0), Text(0, "a"), Text(7, "of no block")});
  EXPECT_THAT(batch_ends_, ElementsAre(3));
  transport_.End(absl::CancelledError());
}

TEST_F(AnswerStreamTest, ACitationMayComeBeforeItsText) {
  // B04
  Begin();
  Say({Start(), Opens(0), Cites(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), Text(0, "The limit "),
       Text(0, "is 1000."), Closes(0), Opens(1), Text(1, " Bye."), Closes(1), Stops(),
       MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "The limit is 1000. Bye.");
  EXPECT_EQ(Slice(answer().text(), answer().blocks(0).text().citations(0).answer_span()),
            "The limit is 1000.");
  EXPECT_EQ(answer().blocks(1).text().citations_size(), 0);
}

TEST_F(AnswerStreamTest, ANewReferenceIsToldWithTheFirstCitationOfIt) {
  // B81
  Begin();
  Say({Start(), Opens(0), Text(0, "A."), Cites(0, Srl(1, 0, 1, "x")), Cites(0, Srl(0, 0, 1, "x")),
       Cites(0, Srl(1, 1, 2, "x")), Closes(0), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(events_[3].citation().new_reference().number(), 1);
  EXPECT_EQ(events_[4].citation().new_reference().number(), 2);
  EXPECT_FALSE(events_[5].citation().has_new_reference());
  EXPECT_EQ(events_[5].citation().citation().reference(), 0);
}

TEST_F(AnswerStreamTest, InterleavedBlocksAreToldOneAfterAnother) {
  Begin();
  Say({Start(), Opens(0), Opens(1), Text(1, "two"), Text(0, "one "), Closes(1), Closes(0), Stops(),
       MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "one two");
  EXPECT_THAT(Told(), ElementsAre("started", "block_started", "text_delta", "block_finished",
                                  "block_started", "text_delta", "block_finished",
                                  "notice" /* no citations */));
}

TEST_F(AnswerStreamTest, NoticesAreToldWhereTheyAreFoundAndKept) {
  Begin();
  Say({Start(), Opens(0), Cites(0, Srl(0, 0, 1, "x")), Closes(0),
       Event({{"type", "future_thing"}, {"x", 1}}), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  std::vector<int> told;
  for (const v1::AnswerEvent& event : events_) {
    if (event.has_notice()) told.push_back(event.notice().kind());
  }
  EXPECT_THAT(told, ElementsAre(v1::Notice::KIND_EMPTY_CLAIM, v1::Notice::KIND_UNKNOWN_EVENT));
  ASSERT_EQ(answer().notices_size(), 2);
  // B10
  EXPECT_EQ(Json::parse(answer().notices(1).json())["type"], "future_thing");
}

TEST_F(AnswerStreamTest, NoMoreOfUnknownEventsIsKeptThanAnAnswerShouldHold) {
  Begin();
  Say({Start()});
  for (int i = 0; i < 10; ++i) {
    Say({Event({{"type", "future_thing"}, {"x", std::string(10000, 'x')}})});
  }
  Say({Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  size_t bytes = 0;
  for (const v1::Notice& notice : answer().notices()) bytes += notice.json().size();
  EXPECT_LE(bytes, 64u << 10);
  EXPECT_GE(answer().notices_size(), 10);
}

TEST_F(AnswerStreamTest, OfVeryManyUnknownEventsTheRestIsCounted) {
  Begin();
  Say({Start()});
  for (int i = 0; i < 1000; ++i) Say({Event({{"type", "future_thing"}})});
  Say({Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  ASSERT_EQ(answer().notices_size(), 101);
  EXPECT_THAT(answer().notices(100).message(), testing::HasSubstr("900 more"));
}

TEST_F(AnswerStreamTest, AnOpeningBlockNeedNotSayThatItsTextIsEmpty) {
  Begin();
  Say({Start(), Opens(0, {{"type", "text"}}), Text(0, "A."), Closes(0), Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "A.");
}

TEST_F(AnswerStreamTest, AStopReasonMayComeWithTheStart) {
  Begin();
  Say({Event({{"type", "message_start"},
              {"message",
               {{"id", "m"},
                {"model", "m"},
                {"content", Json::array()},
                {"stop_reason", "refusal"}}}}),
       MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().stop_reason(), v1::STOP_REASON_REFUSAL);
}

TEST_F(AnswerStreamTest, AStreamWithoutAMessageIsNoFaultOfATool) {
  Begin();
  Say({MessageStops()});
  transport_.End(absl::OkStatus());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(Info().reason(), "UPSTREAM_PROTOCOL");
}

TEST_F(AnswerStreamTest, AToolUseIsToldWhole) {
  Begin();
  Say({Start(),
       Opens(0, {{"type", "tool_use"}, {"id", "t1"}, {"name", "find"}, {"input", Json::object()}}),
       Delta(0, {{"type", "input_json_delta"}, {"partial_json", ""}}),
       Delta(0, {{"type", "input_json_delta"}, {"partial_json", "{\"q\":"}}),
       Delta(0, {{"type", "input_json_delta"}, {"partial_json", "\"x\"}"}}), Closes(0),
       Stops("tool_use"), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(Told(), ElementsAre("started", "block_started", "block_finished"));
  EXPECT_EQ(events_[1].block_started().kind(), v1::BlockStarted::KIND_TOOL_USE);
  EXPECT_EQ(events_[2].block_finished().content().tool_use().input_json(), "{\"q\":\"x\"}");
}

TEST_F(AnswerStreamTest, AToolsInputThatIsNoJsonIsATypedFailureWithItsText) {
  // B66
  Begin();
  Say({Start(),
       Opens(0, {{"type", "tool_use"}, {"id", "t1"}, {"name", "find"}, {"input", Json::object()}}),
       Delta(0, {{"type", "input_json_delta"}, {"partial_json", "{\"a\":"}}), Closes(0),
       Stops("tool_use"), MessageStops()});
  transport_.End(absl::OkStatus());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Info().reason(), "UPSTREAM_TOOL_INPUT");
  EXPECT_EQ(Info().metadata().at("tool_input"), "{\"a\":");
}

TEST_F(AnswerStreamTest, AnErrorAfterTextSaysHowMuchWasTold) {
  // B13, B17
  Begin();
  Say({Start(), Opens(0), Text(0, "Partial")});
  transport_.End(
      status::ErrorWithInfo(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", "529"));
  EXPECT_EQ(Info().metadata().at("partial"), "true");
  EXPECT_EQ(Info().metadata().at("told_blocks"), "1");
  EXPECT_EQ(Info().metadata().at("told_text_bytes"), "7");
}

TEST_F(AnswerStreamTest, AnErrorBeforeAnythingWasToldIsNotPartial) {
  Begin();
  transport_.End(
      status::ErrorWithInfo(absl::StatusCode::kUnavailable, "UPSTREAM_OVERLOADED", "529"));
  EXPECT_EQ(Info().metadata().count("partial"), 0u);
}

TEST_F(AnswerStreamTest, EventsOfNoOneMessageEndTheStreamAndTheTransfer) {
  Begin();
  transport_.ends_when_cancelled = false;
  Say({Start(), Opens(0), Text(0, "A."), Text(7, "lost"), Text(0, "never told")});
  EXPECT_THAT(transport_.cancelled, ElementsAre(1u));
  Say({Text(0, "never told")});
  transport_.End(absl::CancelledError());
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kInternal);
  EXPECT_EQ(Info().reason(), "UPSTREAM_PROTOCOL");
  EXPECT_EQ(Info().metadata().at("partial"), "true");
  EXPECT_THAT(Told(), ElementsAre("started", "block_started", "text_delta"));
}

TEST_F(AnswerStreamTest, AMessageInOnePieceIsToldLikeAStream) {
  Begin();
  transport_.Reply(
      MessageJson({TextBlock("1000.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}))}));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_THAT(Told(),
              ElementsAre("started", "block_started", "text_delta", "citation", "block_finished"));
  EXPECT_EQ(answer().text(), "1000.");
}

TEST_F(AnswerStreamTest, AStreamThatBrokeOffBehindItsStopReasonIsWholeWithANotice) {
  Begin();
  Say({Start(), Opens(0), Text(0, "A."), Cites(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), Closes(0),
       Stops()});
  upstream::MessagesResult end = ResultWith(absl::OkStatus());
  end.truncated = true;
  transport_.End(std::move(end));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  ASSERT_EQ(answer().notices_size(), 1);
  EXPECT_EQ(answer().notices(0).kind(), v1::Notice::KIND_TRUNCATED_FINAL_FRAME);
}

TEST_F(AnswerStreamTest, AnUnverifiedCitationIsATypedFailureIfStrict) {
  request_.mutable_citations()->set_strict(true);
  Begin();
  Say({Start(), Opens(0), Text(0, "A."), Cites(0, Srl(0, 0, 1, "Something else.")), Closes(0),
       Stops(), MessageStops()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kAborted);
  EXPECT_EQ(Info().metadata().at("partial"), "true");
}

TEST_F(AnswerStreamTest, MoreTokensAreAllowedThanInOnePiece) {
  request_.mutable_model_options()->set_max_tokens(64000);
  Begin();
  ASSERT_THAT(transport_.calls, SizeIs(1));
  transport_.End(absl::CancelledError());
}

TEST_F(AnswerStreamTest, AnInvalidRequestEndsAtOnceAndNothingIsSent) {
  request_.clear_question();
  Begin();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(status::ErrorReason(ends_[0]), "INVALID_REQUEST");
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerStreamTest, CancelPauseAndResumeReachTheTransfer) {
  Begin();
  stream_.Pause();
  stream_.Resume();
  EXPECT_THAT(transport_.paused, ElementsAre(1u));
  EXPECT_THAT(transport_.resumed, ElementsAre(1u));
  stream_.Cancel();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
}

TEST_F(AnswerStreamTest, APauseBeforeTheCallHasItsIdIsNotLost) {
  transport_.during_send = [this] { stream_.Pause(); };
  Begin();
  EXPECT_THAT(transport_.paused, testing::Contains(1u));
  transport_.End(absl::CancelledError());
}

TEST_F(AnswerStreamTest, ACancelBeforeAnythingIsSentKeepsItFromBeingSent) {
  stream_.Cancel();
  Begin();
  ASSERT_THAT(ends_, SizeIs(1));
  EXPECT_EQ(ends_[0].code(), absl::StatusCode::kCancelled);
  EXPECT_THAT(transport_.calls, IsEmpty());
}

TEST_F(AnswerStreamTest, RetryLimitsGoWithTheCall) {
  request_.mutable_failure_options()->set_max_attempts(5);
  request_.mutable_failure_options()->set_retry_possibly_billed(true);
  request_.mutable_failure_options()->add_fallback_models("other");
  Begin();
  EXPECT_EQ(transport_.calls[0].retry.max_attempts, 5);
  EXPECT_TRUE(transport_.calls[0].retry.retry_possibly_billed);
  EXPECT_THAT(transport_.calls[0].retry.fallback_models, ElementsAre("other"));
  transport_.End(absl::CancelledError());
}

}  // namespace
}  // namespace footnote::answering
