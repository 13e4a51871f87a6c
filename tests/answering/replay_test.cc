#include "service/answering/building/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;

// The conversation in which `turn` answered the question of `request`.
v1::AnswerRequest Continued(const v1::AnswerRequest& request, const v1::AssistantTurn& turn) {
  v1::AnswerRequest next;
  *next.mutable_turns() = request.turns();
  v1::UserTurn* user = next.add_turns()->mutable_user();
  user->set_question(request.question());
  *user->mutable_hits() = request.hits();
  *next.add_turns()->mutable_assistant() = turn;
  next.set_question("And then?");
  return next;
}

v1::AnswerRequest Continued(const v1::AnswerRequest& request, const v1::Answer& answer) {
  v1::AssistantTurn turn;
  *turn.mutable_blocks() = answer.blocks();
  return Continued(request, turn);
}

v1::AnswerRequest AfterTurn(const std::string& turn) {
  return Continued(TwoHits(), FromText<v1::AssistantTurn>(turn));
}

Json Replayed(const v1::AnswerRequest& request) { return SentJson(request)["messages"][1]; }

TEST(ReplayTest, OurOwnAnswerGoesBackWithItsCitations) {
  // B71
  const Json content = Json::parse(R"json([
    {"type": "text", "text": "Two limits. ", "citations": [
      {"type": "search_result_location", "cited_text": "Rate limit is 1000/h.", "source": "kb://1",
       "title": "Limits", "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "返金は30日以内です。", "source": "kb://2",
       "title": null, "search_result_index": 1, "start_block_index": 1, "end_block_index": 2}]},
    {"type": "text", "text": "And from the web.", "citations": [
      {"type": "web_search_result_location", "cited_text": "…", "url": "https://example.com",
       "title": "Web", "encrypted_index": "Eo8BCioIAhgB=="}]}])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(content)));
  EXPECT_EQ(Replayed(next), Json({{"role", "assistant"}, {"content", content}}));
}

TEST(ReplayTest, HitsOfTheNextTurnAreCountedAfterThoseOfTheFirst) {
  // B71
  v1::AnswerRequest next = AfterTurn("blocks { text { text: 'A' } }");
  *next.add_hits() = FromText<v1::SearchResult>("id: 'kb-3' source: 's' title: 't' text: 'Third.'");
  const v1::Answer answer =
      AnswerTo(next, MessageJson({TextBlock("A", Json::array({Srl(2, 0, 1, "Third.")}))}));
  const v1::Citation& citation = answer.blocks(0).text().citations(0);
  EXPECT_EQ(citation.source().id(), "kb-3");
  EXPECT_EQ(citation.source().turn(), 2);
  EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
}

TEST(ReplayTest, AllFiveKindsGoBackInTheirInputForm) {
  const Json content = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20},
      {"type": "page_location", "cited_text": "p", "document_index": 1, "document_title": null,
       "start_page_number": 1, "end_page_number": 2},
      {"type": "content_block_location", "cited_text": "b", "document_index": 2,
       "document_title": "", "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "s", "source": "kb://1", "title": "Limits",
       "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u", "title": null,
       "encrypted_index": "e"}]}])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(content)));
  EXPECT_EQ(Replayed(next)["content"], content);
}

TEST(ReplayTest, OnlyKnownInputKeysGoBack) {
  // B72
  const Json said = Json::parse(R"json([
    {"type": "text", "text": "A", "future": 1, "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20, "file_id": "file_1", "confidence": 0.5}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}, "future": {}}])json");
  const Json sent = Json::parse(R"json([
    {"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}}])json");
  const v1::AnswerRequest request = TwoHits();
  v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(said, "tool_use")));
  next.add_tool_results()->set_tool_use_id("toolu_1");
  EXPECT_EQ(Replayed(next)["content"], sent);
}

TEST(ReplayTest, IncompleteAndUnknownCitationsAreLeftOutAndTheirTextStays) {
  const Json citations = Json::parse(R"json([
    {"type": "search_result_location", "search_result_index": 0, "start_block_index": 0,
     "end_block_index": 1, "source": "s"},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": 0,
     "start_block_index": 0, "source": "s"},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": 0,
     "start_block_index": 0, "end_block_index": 1},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": "0",
     "start_block_index": 0, "end_block_index": 1, "source": "s"},
    {"type": "web_search_result_location", "cited_text": "x", "url": "u"},
    {"type": "web_search_result_location", "cited_text": "x", "encrypted_index": "e"},
    {"type": "char_location", "cited_text": "x", "document_index": 0, "start_char_index": 0},
    {"type": "table_location", "cited_text": "x", "row": 1},
    {"cited_text": "x"}, 5])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next =
      Continued(request, AnswerTo(request, MessageJson({TextBlock("A", citations)})));
  EXPECT_EQ(Replayed(next)["content"], Json::array({TextBlock("A")}));
}

TEST(ReplayTest, NumbersNearTheLimitGoBackAsTheyWere) {
  const v1::AnswerRequest next = AfterTurn(R"pb(blocks {
                                                  text {
                                                    text: "A"
                                                    citations {
                                                      cited_text: "x"
                                                      location {
                                                        search_result {
                                                          search_result_index: 9223372036854775807
                                                          start_block_index: 9223372036854775806
                                                          end_block_index: 9223372036854775807
                                                          source: "s"
                                                        }
                                                      }
                                                    }
                                                  }
                                                })pb");
  const Json citation = Replayed(next)["content"][0]["citations"][0];
  EXPECT_EQ(citation["search_result_index"].get<int64_t>(), INT64_MAX);
  EXPECT_EQ(citation["start_block_index"].get<int64_t>(), INT64_MAX - 1);
  EXPECT_EQ(citation["end_block_index"].get<int64_t>(), INT64_MAX);
}

TEST(ReplayTest, RangesThatTheApiCouldNotHaveMeantAreLeftOut) {
  for (const char* range : {"-1, 0, 1", "0, -1, 1", "0, 1, 1", "0, 2, 1"}) {
    int64_t index;
    int64_t start;
    int64_t end;
    ASSERT_EQ(std::sscanf(range, "%ld, %ld, %ld", &index, &start, &end), 3);
    const v1::AnswerRequest request = TwoHits();
    const v1::AnswerRequest next = Continued(
        request,
        AnswerTo(request,
                 MessageJson({TextBlock("A", Json::array({Srl(index, start, end, "x")}))})));
    EXPECT_EQ(Replayed(next)["content"], Json::parse(R"json([{"type": "text", "text": "A"}])json"))
        << range;
  }
}

TEST(ReplayTest, BlankTextIsLeftOutAndSoIsATurnOfWhichNothingIsLeft) {
  // B76: what was cancelled before its first word does not poison what follows.
  for (const char* turn : {"", "blocks { text { text: '' } }",
                           "blocks { text { text: ' \\n' } } blocks { text { text: '\u3000' } }"}) {
    const Json messages = SentJson(AfterTurn(turn))["messages"];
    ASSERT_EQ(messages.size(), 2u) << turn;
    EXPECT_EQ(messages[0]["role"], "user");
    EXPECT_EQ(messages[1]["role"], "user");
  }
}

TEST(ReplayTest, ATurnOfToolUsesAloneHasNoEmptyText) {
  // B76
  v1::AnswerRequest next = AfterTurn(R"pb(
    blocks { text { text: "" } }
    blocks { tool_use { id: "u" name: "n" input_json: "{}" } }
  )pb");
  next.add_tool_results()->set_tool_use_id("u");
  EXPECT_EQ(Replayed(next)["content"],
            Json::parse(R"json([{"type":"tool_use","id":"u","name":"n","input":{}}])json"));
}

TEST(ReplayTest, WhatUpstreamItselfLeftUnreadableIsLeftOut) {
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next =
      Continued(request, AnswerTo(request, MessageJson(Json::parse(R"json([
        {"type": "text", "text": "A"}, {"type": "text"}, {"type": "tool_use", "id": "u"}, "text"])json"))));
  EXPECT_EQ(Replayed(next)["content"], Json::parse(R"json([{"type": "text", "text": "A"}])json"));
}

TEST(ReplayTest, OpaqueBlocksGoBackByteForByte) {
  const Json content = Json::parse(R"json([
    {"type": "thinking", "thinking": "", "signature": "sig=="},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [
      {"type": "web_search_result", "url": "u", "title": "t", "encrypted_content": "e"}]},
    {"type": "text", "text": "A"}])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::Answer answer = AnswerTo(request, MessageJson(content));
  const v1::AnswerRequest next = Continued(request, answer);
  EXPECT_EQ(Replayed(next)["content"], content);
  EXPECT_THAT(MustBuild(next).json, testing::HasSubstr(answer.blocks(0).opaque().json()));
}

TEST(ReplayTest, ALargeToolInputGoesBackUnchanged) {
  v1::AnswerRequest next = AfterTurn("blocks { tool_use { id: 'u' name: 'n' } }");
  next.add_tool_results()->set_tool_use_id("u");
  const std::string input =
      absl::StrCat("{\"q\": \"", std::string(4 << 20, 'x'), "\", \"n\": 1.50}");
  next.mutable_turns(1)->mutable_assistant()->mutable_blocks(0)->mutable_tool_use()->set_input_json(
      input);
  EXPECT_THAT(MustBuild(next).json.find(input), testing::Ne(std::string::npos));
}

struct ReplayRuleCase {
  const char* name;
  std::string turn;
  const char* field;
  const char* problem;
};

class ReplayRuleTest : public testing::TestWithParam<ReplayRuleCase> {};

TEST_P(ReplayRuleTest, IsAViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(AfterTurn(GetParam().turn)),
              testing::Contains(Violates(absl::StrCat("turns[1].assistant.", GetParam().field),
                                         GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ReplayRuleTest,
    testing::Values(
        ReplayRuleCase{"EmptyBlock", "blocks { text { text: 'A' } } blocks {}", "blocks[1]",
                       "none of `text`, `tool_use` and `opaque`"},
        ReplayRuleCase{"ToolUseWithoutId", "blocks { tool_use { name: 'n' input_json: '{}' } }",
                       "blocks[0].tool_use.id", "1 to 256"},
        ReplayRuleCase{"ToolUseWithoutName", "blocks { tool_use { id: 'u' input_json: '{}' } }",
                       "blocks[0].tool_use.name", "1 to 64"},
        ReplayRuleCase{"ToolUseWithoutInput", "blocks { tool_use { id: 'u' name: 'n' } }",
                       "blocks[0].tool_use.input_json", "JSON"},
        ReplayRuleCase{"ToolInputCut",
                       "blocks { tool_use { id: 'u' name: 'n' input_json: '{\"a\":' } }",
                       "blocks[0].tool_use.input_json", "JSON"},
        ReplayRuleCase{"ToolInputIsAnArray",
                       "blocks { tool_use { id: 'u' name: 'n' input_json: '[]' } }",
                       "blocks[0].tool_use.input_json", "not a JSON object"},
        ReplayRuleCase{"ToolInputBreaksOut",
                       "blocks { tool_use { id: 'u' name: 'n' input_json: '{}},{}' } }",
                       "blocks[0].tool_use.input_json", "JSON"},
        ReplayRuleCase{"OpaqueSearchResult", "blocks { opaque { type: 'search_result' } }",
                       "blocks[0].opaque.type", "must not be"},
        ReplayRuleCase{"OpaqueDocument", "blocks { opaque { type: 'document' } }",
                       "blocks[0].opaque.type", "must not be"},
        ReplayRuleCase{
            "OpaqueIsAnotherType",
            "blocks { opaque { type: 'thinking' json: '{\"type\":\"search_result\"}' } }",
            "blocks[0].opaque.json", "`type` \"thinking\""},
        ReplayRuleCase{"OpaqueHidesAnotherType",
                       "blocks { opaque { type: 'thinking' "
                       "json: '{\"type\":\"thinking\",\"type\":\"search_result\"}' } }",
                       "blocks[0].opaque.json", "`type` \"thinking\""},
        ReplayRuleCase{"OpaqueIsNoJson", "blocks { opaque { type: 'thinking' json: 'thinking' } }",
                       "blocks[0].opaque.json", "JSON"},
        // B46
        ReplayRuleCase{"OpaqueIsIllFormed",
                       "blocks { opaque { type: 'thinking' "
                       "json: '{\"type\":\"thinking\",\"a\":\"\\\\ud83d\"}' } }",
                       "blocks[0].opaque.json", "surrogate"}),
    [](const testing::TestParamInfo<ReplayRuleCase>& info) { return info.param.name; });

TEST(ReplayTest, IllFormedTextIsNamedByItsPlace) {
  v1::AssistantTurn turn;
  turn.add_blocks()->mutable_text()->set_text("a\x80");
  v1::AnswerText* text = turn.add_blocks()->mutable_text();
  text->set_text("A");
  v1::Citation* hit = text->add_citations();
  hit->set_cited_text("ab\x80");
  v1::SearchResultLocation* location = hit->mutable_location()->mutable_search_result();
  location->set_search_result_index(0);
  location->set_start_block_index(0);
  location->set_end_block_index(1);
  location->set_source("\x80");
  location->set_title("t\x80");
  EXPECT_THAT(
      ViolationsOf(Continued(TwoHits(), turn)),
      ElementsAre(Violates("turns[1].assistant.blocks[0].text.text", "byte 1"),
                  Violates("turns[1].assistant.blocks[1].text.citations[0].cited_text", "byte 2"),
                  Violates("turns[1].assistant.blocks[1].text.citations[0].location", "byte 0"),
                  Violates("turns[1].assistant.blocks[1].text.citations[0].location", "byte 1")));
}

}  // namespace
}  // namespace footnote::answering
