#include "service/answering/building/caching/cache_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using messages::MessageParam;
using messages::MessagesRequest;
using messages::Role;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using Policy = CacheRules::Policy;

constexpr CacheTtl k5m = CacheTtl::k5Minutes;
constexpr CacheTtl k1h = CacheTtl::k1Hour;

// Some 1,300 tokens, more than the model below needs for a prefix.
const std::string& Long() {
  static const auto& text = *new std::string(5500, 'x');
  return text;
}

messages::TextParam Text(absl::string_view text) {
  messages::TextParam out;
  out.text = text;
  return out;
}

messages::SearchResultParam Hit(absl::string_view text) {
  messages::SearchResultParam out;
  out.source = "s";
  out.title = "t";
  out.content = {text};
  return out;
}

messages::ToolResultParam Result(std::vector<messages::ToolResultBlockParam> content) {
  messages::ToolResultParam out;
  out.tool_use_id = "u";
  out.content = std::move(content);
  return out;
}

MessageParam User(std::vector<messages::ContentBlockParam> content) {
  return {Role::kUser, std::move(content)};
}

MessageParam Assistant(std::vector<messages::ContentBlockParam> content) {
  return {Role::kAssistant, std::move(content)};
}

// A request to plan for.
class CachePlannerTest : public testing::Test {
 protected:
  CachePlannerTest() { request_.model = "claude-sonnet-4-5"; }

  void AddTurn(MessageParam message) {
    turn_starts_.push_back(request_.messages.size());
    request_.messages.push_back(std::move(message));
  }

  // Two hits and a question in the first turn, an answer, a question.
  void AddConversation() {
    AddTurn(User({Hit(Long()), Hit(Long()), Text("P")}));
    AddTurn(Assistant({Text("A")}));
    AddTurn(User({Hit(Long()), Text("Q")}));
  }

  // Sets the caller's marks, in the API's order.
  void Mark(const char* field, CacheTtl ttl, std::optional<CacheTtl>* at) {
    v1::CacheControl breakpoint;
    breakpoint.set_ttl(ttl == k1h ? v1::CacheControl::TTL_1H : v1::CacheControl::TTL_5M);
    *at = breakpoints_.Take(breakpoint, root_.Field(field), &violations_);
  }

  template <typename Kind>
  Kind& Block(size_t message, size_t block) {
    return std::get<Kind>(request_.messages[message].content[block]);
  }

  CachePlan Plan(Policy policy = Policy::kAuto, CacheTtl ttl = k5m,
                 TokenCounting counting = TokenCounting::kNone) {
    return PlanCache({policy, ttl}, breakpoints_, turn_starts_, counting, &request_);
  }

  // The places of the plan, each with `=1h` or nothing, and a star if it is the caller's.
  static std::vector<std::string> Places(const CachePlan& plan) {
    std::vector<std::string> positions;
    for (const PlannedBreakpoint& breakpoint : plan.breakpoints) {
      positions.push_back(absl::StrCat(breakpoint.position, breakpoint.ttl == k1h ? "=1h" : "",
                                       breakpoint.field.empty() ? "" : "*"));
    }
    return positions;
  }

  // The places that are marked in the request.
  std::vector<std::string> Marked() {
    std::vector<std::string> positions;
    VisitCachePositions(
        &request_, TokenCounting::kNone, [&positions](const CacheBreakpointPosition& position) {
          if (position.breakpoint->has_value()) {
            positions.push_back(
                absl::StrCat(position.ToString(), **position.breakpoint == k1h ? "=1h" : ""));
          }
        });
    return positions;
  }

  const FieldPath root_;
  Violations violations_;
  CacheBreakpoints breakpoints_;
  MessagesRequest request_;
  std::vector<size_t> turn_starts_;
};

// ---- Policies ----

TEST_F(CachePlannerTest, NoneClearsEveryMarkAndSaysNothing) {
  AddConversation();
  Mark("hits", k1h, &Block<messages::SearchResultParam>(0, 0).cache);
  const CachePlan plan = Plan(Policy::kNone);
  EXPECT_THAT(plan.breakpoints, IsEmpty());
  EXPECT_THAT(plan.dropped, IsEmpty());
  EXPECT_THAT(Marked(), IsEmpty());
}

TEST_F(CachePlannerTest, ExplicitLeavesTheMarksAsTheyAreAndPlansNone) {
  AddConversation();
  Mark("h", k1h, &Block<messages::SearchResultParam>(0, 1).cache);
  const CachePlan plan = Plan(Policy::kExplicit);
  EXPECT_THAT(Places(plan), ElementsAre("messages[0].content[1]=1h*"));
  EXPECT_EQ(plan.breakpoints[0].field, "h");
  EXPECT_EQ(plan.breakpoints[0].prefix_tokens, 0);
  EXPECT_THAT(Marked(), ElementsAre("messages[0].content[1]=1h"));
}

TEST_F(CachePlannerTest, ExplicitCountsTokensIfAskedTo) {
  AddConversation();
  Mark("h", k1h, &Block<messages::SearchResultParam>(0, 1).cache);
  const CachePlan plan = Plan(Policy::kExplicit, k5m, TokenCounting::kEstimated);
  EXPECT_GT(plan.breakpoints[0].prefix_tokens, 2000);
  EXPECT_LT(plan.breakpoints[0].prefix_tokens, plan.request_tokens);
}

// ---- Where marks are planned ----

TEST_F(CachePlannerTest, AConversationIsMarkedWhereTheNextRequestWillBeAlike) {
  request_.system = Long();
  AddConversation();
  EXPECT_THAT(Places(Plan()), ElementsAre("system[0]", "messages[0].content[1]",
                                          "messages[0].content[2]", "messages[2].content[1]"));
  EXPECT_THAT(Marked(), ElementsAre("system[0]", "messages[0].content[1]", "messages[0].content[2]",
                                    "messages[2].content[1]"));
}

TEST_F(CachePlannerTest, TheLastToolStandsInForAMissingSystemPrompt) {
  request_.tools.push_back({"a", Long(), "{}", std::nullopt});
  request_.tools.push_back({"b", Long(), "{}", std::nullopt});
  AddTurn(User({Hit(Long()), Text("Q")}));
  EXPECT_THAT(Places(Plan()),
              ElementsAre("tools[1]", "messages[0].content[0]", "messages[0].content[1]"));
}

TEST_F(CachePlannerTest, TheApisWebSearchIsTheLastTool) {
  request_.tools.push_back({"a", Long(), "{}", std::nullopt});
  request_.web_search.emplace();
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("tools[1]", "messages[0].content[0]"));
}

TEST_F(CachePlannerTest, TheLastToolGetsAPlaceThatIsLeft) {
  request_.tools.push_back({"a", Long(), "{}", std::nullopt});
  request_.system = Long();
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("tools[0]", "system[0]", "messages[0].content[0]"));
}

TEST_F(CachePlannerTest, ASearchByToolIsMarkedAtTheResultThatHasItsHits) {
  AddTurn(User({Text("Q")}));
  request_.messages.push_back(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  request_.messages.push_back(User({Result({Hit(Long()), Hit(Long())})}));
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[2].content[0]"));
}

TEST_F(CachePlannerTest, TheFirstTurnThatHasSourcesIsMarkedBehindItsLast) {
  AddTurn(User({Text(Long())}));
  AddTurn(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  AddTurn(User({Result({Hit(Long())}), Text("more")}));
  AddTurn(Assistant({Text("A")}));
  AddTurn(User({messages::DocumentParam(), Text("P")}));
  AddTurn(Assistant({Text("A")}));
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[2].content[0]", "messages[4].content[1]",
                                          "messages[6].content[0]"));
}

TEST_F(CachePlannerTest, APresentTurnThatSendsNothingHasNoMark) {
  AddTurn(User({Hit(Long()), Text("P")}));
  AddTurn(Assistant({Text(Long())}));
  turn_starts_.push_back(2);
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]"));
}

TEST_F(CachePlannerTest, WhatTheAssistantSaidIsNotMarked) {
  AddTurn(User({Text("P")}));
  AddTurn(Assistant({messages::OpaqueParam{R"({"type":"thinking"})"}, Text(Long())}));
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[2].content[0]"));
}

// ---- Where none are ----

TEST_F(CachePlannerTest, APrefixShorterThanTheModelCachesIsNotMarked) {
  request_.system = "S";
  AddTurn(User({Hit(Long()), Text("Q")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]"));
  request_.messages[0].content[0] = Hit(Long());
  request_.messages[0].content[1] = Text("Q");
  request_.model = "claude-haiku-4-5";  // 4,096
  EXPECT_THAT(Places(Plan()), IsEmpty());
  EXPECT_THAT(Marked(), IsEmpty());
}

TEST_F(CachePlannerTest, AFileOfUnknownLengthIsTakenToBeLongEnough) {
  for (const auto source :
       {messages::DocumentParam::Source::kPdf, messages::DocumentParam::Source::kUrl,
        messages::DocumentParam::Source::kFile}) {
    messages::DocumentParam document;
    document.source = source;
    document.data = "d";
    request_.messages.clear();
    request_.system = "S";
    turn_starts_.clear();
    AddTurn(User({Text("short"), document, Text("Q")}));
    EXPECT_THAT(Places(Plan()), ElementsAre("messages[0].content[1]", "messages[0].content[2]"));
  }
}

TEST_F(CachePlannerTest, AnEmptyRequestHasNothingToMark) { EXPECT_THAT(Places(Plan()), IsEmpty()); }

// B52
TEST_F(CachePlannerTest, TheMarkMovesFromABlankTextToTheLastBlockThatIsNone) {
  AddTurn(User({Hit(Long()), Text("P"), Text("")}));
  AddTurn(Assistant({Text(" ")}));
  AddTurn(User({Hit(Long()), Text("Q"), Text(" \n\u3000")}));
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]",
                                          "messages[2].content[1]"));
}

TEST_F(CachePlannerTest, AToolResultIsNotMarkedBesideItsLastHit) {
  AddTurn(User({Text("P")}));
  AddTurn(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  AddTurn(User({Result({Hit(Long()), Hit(Long())})}));
  auto& result = Block<messages::ToolResultParam>(2, 0);
  Mark("h", k5m, &std::get<messages::SearchResultParam>(result.content[1]).cache);
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[2].content[0].content[1]*"));
}

// ---- The caller's marks ----

TEST_F(CachePlannerTest, TheCallersMarksStandAndTheRestIsPlannedAroundThem) {
  request_.system = Long();
  AddConversation();
  Mark("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  Mark("i", k5m, &Block<messages::SearchResultParam>(2, 0).cache);
  EXPECT_THAT(Places(Plan()), ElementsAre("system[0]", "messages[0].content[0]*",
                                          "messages[0].content[1]", "messages[2].content[0]*"));
}

TEST_F(CachePlannerTest, AShortPrefixOfTheCallersIsMarkedAllTheSame) {
  AddTurn(User({Hit("x"), Text("Q")}));
  Mark("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Places(Plan()), ElementsAre("messages[0].content[0]*"));
}

// B53
TEST_F(CachePlannerTest, OfMoreThanFourTheStablePrefixGoesFirstThenEarlierTurnsThenTheLonger) {
  request_.tools.push_back({"a", "", "{}", std::nullopt});
  request_.system = "S";
  AddConversation();
  Mark("tool", k5m, &request_.tools[0].cache);
  Mark("system", k5m, &request_.system_cache);
  Mark("a", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  Mark("b", k5m, &Block<messages::SearchResultParam>(0, 1).cache);
  Mark("c", k5m, &Block<messages::SearchResultParam>(2, 0).cache);
  const CachePlan plan = Plan();
  EXPECT_THAT(Places(plan), ElementsAre("tools[0]*", "system[0]*", "messages[0].content[0]*",
                                        "messages[0].content[1]*"));
  EXPECT_THAT(plan.dropped, ElementsAre("c"));
  EXPECT_THAT(Marked(), SizeIs(4));
}

TEST_F(CachePlannerTest, AmongEqualsTheLongerTimeToLiveGoesFirstThenTheLongerPrefix) {
  AddTurn(User({Hit("1"), Hit("2"), Hit("3"), Hit("4"), Hit("5"), Hit("6"), Text("Q")}));
  const char* const kFields[] = {"a", "b", "c", "d", "e", "f"};
  for (size_t i = 0; i < 6; ++i) {
    Mark(kFields[i], i < 1 ? k1h : k5m, &Block<messages::SearchResultParam>(0, i).cache);
  }
  const CachePlan plan = Plan();
  EXPECT_THAT(Places(plan), ElementsAre("messages[0].content[0]=1h*", "messages[0].content[3]*",
                                        "messages[0].content[4]*", "messages[0].content[5]*"));
  EXPECT_THAT(plan.dropped, ElementsAre("b", "c"));
}

// ---- Times to live ----

TEST_F(CachePlannerTest, PlannedMarksHaveTheTimeToLiveThatWasAskedFor) {
  request_.system = Long();
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Places(Plan(Policy::kAuto, k1h)),
              ElementsAre("system[0]=1h", "messages[0].content[0]=1h"));
}

TEST_F(CachePlannerTest, APlannedMarkLastsAsLongAsALongerOneBehindIt) {
  request_.system = Long();
  AddConversation();
  Mark("h", k1h, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Places(Plan()), ElementsAre("system[0]=1h", "messages[0].content[0]=1h*",
                                          "messages[0].content[1]", "messages[0].content[2]"));
}

TEST_F(CachePlannerTest, APlannedMarkLastsNoLongerThanAShorterOneBeforeIt) {
  request_.system = Long();
  AddConversation();
  Mark("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Places(Plan(Policy::kAuto, k1h)),
              ElementsAre("system[0]=1h", "messages[0].content[0]*", "messages[0].content[1]",
                          "messages[0].content[2]"));
}

// ---- What is reported ----

TEST_F(CachePlannerTest, EachMarkSaysHowLongItsPrefixIs) {
  request_.system = Long();
  AddConversation();
  const CachePlan plan = Plan();
  ASSERT_THAT(plan.breakpoints, SizeIs(4));
  EXPECT_NEAR(plan.breakpoints[0].prefix_tokens, 1270, 100);
  EXPECT_NEAR(plan.breakpoints[1].prefix_tokens, 3 * 1270, 300);
  EXPECT_EQ(plan.breakpoints[3].prefix_tokens, plan.request_tokens);
}

// ---- Rules ----

TEST(CacheRulesTest, AreExplicitAndFiveMinutesUnlessToldOtherwise) {
  Violations violations;
  const CacheRules rules = ReadCacheRules(v1::CacheOptions(), FieldPath(), &violations);
  EXPECT_EQ(rules.policy, Policy::kExplicit);
  EXPECT_EQ(rules.ttl, k5m);
  EXPECT_EQ(violations.count(), 0);
}

TEST(CacheRulesTest, UnknownValuesAreViolationsOfTheirFields) {
  v1::CacheOptions options;
  options.set_policy(static_cast<v1::CacheOptions::Policy>(9));
  options.set_ttl(static_cast<v1::CacheControl::Ttl>(8));
  Violations violations;
  const FieldPath root;
  ReadCacheRules(options, root.Field("cache"), &violations);
  ASSERT_EQ(violations.count(), 2);
  EXPECT_EQ(violations.kept()[0].field, "cache.ttl");
  EXPECT_EQ(violations.kept()[0].description, "has no value 8");
  EXPECT_EQ(violations.kept()[1].field, "cache.policy");
  EXPECT_EQ(violations.kept()[1].description, "has no value 9");
}

TEST(CacheRulesTest, NumberAndOrderAreCheckedAsThePolicyAsks) {
  const struct {
    Policy policy;
    size_t too_many;
    size_t wrong_order;
  } kCases[] = {{Policy::kNone, 0, 0}, {Policy::kExplicit, 5, 1}, {Policy::kAuto, 0, 1}};
  for (const auto& test : kCases) {
    Violations ignored;
    CacheBreakpoints five;
    for (int i = 0; i < 5; ++i) five.Take(v1::CacheControl(), FieldPath(), &ignored);
    Violations too_many;
    CheckCacheBreakpoints({test.policy, k5m}, five, &too_many);
    EXPECT_EQ(too_many.count(), test.too_many);

    CacheBreakpoints reversed;
    v1::CacheControl hour;
    hour.set_ttl(v1::CacheControl::TTL_1H);
    reversed.Take(v1::CacheControl(), FieldPath(), &ignored);
    reversed.Take(hour, FieldPath(), &ignored);
    Violations wrong_order;
    CheckCacheBreakpoints({test.policy, k5m}, reversed, &wrong_order);
    EXPECT_EQ(wrong_order.count(), test.wrong_order);
  }
}

}  // namespace
}  // namespace footnote::answering::building
