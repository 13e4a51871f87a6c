// SPDX-License-Identifier: Apache-2.0
// Assistant turns that use server tools, complete and paused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

constexpr char kQuestion[] = "turns { user { question: 'P' } } ";
constexpr char kWebSearch[] = "tools { web_search {} } ";
constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

std::string Opaque(const Json& block) {
  return absl::StrCat("blocks { opaque { type: '", block["type"].get<std::string>(), "' json: '",
                      block.dump(), "' } } ");
}

std::string ServerUse(const std::string& id, const std::string& name = "web_search") {
  return Opaque({{"type", "server_tool_use"}, {"id", id}, {"name", name}, {"input", {{"q", 1}}}});
}

std::string ServerResult(const std::string& id, const std::string& name = "web_search") {
  return Opaque({{"type", name + "_tool_result"}, {"tool_use_id", id}, {"content", Json::array()}});
}

std::string Text() { return "blocks { text { text: 'A' } } "; }
std::string ToolUse() { return "blocks { tool_use { id: 'u' name: 'n' input_json: '{}' } } "; }

std::string Assistant(const std::string& blocks) {
  return absl::StrCat("turns { assistant {", blocks, "} } ");
}

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

TEST(PausedTurnTest, ContinuesWithItsMessageAsTheLastOne) {
  const Json json = SentJson(
      Request(absl::StrCat(kWebSearch, kQuestion, Assistant(Text() + ServerUse("srvtoolu_1")))));
  EXPECT_EQ(json["messages"], Json::parse(R"json([
    {"role": "user", "content": [{"type": "text", "text": "P"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "A"},
      {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
       "input": {"q": 1}}]}])json"));
}

TEST(PausedTurnTest, ContinuesAfterAResultToo) {
  // The API pauses after a number of rounds, at any position.
  const Json json = SentJson(Request(absl::StrCat(
      kWebSearch, kQuestion, Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1")))));
  EXPECT_EQ(json["messages"].size(), 2u);
}

TEST(PausedTurnTest, ContinuesIfTheTurnsAfterItAreOmitted) {
  EXPECT_EQ(SentJson(Request(absl::StrCat(kWebSearch, kQuestion, Assistant(ServerUse("srvtoolu_1")),
                                          Assistant("blocks { text { text: ' ' } }"))))["messages"]
                .size(),
            2u);
}

TEST(PausedTurnTest, AResultMayBeInTheNextAssistantTurn) {
  // The continuation is a separate turn, and the API joins both.
  const Json json =
      SentJson(Request(absl::StrCat("question: 'Q' ", kQuestion, Assistant(ServerUse("srvtoolu_1")),
                                    Assistant(ServerResult("srvtoolu_1") + Text()))));
  EXPECT_EQ(json["messages"].size(), 4u);
}

TEST(PausedTurnTest, AnEmptyPresentTurnAfterACompleteAnswerIsAViolation) {
  for (const std::string& blocks :
       {Text(), ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") + Text()}) {
    EXPECT_THAT(ViolationsOf(Request(absl::StrCat(kWebSearch, kQuestion, Assistant(blocks)))),
                ElementsAre(Violates("question", "empty")));
  }
}

TEST(PausedTurnTest, ServerToolUsesWithResultsAreSent) {
  const Json json = SentJson(
      Request(absl::StrCat("question: 'Q' ", kQuestion,
                           Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") +
                                     ServerUse("srvtoolu_2", "code_execution") +
                                     ServerResult("srvtoolu_2", "code_execution") + Text()))));
  EXPECT_EQ(json["messages"][1]["content"].size(), 5u);
}

TEST(PausedTurnTest, AResultOfAnotherUseIsNotTheResultOfTheFirst) {
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  "question: 'Q' ", kWebSearch, kQuestion,
                  Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_2") + Text())))),
              ElementsAre(Violates("turns[1].assistant", "srvtoolu_2, without a use of it"),
                          Violates("turns[1].assistant",
                                   "no result of the API's own tool use: srvtoolu_1")));
}

TEST(PausedTurnTest, ContentInThePresentTurnIsAViolation) {
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(kWebSearch, kQuestion, Assistant(ServerUse("srvtoolu_1")),
                                        "content { text { text: 'T' } }"))),
      ElementsAre(HasReason("turns[1].assistant", v1::UNPAIRED_SERVER_TOOL_USE)));
}

struct PausedRule {
  const char* name;
  std::string request;
  const char* field;
  const char* problem;
};

class PausedRuleTest : public testing::TestWithParam<PausedRule> {};

TEST_P(PausedRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(Violates(GetParam().field, GetParam().problem)));
}

const std::string kPaused = absl::StrCat(kWebSearch, kQuestion, Assistant(ServerUse("srvtoolu_1")));
constexpr char kTurn[] = "turns[1].assistant";
constexpr char kNoResult[] = "no result of the API's own tool use: srvtoolu_1";

INSTANTIATE_TEST_SUITE_P(
    NothingElse, PausedRuleTest,
    testing::Values(
        PausedRule{"Question", kPaused + "question: 'Q'", kTurn, kNoResult},
        PausedRule{"SearchResults", kPaused + "question: 'Q' " + kSearchResult, kTurn, kNoResult},
        PausedRule{"ALaterTurn", kPaused + "turns { user { question: 'Q' } } question: 'R'", kTurn,
                   kNoResult},
        PausedRule{"ResultOfNoUse",
                   absl::StrCat("question: 'Q' ", kWebSearch, kQuestion,
                                Assistant(ServerResult("srvtoolu_1") + Text())),
                   kTurn, "srvtoolu_1, without a use of it"},
        PausedRule{"SecondResult",
                   absl::StrCat("question: 'Q' ", kWebSearch, kQuestion,
                                Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") +
                                          ServerResult("srvtoolu_1") + Text())),
                   kTurn, "or a second one"},
        PausedRule{
            "ResultAfterAUserTurn",
            absl::StrCat("question: 'Q' ", kWebSearch, kQuestion,
                         Assistant(ServerUse("srvtoolu_1")), "turns { user { question: 'R' } } ",
                         Assistant(ServerResult("srvtoolu_1"))),
            kTurn, kNoResult}),
    [](const testing::TestParamInfo<PausedRule>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    TheTool, PausedRuleTest,
    testing::Values(PausedRule{"NotOffered",
                               absl::StrCat(kQuestion, Assistant(ServerUse("srvtoolu_1"))), "tools",
                               "must offer"},
                    PausedRule{"OfAnOldVersionRunsNoCode",
                               absl::StrCat(kWebSearch, kQuestion,
                                            Assistant(ServerUse("srvtoolu_1", "code_execution"))),
                               "tools", "srvtoolu_1"},
                    PausedRule{"UnknownToFootnote",
                               absl::StrCat(kWebSearch, kQuestion,
                                            Assistant(ServerUse("srvtoolu_1", "web_fetch"))),
                               "tools", "srvtoolu_1"}),
    [](const testing::TestParamInfo<PausedRule>& info) { return info.param.name; });

TEST(PausedTurnTest, AStatedSearchIsNotAnEmptyTurn) {
  EXPECT_THAT(ViolationsOf(Request(kPaused + "search {}")),
              ElementsAre(Violates(kTurn, kNoResult), Violates("question", "empty")));
}

TEST(PausedTurnTest, CodeExecutionContinuesIfTheSearchMayRunCode) {
  EXPECT_EQ(SentJson(Request(absl::StrCat(
                "tools { web_search { tool_version: 'web_search_20260209' } } ", kQuestion,
                Assistant(ServerUse("srvtoolu_1", "code_execution")))))["messages"]
                .size(),
            2u);
}

TEST(PausedTurnTest, TheCallersToolsGetTheirResultsFirst) {
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(kWebSearch, kQuestion,
                                                Assistant(ServerUse("srvtoolu_1") + ToolUse())))),
              ElementsAre(Violates("tool_results", "a result for each of: u")));
}

const std::string kMixed =
    absl::StrCat(kWebSearch, kQuestion, Assistant(ServerUse("srvtoolu_1") + ToolUse()));

TEST(PausedTurnTest, AfterAUseOfTheCallersToolOnlyItsResultsAreValid) {
  // B68
  const Json json =
      SentJson(Request(kMixed + "tool_results { tool_use_id: 'u' " + kSearchResult + "}"));
  ASSERT_EQ(json["messages"].size(), 3u);
  ASSERT_EQ(json["messages"][2]["content"].size(), 1u);
  EXPECT_EQ(json["messages"][2]["content"][0]["type"], "tool_result");
}

TEST(PausedTurnTest, OtherContentWithTheCallersResultsIsAViolation) {
  // B68
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(
          kMixed, "tool_results { tool_use_id: 'u' } question: 'Q' documents { text: 'x' } ",
          "images { file_id: 'f' } ", kSearchResult))),
      ElementsAre(Violates("documents", "must wait"), Violates("search_results", "must wait"),
                  Violates("images", "must wait"), Violates("question", "must wait")));
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  kMixed, "tool_results { tool_use_id: 'u' } content { text { text: 'T' } }"))),
              ElementsAre(HasReason("content", v1::INVALID_TURN_ORDER)));
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  kMixed, "tool_results { tool_use_id: 'u' } search { message: 'M' }"))),
              ElementsAre(Violates("search", "must wait")));
}

TEST(PausedTurnTest, TheRuleAppliesToConsecutiveUserTurns) {
  const std::string results = "turns { user { tool_results { tool_use_id: 'u' } } } ";
  EXPECT_THAT(ViolationsOf(Request(kMixed + results + "question: 'Q'")),
              ElementsAre(Violates("question", "must wait")));
  // An assistant turn of which nothing is sent does not separate them.
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  kMixed, results, Assistant("blocks { text { text: '' } }"), "question: 'Q'"))),
              ElementsAre(Violates("question", "must wait")));
}

TEST(PausedTurnTest, TheAnswerToTheCallersResultsIsSent) {
  const Json json = SentJson(Request(
      absl::StrCat("question: 'Q' ", kQuestion, Assistant(ServerUse("srvtoolu_1") + ToolUse()),
                   "turns { user { tool_results { tool_use_id: 'u' } } } ",
                   Assistant(ServerResult("srvtoolu_1") + Text()))));
  EXPECT_EQ(json["messages"].size(), 5u);
}

TEST(PausedTurnTest, APausedTurnCanHavePlannedCacheBreakpoints) {
  v1::AnswerRequest request = Request(kPaused);
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_model_options()->set_system(std::string(100000, 's'));
  EXPECT_FALSE(MustBuild(request).cache_breakpoints.empty());
}

}  // namespace
}  // namespace footnote::answering::building
