// Through BuildRequest, since what a conversation is worth shows in what is sent.
#include "service/answering/building/conversation_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"
#include "service/status/rich_status.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

Json Messages(const std::string& request) { return SentJson(Request(request))["messages"]; }

Json Text(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' } ";

// A user's turn and an assistant's that uses the tool `n` with these ids.
std::string UsesTools(const std::vector<std::string>& ids) {
  std::string turns = "turns { user { question: 'P' } } turns { assistant { ";
  for (const std::string& id : ids) {
    absl::StrAppend(&turns, "blocks { tool_use { id: '", id, "' name: 'n' input_json: '{}' } } ");
  }
  return turns + "} } ";
}

// ---- No hits ----

struct NoHitsCase {
  const char* name;
  std::string request;
  Json content;  // of the last message
};

class NoHitsTest : public testing::TestWithParam<NoHitsCase> {};

TEST_P(NoHitsTest, TellsTheModelHowTheSearchWent) {
  EXPECT_EQ(Messages(GetParam().request).back()["content"], GetParam().content);
}

INSTANTIATE_TEST_SUITE_P(
    Outcomes, NoHitsTest,
    testing::Values(
        // B63
        NoHitsCase{"NothingSaid", "question: 'Q'", {Text("No results found."), Text("Q")}},
        NoHitsCase{"Completed",
                   "question: 'Q' search { outcome: OUTCOME_COMPLETED }",
                   {Text("No results found."), Text("Q")}},
        NoHitsCase{"CompletedWithAMessage",
                   "question: 'Q' search { message: '見つかりません' }",
                   {Text("見つかりません"), Text("Q")}},
        NoHitsCase{"Failed",
                   "question: 'Q' search { outcome: OUTCOME_FAILED }",
                   {Text("The search failed."), Text("Q")}},
        NoHitsCase{"FailedWithAMessage",
                   "question: 'Q' search { outcome: OUTCOME_FAILED message: 'Timed out.' }",
                   {Text("Timed out."), Text("Q")}},
        NoHitsCase{"Skipped", "question: 'Q' search { outcome: OUTCOME_SKIPPED }",
                   Json::array({Text("Q")})},
        NoHitsCase{"SkippedByTool",
                   "question: 'Q' search { outcome: OUTCOME_SKIPPED delivery: DELIVERY_TOOL_RESULT "
                   "}",
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidAfterATurnWithHits",
                   absl::StrCat("turns { user { question: 'P' ", kHit, "} } question: 'Q'"),
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidBesideTools",
                   "question: 'Q' tools { name: 'n' input_schema_json: '{\"type\":\"object\"}' }",
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidAfterATurnWithADocument",
                   "turns { user { question: 'P' documents { text: 'x' } } } question: 'Q'",
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidAfterATurnWithAPicture",
                   "turns { user { question: 'P' images { file_id: 'f' } } } question: 'Q'",
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidAfterADocumentInAToolResult",
                   UsesTools({"u"}) + "turns { user { tool_results { tool_use_id: 'u' "
                                      "documents { text: 'x' } } } } question: 'Q'",
                   Json::array({Text("Q")})},
        NoHitsCase{"NothingSaidBesideADocument",
                   "question: 'Q' documents { file_id: 'f' }",
                   {Json::parse(R"({"type": "document", "source": {"type": "file", "file_id": "f"},
                                    "citations": {"enabled": true}})"),
                    Text("Q")}},
        NoHitsCase{"CompletedBesideADocument",
                   "question: 'Q' documents { file_id: 'f' } search { outcome: OUTCOME_COMPLETED }",
                   {Json::parse(R"({"type": "document", "source": {"type": "file", "file_id": "f"},
                                    "citations": {"enabled": true}})"),
                    Text("No results found."), Text("Q")}},
        NoHitsCase{"NothingSaidBesideAPicture",
                   "question: 'Q' images { file_id: 'f' }",
                   {Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "f"}})"),
                    Text("Q")}},
        NoHitsCase{"CompletedBesideTools",
                   "question: 'Q' tools { name: 'n' input_schema_json: '{\"type\":\"object\"}' } "
                   "search { outcome: OUTCOME_COMPLETED }",
                   {Text("No results found."), Text("Q")}}),
    [](const testing::TestParamInfo<NoHitsCase>& info) { return info.param.name; });

// ---- The order of a message ----

// The types of the blocks of `message`; of a tool result, those of what is in it behind a colon.
std::vector<std::string> Types(const Json& content) {
  std::vector<std::string> types;
  for (const Json& block : content) {
    std::string type = block["type"];
    if (type == "tool_result")
      absl::StrAppend(&type, ":", absl::StrJoin(Types(block["content"]), ","));
    types.push_back(std::move(type));
  }
  return types;
}

constexpr char kAll[] = R"(
  question: 'Q'
  images { file_id: 'f' }
  hits { source: 's' title: 't' text: 'x' }
  documents { text: 'x' }
  images { file_id: 'g' }
  documents { text: 'y' }
)";

TEST(OrderTest, DocumentsStandBeforeHitsAndImagesRightBeforeTheQuestion) {
  EXPECT_THAT(Types(Messages(kAll)[0]["content"]),
              ElementsAre("document", "document", "search_result", "image", "image", "text"));
}

TEST(OrderTest, AnEarlierTurnIsSentAsItWasWhenItWasThePresentOne) {
  const Json then = Messages(kAll)[0];
  EXPECT_EQ(Messages(absl::StrCat("turns { user {", kAll, "} } question: 'R'"))[0], then);
}

TEST(OrderTest, WhatTheModelIsToldInPlaceOfHitsStandsInTheirPlace) {
  EXPECT_EQ(Messages("question: 'Q' documents { text: 'x' } images { file_id: 'f' } "
                     "search { message: 'None.' }")[0]["content"][1],
            Text("None."));
}

TEST(OrderTest, HitsDeliveredByAToolLeaveDocumentsAndImagesWithTheQuestion) {
  const Json messages = Messages(absl::StrCat(kAll, "search { delivery: DELIVERY_TOOL_RESULT }"));
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_THAT(Types(messages[0]["content"]),
              ElementsAre("document", "document", "image", "image", "text"));
  EXPECT_THAT(Types(messages[1]["content"]), ElementsAre("tool_use"));
  EXPECT_THAT(Types(messages[2]["content"]), ElementsAre("tool_result:search_result"));
}

TEST(OrderTest, ToolResultsComeFirstWithDocumentsImagesAndWordsInThem) {
  const Json messages = Messages(absl::StrCat(
      UsesTools({"u", "v"}),
      "tool_results { tool_use_id: 'u' text: 'T' images { file_id: 'f' } documents { text: 'x' } } "
      "tool_results { tool_use_id: 'v' images { file_id: 'f' } } ",
      kAll));
  EXPECT_THAT(Types(messages[2]["content"]),
              ElementsAre("tool_result:document,image,text", "tool_result:image", "document",
                          "document", "search_result", "image", "image", "text"));
}

// ---- Hits as a tool result ----

TEST(ToolDeliveryTest, WritesTheToolUseItsResultAndTheToolItNeeds) {
  const Json json = SentJson(Request(
      absl::StrCat("question: 'Q \"1\"' search { delivery: DELIVERY_TOOL_RESULT } ", kHit)));
  EXPECT_EQ(json["messages"], Json::parse(R"json([
    {"role": "user", "content": [{"type": "text", "text": "Q \"1\""}]},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "toolu_footnote_0",
      "name": "search", "input": {"query": "Q \"1\""}}]},
    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_footnote_0",
      "content": [{"type": "search_result", "source": "s", "title": "t",
        "content": [{"type": "text", "text": "x"}], "citations": {"enabled": true}}]}]}])json"));
  ASSERT_EQ(json["tools"].size(), 1u);
  EXPECT_EQ(json["tools"][0]["name"], "search");
  EXPECT_EQ(json["tools"][0]["input_schema"]["type"], "object");
}

TEST(ToolDeliveryTest, TheToolThatNobodyRunsMayNotBeUsed) {
  const std::string request =
      absl::StrCat("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } ", kHit);
  EXPECT_EQ(SentJson(Request(request))["tool_choice"], Json({{"type", "none"}}));
  // Where the caller has tools of its own, the choice is the model's.
  const Json json = SentJson(Request(
      absl::StrCat(request, "tools { name: 'n' input_schema_json: '{\"type\":\"object\"}' }")));
  EXPECT_FALSE(json.contains("tool_choice"));
  EXPECT_EQ(json["tools"].size(), 2u);
}

TEST(ToolDeliveryTest, NameAndQueryAreTheCallersToSet) {
  const Json json = SentJson(Request(absl::StrCat(
      "question: 'Q' tools { name: 'find' input_schema_json: '{\"type\":\"object\"}' } "
      "search { delivery: DELIVERY_TOOL_RESULT query: '料金\\n' tool_name: 'find' } ",
      kHit)));
  EXPECT_EQ(json["messages"][1]["content"][0]["name"], "find");
  EXPECT_EQ(json["messages"][1]["content"][0]["input"], Json({{"query", "料金\n"}}));
  EXPECT_EQ(json["tools"].size(), 1u);
}

TEST(ToolDeliveryTest, NoHitsAreATextInTheResult) {
  // B63: a block, not a bare string.
  EXPECT_EQ(Messages("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT }")[2]["content"],
            Json::parse(R"json([{"type": "tool_result", "tool_use_id": "toolu_footnote_0",
                "content": [{"type": "text", "text": "No results found."}]}])json"));
}

TEST(ToolDeliveryTest, AFailedSearchIsAnErrorWithWords) {
  // B70
  EXPECT_EQ(Messages("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT "
                     "outcome: OUTCOME_FAILED }")[2]["content"],
            Json::parse(R"json([{"type": "tool_result", "tool_use_id": "toolu_footnote_0",
                "content": [{"type": "text", "text": "The search failed."}],
                "is_error": true}])json"));
}

TEST(ToolDeliveryTest, AnIdThatAnEarlierToolUseHasIsAViolationOfTheSearch) {
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(UsesTools({"toolu_footnote_2"}),
                                        "tool_results { tool_use_id: 'toolu_footnote_2' } "
                                        "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } ",
                                        kHit))),
      ElementsAre(Violates("search", "needs the id toolu_footnote_2")));
}

TEST(ToolDeliveryTest, ATurnIsSentTheSameOnceItIsHistory) {
  const std::string turn =
      absl::StrCat("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT query: 'q' } ", kHit);
  const Json first = SentJson(Request(turn));
  const Json second = SentJson(Request(
      absl::StrCat("turns { user { ", turn,
                   "} } turns { assistant { blocks { text { text: 'A' } } } } question: 'R'")));
  ASSERT_EQ(second["messages"].size(), first["messages"].size() + 2);
  for (size_t i = 0; i < first["messages"].size(); ++i) {
    EXPECT_EQ(second["messages"][i], first["messages"][i]);
  }
  EXPECT_EQ(second["tools"], first["tools"]);
}

// ---- Tool results ----

TEST(ToolResultTest, ResultsComeFirstInTheCallersOrderAndHitsAreCountedInIt) {
  // B65
  std::string request = UsesTools({"u1", "u2", "u3", "u4", "u5"});
  for (const char* number : {"3", "1", "5", "2", "4"}) {
    absl::StrAppend(&request, "tool_results { tool_use_id: 'u", number, "' hits { id: 'h", number,
                    "' source: 's' title: 't' text: 'x' } } ");
  }
  absl::StrAppend(&request, "question: 'Q' hits { id: 'top' source: 's' title: 't' text: 'x' }");
  const v1::AnswerRequest parsed = Request(request);
  const Json content = SentJson(parsed)["messages"].back()["content"];
  ASSERT_EQ(content.size(), 7u);
  EXPECT_EQ(content[0]["tool_use_id"], "u3");
  EXPECT_EQ(content[4]["tool_use_id"], "u4");
  EXPECT_EQ(content[5]["type"], "search_result");
  EXPECT_EQ(content[6]["type"], "text");
  std::vector<std::string> ids;
  const BuiltRequest built = MustBuild(parsed);
  for (const Source& hit : built.sources.hits()) ids.push_back(hit.hit->id());
  EXPECT_THAT(ids, ElementsAre("h3", "h1", "h5", "h2", "h4", "top"));
  EXPECT_EQ(built.sources.hits()[2].place.tool_result, 2);
  EXPECT_EQ(built.sources.hits()[5].place.tool_result, std::nullopt);
}

struct ResultCase {
  const char* name;
  const char* result;
  const char* json;  // without type and id
};

class ResultContentTest : public testing::TestWithParam<ResultCase> {};

TEST_P(ResultContentTest, IsABlockAndNeverEmpty) {
  Json block = Messages(absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' ",
                                     GetParam().result, "}"))[2]["content"][0];
  block.erase("type");
  block.erase("tool_use_id");
  EXPECT_EQ(block, Json::parse(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Results, ResultContentTest,
    testing::Values(
        ResultCase{"Text", "text: '42'", R"({"content":[{"type":"text","text":"42"}]})"},
        // B63
        ResultCase{"Nothing", "", R"({"content":[{"type":"text","text":"No results found."}]})"},
        // B70
        ResultCase{"ErrorWithoutWords", "is_error: true",
                   R"({"content":[{"type":"text","text":"The tool failed."}],"is_error":true})"},
        ResultCase{"ErrorWithWords", "is_error: true text: 'No.'",
                   R"({"content":[{"type":"text","text":"No."}],"is_error":true})"}),
    [](const testing::TestParamInfo<ResultCase>& info) { return info.param.name; });

// ---- What is refused ----

struct RuleCase {
  const char* name;
  std::string request;
  const char* field;
  const char* problem;
};

class ConversationRuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(ConversationRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(Violates(GetParam().field, GetParam().problem)));
}

const char* const kSchema = "input_schema_json: '{\"type\":\"object\"}'";

INSTANTIATE_TEST_SUITE_P(
    Search, ConversationRuleTest,
    testing::Values(
        RuleCase{"UnknownOutcome", "question: 'Q' search { outcome: 9 }", "search.outcome",
                 "no value 9"},
        RuleCase{"UnknownDelivery", "question: 'Q' search { delivery: 9 }", "search.delivery",
                 "no value 9"},
        RuleCase{"FailedBesideHits",
                 absl::StrCat("question: 'Q' search { outcome: OUTCOME_FAILED } ", kHit),
                 "search.outcome", "OUTCOME_FAILED beside hits"},
        RuleCase{"SkippedBesideHits",
                 absl::StrCat("question: 'Q' search { outcome: OUTCOME_SKIPPED } ", kHit),
                 "search.outcome", "OUTCOME_SKIPPED beside hits"},
        RuleCase{"BlankMessage", "question: 'Q' search { message: ' ' }", "search.message",
                 "white space"},
        // B63
        RuleCase{"MessageBesideHits", absl::StrCat("question: 'Q' search { message: 'M' } ", kHit),
                 "search.message", "put it into a block of a hit"},
        RuleCase{"MessageOfASkippedSearch",
                 "question: 'Q' search { outcome: OUTCOME_SKIPPED message: 'M' }", "search.message",
                 "skipped"},
        RuleCase{"QueryAtTopLevel", "question: 'Q' search { query: 'q' }", "search.query",
                 "only for DELIVERY_TOOL_RESULT"},
        RuleCase{"ToolNameAtTopLevel", "question: 'Q' search { tool_name: 'n' }",
                 "search.tool_name", "only for DELIVERY_TOOL_RESULT"},
        RuleCase{"BadToolName",
                 "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT tool_name: 'a b' }",
                 "search.tool_name", "1 to 64"},
        RuleCase{"InAnEarlierTurn",
                 "turns { user { question: 'P' search { message: ' ' } } } question: 'Q'",
                 "turns[0].user.search.message", "white space"}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Tools, ConversationRuleTest,
    testing::Values(
        RuleCase{"NoName", absl::StrCat("question: 'Q' tools { ", kSchema, " }"), "tools[0].name",
                 "1 to 64"},
        RuleCase{"LongName",
                 absl::StrCat("question: 'Q' tools { name: '", std::string(65, 'n'), "' ", kSchema,
                              " }"),
                 "tools[0].name", "1 to 64"},
        RuleCase{"SameNameTwice",
                 absl::StrCat("question: 'Q' tools { name: 'n' ", kSchema, " } tools { name: 'n' ",
                              kSchema, " }"),
                 "tools[1].name", "duplicate"},
        RuleCase{"NoSchema", "question: 'Q' tools { name: 'n' }", "tools[0].input_schema_json",
                 "JSON"},
        RuleCase{"SchemaIsAnArray", "question: 'Q' tools { name: 'n' input_schema_json: '[]' }",
                 "tools[0].input_schema_json", "not a JSON object"},
        RuleCase{"SchemaWithoutType", "question: 'Q' tools { name: 'n' input_schema_json: '{}' }",
                 "tools[0].input_schema_json", "`type` \"object\""},
        RuleCase{"SchemaOfAString",
                 "question: 'Q' tools { name: 'n' input_schema_json: '{\"type\":\"string\"}' }",
                 "tools[0].input_schema_json", "`type` \"object\""}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Turns, ConversationRuleTest,
    testing::Values(
        RuleCase{"Empty", "turns { user { question: 'P' } } turns {} question: 'Q'", "turns[1]",
                 "neither `user` nor `assistant`"},
        RuleCase{"AssistantFirst",
                 "turns { assistant { blocks { text { text: 'A' } } } } question: 'Q'", "turns[0]",
                 "first turn must be a user's"},
        RuleCase{"BlankQuestion", "turns { user { question: '\\n' } } question: 'Q'",
                 "turns[0].user.question", "white space"},
        RuleCase{"NoQuestion", "turns { user {} } question: 'Q'", "turns[0].user.question",
                 "empty"},
        RuleCase{"MissingResult", UsesTools({"u"}) + "question: 'Q'", "tool_results",
                 "lacks a result for each of: u"},
        RuleCase{"MissingResults",
                 UsesTools({"u2", "u1", "u3"}) + "tool_results { tool_use_id: 'u3' }",
                 "tool_results", "lacks a result for each of: u1, u2"},
        RuleCase{"MissingResultInAnEarlierTurn",
                 UsesTools({"u"}) + "turns { user { question: 'Q' } } question: 'R'",
                 "turns[2].user.tool_results", "lacks a result for each of: u"},
        RuleCase{"AssistantGoesOnWithoutTheResult",
                 UsesTools({"u"}) +
                     "turns { assistant { blocks { text { text: 'A' } } } } question: 'Q'",
                 "turns[2].assistant", "comes before the results of: u"},
        RuleCase{"ResultOfNothing", "question: 'Q' tool_results { tool_use_id: 'u' }",
                 "tool_results[0].tool_use_id", "names no tool use of the turn before"},
        RuleCase{"ResultTwice",
                 UsesTools({"u"}) + "tool_results { tool_use_id: 'u' } "
                                    "tool_results { tool_use_id: 'u' text: 'again' }",
                 "tool_results[1].tool_use_id", "has its result"},
        RuleCase{"SameUseTwice", UsesTools({"u", "u"}) + "tool_results { tool_use_id: 'u' }",
                 "turns[1].assistant.blocks[1].tool_use.id", "duplicate"},
        RuleCase{"BlankResult", UsesTools({"u"}) + "tool_results { tool_use_id: 'u' text: ' ' }",
                 "tool_results[0].text", "white space"},
        RuleCase{
            "TextBesideHits",
            absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' text: 'T' ", kHit, "}"),
            "tool_results[0].text", "put it into a block of a hit"},
        RuleCase{
            "DocumentsBesideHits",
            absl::StrCat(UsesTools({"u"}),
                         "tool_results { tool_use_id: 'u' documents { text: 'x' } ", kHit, "}"),
            "tool_results[0].documents", "stand beside hits"},
        RuleCase{
            "PicturesBesideHits",
            absl::StrCat(UsesTools({"u"}),
                         "tool_results { tool_use_id: 'u' images { file_id: 'f' } ", kHit, "}"),
            "tool_results[0].images", "stand beside hits"},
        RuleCase{"DocumentsBesideAnError",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' is_error: true "
                              "documents { text: 'x' } }"),
                 "tool_results[0].documents", "tool that failed"},
        RuleCase{"PicturesBesideAnError",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' is_error: true "
                              "images { file_id: 'f' } }"),
                 "tool_results[0].images", "tool that failed"},
        RuleCase{"BadDocumentBesideHits",
                 absl::StrCat("question: 'Q' documents { text: ' ' } ", kHit), "documents[0].text",
                 "white space"},
        // B70
        RuleCase{"ErrorBesideHits",
                 absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' is_error: true ",
                              kHit, "}"),
                 "tool_results[0].is_error", "drop the hits or the error"}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

TEST(ConversationTest, AToolResultShowsAllThatStandsBesideItsHitsAtOnce) {
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(
          UsesTools({"u"}), "tool_results { tool_use_id: 'u' text: 'T' is_error: true ",
          "documents { text: ' ' } images { data: 'x' } ", kHit, "}"))),
      ElementsAre(Violates("tool_results[0].text", ""), Violates("tool_results[0].documents", ""),
                  Violates("tool_results[0].images", ""), Violates("tool_results[0].is_error", ""),
                  Violates("tool_results[0].documents[0].text", "white space"),
                  Violates("tool_results[0].images[0].data", "no JPEG")));
}

TEST(ConversationTest, DocumentsAndImagesAloneAreNoQuestion) {
  EXPECT_THAT(ViolationsOf(Request("documents { text: 'x' } images { file_id: 'f' }")),
              ElementsAre(Violates("question", "empty")));
}

TEST(ConversationTest, TheIdOfAToolUseIsUniqueInTheWholeConversation) {
  const std::string use = "blocks { tool_use { id: 'u' name: 'n' input_json: '{}' } } ";
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  "turns { user { question: 'P' } } turns { assistant { ", use,
                  "} } turns { user { tool_results { tool_use_id: 'u' } } } turns { assistant { ",
                  use, "} } tool_results { tool_use_id: 'u' }"))),
              testing::Contains(Violates("turns[3].assistant.blocks[0].tool_use.id", "duplicate")));
}

TEST(ConversationTest, IllFormedTextIsNamedByItsPlace) {
  v1::AnswerRequest request = Request(absl::StrCat(
      "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } tools { name: 'n' ", kSchema, " }"));
  request.mutable_search()->set_query("\x80");
  request.mutable_search()->set_message("m\x80");
  request.mutable_tools(0)->set_description("de\x80");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("tools[0].description", "byte 2"),
                                                 Violates("search.message", "byte 1"),
                                                 Violates("search.query", "byte 0")));
}

TEST(ConversationTest, MoreMessagesThanTheApiTakesAreRefused) {
  v1::AnswerRequest request;
  for (int i = 0; i < 100000; ++i) request.add_turns()->mutable_user()->set_question("Q");
  request.set_question("Q");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("turns", "100001 messages")));
  request.mutable_turns()->RemoveLast();
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
}

TEST(ConversationTest, WhatIsToldOfAgainAndAgainIsToldInShort) {
  // The caller's tool is used beside the API's, and many turns come in between that may not.
  v1::AnswerRequest request = Request(UsesTools({"u"}));
  v1::OpaqueBlock* use =
      request.mutable_turns(1)->mutable_assistant()->add_blocks()->mutable_opaque();
  use->set_type("server_tool_use");
  use->set_json(Json({{"type", "server_tool_use"},
                      {"id", std::string(1000000, 'i')},
                      {"name", "web_search"},
                      {"input", Json::object()}})
                    .dump());
  request.add_turns()->mutable_user()->add_tool_results()->set_tool_use_id("u");
  constexpr int kTurns = 150;
  for (int i = 0; i < kTurns; ++i) request.add_turns()->mutable_user()->set_question("Q");
  request.set_question("Q");

  const FieldPath root;
  CacheBreakpoints breakpoints;
  Violations violations;
  SourceIndex sources;
  messages::MessagesRequest out;
  ContentBuilder content(segmentation::ChunkingRules(), /*citable=*/true, &sources, &breakpoints,
                         &violations);
  Tools tools(&breakpoints, &violations, &out);
  ConversationBuilder(&content, &tools, &violations, &out).AddTurns(request, root);
  EXPECT_GE(violations.count(), static_cast<size_t>(kTurns));
  for (const status::Violation& violation : violations.kept()) {
    EXPECT_LT(violation.description.size(), 1000u) << violation.field;
  }
}

TEST(ConversationTest, ManyToolUsesTakeLinearTime) {
  v1::AnswerRequest request;
  request.add_turns()->mutable_user()->set_question("Q");
  v1::AssistantTurn* assistant = request.add_turns()->mutable_assistant();
  constexpr int kCount = 50000;
  for (int i = 0; i < kCount; ++i) {
    v1::ToolUse* use = assistant->add_blocks()->mutable_tool_use();
    use->set_id(absl::StrCat("u", i));
    use->set_name("n");
    use->set_input_json("{}");
    request.add_tool_results()->set_tool_use_id(absl::StrCat("u", kCount - 1 - i));
  }
  const absl::Time start = absl::Now();
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  EXPECT_LT(absl::Now() - start, absl::Seconds(30));
}

}  // namespace
}  // namespace footnote::answering::building
