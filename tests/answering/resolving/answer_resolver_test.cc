// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/answer_resolver.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::ElementsAre;
using testing::IsEmpty;

// The answer to TwoHits for a message with one cited block and the JSON members `fields`.
v1::Answer AnswerWith(const std::string& fields) {
  Json message = Json::parse(MessageJson({CitedBlock("A.")}));
  message.update(Json::parse(fields));
  return AnswerTo(TwoHits(), message.dump());
}

TEST(AnswerResolverTest, TheTextIsTheConcatenatedBlocksAndASpanCoversItsBlock) {
  // B39
  const v1::Answer answer = AnswerTo(
      TwoHits(),
      MessageJson({TextBlock("Intro. "), CitedBlock("限度は1000です。"), TextBlock(" End.")}));
  EXPECT_EQ(answer.text(), "Intro. 限度は1000です。 End.");
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 7);
  EXPECT_EQ(span.utf16_start(), 7);
  EXPECT_EQ(span.code_point_start(), 7);
  EXPECT_EQ(span.byte_end(), 7 + 22);
  EXPECT_EQ(span.utf16_end(), 7 + 10);
  EXPECT_EQ(Slice(answer.text(), span), "限度は1000です。");
}

TEST(AnswerResolverTest, ASpanAfterSurrogatePairsIsCorrectInEveryUnit) {
  // B41
  const v1::Answer answer = AnswerTo(
      TwoHits(), MessageJson({TextBlock("はい。😀"), CitedBlock("料金😀は月額1,000円です。")}));
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 13);
  EXPECT_EQ(span.utf16_start(), 5);
  EXPECT_EQ(span.code_point_start(), 4);
  EXPECT_EQ(Slice(answer.text(), span), "料金😀は月額1,000円です。");
}

TEST(AnswerResolverTest, BlocksWithoutTextDoNotChangeTheText) {
  const v1::Answer answer = AnswerTo(
      TwoHits(),
      MessageJson(Json::array({Json::parse(R"({"type":"thinking","thinking":"Hm.",
          "signature":"s"})"),
                               TextBlock("One. "), Json::parse(R"({"type":"tool_use","id":"u",
          "name":"n","input":{"a":1.50}})"),
                               CitedBlock("Two.")}),
                  "tool_use"));
  EXPECT_EQ(answer.text(), "One. Two.");
  ASSERT_EQ(answer.blocks_size(), 4);
  EXPECT_EQ(answer.blocks(0).opaque().type(), "thinking");
  EXPECT_EQ(answer.blocks(2).tool_use().id(), "u");
  EXPECT_EQ(answer.blocks(2).tool_use().name(), "n");
  EXPECT_EQ(Json::parse(answer.blocks(2).tool_use().input_json()), Json({{"a", 1.5}}));
  EXPECT_EQ(answer.blocks(3).text().citations(0).answer_span().byte_start(), 5);
  EXPECT_THAT(NoticeKinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, AnOpenBlockIsATextBlockFromTheStartIfItsKindIsText) {
  const SourceIndex sources;
  for (const messages::ContentBlock::Kind kind :
       {messages::ContentBlock::Kind::kText, messages::ContentBlock::Kind::kToolUse,
        messages::ContentBlock::Kind::kOpaque}) {
    v1::Answer answer;
    AnswerResolver resolver(sources, &answer);
    messages::BlockOpened opened;
    opened.block.kind = kind;
    EXPECT_TRUE(resolver.Add(std::move(opened), nullptr).ok());
    ASSERT_EQ(answer.blocks_size(), 1);
    EXPECT_EQ(answer.blocks(0).has_text(), kind == messages::ContentBlock::Kind::kText);
  }
}

TEST(AnswerResolverTest, ConsecutiveTextsOfABlockInOneBatchAreOneDelta) {
  v1::Answer answer;
  const SourceIndex sources;
  AnswerResolver resolver(sources, &answer);
  std::vector<std::pair<int, std::string>> deltas;  // the block and the text of each
  const auto add_batch = [&](std::vector<messages::MessagePart> parts) {
    AnswerResolver::Events events;
    for (messages::MessagePart& part : parts)
      EXPECT_TRUE(resolver.Add(std::move(part), &events).ok());
    for (const v1::AnswerEvent& event : events) {
      if (!event.has_text_delta()) continue;
      deltas.emplace_back(event.text_delta().block_index(), event.text_delta().text());
    }
  };
  add_batch({messages::BlockOpened{}, messages::TextAdded{"a"}, messages::TextAdded{"b"},
             messages::TextAdded{"c"}});
  add_batch({messages::TextAdded{"d"}, messages::UnknownReceived{}, messages::TextAdded{"e"},
             messages::BlockClosed{}, messages::BlockOpened{}, messages::TextAdded{"f"}});
  add_batch({messages::TextAdded{"g"}});
  EXPECT_THAT(deltas,
              ElementsAre(testing::Pair(0, "abc"), testing::Pair(0, "d"), testing::Pair(0, "e"),
                          testing::Pair(1, "f"), testing::Pair(1, "g")));
}

TEST(AnswerResolverTest, AnEmptyMessageResolvesToAnEmptyAnswer) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson(Json::array(), "refusal"));
  EXPECT_EQ(answer.blocks_size(), 0);
  EXPECT_EQ(answer.text(), "");
  EXPECT_EQ(answer.stop_reason(), v1::STOP_REASON_REFUSAL);
  EXPECT_FALSE(answer.complete());
  EXPECT_THAT(NoticeKinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, TheSameMessageResolvesToTheSameAnswer) {
  const std::string json = Documented("combined_response.json");
  EXPECT_TRUE(MessageDifferencer::Equals(AnswerTo(TwoHits(), json), AnswerTo(TwoHits(), json)));
}

// Stop reasons

struct StopCase {
  const char* raw;
  v1::StopReason reason;
  bool complete;
};

class StopReasonTest : public testing::TestWithParam<StopCase> {};

TEST_P(StopReasonTest, IsConvertedAndTheApisValueIsKept) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson({CitedBlock("A.")}, GetParam().raw));
  EXPECT_EQ(answer.stop_reason(), GetParam().reason);
  EXPECT_EQ(answer.stop_reason_raw(), GetParam().raw);
  EXPECT_EQ(answer.complete(), GetParam().complete);
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, StopReasonTest,
    testing::Values(StopCase{"end_turn", v1::STOP_REASON_END_TURN, true},
                    StopCase{"max_tokens", v1::STOP_REASON_MAX_TOKENS, false},
                    StopCase{"stop_sequence", v1::STOP_REASON_STOP_SEQUENCE, true},
                    StopCase{"tool_use", v1::STOP_REASON_TOOL_USE, true},
                    StopCase{"pause_turn", v1::STOP_REASON_PAUSE_TURN, false},
                    StopCase{"refusal", v1::STOP_REASON_REFUSAL, false},
                    StopCase{"model_context_window_exceeded",
                             v1::STOP_REASON_MODEL_CONTEXT_WINDOW_EXCEEDED, false},
                    StopCase{"future_reason", v1::STOP_REASON_UNSPECIFIED, false},
                    StopCase{"END_TURN", v1::STOP_REASON_UNSPECIFIED, false}),
    [](const testing::TestParamInfo<StopCase>& info) { return std::string(info.param.raw); });

TEST(AnswerResolverTest, TheStopSequenceIsKept) {
  EXPECT_EQ(AnswerWith(R"({"stop_sequence":"END"})").stop_sequence(), "END");
  EXPECT_FALSE(AnswerWith(R"({"stop_sequence":null})").has_stop_sequence());
}

// Usage

TEST(AnswerResolverTest, UsageHasTheFieldsThatTheApiReturns) {
  const v1::Answer answer = AnswerWith(R"({"usage": {
      "input_tokens": 25, "output_tokens": 0, "cache_read_input_tokens": 9000000000,
      "cache_creation": {"ephemeral_5m_input_tokens": 3, "ephemeral_1h_input_tokens": 4},
      "server_tool_use": {"web_search_requests": 2}, "service_tier": "standard"}})");
  EXPECT_TRUE(MessageDifferencer::Equals(answer.usage(), FromText<v1::Usage>(R"pb(
                                           input_tokens: 25
                                           output_tokens: 0
                                           cache_read_input_tokens: 9000000000
                                           ephemeral_5m_input_tokens: 3
                                           ephemeral_1h_input_tokens: 4
                                           web_search_requests: 2
                                           service_tier: "standard")pb")))
      << answer.usage().DebugString();
  EXPECT_THAT(NoticeKinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, IncompleteUsageAddsANotice) {
  EXPECT_THAT(NoticeKinds(AnswerWith(R"({"usage":{"input_tokens":25}})")),
              ElementsAre(v1::Notice::KIND_INCOMPLETE_USAGE));
  EXPECT_THAT(NoticeKinds(AnswerWith(R"({"usage":null})")),
              ElementsAre(v1::Notice::KIND_INCOMPLETE_USAGE));
}

// Notices

TEST(NoticesTest, AnAnswerFromSearchResultsWithoutACitationAddsANotice) {
  for (const char* reason : {"end_turn", "stop_sequence", "max_tokens"}) {
    EXPECT_THAT(NoticeKinds(AnswerTo(TwoHits(), MessageJson({TextBlock("A.")}, reason))),
                ElementsAre(v1::Notice::KIND_NO_CITATIONS));
  }
}

TEST(NoticesTest, MissingCitationsAddNoNoticeIfNoneWereExpected) {
  const std::string uncited = MessageJson({TextBlock("A.")});
  v1::AnswerRequest request = TwoHits();
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(NoticeKinds(AnswerTo(request, uncited)), IsEmpty());
  request = TwoHits();
  request.clear_search_results();
  EXPECT_THAT(NoticeKinds(AnswerTo(request, uncited)), IsEmpty());
  for (const char* reason : {"tool_use", "refusal", "pause_turn"}) {
    EXPECT_THAT(NoticeKinds(AnswerTo(TwoHits(), MessageJson({TextBlock("A.")}, reason))),
                IsEmpty());
  }
}

TEST(NoticesTest, ACitationOfAnEmptyBlockAddsANoticeAndIsKept) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson({TextBlock("A."), CitedBlock("")}));
  EXPECT_THAT(NoticeKinds(answer), ElementsAre(v1::Notice::KIND_EMPTY_CLAIM));
  EXPECT_EQ(answer.notices(0).block_index(), 1);
  EXPECT_EQ(answer.notices(0).citation_index(), 0);
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 2);
  EXPECT_EQ(span.byte_end(), 2);
}

TEST(NoticesTest, AnUnknownBlockAddsANoticeAndIsKeptUnchanged) {
  const v1::Answer answer = AnswerTo(
      TwoHits(),
      MessageJson(Json::array({CitedBlock("A."), Json::parse(R"({"type":"hologram","a":[1]})"),
                               Json::parse(R"({"type":"text"})"), Json("stray")})));
  EXPECT_THAT(NoticeKinds(answer),
              ElementsAre(v1::Notice::KIND_UNKNOWN_BLOCK, v1::Notice::KIND_UNKNOWN_BLOCK,
                          v1::Notice::KIND_UNKNOWN_BLOCK));
  EXPECT_EQ(answer.notices(0).block_index(), 1);
  EXPECT_EQ(answer.notices(2).block_index(), 3);
  EXPECT_EQ(answer.blocks(1).opaque().type(), "hologram");
  EXPECT_EQ(Json::parse(answer.blocks(1).opaque().json()),
            Json::parse(R"({"type":"hologram","a":[1]})"));
  EXPECT_EQ(answer.blocks(3).opaque().json(), "\"stray\"");
}

TEST(NoticesTest, ALoneSurrogateAddsANoticeAndTheAnswerIsWellFormed) {
  std::string json = MessageJson({CitedBlock("Limit @.")});
  json.replace(json.find('@'), 1, "\\ud83d");
  const v1::Answer answer = AnswerTo(TwoHits(), json);
  EXPECT_EQ(answer.text(), "Limit \uFFFD.");
  EXPECT_THAT(NoticeKinds(answer), ElementsAre(v1::Notice::KIND_ILL_FORMED_TEXT));
  EXPECT_EQ(Slice(answer.text(), answer.blocks(0).text().citations(0).answer_span()),
            answer.text());
}

TEST(NoticesTest, NoticesAboutTheTextComeInReadingOrderBeforeThoseAboutTheMessage) {
  Json wrong = Srl(0, 0, 1, "Rate limit is 1000/h.");
  wrong["source"] = "other";
  wrong["title"] = "Other";
  Json message = Json::parse(MessageJson(
      Json::array({TextBlock("", Json::array({wrong})), Json::parse(R"({"type":"hologram"})"),
                   TextBlock("A.", Json::array({Srl(0, 0, 1, "x"), wrong}))})));
  message.erase("usage");
  const v1::Answer answer = AnswerTo(TwoHits(), message.dump());
  EXPECT_THAT(NoticeKinds(answer),
              ElementsAre(v1::Notice::KIND_SOURCE_MISMATCH, v1::Notice::KIND_TITLE_MISMATCH,
                          v1::Notice::KIND_EMPTY_CLAIM, v1::Notice::KIND_UNKNOWN_BLOCK,
                          v1::Notice::KIND_SOURCE_MISMATCH, v1::Notice::KIND_TITLE_MISMATCH,
                          v1::Notice::KIND_INCOMPLETE_USAGE));
  EXPECT_EQ(answer.notices(4).block_index(), 2);
  EXPECT_EQ(answer.notices(4).citation_index(), 1);
}

TEST(NoticesTest, AnAnswerFromDocumentsWithoutACitationAddsANotice) {
  // B61
  v1::AnswerRequest request = TwoHits();
  request.clear_search_results();
  request.add_documents()->set_text("The limit is 1000 per hour.");
  EXPECT_THAT(NoticeKinds(AnswerTo(request, MessageJson({TextBlock("A.")}))),
              ElementsAre(v1::Notice::KIND_NO_CITATIONS));
}

TEST(NoticesTest, DroppedCacheBreakpointsAddANoticeWithTheirFields) {
  SourceIndex sources;
  sources.set_dropped_cache_breakpoints(
      {"request.search_results[3].cache_control", "request.tools[0]"});
  v1::Answer answer;
  ASSERT_TRUE(ResolveMessage(ParseMessage(MessageJson({TextBlock("A.")})), sources, &answer).ok());
  EXPECT_THAT(NoticeKinds(answer), ElementsAre(v1::Notice::KIND_CACHE_BREAKPOINTS_DROPPED));
  EXPECT_THAT(answer.notices(0).fields(),
              ElementsAre("request.search_results[3].cache_control", "request.tools[0]"));
}

TEST(NoticesTest, AHundredDroppedCacheBreakpointsAreListedAndAllAreCounted) {
  SourceIndex sources;
  sources.set_dropped_cache_breakpoints(std::vector<std::string>(101, "tools[0].cache_control"));
  v1::Answer answer;
  ASSERT_TRUE(ResolveMessage(ParseMessage(MessageJson({TextBlock("A.")})), sources, &answer).ok());
  EXPECT_EQ(answer.notices(0).fields_size(), 100);
  EXPECT_THAT(answer.notices(0).message(),
              testing::HasSubstr("Of the 101 that were not sent, the first 100 are listed."));
  sources.set_dropped_cache_breakpoints(std::vector<std::string>(100, "tools[0].cache_control"));
  answer.Clear();
  ASSERT_TRUE(ResolveMessage(ParseMessage(MessageJson({TextBlock("A.")})), sources, &answer).ok());
  EXPECT_EQ(answer.notices(0).fields_size(), 100);
  EXPECT_THAT(answer.notices(0).message(), testing::Not(testing::HasSubstr("listed")));
}

// Resolves a message with an unknown event for each of `jsons`.
v1::Answer AnswerWithUnknownEvents(const std::vector<std::string>& jsons) {
  v1::Answer answer;
  const SourceIndex sources;
  AnswerResolver resolver(sources, &answer);
  for (const std::string& json : jsons) {
    messages::UnknownReceived event;
    event.json = json;
    EXPECT_TRUE(resolver.Add(std::move(event), nullptr).ok());
  }
  messages::MessageClosed closed;
  closed.usage.emplace();
  closed.usage->input_tokens = closed.usage->output_tokens = 1;
  EXPECT_TRUE(resolver.Add(std::move(closed), nullptr).ok());
  return answer;
}

TEST(NoticesTest, AHundredUnknownEventsHaveNoticesAndOneMoreNoticeCountsTheRest) {
  struct Case {
    size_t events;
    int notices;
    const char* last_message;  // "" if the last notice is that of an event
  };
  for (const Case& row : {Case{99, 99, ""}, Case{100, 100, ""},
                          Case{101, 101, "The stream had 1 more events of unknown kinds."},
                          Case{103, 101, "The stream had 3 more events of unknown kinds."}}) {
    const v1::Answer answer = AnswerWithUnknownEvents(std::vector<std::string>(row.events, "{}"));
    ASSERT_EQ(answer.notices_size(), row.notices) << row.events;
    const v1::Notice& last = answer.notices(row.notices - 1);
    EXPECT_EQ(last.kind(), v1::Notice::KIND_UNKNOWN_EVENT) << row.events;
    if (*row.last_message == '\0') {
      EXPECT_EQ(last.event_json(), "{}") << row.events;
    } else {
      EXPECT_EQ(last.message(), row.last_message);
      EXPECT_EQ(last.event_json(), "") << row.events;
    }
  }
}

TEST(NoticesTest, TheJsonOfUnknownEventsIsKeptUpTo64KiBInTotal) {
  const std::string half(32 << 10, 'x');
  const v1::Answer answer = AnswerWithUnknownEvents({half, half + "x", half, "x", ""});
  std::vector<size_t> sizes;
  for (const v1::Notice& notice : answer.notices()) sizes.push_back(notice.event_json().size());
  EXPECT_THAT(sizes, ElementsAre(half.size(), 0, half.size(), 0, 0));
}

}  // namespace
}  // namespace footnote::answering::resolving
