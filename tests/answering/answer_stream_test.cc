// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/messages/stream/stream_event.h"
#include "tests/answering/stream_harness.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;
using testing::Gt;
using testing::IsEmpty;
using testing::SizeIs;

class AnswerStreamTest : public testing::Test, protected StreamHarness {};

TEST_F(AnswerStreamTest, DeliversEachPartWhenItArrivesAndTheCompleteAnswerAtTheEnd) {
  // B01
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0)});
  transport_.Emit({TextEvent(0, "The limit is ")});
  transport_.Emit({TextEvent(0, "1000 per hour.")});
  transport_.Emit({CitationEvent(0, Srl(0, 0, 1, "Rate limit is 1000/h."))});
  transport_.Emit({BlockStopEvent(0), MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(Kinds(), ElementsAre("started", "block_started", "text_delta", "text_delta",
                                   "citation", "block_finished"));
  EXPECT_THAT(batches_, ElementsAre(2, 1, 1, 1, 1));
  EXPECT_EQ(events_[0].started().upstream_message_id(), "msg_1");
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
  EXPECT_EQ(answer().upstream_request_id(), "req_1");
  EXPECT_EQ(answer().usage().input_tokens(), 10);
  EXPECT_EQ(answer().usage().output_tokens(), 12);
}

TEST_F(AnswerStreamTest, ReportsTheEndOfABatchUnlessTheEndOfTheStreamFollows) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0)});
  std::vector<messages::StreamEvent> burst;
  for (int i = 1; i <= 30; ++i) {
    burst.push_back(BlockStopEvent(i - 1));
    burst.push_back(BlockStartEvent(i));
    burst.push_back(TextEvent(i, "word "));
  }
  transport_.Emit(std::move(burst));
  transport_.Emit({StreamEventOf({{"type", "ping"}})});
  EXPECT_THAT(batch_ends_, ElementsAre(2, 92));
  EXPECT_THAT(batches_, SizeIs(Gt(2))) << "a burst is delivered in several batches";
  transport_.Emit(
      {TextEvent(30, "end"), BlockStopEvent(30), MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(batch_ends_, ElementsAre(2, 92));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
}

TEST_F(AnswerStreamTest, TextThatArrivesTogetherIsOneDelta) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "a"), TextEvent(0, "b")});
  transport_.Emit({TextEvent(0, "c"), TextEvent(0, "d"),
                   CitationEvent(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), TextEvent(0, "e"),
                   BlockStopEvent(0), BlockStartEvent(1), TextEvent(1, "f"), BlockStopEvent(1),
                   MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  std::vector<std::string> deltas;
  for (const v1::AnswerEvent& event : events_) {
    if (event.has_text_delta()) deltas.push_back(event.text_delta().text());
  }
  EXPECT_THAT(deltas, ElementsAre("ab", "cd", "e", "f"));
  EXPECT_EQ(answer().text(), "abcdef");
}

TEST_F(AnswerStreamTest, ACitationMayPrecedeItsText) {
  // B04
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0),
                   CitationEvent(0, Srl(0, 0, 1, "Rate limit is 1000/h.")),
                   TextEvent(0, "The limit "), TextEvent(0, "is 1000."), BlockStopEvent(0),
                   BlockStartEvent(1), TextEvent(1, " Bye."), BlockStopEvent(1),
                   MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "The limit is 1000. Bye.");
  EXPECT_EQ(Slice(answer().text(), answer().blocks(0).text().citations(0).answer_span()),
            "The limit is 1000.");
  EXPECT_EQ(answer().blocks(1).text().citations_size(), 0);
}

TEST_F(AnswerStreamTest, ANewReferenceIsDeliveredWithItsFirstCitation) {
  // B81
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                   CitationEvent(0, Srl(1, 0, 1, "x")), CitationEvent(0, Srl(0, 0, 1, "x")),
                   CitationEvent(0, Srl(1, 1, 2, "x")), BlockStopEvent(0), MessageDeltaEvent(),
                   MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(events_[3].citation().new_reference().number(), 1);
  EXPECT_EQ(events_[4].citation().new_reference().number(), 2);
  EXPECT_FALSE(events_[5].citation().has_new_reference());
  EXPECT_EQ(events_[5].citation().citation().reference_index(), 0);
}

TEST_F(AnswerStreamTest, InterleavedBlocksAreDeliveredOneAfterAnother) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), BlockStartEvent(1), TextEvent(1, "two"),
                   TextEvent(0, "one "), BlockStopEvent(1), BlockStopEvent(0), MessageDeltaEvent(),
                   MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "one two");
  EXPECT_THAT(Kinds(), ElementsAre("started", "block_started", "text_delta", "block_finished",
                                   "block_started", "text_delta", "block_finished",
                                   "notice" /* no citations */));
}

TEST_F(AnswerStreamTest, NoticesAreDeliveredWhenTheyAreFoundAndKept) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), CitationEvent(0, Srl(0, 0, 1, "x")),
                   BlockStopEvent(0), StreamEventOf({{"type", "future_thing"}, {"x", 1}}),
                   MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  std::vector<int> delivered;
  for (const v1::AnswerEvent& event : events_) {
    if (event.has_notice()) delivered.push_back(event.notice().kind());
  }
  EXPECT_THAT(delivered, ElementsAre(v1::Notice::KIND_EMPTY_CLAIM, v1::Notice::KIND_UNKNOWN_EVENT));
  ASSERT_EQ(answer().notices_size(), 2);
  // B10
  EXPECT_EQ(Json::parse(answer().notices(1).event_json())["type"], "future_thing");
}

TEST_F(AnswerStreamTest, TheUnknownEventsThatAnAnswerKeepsAreLimitedInSize) {
  Start();
  transport_.Emit({MessageStartEvent()});
  for (int i = 0; i < 10; ++i) {
    transport_.Emit({StreamEventOf({{"type", "future_thing"}, {"x", std::string(10000, 'x')}})});
  }
  transport_.Emit({MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  size_t bytes = 0;
  for (const v1::Notice& notice : answer().notices()) bytes += notice.event_json().size();
  EXPECT_LE(bytes, 64u << 10);
  EXPECT_GE(answer().notices_size(), 10);
}

TEST_F(AnswerStreamTest, TheUnknownEventsBeyondTheLimitAreCounted) {
  Start();
  transport_.Emit({MessageStartEvent()});
  for (int i = 0; i < 1000; ++i) transport_.Emit({StreamEventOf({{"type", "future_thing"}})});
  transport_.Emit({MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  ASSERT_EQ(answer().notices_size(), 101);
  EXPECT_THAT(answer().notices(100).message(), testing::HasSubstr("900 more"));
}

TEST_F(AnswerStreamTest, TheStartOfATextBlockMayLackItsText) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0, {{"type", "text"}}), TextEvent(0, "A."),
                   BlockStopEvent(0), MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().text(), "A.");
}

TEST_F(AnswerStreamTest, AStopReasonMayArriveWithTheStart) {
  Start();
  transport_.Emit({StreamEventOf({{"type", "message_start"},
                                  {"message",
                                   {{"id", "m"},
                                    {"model", "m"},
                                    {"content", Json::array()},
                                    {"stop_reason", "refusal"}}}}),
                   MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_EQ(answer().stop_reason(), v1::STOP_REASON_REFUSAL);
}

TEST_F(AnswerStreamTest, AToolUseIsDeliveredWhenItIsComplete) {
  Start();
  transport_.Emit(
      {MessageStartEvent(),
       BlockStartEvent(
           0, {{"type", "tool_use"}, {"id", "t1"}, {"name", "find"}, {"input", Json::object()}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", ""}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", "{\"q\":"}}),
       BlockDeltaEvent(0, {{"type", "input_json_delta"}, {"partial_json", "\"x\"}"}}),
       BlockStopEvent(0), MessageDeltaEvent("tool_use"), MessageStopEvent()});
  transport_.End(absl::OkStatus());
  EXPECT_THAT(Kinds(), ElementsAre("started", "block_started", "block_finished"));
  EXPECT_EQ(events_[1].block_started().kind(), v1::BlockStarted::KIND_TOOL_USE);
  EXPECT_EQ(events_[2].block_finished().content().tool_use().input_json(), "{\"q\":\"x\"}");
}

TEST_F(AnswerStreamTest, AMessageInOnePieceIsDeliveredLikeAStream) {
  Start();
  transport_.Reply(
      MessageJson({TextBlock("1000.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}))}));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  EXPECT_THAT(Kinds(),
              ElementsAre("started", "block_started", "text_delta", "citation", "block_finished"));
  EXPECT_EQ(answer().text(), "1000.");
}

TEST_F(AnswerStreamTest, AStreamThatEndsAfterItsStopReasonIsCompleteWithANotice) {
  Start();
  transport_.Emit({MessageStartEvent(), BlockStartEvent(0), TextEvent(0, "A."),
                   CitationEvent(0, Srl(0, 0, 1, "Rate limit is 1000/h.")), BlockStopEvent(0),
                   MessageDeltaEvent()});
  upstream::MessagesResult end = ResultWith(absl::OkStatus());
  end.truncated = true;
  transport_.End(std::move(end));
  EXPECT_THAT(ends_, ElementsAre(absl::OkStatus()));
  ASSERT_EQ(answer().notices_size(), 1);
  EXPECT_EQ(answer().notices(0).kind(), v1::Notice::KIND_TRUNCATED_FINAL_FRAME);
}

TEST_F(AnswerStreamTest, ARouteAndItsWaitAreInTheAttemptsOfTheAnswer) {
  Start();
  upstream::MessagesResult result = ResultWith(absl::OkStatus());
  result.attempts.resize(2);
  result.attempts[0].possibly_billed = true;
  result.attempts[1].route = "backup";
  transport_.Emit({MessageStartEvent(), MessageDeltaEvent(), MessageStopEvent()});
  transport_.End(std::move(result));
  ASSERT_THAT(answer().attempts(), SizeIs(2));
  EXPECT_EQ(answer().attempts(1).route(), "backup");
  EXPECT_EQ(events_.back().notice().kind(), v1::Notice::KIND_POSSIBLY_BILLED_TWICE);
}

TEST_F(AnswerStreamTest, DeliveredContentIsOmittedFromTheLastEventOnRequest) {
  Start();
  ReplyWithCitation();
  v1::Answer expected = answer();
  ASSERT_NE(expected.text(), "");
  ASSERT_THAT(expected.blocks(), SizeIs(1));
  ASSERT_THAT(expected.references(), SizeIs(1));
  ASSERT_TRUE(expected.has_coverage());
  for (const char* field : {"text", "blocks", "references", "notices"}) {
    const auto* descriptor = v1::Answer::descriptor()->FindFieldByName(field);
    expected.GetReflection()->ClearField(&expected, descriptor);
  }

  StreamHarness omitting;
  omitting.request_.mutable_response_options()->set_omit_delivered_content(true);
  omitting.Start();
  omitting.ReplyWithCitation();
  EXPECT_THAT(omitting.ends_, ElementsAre(absl::OkStatus()));
  EXPECT_EQ(omitting.answer().SerializeAsString(), expected.SerializeAsString());
  EXPECT_EQ(omitting.Kinds(), Kinds()) << "the other events are the same";
}

TEST_F(AnswerStreamTest, AnExactCitedTextIsOmittedOnRequest) {
  request_.mutable_response_options()->set_omit_exact_cited_text(true);
  Start();
  ReplyWithCitation();
  int citations = 0;
  for (const v1::AnswerEvent& event : events_) {
    if (!event.has_citation()) continue;
    ++citations;
    EXPECT_FALSE(event.citation().citation().has_cited_text());
  }
  EXPECT_EQ(citations, 1);
  EXPECT_FALSE(answer().blocks(0).text().citations(0).has_cited_text());
}

TEST_F(AnswerStreamTest, AnExactCitedTextIsOmittedFromAMessageInOnePieceToo) {
  request_.mutable_response_options()->set_omit_exact_cited_text(true);
  Start();
  transport_.Reply(
      MessageJson({TextBlock("1000.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}))}));
  EXPECT_FALSE(answer().blocks(0).text().citations(0).has_cited_text());
}

}  // namespace
}  // namespace footnote::answering
