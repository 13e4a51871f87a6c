// What holds for every request, tried on random ones.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "service/answering/resolving/answer_resolver.h"
#include "tests/answering/random_text.h"
#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

// Makes valid requests of every form.
class RandomRequest {
 public:
  explicit RandomRequest(uint64_t seed) : random_(seed) {}

  v1::AnswerRequest Next() {
    ids_ = 0;
    marks_left_ = 4;
    v1::AnswerRequest request;
    FillOptions(&request);
    std::vector<std::string> pending;
    for (int turns = random_.Below(4); turns > 0; --turns) {
      FillUserSide(pending, request.add_turns()->mutable_user());
      pending.clear();
      if (random_.OneIn(8)) continue;  // two turns of the user's in a row
      FillAssistant(request.add_turns()->mutable_assistant(), &pending);
    }
    FillUserSide(pending, &request);
    return request;
  }

 private:
  void FillOptions(v1::AnswerRequest* request) {
    for (int i = random_.Below(3); i > 0; --i) {
      v1::Tool* tool = request->add_tools();
      tool->set_name(absl::StrCat("tool_", i));
      tool->set_description(random_.Any(5));
      tool->set_input_schema_json("{\n\"type\": \"object\", \"properties\": {}}");
      Mark(tool);
    }
    if (random_.OneIn(2)) request->mutable_model_options()->set_system(random_.NotBlank(10));
    if (random_.OneIn(4)) request->mutable_model_options()->set_user_id(random_.Any(5));
    if (random_.OneIn(4)) request->mutable_model_options()->add_stop_sequences(random_.NotBlank(2));
    if (random_.OneIn(4)) request->mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
    if (random_.OneIn(4)) request->mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  }

  template <typename UserSide>
  void FillUserSide(const std::vector<std::string>& pending, UserSide* user) {
    for (const std::string& id : pending) {
      v1::ToolResult* result = user->add_tool_results();
      result->set_tool_use_id(id);
      if (random_.OneIn(3)) {
        for (int i = random_.Below(3); i >= 0; --i) FillHit(result->add_hits());
      } else {
        if (random_.OneIn(2)) result->set_text(random_.NotBlank(5));
        result->set_is_error(random_.OneIn(3));
      }
      Mark(result);
    }
    if (pending.empty() || random_.OneIn(2)) user->set_question(random_.NotBlank(10));
    for (int i = random_.Below(4); i > 0; --i) FillHit(user->add_hits());
    if (user->hits_size() == 0 && random_.OneIn(2)) {
      user->mutable_search()->set_outcome(random_.OneIn(2) ? v1::Search::OUTCOME_FAILED
                                                           : v1::Search::OUTCOME_COMPLETED);
      if (random_.OneIn(2)) user->mutable_search()->set_message(random_.NotBlank(5));
    }
    if (random_.OneIn(3)) {
      user->mutable_search()->set_delivery(v1::Search::DELIVERY_TOOL_RESULT);
      // A turn of tool results alone has no question that could stand in for the query.
      if (user->question().empty() || random_.OneIn(2)) {
        user->mutable_search()->set_query(random_.NotBlank(5));
      }
      if (random_.OneIn(2)) user->mutable_search()->set_tool_name("tool_1");
    }
  }

  void FillHit(v1::SearchResult* hit) {
    if (random_.OneIn(2)) hit->set_id(absl::StrCat("id-", ++ids_));
    hit->set_source(random_.NotBlank(3));
    hit->set_title(random_.NotBlank(3));
    if (random_.OneIn(3)) hit->set_document_key(absl::StrCat("key-", random_.Below(3)));
    if (random_.OneIn(2)) {
      hit->set_text(random_.NotBlank(30));
    } else {
      for (int i = random_.Below(4); i >= 0; --i) hit->add_blocks()->set_text(random_.NotBlank(10));
    }
    Mark(hit);
  }

  void FillAssistant(v1::AssistantTurn* assistant, std::vector<std::string>* pending) {
    for (int i = random_.Below(4); i > 0; --i) {
      v1::AnswerBlock* block = assistant->add_blocks();
      switch (random_.Below(3)) {
        case 0: {
          block->mutable_text()->set_text(random_.Any(10));
          v1::Citation* citation = block->mutable_text()->add_citations();
          citation->set_cited_text(random_.Any(10));
          v1::SearchResultLocation* location =
              citation->mutable_location()->mutable_search_result();
          location->set_search_result_index(random_.Below(3));
          location->set_start_block_index(0);
          location->set_end_block_index(1);
          location->set_source(random_.Any(3));
          break;
        }
        case 1:
          pending->push_back(absl::StrCat("use-", ++ids_));
          block->mutable_tool_use()->set_id(pending->back());
          block->mutable_tool_use()->set_name("tool_1");
          block->mutable_tool_use()->set_input_json(Json{{"q", random_.Any(10)}}.dump());
          break;
        default:
          block->mutable_opaque()->set_type("thinking");
          block->mutable_opaque()->set_json(
              Json{{"type", "thinking"}, {"thinking", random_.Any(10)}}.dump());
      }
    }
  }

  template <typename Carrier>
  void Mark(Carrier* carrier) {
    if (marks_left_ == 0 || !random_.OneIn(6)) return;
    --marks_left_;
    carrier->mutable_cache_control();
  }

  RandomText random_;
  int ids_ = 0;
  int marks_left_ = 0;
};

// The search results in the order in which the API counts them.
void CollectHits(const Json& blocks, std::vector<Json>* hits) {
  for (const Json& block : blocks) {
    if (block["type"] == "search_result") hits->push_back(block);
    if (block["type"] == "tool_result") CollectHits(block["content"], hits);
  }
}

TEST(RequestPropertyTest, EveryValidRequestIsBuiltToValidJsonWithHitsInTheOrderOfTheIndex) {
  RandomRequest requests(5);
  for (int i = 0; i < 1500; ++i) {
    const v1::AnswerRequest request = requests.Next();
    const absl::StatusOr<BuiltRequest> built = BuildRequest(request, TestDefaults());
    ASSERT_TRUE(built.ok()) << built.status() << request.DebugString();
    const Json json = Json::parse(built->json, nullptr, /*allow_exceptions=*/false);
    ASSERT_FALSE(json.is_discarded()) << built->json;
    std::vector<Json> hits;
    for (const Json& message : json["messages"]) {
      ASSERT_FALSE(message["content"].empty());
      CollectHits(message["content"], &hits);
    }
    ASSERT_EQ(hits.size(), built->sources.hits().size());
    for (size_t h = 0; h < hits.size(); ++h) {
      const SourceHit& source = built->sources.hits()[h];
      ASSERT_EQ(hits[h]["source"].get<std::string>(), source.hit->source());
      ASSERT_EQ(hits[h].contains("citations"), built->sources.citable());
      ASSERT_EQ(hits[h]["content"].size(), source.blocks.size());
      for (size_t b = 0; b < source.blocks.size(); ++b) {
        const std::string sent = hits[h]["content"][b]["text"];
        ASSERT_EQ(sent, source.blocks[b]);
      }
      if (!source.hit->text().empty()) {
        ASSERT_EQ(absl::StrJoin(source.blocks, ""), source.hit->text());
      }
    }
  }
}

TEST(RequestPropertyTest, EveryToolUseHasItsResultInTheNextMessage) {
  RandomRequest requests(6);
  for (int i = 0; i < 500; ++i) {
    const v1::AnswerRequest request = requests.Next();
    std::vector<std::string> pending;
    const Json json = SentJson(request);
    for (const Json& message : json["messages"]) {
      for (const Json& block : message["content"]) {
        if (block["type"] != "tool_result") break;  // results come first
        const auto use = std::find(pending.begin(), pending.end(), block["tool_use_id"]);
        ASSERT_NE(use, pending.end()) << request.DebugString();
        pending.erase(use);
      }
      ASSERT_TRUE(pending.empty()) << request.DebugString();
      for (const Json& block : message["content"]) {
        if (block["type"] == "tool_use") pending.push_back(block["id"]);
      }
    }
    ASSERT_TRUE(pending.empty());
  }
}

TEST(RequestPropertyTest, TheSameRequestAlwaysMakesTheSameBytes) {
  RandomRequest requests(7);
  for (int i = 0; i < 200; ++i) {
    const v1::AnswerRequest request = requests.Next();
    ASSERT_EQ(MustBuild(request).json, MustBuild(request).json);
  }
}

TEST(RequestPropertyTest, EveryRangeOfEveryHitIsExactAndItsSpanSlicesToTheCitedText) {
  RandomRequest requests(8);
  RandomText random(9);
  int cited = 0;
  while (cited < 2000) {
    const v1::AnswerRequest request = requests.Next();
    const BuiltRequest built = MustBuild(request);
    const std::vector<SourceHit>& hits = built.sources.hits();
    Json content = Json::array();
    for (size_t h = 0; h < hits.size(); ++h) {
      const int blocks = static_cast<int>(hits[h].blocks.size());
      const int start = random.Below(blocks);
      const int end = start + 1 + random.Below(blocks - start);
      const std::string text =
          absl::StrJoin(hits[h].blocks.begin() + start, hits[h].blocks.begin() + end, "");
      Json citation = Srl(static_cast<int64_t>(h), start, end, text);
      content.push_back(TextBlock(random.NotBlank(10), Json::array({citation})));
    }
    v1::Answer answer;
    ResolveMessage(Said(MessageJson(content)), built.sources, &answer);
    ASSERT_EQ(answer.blocks_size(), static_cast<int>(hits.size()));
    for (size_t h = 0; h < hits.size(); ++h, ++cited) {
      const v1::AnswerText& block = answer.blocks(static_cast<int>(h)).text();
      const v1::Citation& citation = block.citations(0);
      ASSERT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
      ASSERT_EQ(citation.source().index(), static_cast<int>(h));
      ASSERT_EQ(Slice(absl::StrJoin(hits[h].blocks, ""), citation.source_spans(0)),
                citation.cited_text());
      ASSERT_EQ(Slice(answer.text(), citation.answer_span()), block.text());
    }
  }
}

}  // namespace
}  // namespace footnote::answering
