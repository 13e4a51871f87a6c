#include "service/answering/resolving/answer_resolver.h"

#include <gmock/gmock.h>
#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "service/answering/resolving/acceptance.h"
#include "service/status/rich_status.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::resolving {
namespace {

using google::protobuf::util::MessageDifferencer;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<int> Kinds(const v1::Answer& answer) {
  std::vector<int> kinds;
  for (const v1::Notice& notice : answer.notices()) kinds.push_back(notice.kind());
  return kinds;
}

Json Cited(const std::string& text) {
  return TextBlock(text, Json::array({Srl(0, 0, 1, "Rate limit is 1000/h.")}));
}

// The answer to TwoHits if the API says these fields and one cited block.
v1::Answer AnswerWith(const std::string& fields) {
  Json message = Json::parse(MessageJson({Cited("A.")}));
  message.update(Json::parse(fields));
  return AnswerTo(TwoHits(), message.dump());
}

// ---- Text and blocks ----

TEST(AnswerResolverTest, TextIsTheBlocksJoinedAndASpanCoversExactlyItsBlock) {
  // B39
  const v1::Answer answer =
      AnswerTo(TwoHits(),
               MessageJson({TextBlock("Intro. "), Cited("限度は1000です。"), TextBlock(" End.")}));
  EXPECT_EQ(answer.text(), "Intro. 限度は1000です。 End.");
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 7);
  EXPECT_EQ(span.utf16_start(), 7);
  EXPECT_EQ(span.code_point_start(), 7);
  EXPECT_EQ(span.byte_end(), 7 + 22);
  EXPECT_EQ(span.utf16_end(), 7 + 10);
  EXPECT_EQ(Slice(answer.text(), span), "限度は1000です。");
}

TEST(AnswerResolverTest, ASpanAfterSurrogatePairsIsRightInEveryUnit) {
  // B41
  const v1::Answer answer =
      AnswerTo(TwoHits(), MessageJson({TextBlock("はい。😀"), Cited("料金😀は月額1,000円です。")}));
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 13);
  EXPECT_EQ(span.utf16_start(), 5);
  EXPECT_EQ(span.code_point_start(), 4);
  EXPECT_EQ(Slice(answer.text(), span), "料金😀は月額1,000円です。");
}

TEST(AnswerResolverTest, BlocksThatAreNoTextTakeNoPlaceInIt) {
  const v1::Answer answer = AnswerTo(
      TwoHits(),
      MessageJson(Json::array({Json::parse(R"({"type":"thinking","thinking":"Hm.",
          "signature":"s"})"),
                               TextBlock("One. "), Json::parse(R"({"type":"tool_use","id":"u",
          "name":"n","input":{"a":1.50}})"),
                               Cited("Two.")}),
                  "tool_use"));
  EXPECT_EQ(answer.text(), "One. Two.");
  ASSERT_EQ(answer.blocks_size(), 4);
  EXPECT_EQ(answer.blocks(0).opaque().type(), "thinking");
  EXPECT_EQ(answer.blocks(2).tool_use().id(), "u");
  EXPECT_EQ(answer.blocks(2).tool_use().name(), "n");
  EXPECT_EQ(Json::parse(answer.blocks(2).tool_use().input_json()), Json({{"a", 1.5}}));
  EXPECT_EQ(answer.blocks(3).text().citations(0).answer_span().byte_start(), 5);
  EXPECT_THAT(Kinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, AnEmptyMessageIsAnEmptyAnswer) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson(Json::array(), "refusal"));
  EXPECT_EQ(answer.blocks_size(), 0);
  EXPECT_EQ(answer.text(), "");
  EXPECT_EQ(answer.stop_reason(), v1::STOP_REASON_REFUSAL);
  EXPECT_FALSE(answer.complete());
  EXPECT_THAT(Kinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, TheSameMessageGivesTheSameAnswerTwice) {
  const std::string json = Documented("combined_response.json");
  EXPECT_TRUE(MessageDifferencer::Equals(AnswerTo(TwoHits(), json), AnswerTo(TwoHits(), json)));
}

// ---- Why it stopped ----

struct StopCase {
  const char* raw;
  v1::StopReason reason;
  bool complete;
};

class StopReasonTest : public testing::TestWithParam<StopCase> {};

TEST_P(StopReasonTest, IsTypedAndTheApisWordIsKept) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson({Cited("A.")}, GetParam().raw));
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

// ---- What it used ----

TEST(AnswerResolverTest, UsageIsAsTheApiCountsItAndAbsentWhereItDidNotSay) {
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
  EXPECT_THAT(Kinds(answer), IsEmpty());
}

TEST(AnswerResolverTest, IncompleteUsageIsANotice) {
  EXPECT_THAT(Kinds(AnswerWith(R"({"usage":{"input_tokens":25}})")),
              ElementsAre(v1::Notice::KIND_INCOMPLETE_USAGE));
  EXPECT_THAT(Kinds(AnswerWith(R"({"usage":null})")),
              ElementsAre(v1::Notice::KIND_INCOMPLETE_USAGE));
}

// ---- Notices ----

TEST(NoticesTest, AnAnswerFromHitsWithoutACitationIsNoticed) {
  for (const char* reason : {"end_turn", "stop_sequence", "max_tokens"}) {
    EXPECT_THAT(Kinds(AnswerTo(TwoHits(), MessageJson({TextBlock("A.")}, reason))),
                ElementsAre(v1::Notice::KIND_NO_CITATIONS));
  }
}

TEST(NoticesTest, NoCitationsAreNoNoticeWhereNoneCouldBeExpected) {
  const std::string uncited = MessageJson({TextBlock("A.")});
  v1::AnswerRequest request = TwoHits();
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(Kinds(AnswerTo(request, uncited)), IsEmpty());
  request = TwoHits();
  request.clear_hits();
  EXPECT_THAT(Kinds(AnswerTo(request, uncited)), IsEmpty());
  for (const char* reason : {"tool_use", "refusal", "pause_turn"}) {
    EXPECT_THAT(Kinds(AnswerTo(TwoHits(), MessageJson({TextBlock("A.")}, reason))), IsEmpty());
  }
}

TEST(NoticesTest, ACitationWithoutAClaimIsNoticedAndKept) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson({TextBlock("A."), Cited("")}));
  EXPECT_THAT(Kinds(answer), ElementsAre(v1::Notice::KIND_EMPTY_CLAIM));
  EXPECT_EQ(answer.notices(0).block(), 1);
  EXPECT_EQ(answer.notices(0).citation(), 0);
  const v1::Span& span = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(span.byte_start(), 2);
  EXPECT_EQ(span.byte_end(), 2);
}

TEST(NoticesTest, AnUnknownBlockIsNoticedAndKeptAsItWas) {
  const v1::Answer answer =
      AnswerTo(TwoHits(),
               MessageJson(Json::array({Cited("A."), Json::parse(R"({"type":"hologram","a":[1]})"),
                                        Json::parse(R"({"type":"text"})"), Json("stray")})));
  EXPECT_THAT(Kinds(answer),
              ElementsAre(v1::Notice::KIND_UNKNOWN_BLOCK, v1::Notice::KIND_UNKNOWN_BLOCK,
                          v1::Notice::KIND_UNKNOWN_BLOCK));
  EXPECT_EQ(answer.notices(0).block(), 1);
  EXPECT_EQ(answer.notices(2).block(), 3);
  EXPECT_EQ(answer.blocks(1).opaque().type(), "hologram");
  EXPECT_EQ(Json::parse(answer.blocks(1).opaque().json()),
            Json::parse(R"({"type":"hologram","a":[1]})"));
  EXPECT_EQ(answer.blocks(3).opaque().json(), "\"stray\"");
}

TEST(NoticesTest, ALoneSurrogateIsNoticedAndTheAnswerStaysWellFormed) {
  std::string json = MessageJson({Cited("Limit @.")});
  json.replace(json.find('@'), 1, "\\ud83d");
  const v1::Answer answer = AnswerTo(TwoHits(), json);
  EXPECT_EQ(answer.text(), "Limit \uFFFD.");
  EXPECT_THAT(Kinds(answer), ElementsAre(v1::Notice::KIND_ILL_FORMED_TEXT));
  EXPECT_EQ(Slice(answer.text(), answer.blocks(0).text().citations(0).answer_span()),
            answer.text());
}

TEST(NoticesTest, StandInTheOrderOfTheTextAndThoseOfTheMessageLast) {
  Json wrong = Srl(0, 0, 1, "Rate limit is 1000/h.");
  wrong["source"] = "other";
  wrong["title"] = "Other";
  Json message = Json::parse(MessageJson(
      Json::array({TextBlock("", Json::array({wrong})), Json::parse(R"({"type":"hologram"})"),
                   TextBlock("A.", Json::array({Srl(0, 0, 1, "x"), wrong}))})));
  message.erase("usage");
  const v1::Answer answer = AnswerTo(TwoHits(), message.dump());
  EXPECT_THAT(Kinds(answer),
              ElementsAre(v1::Notice::KIND_SOURCE_MISMATCH, v1::Notice::KIND_TITLE_MISMATCH,
                          v1::Notice::KIND_EMPTY_CLAIM, v1::Notice::KIND_UNKNOWN_BLOCK,
                          v1::Notice::KIND_SOURCE_MISMATCH, v1::Notice::KIND_TITLE_MISMATCH,
                          v1::Notice::KIND_INCOMPLETE_USAGE));
  EXPECT_EQ(answer.notices(4).block(), 2);
  EXPECT_EQ(answer.notices(4).citation(), 1);
}

TEST(NoticesTest, AnAnswerFromDocumentsWithoutACitationIsNoticed) {
  // B61
  v1::AnswerRequest request = TwoHits();
  request.clear_hits();
  request.add_documents()->set_text("The limit is 1000 per hour.");
  EXPECT_THAT(Kinds(AnswerTo(request, MessageJson({TextBlock("A.")}))),
              ElementsAre(v1::Notice::KIND_NO_CITATIONS));
}

TEST(NoticesTest, DroppedCacheMarksAreNoticedWithTheirFields) {
  SourceIndex sources;
  sources.set_dropped_cache_breakpoints({"request.hits[3].cache_control", "request.tools[0]"});
  v1::Answer answer;
  ResolveMessage(ParseMessage(MessageJson({TextBlock("A.")})), sources, &answer);
  EXPECT_THAT(Kinds(answer), ElementsAre(v1::Notice::KIND_CACHE_MARKS_DROPPED));
  EXPECT_THAT(answer.notices(0).fields(),
              ElementsAre("request.hits[3].cache_control", "request.tools[0]"));
}

// ---- Strict ----

absl::Status Strict(const Json& content) {
  return CheckAcceptance({/*strict=*/true, {}}, AnswerTo(TwoHits(), MessageJson(content)));
}

TEST(StrictTest, TakesVerifiedCitationsAndAnswersWithoutAny) {
  EXPECT_TRUE(Strict(Json::array({Cited("A.")})).ok());
  EXPECT_TRUE(Strict(Json::array({TextBlock("A.")})).ok());
  EXPECT_TRUE(Strict(Json::array()).ok());
  EXPECT_TRUE(
      Strict(Json::array({TextBlock("A.", {Srl(0, 0, 1, "Rate\u00A0limit is 1000/h.")})})).ok());
  EXPECT_TRUE(CheckAcceptance({/*strict=*/true, {}}, v1::Answer()).ok());
}

TEST(StrictTest, NamesTheNumberAndTheFirstThatIsNot) {
  // B40
  const absl::Status status = Strict(Json::array(
      {Cited("A."),
       TextBlock("B.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h."), Srl(9, 0, 1, "x")})),
       TextBlock("C.", Json::array({Srl(0, 1, 99, "x")}))}));
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(status), "UNVERIFIED_CITATION");
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(info.ParseFromString(std::string(*status.GetPayload(status::kErrorInfoTypeUrl))));
  EXPECT_EQ(info.metadata().at("citations"), "2");
  EXPECT_EQ(info.metadata().at("first"), "blocks[1].text.citations[1]");
  EXPECT_EQ(info.metadata().at("verdict"), "VERDICT_UNKNOWN_SOURCE");
}

TEST(StrictTest, RefusesMismatchRangeIncompleteAndUnknownKinds) {
  for (const Json& citation :
       {Srl(0, 0, 1, "x"), Srl(0, 1, 1, ""), Srl(0, 0, 1, ""),
        Json::parse(R"({"type":"table_location"})"),
        Json::parse(R"({"type":"search_result_location","search_result_index":0})")}) {
    EXPECT_FALSE(Strict(Json::array({TextBlock("A.", Json::array({citation}))})).ok()) << citation;
  }
}

TEST(StrictTest, TheErrorHoldsNoTextOfHitOrAnswer) {
  const absl::Status status =
      Strict(Json::array({TextBlock("CANARY", Json::array({Srl(0, 0, 1, "CANARY")}))}));
  EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
}

// ---- Coverage ----

absl::Status AtLeast(double ratio, const Json& content, const std::string& reason = "end_turn") {
  AcceptancePolicy demands;
  demands.min_coverage = ratio;
  return CheckAcceptance(demands, AnswerTo(TwoHits(), MessageJson(content, reason)));
}

TEST(MinCoverageTest, TakesAnAnswerThatIsCitedEnoughOrNeedsNoCitation) {
  const Json half = Json::array({Cited("One is so. "), TextBlock("Two is so.")});
  EXPECT_TRUE(AtLeast(0.5, half).ok());
  EXPECT_TRUE(AtLeast(1, Json::array({TextBlock("Hello! "), Cited("One is so.")})).ok());
  EXPECT_TRUE(AtLeast(1, Json::array({TextBlock("Hello!")})).ok());
  EXPECT_TRUE(AtLeast(1, Json::array()).ok());
  for (const char* reason : {"tool_use", "refusal", "pause_turn"}) {
    EXPECT_TRUE(AtLeast(1, half, reason).ok()) << reason;
  }
}

TEST(MinCoverageTest, RefusesOneThatIsNotAndNamesBothRatios) {
  const absl::Status status =
      AtLeast(0.6, Json::array({Cited("One is so. "), TextBlock("CANARY so.")}));
  EXPECT_EQ(status.code(), absl::StatusCode::kAborted);
  EXPECT_EQ(status::ErrorReason(status), "COVERAGE_TOO_LOW");
  google::rpc::ErrorInfo info;
  ASSERT_TRUE(info.ParseFromString(std::string(*status.GetPayload(status::kErrorInfoTypeUrl))));
  EXPECT_EQ(info.metadata().at("coverage"), "0.5");
  EXPECT_EQ(info.metadata().at("min_coverage"), "0.6");
  EXPECT_THAT(status.ToString(), testing::Not(HasSubstr("CANARY")));
}

TEST(MinCoverageTest, RecoveredMarkupDoesNotCount) {
  EXPECT_FALSE(
      AtLeast(0.1, Json::array({TextBlock("(cite index=\"0-0\">One is so.</cite>")})).ok());
}

}  // namespace
}  // namespace footnote::answering::resolving
