// SPDX-License-Identifier: Apache-2.0
// Every field of a request that can have a cache breakpoint, and the element that carries it: the
// builder adds the breakpoints in the order in which the planner visits their positions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/answering/building/request_builder.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using v1::AnswerRequest;
using v1::CacheControl;

// Returns a request that can have a breakpoint at every kind of position before its present turn,
// and in the tool results of that turn.
AnswerRequest History() {
  return FromText<AnswerRequest>(R"pb(
    tools { custom { name: "a" input_schema_json: "{\"type\":\"object\"}" } }
    tools { web_search {} }
    tools { custom { name: "b" input_schema_json: "{\"type\":\"object\"}" } }
    model_options { system: "S" }
    turns {
      user {
        question: "P"
        documents { text: "D" }
        search_results { source: "s" title: "t" text: "H" }
        images { data: "\x89PNG\r\n\x1a\n" }
      }
    }
    turns { assistant { blocks { text { text: "A" } } } }
    turns {
      user {
        content { text { text: "P" } }
        content { search_result { source: "s" title: "t" text: "H" } }
        content { image { data: "\x89PNG\r\n\x1a\n" } }
        content { text { text: "and" } }
        content { document { text: "D" } }
      }
    }
    turns {
      assistant {
        blocks { opaque { type: "thinking" json: "{\"type\":\"thinking\"}" } }
        blocks { text { text: " " } }
        blocks { text { text: "A" } }
        blocks { tool_use { id: "u" name: "a" input_json: "{}" } }
        blocks { tool_use { id: "v" name: "a" input_json: "{}" } }
      }
    }
    tool_results {
      tool_use_id: "u"
      search_results { source: "s" title: "t" text: "1" }
      search_results { source: "s" title: "t" text: "2" }
    }
    tool_results {
      tool_use_id: "v"
      documents { text: "D" }
      images { data: "\x89PNG\r\n\x1a\n" }
      text: "T"
    }
  )pb");
}

// Returns History() with a present turn in the flat fields.
AnswerRequest Flat(v1::Search::Delivery delivery) {
  AnswerRequest request = History();
  request.MergeFrom(FromText<AnswerRequest>(R"pb(
    question: "Q"
    documents { text: "E" }
    search_results { source: "s" title: "t" text: "I" }
    images { data: "\x89PNG\r\n\x1a\n" }
  )pb"));
  request.mutable_search()->set_delivery(delivery);
  if (delivery == v1::Search::DELIVERY_TOOL_RESULT) request.mutable_search()->set_tool_name("a");
  return request;
}

// Returns History() with a present turn in `content`.
AnswerRequest Ordered() {
  AnswerRequest request = History();
  request.MergeFrom(FromText<AnswerRequest>(R"pb(
    content { image { data: "\x89PNG\r\n\x1a\n" } }
    content { document { text: "E" } }
    content { text { text: "Q" } }
    content { search_result { source: "s" title: "t" text: "I" } }
    content { text { text: "R" } }
  )pb"));
  return request;
}

struct Carrier {
  const char* field;
  std::string upstream_path;
  std::function<CacheControl*(AnswerRequest*)> breakpoint;
};

v1::UserTurn* Turn(AnswerRequest* request, int index) {
  return request->mutable_turns(index)->mutable_user();
}

// The carriers of History() before its present turn, in the API's order.
std::vector<Carrier> EarlierCarriers() {
  using R = AnswerRequest*;
  return {
      {"tools[0].cache_control", "tools[0]",
       [](R r) { return r->mutable_tools(0)->mutable_cache_control(); }},
      {"tools[1].cache_control", "tools[1]",
       [](R r) { return r->mutable_tools(1)->mutable_cache_control(); }},
      {"tools[2].cache_control", "tools[2]",
       [](R r) { return r->mutable_tools(2)->mutable_cache_control(); }},
      {"model_options.system_cache_control", "system[0]",
       [](R r) { return r->mutable_model_options()->mutable_system_cache_control(); }},
      {"turns[0].user.documents[0].cache_control", "messages[0].content[0]",
       [](R r) { return Turn(r, 0)->mutable_documents(0)->mutable_cache_control(); }},
      {"turns[0].user.search_results[0].cache_control", "messages[0].content[1]",
       [](R r) { return Turn(r, 0)->mutable_search_results(0)->mutable_cache_control(); }},
      {"turns[0].user.images[0].cache_control", "messages[0].content[2]",
       [](R r) { return Turn(r, 0)->mutable_images(0)->mutable_cache_control(); }},
      {"turns[2].user.content[0].text.cache_control", "messages[2].content[0]",
       [](R r) { return Turn(r, 2)->mutable_content(0)->mutable_text()->mutable_cache_control(); }},
      {"turns[2].user.content[1].search_result.cache_control", "messages[2].content[1]",
       [](R r) {
         return Turn(r, 2)->mutable_content(1)->mutable_search_result()->mutable_cache_control();
       }},
      {"turns[2].user.content[2].image.cache_control", "messages[2].content[2]",
       [](R r) {
         return Turn(r, 2)->mutable_content(2)->mutable_image()->mutable_cache_control();
       }},
      {"turns[2].user.content[3].text.cache_control", "messages[2].content[3]",
       [](R r) { return Turn(r, 2)->mutable_content(3)->mutable_text()->mutable_cache_control(); }},
      {"turns[2].user.content[4].document.cache_control", "messages[2].content[4]",
       [](R r) {
         return Turn(r, 2)->mutable_content(4)->mutable_document()->mutable_cache_control();
       }},
      {"tool_results[0].search_results[0].cache_control", "messages[4].content[0].content[0]",
       [](R r) {
         return r->mutable_tool_results(0)->mutable_search_results(0)->mutable_cache_control();
       }},
      {"tool_results[0].search_results[1].cache_control", "messages[4].content[0].content[1]",
       [](R r) {
         return r->mutable_tool_results(0)->mutable_search_results(1)->mutable_cache_control();
       }},
      {"tool_results[0].cache_control", "messages[4].content[0]",
       [](R r) { return r->mutable_tool_results(0)->mutable_cache_control(); }},
      {"tool_results[1].documents[0].cache_control", "messages[4].content[1].content[0]",
       [](R r) {
         return r->mutable_tool_results(1)->mutable_documents(0)->mutable_cache_control();
       }},
      {"tool_results[1].images[0].cache_control", "messages[4].content[1].content[1]",
       [](R r) { return r->mutable_tool_results(1)->mutable_images(0)->mutable_cache_control(); }},
      {"tool_results[1].cache_control", "messages[4].content[1]",
       [](R r) { return r->mutable_tool_results(1)->mutable_cache_control(); }},
  };
}

Carrier PresentDocument(const char* path) {
  return {"documents[0].cache_control", path,
          [](AnswerRequest* r) { return r->mutable_documents(0)->mutable_cache_control(); }};
}

Carrier PresentSearchResult(const char* path) {
  return {"search_results[0].cache_control", path,
          [](AnswerRequest* r) { return r->mutable_search_results(0)->mutable_cache_control(); }};
}

Carrier PresentImage(const char* path) {
  return {"images[0].cache_control", path,
          [](AnswerRequest* r) { return r->mutable_images(0)->mutable_cache_control(); }};
}

// Expects for every pair of carriers of `request`, which are those of History() and `present`, that
// their breakpoints are sent at their positions.
void ExpectEveryPairAtItsPositions(const AnswerRequest& request,
                                   const std::vector<Carrier>& present) {
  std::vector<Carrier> carriers = EarlierCarriers();
  carriers.insert(carriers.end(), present.begin(), present.end());
  for (size_t a = 0; a < carriers.size(); ++a) {
    for (size_t b = a + 1; b < carriers.size(); ++b) {
      AnswerRequest with_both = request;
      carriers[a].breakpoint(&with_both)->set_ttl(CacheControl::TTL_1H);
      carriers[b].breakpoint(&with_both)->set_ttl(CacheControl::TTL_5M);
      const std::vector<PlannedBreakpoint> breakpoints = MustBuild(with_both).cache_breakpoints;
      ASSERT_EQ(breakpoints.size(), 2) << carriers[a].field << " " << carriers[b].field;
      EXPECT_EQ(breakpoints[0].field, carriers[a].field);
      EXPECT_EQ(breakpoints[0].upstream_path, carriers[a].upstream_path) << carriers[a].field;
      EXPECT_EQ(breakpoints[0].ttl, messages::CacheTtl::k1Hour);
      EXPECT_EQ(breakpoints[1].field, carriers[b].field);
      EXPECT_EQ(breakpoints[1].upstream_path, carriers[b].upstream_path) << carriers[b].field;
      EXPECT_EQ(breakpoints[1].ttl, messages::CacheTtl::k5Minutes);
    }
  }
}

TEST(CacheCarriersTest, EveryBreakpointOfTheFlatFieldsIsSentAtItsPosition) {
  ExpectEveryPairAtItsPositions(
      Flat(v1::Search::DELIVERY_TOP_LEVEL),
      {PresentDocument("messages[4].content[2]"), PresentSearchResult("messages[4].content[3]"),
       PresentImage("messages[4].content[4]")});
}

TEST(CacheCarriersTest, SearchResultsOfASearchByToolFollowTheQuestion) {
  ExpectEveryPairAtItsPositions(
      Flat(v1::Search::DELIVERY_TOOL_RESULT),
      {PresentDocument("messages[4].content[2]"), PresentImage("messages[4].content[3]"),
       PresentSearchResult("messages[6].content[0].content[0]")});
}

TEST(CacheCarriersTest, EveryBreakpointOfOrderedContentIsSentAtItsPosition) {
  using R = AnswerRequest*;
  ExpectEveryPairAtItsPositions(
      Ordered(),
      {{"content[0].image.cache_control", "messages[4].content[2]",
        [](R r) { return r->mutable_content(0)->mutable_image()->mutable_cache_control(); }},
       {"content[1].document.cache_control", "messages[4].content[3]",
        [](R r) { return r->mutable_content(1)->mutable_document()->mutable_cache_control(); }},
       {"content[2].text.cache_control", "messages[4].content[4]",
        [](R r) { return r->mutable_content(2)->mutable_text()->mutable_cache_control(); }},
       {"content[3].search_result.cache_control", "messages[4].content[5]",
        [](R r) {
          return r->mutable_content(3)->mutable_search_result()->mutable_cache_control();
        }},
       {"content[4].text.cache_control", "messages[4].content[6]",
        [](R r) { return r->mutable_content(4)->mutable_text()->mutable_cache_control(); }}});
}

TEST(CacheCarriersTest, TheMessagesOfASearchByToolBelongToThePresentTurn) {
  AnswerRequest request = Flat(v1::Search::DELIVERY_TOOL_RESULT);
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  Turn(&request, 0)->set_question(std::string(8000, 'x'));
  std::vector<std::string> paths;
  for (const PlannedBreakpoint& breakpoint : MustBuild(request).cache_breakpoints) {
    paths.push_back(breakpoint.upstream_path);
  }
  // The question of the present turn precedes its search, but is not an earlier turn.
  EXPECT_THAT(paths, ElementsAre("messages[2].content[4]", "messages[6].content[0]"));
}

// B53
TEST(CacheCarriersTest, DroppedBreakpointsAreFieldsOfTheAnswerRequestInEveryCall) {
  AnswerRequest request = Flat(v1::Search::DELIVERY_TOP_LEVEL);
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_tools(0)->mutable_cache_control();
  request.mutable_tools(1)->mutable_cache_control();
  request.mutable_model_options()->mutable_system_cache_control();
  Turn(&request, 0)->mutable_search_results(0)->mutable_cache_control();
  request.mutable_search_results(0)->mutable_cache_control();
  for (const char* root : {"", "request"}) {
    const absl::StatusOr<IndexedRequest> indexed =
        IndexRequest(request, TestDefaults(), RequestPurpose::kResolve, root);
    ASSERT_TRUE(indexed.ok()) << indexed.status();
    EXPECT_THAT(indexed->sources.dropped_cache_breakpoints(),
                ElementsAre("search_results[0].cache_control"));
  }
}

}  // namespace
}  // namespace footnote::answering::building
