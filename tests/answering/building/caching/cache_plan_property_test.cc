// SPDX-License-Identifier: Apache-2.0
// Properties of every plan, checked with random requests and random breakpoints.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/answering/building/caching/cache_planner.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request.h"
#include "tests/support/random_text.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using messages::MessagesRequest;
using Json = nlohmann::json;
using Policy = CacheRules::Policy;

// Makes random requests, including some with blank texts, and owns their texts.
class RandomRequest {
 public:
  explicit RandomRequest(uint64_t seed) : random_(seed) {}

  struct Made {
    MessagesRequest request;
    std::vector<size_t> turn_starts;
  };

  Made Next() {
    texts_.clear();
    texts_.reserve(10000);
    Made made;
    made.request.model = random_.OneIn(2) ? "claude-opus-5" : "claude-haiku-4-5";
    made.request.max_tokens = 1;
    for (int i = random_.Below(3); i > 0; --i) {
      if (random_.OneIn(4)) {
        messages::WebSearchParam search;
        search.type = "web_search_20250305";
        made.request.tools.emplace_back(std::move(search));
        continue;
      }
      messages::ToolParam tool;
      tool.name = "tool";
      tool.description = Text();
      tool.input_schema_json = "{}";
      made.request.tools.emplace_back(std::move(tool));
    }
    if (random_.OneIn(2)) made.request.system = Text();
    for (int turns = random_.Below(6); turns >= 0; --turns) {
      made.turn_starts.push_back(made.request.messages.size());
      for (int i = random_.Below(4); i > 0; --i) AddMessage(&made.request);
    }
    return made;
  }

 private:
  absl::string_view Text() {
    std::string text = random_.Any(5);
    if (random_.OneIn(3)) text.append(2000 * random_.Below(10), 'x');
    texts_.push_back(std::move(text));
    return texts_.back();
  }

  void AddMessage(MessagesRequest* request) {
    messages::MessageParam message;
    if (random_.OneIn(2)) message.role = messages::Role::kAssistant;
    for (int i = random_.Below(5); i >= 0; --i) AddBlock(&message.content);
    request->messages.push_back(std::move(message));
  }

  void AddBlock(std::vector<messages::ContentBlockParam>* content) {
    switch (random_.Below(4)) {
      case 0:
        content->emplace_back(messages::OpaqueParam{R"({"type":"thinking"})"});
        return;
      case 1: {
        messages::ToolResultParam result;
        for (int i = random_.Below(3); i >= 0; --i) AddInner(&result.content);
        content->emplace_back(std::move(result));
        return;
      }
      default:
        AddInner(content);
    }
  }

  template <typename Block>
  void AddInner(std::vector<Block>* content) {
    switch (random_.Below(4)) {
      case 0: {
        messages::SearchResultParam result;
        result.content = {Text(), Text()};
        content->emplace_back(std::move(result));
        return;
      }
      case 1: {
        messages::DocumentParam document;
        document.data = Text();
        if (random_.OneIn(8)) document.source = messages::DocumentParam::Source::kPdf;
        content->emplace_back(std::move(document));
        return;
      }
      case 2:
        content->emplace_back(messages::ImageParam());
        return;
      default: {
        messages::TextParam text;
        text.text = Text();
        content->emplace_back(std::move(text));
      }
    }
  }

  testing_support::RandomText random_;
  std::vector<std::string> texts_;
};

// Sets at most `most` breakpoints of the caller, valid ones with kAuto, and returns them.
CacheBreakpoints SetAtRandom(int most, testing_support::RandomText* random,
                             MessagesRequest* request) {
  Violations violations;
  const Field root(&violations);
  CacheBreakpoints breakpoints;
  bool is_short = random->OneIn(3);
  VisitCachePositions(request, TokenCounting::kNone, [&](const CacheBreakpointPosition& position) {
    if (most == 0 || !position.takes_breakpoint || !random->OneIn(4)) return;
    --most;
    is_short = is_short || random->OneIn(3);
    v1::CacheControl breakpoint;
    if (!is_short) breakpoint.set_ttl(v1::CacheControl::TTL_1H);
    *position.breakpoint = breakpoints.Take(breakpoint, root.Child("m"));
  });
  return breakpoints;
}

std::string ToJson(const MessagesRequest& request) {
  std::string json;
  AppendJson(request, &json);
  return json;
}

// Removes the breakpoints from `json`. A system prompt with one is an array and becomes a string.
void RemoveBreakpoints(Json* json) {
  if (json->is_object()) {
    json->erase("cache_control");
    if (json->contains("system") && (*json)["system"].is_array()) {
      (*json)["system"] = Json((*json)["system"][0]["text"]);
    }
  }
  if (json->is_structured()) {
    for (Json& child : *json) RemoveBreakpoints(&child);
  }
}

TEST(CachePlanPropertyTest, EveryPlanFollowsTheRulesOfTheApiAndChangesOnlyBreakpoints) {
  RandomRequest requests(7);
  testing_support::RandomText random(8);
  int planned = 0;
  for (int i = 0; i < 1000; ++i) {
    RandomRequest::Made made = requests.Next();
    MessagesRequest& request = made.request;
    const Json plain = Json::parse(ToJson(request));
    const CacheBreakpoints breakpoints = SetAtRandom(random.Below(7), &random, &request);
    const CacheTtl ttl = random.OneIn(2) ? CacheTtl::k1Hour : CacheTtl::k5Minutes;
    const CachePlan plan = PlanCache({Policy::kAuto, ttl}, breakpoints, made.turn_starts,
                                     TokenCounting::kNone, &request);

    ASSERT_LE(plan.breakpoints.size(), 4);
    ASSERT_EQ(plan.dropped.size(),
              breakpoints.breakpoints().size() < 4 ? 0 : breakpoints.breakpoints().size() - 4);
    std::vector<CacheBreakpointPosition> sent;
    VisitCachePositions(&request, TokenCounting::kEstimated,
                        [&sent](const CacheBreakpointPosition& position) {
                          if (position.breakpoint->has_value()) sent.push_back(position);
                        });
    ASSERT_EQ(sent.size(), plan.breakpoints.size());
    size_t of_the_caller = 0;
    bool is_short = false;
    for (size_t m = 0; m < sent.size(); ++m) {
      const PlannedBreakpoint& breakpoint = plan.breakpoints[m];
      ASSERT_EQ(sent[m].ToString(), breakpoint.upstream_path);
      ASSERT_EQ(sent[m].prefix_tokens, breakpoint.prefix_tokens);
      ASSERT_EQ(**sent[m].breakpoint, breakpoint.ttl);
      ASSERT_TRUE(sent[m].takes_breakpoint);
      ASSERT_FALSE(is_short && breakpoint.ttl == CacheTtl::k1Hour);
      is_short = is_short || breakpoint.ttl == CacheTtl::k5Minutes;
      if (!breakpoint.field.empty()) {
        ++of_the_caller;
        continue;
      }
      ++planned;
      ASSERT_EQ(sent[m].may_have_more_tokens, breakpoint.may_have_more_tokens);
      ASSERT_TRUE(breakpoint.prefix_tokens >= 512 || breakpoint.may_have_more_tokens);
      for (size_t other = 0; other < sent.size(); ++other) {
        ASSERT_TRUE(other == m || !SamePrefix(sent[m], sent[other]));
      }
    }
    ASSERT_EQ(of_the_caller, std::min<size_t>(breakpoints.breakpoints().size(), 4));

    Json json = Json::parse(ToJson(request));
    RemoveBreakpoints(&json);
    ASSERT_EQ(json, plain);
  }
  EXPECT_GT(planned, 700);
}

TEST(CachePlanPropertyTest, EqualRequestsHaveEqualPlans) {
  RandomRequest once(9);
  RandomRequest again(9);
  for (int i = 0; i < 300; ++i) {
    RandomRequest::Made a = once.Next();
    RandomRequest::Made b = again.Next();
    PlanCache({Policy::kAuto}, {}, a.turn_starts, TokenCounting::kNone, &a.request);
    PlanCache({Policy::kAuto}, {}, b.turn_starts, TokenCounting::kEstimated, &b.request);
    ASSERT_EQ(ToJson(a.request), ToJson(b.request));
  }
}

TEST(CachePlanPropertyTest, PolicyNoneSendsNoBreakpoint) {
  RandomRequest requests(10);
  testing_support::RandomText random(11);
  for (int i = 0; i < 300; ++i) {
    RandomRequest::Made made = requests.Next();
    const std::string plain = ToJson(made.request);
    const CacheBreakpoints breakpoints = SetAtRandom(8, &random, &made.request);
    PlanCache({Policy::kNone}, breakpoints, made.turn_starts, TokenCounting::kNone, &made.request);
    ASSERT_EQ(ToJson(made.request), plain);
  }
}

}  // namespace
}  // namespace footnote::answering::building
