// Every field of a request that may carry a cache mark, and where its mark is sent: the builder
// takes the marks in the very order in which the planner meets them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "service/answering/building/validation/violations.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using v1::AnswerRequest;
using v1::CacheControl;

// A request with everything that may carry a mark.
AnswerRequest Everything(v1::Search::Delivery delivery) {
  AnswerRequest request = FromText<AnswerRequest>(R"pb(
    tools { name: "a" input_schema_json: "{\"type\":\"object\"}" }
    tools { name: "b" input_schema_json: "{\"type\":\"object\"}" }
    web_search {}
    model_options { system: "S" }
    turns {
      user {
        question: "P"
        documents { text: "D" }
        hits { source: "s" title: "t" text: "H" }
        images { data: "\x89PNG\r\n\x1a\n" }
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
      hits { source: "s" title: "t" text: "1" }
      hits { source: "s" title: "t" text: "2" }
    }
    tool_results {
      tool_use_id: "v"
      documents { text: "D" }
      images { data: "\x89PNG\r\n\x1a\n" }
      text: "T"
    }
    question: "Q"
    documents { text: "E" }
    hits { source: "s" title: "t" text: "I" }
    images { data: "\x89PNG\r\n\x1a\n" }
  )pb");
  request.mutable_search()->set_delivery(delivery);
  if (delivery == v1::Search::DELIVERY_TOOL_RESULT) request.mutable_search()->set_tool_name("a");
  return request;
}

struct Carrier {
  const char* field;
  std::string position;
  std::function<CacheControl*(AnswerRequest*)> breakpoint;
};

// In the API's order. `documents`, `hits` and `images` are the places of the present turn's.
std::vector<Carrier> Carriers(const char* documents, const char* hits, const char* images) {
  const auto first = [](AnswerRequest* r) { return r->mutable_turns(0)->mutable_user(); };
  std::vector<Carrier> carriers = {
      {"tools[0].cache_control", "tools[0]",
       [](AnswerRequest* r) { return r->mutable_tools(0)->mutable_cache_control(); }},
      {"tools[1].cache_control", "tools[1]",
       [](AnswerRequest* r) { return r->mutable_tools(1)->mutable_cache_control(); }},
      {"web_search.cache_control", "tools[2]",
       [](AnswerRequest* r) { return r->mutable_web_search()->mutable_cache_control(); }},
      {"model_options.system_cache_control", "system[0]",
       [](AnswerRequest* r) { return r->mutable_model_options()->mutable_system_cache_control(); }},
      {"turns[0].user.documents[0].cache_control", "messages[0].content[0]",
       [first](AnswerRequest* r) {
         return first(r)->mutable_documents(0)->mutable_cache_control();
       }},
      {"turns[0].user.hits[0].cache_control", "messages[0].content[1]",
       [first](AnswerRequest* r) { return first(r)->mutable_hits(0)->mutable_cache_control(); }},
      {"turns[0].user.images[0].cache_control", "messages[0].content[2]",
       [first](AnswerRequest* r) { return first(r)->mutable_images(0)->mutable_cache_control(); }},
      {"tool_results[0].hits[0].cache_control", "messages[2].content[0].content[0]",
       [](AnswerRequest* r) {
         return r->mutable_tool_results(0)->mutable_hits(0)->mutable_cache_control();
       }},
      {"tool_results[0].hits[1].cache_control", "messages[2].content[0].content[1]",
       [](AnswerRequest* r) {
         return r->mutable_tool_results(0)->mutable_hits(1)->mutable_cache_control();
       }},
      {"tool_results[0].cache_control", "messages[2].content[0]",
       [](AnswerRequest* r) { return r->mutable_tool_results(0)->mutable_cache_control(); }},
      {"tool_results[1].documents[0].cache_control", "messages[2].content[1].content[0]",
       [](AnswerRequest* r) {
         return r->mutable_tool_results(1)->mutable_documents(0)->mutable_cache_control();
       }},
      {"tool_results[1].images[0].cache_control", "messages[2].content[1].content[1]",
       [](AnswerRequest* r) {
         return r->mutable_tool_results(1)->mutable_images(0)->mutable_cache_control();
       }},
      {"tool_results[1].cache_control", "messages[2].content[1]",
       [](AnswerRequest* r) { return r->mutable_tool_results(1)->mutable_cache_control(); }},
      {"documents[0].cache_control", documents,
       [](AnswerRequest* r) { return r->mutable_documents(0)->mutable_cache_control(); }},
  };
  const Carrier of_hits = {"hits[0].cache_control", hits, [](AnswerRequest* r) {
                             return r->mutable_hits(0)->mutable_cache_control();
                           }};
  const Carrier of_images = {"images[0].cache_control", images, [](AnswerRequest* r) {
                               return r->mutable_images(0)->mutable_cache_control();
                             }};
  const bool hits_come_last = of_hits.position > of_images.position;
  carriers.push_back(hits_come_last ? of_images : of_hits);
  carriers.push_back(hits_come_last ? of_hits : of_images);
  return carriers;
}

void ExpectEveryPairAtItsPlaces(v1::Search::Delivery delivery,
                                const std::vector<Carrier>& carriers) {
  for (size_t a = 0; a < carriers.size(); ++a) {
    for (size_t b = a + 1; b < carriers.size(); ++b) {
      AnswerRequest request = Everything(delivery);
      carriers[a].breakpoint(&request)->set_ttl(CacheControl::TTL_1H);
      carriers[b].breakpoint(&request)->set_ttl(CacheControl::TTL_5M);
      const std::vector<PlannedBreakpoint> breakpoints = MustBuild(request).cache_breakpoints;
      ASSERT_EQ(breakpoints.size(), 2) << carriers[a].field << " " << carriers[b].field;
      EXPECT_EQ(breakpoints[0].field, carriers[a].field);
      EXPECT_EQ(breakpoints[0].position, carriers[a].position) << carriers[a].field;
      EXPECT_EQ(breakpoints[0].ttl, messages::CacheTtl::k1Hour);
      EXPECT_EQ(breakpoints[1].field, carriers[b].field);
      EXPECT_EQ(breakpoints[1].position, carriers[b].position) << carriers[b].field;
      EXPECT_EQ(breakpoints[1].ttl, messages::CacheTtl::k5Minutes);
    }
  }
}

TEST(CacheCarriersTest, EveryMarkIsSentWhereItsFieldIs) {
  ExpectEveryPairAtItsPlaces(
      v1::Search::DELIVERY_TOP_LEVEL,
      Carriers("messages[2].content[2]", "messages[2].content[3]", "messages[2].content[4]"));
}

TEST(CacheCarriersTest, HitsThatAToolFoundComeBehindTheQuestion) {
  ExpectEveryPairAtItsPlaces(v1::Search::DELIVERY_TOOL_RESULT,
                             Carriers("messages[2].content[2]", "messages[4].content[0].content[0]",
                                      "messages[2].content[3]"));
}

TEST(CacheCarriersTest, TheTurnThatASearchByToolBelongsToIsThePresentOne) {
  AnswerRequest request = Everything(v1::Search::DELIVERY_TOOL_RESULT);
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_turns(0)->mutable_user()->set_question(std::string(8000, 'x'));
  std::vector<std::string> positions;
  for (const PlannedBreakpoint& breakpoint : MustBuild(request).cache_breakpoints)
    positions.push_back(breakpoint.position);
  // The question of the present turn stands before its own search, and is no earlier turn.
  EXPECT_THAT(positions, ElementsAre("messages[0].content[3]", "messages[4].content[0]"));
}

// B53
TEST(CacheCarriersTest, DroppedMarksAreFieldsOfTheAnswerRequestWhateverCallBringsIt) {
  AnswerRequest request = Everything(v1::Search::DELIVERY_TOP_LEVEL);
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_AUTO);
  request.mutable_tools(0)->mutable_cache_control();
  request.mutable_tools(1)->mutable_cache_control();
  request.mutable_model_options()->mutable_system_cache_control();
  request.mutable_turns(0)->mutable_user()->mutable_hits(0)->mutable_cache_control();
  request.mutable_hits(0)->mutable_cache_control();
  const FieldPath top;
  for (const FieldPath& root : {top, top.Field("request")}) {
    const absl::StatusOr<BuiltRequest> built =
        BuildRequest(request, TestDefaults(), RequestPurpose::kResolve, root);
    ASSERT_TRUE(built.ok()) << built.status();
    EXPECT_THAT(built->sources.dropped_cache_breakpoints(), ElementsAre("hits[0].cache_control"));
  }
}

}  // namespace
}  // namespace footnote::answering::building
