// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_planner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"

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

// Returns a text of about 1,300 tokens, which exceeds the minimum of the model below.
const std::string& Long() {
  static const auto& text = *new std::string(5500, 'x');
  return text;
}

messages::TextParam Text(absl::string_view text) {
  messages::TextParam out;
  out.text = text;
  return out;
}

messages::ToolParam Tool(absl::string_view name, absl::string_view description) {
  messages::ToolParam out;
  out.name = name;
  out.description = description;
  out.input_schema_json = "{}";
  return out;
}

messages::SearchResultParam SearchResult(absl::string_view text) {
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

class CachePlannerTest : public testing::Test {
 protected:
  CachePlannerTest() { request_.model = "claude-sonnet-4-5"; }

  void AddTurn(MessageParam message) {
    turn_starts_.push_back(request_.messages.size());
    request_.messages.push_back(std::move(message));
  }

  // Adds two search results with a question, an answer, and a search result with a question.
  void AddConversation() {
    AddTurn(User({SearchResult(Long()), SearchResult(Long()), Text("P")}));
    AddTurn(Assistant({Text("A")}));
    AddTurn(User({SearchResult(Long()), Text("Q")}));
  }

  // Sets a breakpoint of the caller. Must be called in the API's order.
  void Set(const char* field, CacheTtl ttl, std::optional<CacheTtl>* at) {
    v1::CacheControl breakpoint;
    breakpoint.set_ttl(ttl == k1h ? v1::CacheControl::TTL_1H : v1::CacheControl::TTL_5M);
    *at = breakpoints_.Take(breakpoint, root_.Child(field));
  }

  template <typename Kind>
  Kind& Block(size_t message, size_t block) {
    return std::get<Kind>(request_.messages[message].content[block]);
  }

  CachePlan Plan(Policy policy = Policy::kAuto, CacheTtl ttl = k5m,
                 TokenCounting counting = TokenCounting::kNone) {
    return PlanCache({policy, ttl}, breakpoints_, turn_starts_, counting, &request_);
  }

  // Returns the paths of the plan, with `=1h` for one hour and a star for the caller's breakpoints.
  static std::vector<std::string> Paths(const CachePlan& plan) {
    std::vector<std::string> positions;
    for (const PlannedBreakpoint& breakpoint : plan.breakpoints) {
      positions.push_back(absl::StrCat(breakpoint.upstream_path, breakpoint.ttl == k1h ? "=1h" : "",
                                       breakpoint.field.empty() ? "" : "*"));
    }
    return positions;
  }

  // Returns the paths of the breakpoints in the request.
  std::vector<std::string> Sent() {
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

  Violations violations_;
  const Field root_{&violations_};
  CacheBreakpoints breakpoints_;
  MessagesRequest request_;
  std::vector<size_t> turn_starts_;
};

// ---- Policies ----

TEST_F(CachePlannerTest, PolicyNoneRemovesEveryBreakpointAndReportsNone) {
  AddConversation();
  Set("search_results", k1h, &Block<messages::SearchResultParam>(0, 0).cache);
  const CachePlan plan = Plan(Policy::kNone);
  EXPECT_THAT(plan.breakpoints, IsEmpty());
  EXPECT_THAT(plan.dropped, IsEmpty());
  EXPECT_THAT(Sent(), IsEmpty());
}

TEST_F(CachePlannerTest, PolicyExplicitSendsTheBreakpointsOfTheCallerAndPlansNone) {
  AddConversation();
  Set("h", k1h, &Block<messages::SearchResultParam>(0, 1).cache);
  const CachePlan plan = Plan(Policy::kExplicit);
  EXPECT_THAT(Paths(plan), ElementsAre("messages[0].content[1]=1h*"));
  EXPECT_EQ(plan.breakpoints[0].field, "h");
  EXPECT_EQ(plan.breakpoints[0].prefix_tokens, 0);
  EXPECT_THAT(Sent(), ElementsAre("messages[0].content[1]=1h"));
}

TEST_F(CachePlannerTest, PolicyExplicitCountsTokensOnRequest) {
  AddConversation();
  Set("h", k1h, &Block<messages::SearchResultParam>(0, 1).cache);
  const CachePlan plan = Plan(Policy::kExplicit, k5m, TokenCounting::kEstimated);
  EXPECT_GT(plan.breakpoints[0].prefix_tokens, 2000);
  EXPECT_LT(plan.breakpoints[0].prefix_tokens, plan.request_tokens);
}

// ---- Planned breakpoints ----

TEST_F(CachePlannerTest, AConversationGetsBreakpointsAfterThePrefixesThatTheNextRequestRepeats) {
  request_.system = Long();
  AddConversation();
  EXPECT_THAT(Paths(Plan()), ElementsAre("system[0]", "messages[0].content[1]",
                                         "messages[0].content[2]", "messages[2].content[1]"));
  EXPECT_THAT(Sent(), ElementsAre("system[0]", "messages[0].content[1]", "messages[0].content[2]",
                                  "messages[2].content[1]"));
}

TEST_F(CachePlannerTest, TheLastToolGetsABreakpointIfThereIsNoSystemPrompt) {
  request_.tools.emplace_back(Tool("a", Long()));
  request_.tools.emplace_back(Tool("b", Long()));
  AddTurn(User({SearchResult(Long()), Text("Q")}));
  EXPECT_THAT(Paths(Plan()),
              ElementsAre("tools[1]", "messages[0].content[0]", "messages[0].content[1]"));
}

TEST_F(CachePlannerTest, AWebSearchAsTheLastToolGetsTheBreakpoint) {
  request_.tools.emplace_back(Tool("a", Long()));
  request_.tools.emplace_back(messages::WebSearchParam());
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("tools[1]", "messages[0].content[0]"));
}

TEST_F(CachePlannerTest, AToolAfterTheWebSearchGetsTheBreakpoint) {
  request_.tools.emplace_back(messages::WebSearchParam());
  request_.tools.emplace_back(Tool("a", Long()));
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("tools[1]", "messages[0].content[0]"));
}

TEST_F(CachePlannerTest, TheLastToolGetsARemainingBreakpoint) {
  request_.tools.emplace_back(Tool("a", Long()));
  request_.system = Long();
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("tools[0]", "system[0]", "messages[0].content[0]"));
}

TEST_F(CachePlannerTest, ASearchByToolGetsABreakpointOnItsToolResult) {
  AddTurn(User({Text("Q")}));
  request_.messages.push_back(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  request_.messages.push_back(User({Result({SearchResult(Long()), SearchResult(Long())})}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[2].content[0]"));
}

TEST_F(CachePlannerTest, TheFirstTurnWithSourcesGetsABreakpointAfterItsLastSource) {
  AddTurn(User({Text(Long())}));
  AddTurn(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  AddTurn(User({Result({SearchResult(Long())}), Text("more")}));
  AddTurn(Assistant({Text("A")}));
  AddTurn(User({messages::DocumentParam(), Text("P")}));
  AddTurn(Assistant({Text("A")}));
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[2].content[0]", "messages[4].content[1]",
                                         "messages[6].content[0]"));
}

TEST_F(CachePlannerTest, APresentTurnWithoutMessagesGetsNoBreakpoint) {
  AddTurn(User({SearchResult(Long()), Text("P")}));
  AddTurn(Assistant({Text(Long())}));
  turn_starts_.push_back(2);
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]"));
}

TEST_F(CachePlannerTest, AssistantMessagesGetNoBreakpoint) {
  AddTurn(User({Text("P")}));
  AddTurn(Assistant({messages::OpaqueParam{R"({"type":"thinking"})"}, Text(Long())}));
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[2].content[0]"));
}

// ---- Positions without a breakpoint ----

TEST_F(CachePlannerTest, APrefixShorterThanTheMinimumOfTheModelGetsNoBreakpoint) {
  request_.system = "S";
  AddTurn(User({SearchResult(Long()), Text("Q")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]"));
  request_.messages[0].content[0] = SearchResult(Long());
  request_.messages[0].content[1] = Text("Q");
  request_.model = "claude-haiku-4-5";  // 4,096
  EXPECT_THAT(Paths(Plan()), IsEmpty());
  EXPECT_THAT(Sent(), IsEmpty());
}

TEST_F(CachePlannerTest, APrefixWithAFileOfUnknownLengthGetsABreakpoint) {
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
    EXPECT_THAT(Paths(Plan()), ElementsAre("messages[0].content[1]", "messages[0].content[2]"));
  }
}

TEST_F(CachePlannerTest, AnEmptyRequestGetsNoBreakpoint) { EXPECT_THAT(Paths(Plan()), IsEmpty()); }

// B52
TEST_F(CachePlannerTest, TheBreakpointIsOnTheLastBlockThatIsNotBlank) {
  AddTurn(User({SearchResult(Long()), Text("P"), Text("")}));
  AddTurn(Assistant({Text(" ")}));
  AddTurn(User({SearchResult(Long()), Text("Q"), Text(" \n\u3000")}));
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[0].content[0]", "messages[0].content[1]",
                                         "messages[2].content[1]"));
}

TEST_F(CachePlannerTest, AToolResultGetsNoBreakpointIfItsLastSearchResultHasOne) {
  AddTurn(User({Text("P")}));
  AddTurn(Assistant({messages::ToolUseParam{"u", "search", "{}"}}));
  AddTurn(User({Result({SearchResult(Long()), SearchResult(Long())})}));
  auto& result = Block<messages::ToolResultParam>(2, 0);
  Set("h", k5m, &std::get<messages::SearchResultParam>(result.content[1]).cache);
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[2].content[0].content[1]*"));
}

// ---- Breakpoints of the caller ----

TEST_F(CachePlannerTest, TheBreakpointsOfTheCallerAreKeptAndTheOthersArePlanned) {
  request_.system = Long();
  AddConversation();
  Set("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  Set("i", k5m, &Block<messages::SearchResultParam>(2, 0).cache);
  EXPECT_THAT(Paths(Plan()), ElementsAre("system[0]", "messages[0].content[0]*",
                                         "messages[0].content[1]", "messages[2].content[0]*"));
}

TEST_F(CachePlannerTest, ABreakpointOfTheCallerAfterAShortPrefixIsSent) {
  AddTurn(User({SearchResult("x"), Text("Q")}));
  Set("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Paths(Plan()), ElementsAre("messages[0].content[0]*"));
}

// B53
TEST_F(CachePlannerTest,
       OfMoreThanFourThoseBeforeTheMessagesThenInEarlierTurnsThenAfterLongerPrefixesAreSent) {
  request_.tools.emplace_back(Tool("a", ""));
  request_.system = "S";
  AddConversation();
  Set("tool", k5m, &std::get<messages::ToolParam>(request_.tools[0]).cache);
  Set("system", k5m, &request_.system_cache);
  Set("a", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  Set("b", k5m, &Block<messages::SearchResultParam>(0, 1).cache);
  Set("c", k5m, &Block<messages::SearchResultParam>(2, 0).cache);
  const CachePlan plan = Plan();
  EXPECT_THAT(Paths(plan), ElementsAre("tools[0]*", "system[0]*", "messages[0].content[0]*",
                                       "messages[0].content[1]*"));
  EXPECT_THAT(plan.dropped, ElementsAre("c"));
  EXPECT_THAT(Sent(), SizeIs(4));
}

TEST_F(CachePlannerTest, AmongEqualsThoseWithALongerTimeToLiveThenAfterLongerPrefixesAreSent) {
  AddTurn(User({SearchResult("1"), SearchResult("2"), SearchResult("3"), SearchResult("4"),
                SearchResult("5"), SearchResult("6"), Text("Q")}));
  const char* const kFields[] = {"a", "b", "c", "d", "e", "f"};
  for (size_t i = 0; i < 6; ++i) {
    Set(kFields[i], i < 1 ? k1h : k5m, &Block<messages::SearchResultParam>(0, i).cache);
  }
  const CachePlan plan = Plan();
  EXPECT_THAT(Paths(plan), ElementsAre("messages[0].content[0]=1h*", "messages[0].content[3]*",
                                       "messages[0].content[4]*", "messages[0].content[5]*"));
  EXPECT_THAT(plan.dropped, ElementsAre("b", "c"));
}

// ---- Times to live ----

TEST_F(CachePlannerTest, PlannedBreakpointsHaveTheTimeToLiveOfTheOptions) {
  request_.system = Long();
  AddTurn(User({Text("Q")}));
  EXPECT_THAT(Paths(Plan(Policy::kAuto, k1h)),
              ElementsAre("system[0]=1h", "messages[0].content[0]=1h"));
}

TEST_F(CachePlannerTest, APlannedBreakpointHasTheTimeToLiveOfALongerOneAfterIt) {
  request_.system = Long();
  AddConversation();
  Set("h", k1h, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Paths(Plan()), ElementsAre("system[0]=1h", "messages[0].content[0]=1h*",
                                         "messages[0].content[1]", "messages[0].content[2]"));
}

TEST_F(CachePlannerTest, APlannedBreakpointHasTheTimeToLiveOfAShorterOneBeforeIt) {
  request_.system = Long();
  AddConversation();
  Set("h", k5m, &Block<messages::SearchResultParam>(0, 0).cache);
  EXPECT_THAT(Paths(Plan(Policy::kAuto, k1h)),
              ElementsAre("system[0]=1h", "messages[0].content[0]*", "messages[0].content[1]",
                          "messages[0].content[2]"));
}

TEST_F(CachePlannerTest, EachBreakpointHasTheEstimatedLengthOfItsPrefix) {
  request_.system = Long();
  AddConversation();
  const CachePlan plan = Plan();
  ASSERT_THAT(plan.breakpoints, SizeIs(4));
  EXPECT_NEAR(plan.breakpoints[0].prefix_tokens, 1270, 100);
  EXPECT_NEAR(plan.breakpoints[1].prefix_tokens, 3 * 1270, 300);
  EXPECT_EQ(plan.breakpoints[3].prefix_tokens, plan.request_tokens);
}

// ---- Rules ----

TEST(CacheRulesTest, TheDefaultIsExplicitAndFiveMinutes) {
  Violations violations;
  const CacheRules rules = ReadCacheRules(v1::CacheOptions(), Field(&violations));
  EXPECT_EQ(rules.policy, Policy::kExplicit);
  EXPECT_EQ(rules.ttl, k5m);
  EXPECT_EQ(violations.count(), 0);
}

TEST(CacheRulesTest, UnknownValuesAreViolationsOfTheirFields) {
  v1::CacheOptions options;
  options.set_policy(static_cast<v1::CacheOptions::Policy>(9));
  options.set_ttl(static_cast<v1::CacheControl::Ttl>(8));
  Violations violations;
  const Field root(&violations);
  ReadCacheRules(options, root.Child("cache_options"));
  EXPECT_THAT(violations.kept(),
              ElementsAre(ViolatesRule("cache_options.ttl", "UNKNOWN_ENUM_VALUE", "8"),
                          ViolatesRule("cache_options.policy", "UNKNOWN_ENUM_VALUE", "9")));
}

TEST(CacheRulesTest, ThePolicyDeterminesWhetherNumberAndOrderAreChecked) {
  const struct {
    Policy policy;
    size_t too_many;
    size_t wrong_order;
  } kCases[] = {{Policy::kNone, 0, 0}, {Policy::kExplicit, 5, 1}, {Policy::kAuto, 0, 1}};
  for (const auto& test : kCases) {
    Violations ignored;
    const Field field(&ignored);
    CacheBreakpoints five;
    for (int i = 0; i < 5; ++i) five.Take(v1::CacheControl(), field);
    Violations too_many;
    CheckCacheBreakpoints({test.policy, k5m}, five, &too_many);
    EXPECT_EQ(too_many.count(), test.too_many);

    CacheBreakpoints reversed;
    v1::CacheControl hour;
    hour.set_ttl(v1::CacheControl::TTL_1H);
    reversed.Take(v1::CacheControl(), field);
    reversed.Take(hour, field);
    Violations wrong_order;
    CheckCacheBreakpoints({test.policy, k5m}, reversed, &wrong_order);
    EXPECT_EQ(wrong_order.count(), test.wrong_order);
  }
}

}  // namespace
}  // namespace footnote::answering::building
