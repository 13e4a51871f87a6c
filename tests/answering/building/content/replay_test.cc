#include "service/answering/building/content/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

// The conversation in which `turn` answered the question of `request`.
v1::AnswerRequest Continued(const v1::AnswerRequest& request, const v1::AssistantTurn& turn) {
  v1::AnswerRequest next;
  *next.mutable_turns() = request.turns();
  v1::UserTurn* user = next.add_turns()->mutable_user();
  user->set_question(request.question());
  *user->mutable_hits() = request.hits();
  *user->mutable_documents() = request.documents();
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

// TwoHits, and a document of each kind that has its own location: text, PDF and blocks.
v1::AnswerRequest HitsAndDocuments() {
  v1::AnswerRequest request = TwoHits();
  request.add_documents()->set_text("c and more");
  request.add_documents()->set_pdf("%PDF-1.7");
  request.add_documents()->mutable_blocks()->add_blocks()->set_text("b");
  return request;
}

TEST(ReplayTest, AllFiveKindsGoBackInTheirInputForm) {
  const Json content = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20},
      {"type": "page_location", "cited_text": "p", "document_index": 1, "document_title": null,
       "start_page_number": 1, "end_page_number": 2},
      {"type": "content_block_location", "cited_text": "b", "document_index": 2,
       "document_title": null, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "s", "source": "kb://1", "title": null,
       "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u", "title": null,
       "encrypted_index": "e+/=\\\" \n"}]}])json");
  const v1::AnswerRequest request = HitsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(content)));
  EXPECT_EQ(Replayed(next)["content"], content);
}

TEST(ReplayTest, WhatTheApiGivesAndDoesNotTakeIsNotSentBack) {
  // B72
  Json content = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": null,
       "start_char_index": 0, "end_char_index": 20},
      {"type": "page_location", "cited_text": "p", "document_index": 1, "document_title": null,
       "start_page_number": 1, "end_page_number": 2},
      {"type": "content_block_location", "cited_text": "b", "document_index": 2,
       "document_title": null, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "s", "source": "kb://1", "title": null,
       "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u", "title": null,
       "encrypted_index": "e"}]}])json");
  Json cited = content;
  for (Json& citation : cited[0]["citations"]) {
    citation["file_id"] = "file_1";
    citation["confidence"] = 0.5;
    // Absent and null are the same, and empty is what the API itself would refuse.
    if (citation.contains("document_title")) citation["document_title"] = "";
    citation.erase("title");
  }
  const v1::AnswerRequest request = HitsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited)));
  EXPECT_EQ(Replayed(next)["content"], content);
}

TEST(ReplayTest, TitlesLongerThanTheApiTakesAreNullAndAddressesTooLongHaveNoCitation) {
  const std::string title(256, 't');
  Json cited = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0,
       "start_char_index": 0, "end_char_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u",
       "encrypted_index": "e"},
      {"type": "web_search_result_location", "cited_text": "w", "encrypted_index": "e"}]}])json");
  cited[0]["citations"][0]["document_title"] = title;
  cited[0]["citations"][1]["title"] = title + title + "t";
  cited[0]["citations"][2]["url"] = std::string(2049, 'u');
  const v1::AnswerRequest request = HitsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited)));
  const Json citations = Replayed(next)["content"][0]["citations"];
  ASSERT_EQ(citations.size(), 2u);
  EXPECT_TRUE(citations[0]["document_title"].is_null());
  EXPECT_TRUE(citations[1]["title"].is_null());
}

TEST(ReplayTest, WhatFootnoteRecoveredFromMarkupIsNotSentBack) {
  v1::AnswerRequest next = AfterTurn("blocks { text { text: 'A' } }");
  v1::Citation* recovered = next.mutable_turns(1)
                                ->mutable_assistant()
                                ->mutable_blocks(0)
                                ->mutable_text()
                                ->add_recovered();
  recovered->set_cited_text("\x80");
  recovered->mutable_location()->mutable_search_result()->set_search_result_index(0);
  EXPECT_EQ(Replayed(next)["content"], Json::array({TextBlock("A")}));
}

TEST(ReplayTest, OnlyKnownInputKeysGoBack) {
  // B72
  const Json cited = Json::parse(R"json([
    {"type": "text", "text": "A", "future": 1, "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20, "file_id": "file_1", "confidence": 0.5}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}, "future": {}}])json");
  const Json sent = Json::parse(R"json([
    {"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}}])json");
  v1::AnswerRequest request = TwoHits();
  request.add_documents()->set_text("c");
  v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited, "tool_use")));
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

TEST(ReplayTest, RangesNearTheLimitGoBackAsTheyWere) {
  const v1::AnswerRequest next = AfterTurn(R"pb(blocks {
                                                  text {
                                                    text: "A"
                                                    citations {
                                                      cited_text: "x"
                                                      location {
                                                        search_result {
                                                          search_result_index: 1
                                                          start_block_index: 9223372036854775806
                                                          end_block_index: 9223372036854775807
                                                          source: "s"
                                                        }
                                                      }
                                                    }
                                                  }
                                                })pb");
  const Json citation = Replayed(next)["content"][0]["citations"][0];
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

// ---- Numbers after something was dropped ----

// A conversation of two turns whose second answer cites, by id, kb-2 and the document `doc`: the
// second of their kind.
v1::AnswerRequest TwoTurns() {
  return FromText<v1::AnswerRequest>(R"pb(
    turns {
      user {
        question: "P"
        hits { id: "kb-1" source: "s" title: "t" text: "One." }
        documents { text: "Old." }
      }
    }
    turns { assistant { blocks { text { text: "A" } } } }
    turns {
      user {
        question: "Q"
        hits { id: "kb-2" source: "s" title: "t" text: "Two." }
        documents { id: "doc" text: "New." }
      }
    }
    turns {
      assistant {
        blocks {
          text {
            text: "B"
            citations {
              cited_text: "Two."
              source { kind: KIND_HIT id: "kb-2" index: 1 }
              location {
                search_result {
                  search_result_index: 1
                  start_block_index: 0
                  end_block_index: 1
                  source: "s"
                }
              }
            }
            citations {
              cited_text: "New."
              source { kind: KIND_DOCUMENT id: "doc" index: 1 }
              location { character { document_index: 1 start_char_index: 0 end_char_index: 4 } }
            }
          }
        }
      }
    }
    question: "R"
  )pb");
}

// The numbers that the last answer of `request` cites.
std::vector<int> CitedNumbers(const v1::AnswerRequest& request) {
  std::vector<int> numbers;
  const Json messages = SentJson(request)["messages"];
  const Json text = messages[messages.size() - 2]["content"][0];
  for (const Json& citation : text.value("citations", Json::array())) {
    numbers.push_back(citation.contains("search_result_index") ? citation["search_result_index"]
                                                               : citation["document_index"]);
  }
  return numbers;
}

v1::AnswerText* LastText(v1::AnswerRequest* request) {
  return request->mutable_turns(request->turns_size() - 1)
      ->mutable_assistant()
      ->mutable_blocks(0)
      ->mutable_text();
}

TEST(PrunedHistoryTest, AWholeConversationKeepsTheApisNumbers) {
  EXPECT_THAT(CitedNumbers(TwoTurns()), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, ACitationFollowsTheIdOfItsSource) {
  // B74
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns()->DeleteSubrange(0, 2);
  EXPECT_THAT(CitedNumbers(request), ElementsAre(0, 0));
}

TEST(PrunedHistoryTest, ACitationFollowsItsSourceThroughSourcesThatWerePutBeforeIt) {
  v1::AnswerRequest request = TwoTurns();
  v1::SearchResult* hit = request.mutable_turns(0)->mutable_user()->add_hits();
  hit->set_source("s");
  hit->set_title("t");
  hit->set_text("x");
  EXPECT_THAT(CitedNumbers(request), ElementsAre(2, 1));
}

TEST(PrunedHistoryTest, ACitationWhoseNumberNamesNothingAnyMoreIsLeftOut) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns()->DeleteSubrange(0, 2);
  for (v1::Citation& citation : *LastText(&request)->mutable_citations()) citation.clear_source();
  EXPECT_THAT(CitedNumbers(request), ElementsAre());
}

TEST(PrunedHistoryTest, ACitationWhoseSourceIsGoneDoesNotPassToAnotherOne) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns(2)->mutable_user()->mutable_hits(0)->set_id("kb-3");
  EXPECT_THAT(CitedNumbers(request), ElementsAre(1));
}

TEST(PrunedHistoryTest, ACallerWhoKeepsNoIdsInItsHistoryKeepsItsCitations) {
  v1::AnswerRequest request = TwoTurns();
  for (const int turn : {0, 2}) {
    request.mutable_turns(turn)->mutable_user()->mutable_hits(0)->clear_id();
    request.mutable_turns(turn)->mutable_user()->mutable_documents(0)->clear_id();
  }
  EXPECT_THAT(CitedNumbers(request), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, ASourceThatComesLaterIsNotTheOneThatWasCited) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_hits()->Swap(request.mutable_turns(2)->mutable_user()->mutable_hits());
  request.mutable_documents()->Swap(request.mutable_turns(2)->mutable_user()->mutable_documents());
  EXPECT_THAT(CitedNumbers(request), ElementsAre());
}

TEST(PrunedHistoryTest, ALocationThatCannotBeInItsSourceIsLeftOut) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns(2)->mutable_user()->mutable_documents(0)->set_pdf("%PDF-");
  EXPECT_THAT(CitedNumbers(request), ElementsAre(1));
  // A file may be a text or a PDF.
  request.mutable_turns(2)->mutable_user()->mutable_documents(0)->set_file_id("f");
  EXPECT_THAT(CitedNumbers(request), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, AnIdOfTheOtherKindIsNotTheOneThatWasCited) {
  v1::AnswerRequest request = TwoTurns();
  LastText(&request)->mutable_citations(0)->mutable_source()->set_id("doc");
  EXPECT_THAT(CitedNumbers(request), ElementsAre(1));
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
        ReplayRuleCase{"MarkedThinking",
                       "blocks { opaque { type: 'thinking' "
                       "json: '{\"type\":\"thinking\",\"cache_control\":null}' } }",
                       "blocks[0].opaque.json", "cache_control"},
        ReplayRuleCase{"MarkedServerToolUse",
                       "blocks { opaque { type: 'server_tool_use' json: "
                       "'{\"type\":\"server_tool_use\",\"id\":\"s\",\"cache_control\":{}}' } }",
                       "blocks[0].opaque.json", "cache_control"},
        ReplayRuleCase{"ServerToolUseWithoutId",
                       "blocks { opaque { type: 'server_tool_use' "
                       "json: '{\"type\":\"server_tool_use\",\"id\":5}' } }",
                       "blocks[0].opaque.json", "lacks its `id`"},
        ReplayRuleCase{"ServerToolResultWithoutId",
                       "blocks { opaque { type: 'web_search_tool_result' "
                       "json: '{\"type\":\"web_search_tool_result\",\"id\":\"s\"}' } }",
                       "blocks[0].opaque.json", "lacks its `tool_use_id`"},
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
}  // namespace footnote::answering::building
