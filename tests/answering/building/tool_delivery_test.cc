// SPDX-License-Identifier: Apache-2.0
// Search results that are sent in the result of a tool use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/conversation_builder.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

Json Messages(const std::string& request) { return SentJson(Request(request))["messages"]; }

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

// Returns a user turn and an assistant turn that uses the tool `n` with these ids.
std::string UsesTools(const std::vector<std::string>& ids) {
  std::string turns = "turns { user { question: 'P' } } turns { assistant { ";
  for (const std::string& id : ids) {
    absl::StrAppend(&turns, "blocks { tool_use { id: '", id, "' name: 'n' input_json: '{}' } } ");
  }
  return turns + "} } ";
}

TEST(ToolDeliveryTest, WritesAToolUseItsResultAndTheTool) {
  const Json json = SentJson(Request(absl::StrCat(
      "question: 'Q \"1\"' search { delivery: DELIVERY_TOOL_RESULT } ", kSearchResult)));
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

TEST(ToolDeliveryTest, TheModelMustNotUseAToolThatNoOneRuns) {
  const std::string request =
      absl::StrCat("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } ", kSearchResult);
  EXPECT_EQ(SentJson(Request(request))["tool_choice"], Json({{"type", "none"}}));
  // The model chooses if the caller has tools.
  const Json json = SentJson(Request(absl::StrCat(
      request, "tools { custom { name: 'n' input_schema_json: '{\"type\":\"object\"}' } }")));
  EXPECT_FALSE(json.contains("tool_choice"));
  EXPECT_EQ(json["tools"].size(), 2u);
}

TEST(ToolDeliveryTest, TheCallerCanSetNameAndQuery) {
  const Json json = SentJson(Request(absl::StrCat(
      "question: 'Q' tools { custom { name: 'find' input_schema_json: '{\"type\":\"object\"}' } } "
      "search { delivery: DELIVERY_TOOL_RESULT query: '料金\\n' tool_name: 'find' } ",
      kSearchResult)));
  EXPECT_EQ(json["messages"][1]["content"][0]["name"], "find");
  EXPECT_EQ(json["messages"][1]["content"][0]["input"], Json({{"query", "料金\n"}}));
  EXPECT_EQ(json["tools"].size(), 1u);
}

TEST(ToolDeliveryTest, NoSearchResultsAreATextInTheResult) {
  // B63: a block, not a bare string.
  EXPECT_EQ(Messages("question: 'Q' search { delivery: DELIVERY_TOOL_RESULT }")[2]["content"],
            Json::parse(R"json([{"type": "tool_result", "tool_use_id": "toolu_footnote_0",
                "content": [{"type": "text", "text": "No results found."}]}])json"));
}

TEST(ToolDeliveryTest, AFailedSearchIsAnErrorWithText) {
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
                                        kSearchResult))),
      ElementsAre(testing::AllOf(HasReason("search", v1::DUPLICATE),
                                 Violates("search", "needs the id toolu_footnote_2"))));
}

TEST(ToolDeliveryTest, AnEarlierTurnIsSentAsItWasSentAsThePresentTurn) {
  const std::string turn = absl::StrCat(
      "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT query: 'q' } ", kSearchResult);
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

TEST(ToolDeliveryTest, WithoutAQueryTheQuestionIsRequired) {
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(UsesTools({"u"}),
                                                "tool_results { tool_use_id: 'u' } "
                                                "search { delivery: DELIVERY_TOOL_RESULT } ",
                                                kSearchResult))),
              ElementsAre(HasReason("search.query", v1::REQUIRED)));
}

}  // namespace
}  // namespace footnote::answering::building
