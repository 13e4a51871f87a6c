// Turns that use the tools that the API runs itself, whole and paused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

constexpr char kAsks[] = "turns { user { question: 'P' } } ";
constexpr char kSearches[] = "web_search {} ";
constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' } ";

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

TEST(PausedTurnTest, GoesOnWithItsOwnMessageAsTheLast) {
  const Json json = SentJson(
      Request(absl::StrCat(kSearches, kAsks, Assistant(Text() + ServerUse("srvtoolu_1")))));
  EXPECT_EQ(json["messages"], Json::parse(R"json([
    {"role": "user", "content": [{"type": "text", "text": "P"}]},
    {"role": "assistant", "content": [{"type": "text", "text": "A"},
      {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search",
       "input": {"q": 1}}]}])json"));
}

TEST(PausedTurnTest, GoesOnBehindAResultAsWell) {
  // The API pauses after so many rounds, wherever it is.
  const Json json = SentJson(Request(absl::StrCat(
      kSearches, kAsks, Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1")))));
  EXPECT_EQ(json["messages"].size(), 2u);
}

TEST(PausedTurnTest, GoesOnWhereWhatCameBehindItWasLeftOut) {
  EXPECT_EQ(SentJson(Request(absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1")),
                                          Assistant("blocks { text { text: ' ' } }"))))["messages"]
                .size(),
            2u);
}

TEST(PausedTurnTest, ResultsOfTheNextAssistantTurnAreItsOwn) {
  // What came after the pause is a turn of its own, and the API takes both for one.
  const Json json =
      SentJson(Request(absl::StrCat("question: 'Q' ", kAsks, Assistant(ServerUse("srvtoolu_1")),
                                    Assistant(ServerResult("srvtoolu_1") + Text()))));
  EXPECT_EQ(json["messages"].size(), 4u);
}

TEST(PausedTurnTest, APresentTurnWithNothingBehindAWholeAnswerIsNoQuestion) {
  for (const std::string& blocks :
       {Text(), ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") + Text()}) {
    EXPECT_THAT(ViolationsOf(Request(absl::StrCat(kSearches, kAsks, Assistant(blocks)))),
                ElementsAre(Violates("question", "empty")));
  }
}

TEST(PausedTurnTest, TheUsesOfServerToolsThatHaveResultsAreHistoryLikeAnyOther) {
  const Json json = SentJson(
      Request(absl::StrCat("question: 'Q' ", kAsks,
                           Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") +
                                     ServerUse("srvtoolu_2", "code_execution") +
                                     ServerResult("srvtoolu_2", "code_execution") + Text()))));
  EXPECT_EQ(json["messages"][1]["content"].size(), 5u);
}

TEST(PausedTurnTest, AResultOfAnotherUseLeavesTheFirstWaiting) {
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  "question: 'Q' ", kSearches, kAsks,
                  Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_2") + Text())))),
              ElementsAre(Violates("turns[1].assistant", "srvtoolu_2, that follows no use of it"),
                          Violates("turns[1].assistant",
                                   "no result of the API's own tool use: srvtoolu_1")));
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

const std::string kPaused = absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1")));
constexpr char kTurn[] = "turns[1].assistant";
constexpr char kNoResult[] = "no result of the API's own tool use: srvtoolu_1";

INSTANTIATE_TEST_SUITE_P(
    NothingElse, PausedRuleTest,
    testing::Values(
        PausedRule{"Question", kPaused + "question: 'Q'", kTurn, kNoResult},
        PausedRule{"Hits", kPaused + "question: 'Q' " + kHit, kTurn, kNoResult},
        PausedRule{"ATurnBehind", kPaused + "turns { user { question: 'Q' } } question: 'R'", kTurn,
                   kNoResult},
        PausedRule{"ResultOfNoUse",
                   absl::StrCat("question: 'Q' ", kSearches, kAsks,
                                Assistant(ServerResult("srvtoolu_1") + Text())),
                   kTurn, "srvtoolu_1, that follows no use of it"},
        PausedRule{"SecondResult",
                   absl::StrCat("question: 'Q' ", kSearches, kAsks,
                                Assistant(ServerUse("srvtoolu_1") + ServerResult("srvtoolu_1") +
                                          ServerResult("srvtoolu_1") + Text())),
                   kTurn, "or a second one"},
        PausedRule{
            "ResultBehindAUserTurn",
            absl::StrCat("question: 'Q' ", kSearches, kAsks, Assistant(ServerUse("srvtoolu_1")),
                         "turns { user { question: 'R' } } ",
                         Assistant(ServerResult("srvtoolu_1"))),
            kTurn, kNoResult}),
    [](const testing::TestParamInfo<PausedRule>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    TheTool, PausedRuleTest,
    testing::Values(
        PausedRule{"NotOffered", absl::StrCat(kAsks, Assistant(ServerUse("srvtoolu_1"))),
                   "web_search", "does not offer"},
        PausedRule{
            "OfAnOldVersionRunsNoCode",
            absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1", "code_execution"))),
            "web_search", "srvtoolu_1"},
        PausedRule{"UnknownToFootnote",
                   absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1", "web_fetch"))),
                   "web_search", "srvtoolu_1"}),
    [](const testing::TestParamInfo<PausedRule>& info) { return info.param.name; });

TEST(PausedTurnTest, AMessageAboutASearchIsSomething) {
  EXPECT_THAT(ViolationsOf(Request(kPaused + "search {}")),
              ElementsAre(Violates(kTurn, kNoResult), Violates("question", "empty")));
}

TEST(PausedTurnTest, CodeGoesOnWhereTheSearchMayRunIt) {
  EXPECT_EQ(SentJson(Request(
                absl::StrCat("web_search { version: VERSION_20260209 } ", kAsks,
                             Assistant(ServerUse("srvtoolu_1", "code_execution")))))["messages"]
                .size(),
            2u);
}

TEST(PausedTurnTest, ACallersToolsThatWaitGetTheirResultsFirst) {
  EXPECT_THAT(ViolationsOf(Request(
                  absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1") + ToolUse())))),
              ElementsAre(Violates("tool_results", "lacks a result for each of: u")));
}

const std::string kMixed =
    absl::StrCat(kSearches, kAsks, Assistant(ServerUse("srvtoolu_1") + ToolUse()));

TEST(PausedTurnTest, BesideACallersToolOnlyItsResultsMayComeNext) {
  // B68
  const Json json = SentJson(Request(kMixed + "tool_results { tool_use_id: 'u' " + kHit + "}"));
  ASSERT_EQ(json["messages"].size(), 3u);
  ASSERT_EQ(json["messages"][2]["content"].size(), 1u);
  EXPECT_EQ(json["messages"][2]["content"][0]["type"], "tool_result");
}

TEST(PausedTurnTest, WhatElseCameBesideACallersResultsMustWait) {
  // B68
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(
          kMixed, "tool_results { tool_use_id: 'u' } question: 'Q' documents { text: 'x' } ",
          "images { file_id: 'f' } ", kHit))),
      ElementsAre(Violates("documents", "must wait"), Violates("hits", "must wait"),
                  Violates("images", "must wait"), Violates("question", "must wait")));
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  kMixed, "tool_results { tool_use_id: 'u' } search { message: 'M' }"))),
              ElementsAre(Violates("search", "must wait")));
}

TEST(PausedTurnTest, UserTurnsInARowAreOneAndMustWaitAllTheSame) {
  const std::string results = "turns { user { tool_results { tool_use_id: 'u' } } } ";
  EXPECT_THAT(ViolationsOf(Request(kMixed + results + "question: 'Q'")),
              ElementsAre(Violates("question", "must wait")));
  // An assistant's turn of which nothing is sent does not part them.
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  kMixed, results, Assistant("blocks { text { text: '' } }"), "question: 'Q'"))),
              ElementsAre(Violates("question", "must wait")));
}

TEST(PausedTurnTest, WhatFollowedACallersResultsIsHistory) {
  const Json json = SentJson(
      Request(absl::StrCat("question: 'Q' ", kAsks, Assistant(ServerUse("srvtoolu_1") + ToolUse()),
                           "turns { user { tool_results { tool_use_id: 'u' } } } ",
                           Assistant(ServerResult("srvtoolu_1") + Text()))));
  EXPECT_EQ(json["messages"].size(), 5u);
}

TEST(PausedTurnTest, APausedTurnStartsThePresentOneWhereTheMessagesEnd) {
  v1::AnswerRequest request = Request(kPaused);
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_model_options()->set_system(std::string(100000, 's'));
  EXPECT_FALSE(MustBuild(request).cache_breakpoints.empty());
}

}  // namespace
}  // namespace footnote::answering::building
