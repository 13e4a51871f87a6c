// SPDX-License-Identifier: Apache-2.0
// The examples of the Messages API's documentation: requests and responses.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/answering/test_support.h"

namespace footnote::answering {
namespace {

v1::AnswerRequest TwoResults() {
  return FromText<v1::AnswerRequest>(R"pb(
    model_options { model: "claude-opus-5-5" max_tokens: 1024 }
    question: "Based on these search results, how do I authenticate API requests and what are the "
              "rate limits?"
    search_results {
      id: "reference"
      source: "https://docs.company.com/api-reference"
      title: "API Reference - Authentication"
      text: "All API requests must include an API key in the Authorization header. Keys can be "
            "generated from the dashboard. Rate limits: 1000 requests per hour for standard tier, "
            "10000 for premium."
    }
    search_results {
      id: "quickstart"
      source: "https://docs.company.com/quickstart"
      title: "Getting Started Guide"
      text: "To get started: 1) Sign up for an account, 2) Generate an API key from the dashboard, "
            "3) Install our SDK using pip install company-sdk, 4) Initialize the client with your "
            "API key."
    }
  )pb");
}

v1::AnswerRequest Combined() {
  return FromText<v1::AnswerRequest>(R"pb(
    model_options { model: "claude-opus-5-5" max_tokens: 1024 }
    tools {
      custom {
        name: "search_knowledge_base"
        description: "Search the company knowledge base for information"
        input_schema_json: '{"type": "object", "properties": {"query": {"type": "string", '
                           '"description": "The search query"}}, "required": ["query"]}'
      }
    }
    turns {
      user {
        question: "What does Acme Dashboard do, and what plans is it available on?"
        search_results {
          id: "overview"
          source: "https://docs.company.com/overview"
          title: "Product Overview"
          text: "Acme Dashboard is a monitoring tool for distributed systems. It supports "
                "real-time alerting and custom metric dashboards."
        }
      }
    }
    turns {
      assistant {
        blocks { text { text: "Let me check the pricing information." } }
        blocks {
          tool_use {
            id: "toolu_01A09q90qw90lq917835lq9"
            name: "search_knowledge_base"
            input_json: '{"query": "Acme Dashboard pricing plans"}'
          }
        }
      }
    }
    tool_results {
      tool_use_id: "toolu_01A09q90qw90lq917835lq9"
      search_results {
        id: "pricing"
        source: "https://docs.company.com/pricing"
        title: "Pricing Plans"
        text: "Acme Dashboard is available on the Starter plan at $10 per user per month and the "
              "Enterprise plan with custom pricing."
      }
    }
  )pb");
}

v1::AnswerRequest ForcedTool() {
  return FromText<v1::AnswerRequest>(R"pb(
    model_options { model: "claude-opus-5" max_tokens: 1024 }
    tools {
      custom {
        name: "search_knowledge_base"
        description: "Search the company knowledge base for information"
        input_schema_json: '{"type": "object", "properties": {"query": {"type": "string", '
                           '"description": "The search query"}}, "required": ["query"]}'
      }
    }
    tool_choice { mode: MODE_TOOL tool_name: "search_knowledge_base" }
    question: "How do I configure the timeout settings?"
  )pb");
}

// Returns a request with one search result of three blocks.
v1::AnswerRequest MultiBlock() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    search_results {
      id: "guide"
      source: "https://docs.company.com/api-guide"
      title: "API Documentation"
      blocks {
        blocks { text: "Authentication: All API requests require an API key." }
        blocks { text: "Rate Limits: The API allows 1000 requests per hour per key." }
        blocks { text: "Error Handling: The API returns standard HTTP status codes." }
      }
    }
  )pb");
}

std::string JoinedBlocks(const v1::SearchResult& result) {
  std::string text;
  for (const v1::TextBlock& block : result.blocks().blocks()) text += block.text();
  return text;
}

TEST(DocumentedExamplesTest, AForcedToolUseIsSentAsDocumented) {
  Json documented = Json::parse(Documented("forced_tool_request.json"));
  // A string is equivalent to one text block.
  Json& content = documented["messages"][0]["content"];
  content = Json::array({TextBlock(content.get<std::string>())});
  EXPECT_EQ(SentJson(ForcedTool()), documented);
}

TEST(DocumentedExamplesTest, TheNewestModelsRefuseTheForcedToolUse) {
  v1::AnswerRequest request = ForcedTool();
  request.mutable_model_options()->set_model("claude-opus-5-5");
  EXPECT_THAT(ViolationsOf(request),
              testing::ElementsAre(HasReason("tool_choice.mode", v1::NOT_SUPPORTED_BY_MODEL)));
}

TEST(DocumentedExamplesTest, TwoResultsAreSentAsDocumented) {
  EXPECT_EQ(SentJson(TwoResults()), Json::parse(Documented("two_results_request.json")));
}

TEST(DocumentedExamplesTest, ACombinedConversationIsSentAsDocumented) {
  EXPECT_EQ(SentJson(Combined()), Json::parse(Documented("combined_request.json")));
}

TEST(DocumentedExamplesTest, ASearchResultOfSeveralBlocksIsSentAsDocumented) {
  EXPECT_EQ(SentJson(MultiBlock())["messages"][0]["content"][0],
            Json::parse(Documented("multi_block_search_result.json")));
}

TEST(DocumentedExamplesTest, TheDocumentedAnswerToTwoResultsIsExact) {
  const v1::AnswerRequest request = TwoResults();
  const v1::Answer answer = AnswerTo(request, Documented("two_results_response.json"));
  ASSERT_EQ(answer.blocks_size(), 3);
  EXPECT_EQ(answer.blocks(1).text().citations_size(), 0);
  for (const int b : {0, 2}) {
    ASSERT_EQ(answer.blocks(b).text().citations_size(), 1);
    const int i = b / 2;
    const v1::Citation& citation = answer.blocks(b).text().citations(0);
    EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
    EXPECT_EQ(citation.location().search_result().search_result_index(), i);
    EXPECT_EQ(citation.location().search_result().start_block_index(), 0);
    EXPECT_EQ(citation.location().search_result().end_block_index(), 1);
    EXPECT_EQ(citation.location().search_result().source(), request.search_results(i).source());
    EXPECT_EQ(citation.location().search_result().title(), request.search_results(i).title());
    EXPECT_EQ(citation.source().id(), request.search_results(i).id());
    EXPECT_EQ(citation.source().api_index(), i);
    EXPECT_EQ(citation.source().turn_index(), 0);
    EXPECT_EQ(citation.source().item_index(), i);
    EXPECT_FALSE(citation.source().has_tool_result_index());
    EXPECT_EQ(citation.reference_index(), i);
    ASSERT_EQ(citation.source_spans_size(), 1);
    EXPECT_EQ(Slice(request.search_results(i).text(), citation.source_spans(0)),
              citation.cited_text());
    EXPECT_EQ(citation.cited_text(), request.search_results(i).text());
    EXPECT_EQ(Slice(answer.text(), citation.answer_span()), answer.blocks(b).text().text());
  }
  EXPECT_EQ(answer.references(1).number(), 2);
  EXPECT_EQ(answer.references(1).title(), "Getting Started Guide");
}

TEST(DocumentedExamplesTest, TheDocumentedAnswerToACombinedConversationIsExact) {
  const v1::AnswerRequest request = Combined();
  const v1::Answer answer = AnswerTo(request, Documented("combined_response.json"));
  ASSERT_EQ(answer.blocks_size(), 4);
  const v1::Citation& overview = answer.blocks(1).text().citations(0);
  const v1::Citation& pricing = answer.blocks(3).text().citations(0);
  EXPECT_EQ(overview.verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_EQ(pricing.verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_EQ(overview.source().id(), "overview");
  EXPECT_EQ(overview.source().api_index(), 0);
  EXPECT_EQ(overview.source().turn_index(), 0);
  EXPECT_EQ(pricing.source().id(), "pricing");
  EXPECT_EQ(pricing.source().api_index(), 1);
  EXPECT_EQ(pricing.source().turn_index(), 2);
  EXPECT_EQ(pricing.source().tool_result_index(), 0);
  EXPECT_EQ(pricing.source().item_index(), 0);
  EXPECT_EQ(Slice(request.turns(0).user().search_results(0).text(), overview.source_spans(0)),
            overview.cited_text());
  EXPECT_EQ(Slice(request.tool_results(0).search_results(0).text(), pricing.source_spans(0)),
            pricing.cited_text());
}

TEST(DocumentedExamplesTest, FieldsThatThePartialMessageLacksAreNotSet) {
  const v1::Answer answer = AnswerTo(TwoResults(), Documented("two_results_response.json"));
  EXPECT_EQ(answer.upstream_message_id(), "");
  EXPECT_EQ(answer.model(), "");
  EXPECT_FALSE(answer.has_stop_reason_raw());
  EXPECT_EQ(answer.stop_reason(), v1::STOP_REASON_UNSPECIFIED);
  EXPECT_FALSE(answer.complete());
  EXPECT_FALSE(answer.has_usage());
  ASSERT_EQ(answer.notices_size(), 1);
  EXPECT_EQ(answer.notices(0).kind(), v1::Notice::KIND_INCOMPLETE_USAGE);
}

TEST(DocumentedExamplesTest, TheDocumentedCitationOfOneBlockIsExact) {
  const v1::AnswerRequest request = MultiBlock();
  const Json citation = Json::parse(Documented("multi_block_citation.json"));
  const v1::Answer answer =
      AnswerTo(request, MessageJson({TextBlock("1000 an hour.", Json::array({citation}))}));
  const v1::Citation& resolved = answer.blocks(0).text().citations(0);
  EXPECT_EQ(resolved.verification().verdict(), v1::Verification::VERDICT_EXACT);
  EXPECT_EQ(Slice(JoinedBlocks(request.search_results(0)), resolved.source_spans(0)),
            request.search_results(0).blocks().blocks(1).text());
  EXPECT_EQ(answer.notices_size(), 0);
}

TEST(DocumentedExamplesTest, EveryRangeOfBlocksIsExact) {
  const v1::AnswerRequest request = MultiBlock();
  const v1::SearchResult& result = request.search_results(0);
  const int blocks = result.blocks().blocks_size();
  for (int start = 0; start < blocks; ++start) {
    std::string text;
    for (int end = start + 1; end <= blocks; ++end) {
      text += result.blocks().blocks(end - 1).text();
      const v1::Answer answer = AnswerTo(
          request, MessageJson({TextBlock("A.", Json::array({Srl(0, start, end, text)}))}));
      const v1::Citation& citation = answer.blocks(0).text().citations(0);
      EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
      EXPECT_EQ(Slice(JoinedBlocks(result), citation.source_spans(0)), text);
    }
  }
}

// ---- Documents ----

// Returns a request with the documents that the documented citations cite: plain text, PDF and
// custom content, in this order.
v1::AnswerRequest ThreeDocuments() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "What is green, what is essential, and what comes first?"
    documents { id: "plain" text: "The grass is green. The sky is blue." title: "Example Document" }
    documents { id: "pdf" pdf: "%PDF-1.7\n" title: "PDF Document" }
    documents {
      id: "custom"
      blocks {
        blocks { text: "First chunk" }
        blocks { text: "Second chunk" }
      }
    }
  )pb");
}

TEST(DocumentedExamplesTest, TheDocumentedRangeOfTwentyOverNineteenCharactersIsVerified) {
  // The range includes the space after the sentence, and the cited text does not.
  const v1::AnswerRequest request = ThreeDocuments();
  const Json citation = Json::parse(R"({
      "type": "char_location", "cited_text": "The grass is green.", "document_index": 0,
      "document_title": "Example Document", "start_char_index": 0, "end_char_index": 20})");
  const v1::Answer answer =
      AnswerTo(request, MessageJson({TextBlock("It is green.", Json::array({citation}))}));
  const v1::Citation& resolved = answer.blocks(0).text().citations(0);
  EXPECT_EQ(resolved.verification().verdict(), v1::Verification::VERDICT_NORMALIZED);
  ASSERT_EQ(resolved.verification().folds_size(), 1);
  EXPECT_EQ(resolved.verification().folds(0), v1::Verification::FOLD_TRAILING_SPACE);
  EXPECT_EQ(resolved.source().id(), "plain");
  EXPECT_EQ(Slice(request.documents(0).text(), resolved.source_spans(0)), "The grass is green. ");
  EXPECT_EQ(answer.notices_size(), 0);
  EXPECT_EQ(answer.coverage().ratio(), 1);
}

TEST(DocumentedExamplesTest, TheDocumentedPageIsOneBasedAndNotCheckable) {
  const Json citation = Json::parse(R"({
      "type": "page_location", "cited_text": "Water is essential for life.", "document_index": 1,
      "document_title": "PDF Document", "start_page_number": 5, "end_page_number": 6})");
  const v1::Answer answer =
      AnswerTo(ThreeDocuments(), MessageJson({TextBlock("It is.", Json::array({citation}))}));
  const v1::Citation& resolved = answer.blocks(0).text().citations(0);
  EXPECT_EQ(resolved.verification().verdict(), v1::Verification::VERDICT_NOT_CHECKABLE);
  EXPECT_EQ(resolved.verification().reason(), v1::Verification::REASON_PDF);
  EXPECT_EQ(resolved.source().id(), "pdf");
  EXPECT_EQ(resolved.location().page().start_page_number(), 5);
  EXPECT_EQ(resolved.location().page().end_page_number(), 6);
  EXPECT_EQ(answer.notices_size(), 0);
}

TEST(DocumentedExamplesTest, OneAnswerCanCiteEveryKindOfSourceWithNullTitles) {
  // B57
  const Json content = Json::parse(R"json([
      {"type": "text", "text": "All of it.", "citations": [
        {"type": "char_location", "cited_text": "The sky is blue.", "document_index": 0,
         "document_title": null, "start_char_index": 20, "end_char_index": 36, "file_id": null},
        {"type": "page_location", "cited_text": "x", "document_index": 1, "document_title": null,
         "start_page_number": 1, "end_page_number": 2},
        {"type": "content_block_location", "cited_text": "First chunkSecond chunk",
         "document_index": 2, "document_title": null, "start_block_index": 0,
         "end_block_index": 2},
        {"type": "search_result_location", "cited_text": "Rate limit is 1000/h.",
         "source": "kb://1", "title": null, "search_result_index": 0, "start_block_index": 0,
         "end_block_index": 1},
        {"type": "web_search_result_location", "cited_text": "x", "url": "https://web.example/",
         "title": null, "encrypted_index": "e"}]}])json");
  v1::AnswerRequest request = ThreeDocuments();
  *request.mutable_search_results() = TwoHits().search_results();
  const v1::Answer answer = AnswerTo(request, MessageJson(content));
  std::vector<int> verdicts;
  for (const v1::Citation& citation : answer.blocks(0).text().citations()) {
    verdicts.push_back(citation.verification().verdict());
  }
  using v1::Verification;
  EXPECT_THAT(verdicts,
              testing::ElementsAre(Verification::VERDICT_EXACT, Verification::VERDICT_NOT_CHECKABLE,
                                   Verification::VERDICT_EXACT, Verification::VERDICT_EXACT,
                                   Verification::VERDICT_NOT_CHECKABLE));
  EXPECT_EQ(answer.notices_size(), 0);
  EXPECT_EQ(answer.references_size(), 5);
  EXPECT_FALSE(answer.references(4).has_title());
}

struct ChangedCase {
  const char* name;
  const char* key;
  Json value;
  v1::Verification::Verdict verdict;
  int spans;
};

class ChangedCitationTest : public testing::TestWithParam<ChangedCase> {};

TEST_P(ChangedCitationTest, HasItsVerdictAndTheIndicesOfTheApi) {
  Json message = Json::parse(Documented("two_results_response.json"));
  Json& changed = message["content"][2]["citations"][0];
  changed[GetParam().key] = GetParam().value;
  const v1::Answer answer = AnswerTo(TwoResults(), message.dump());
  const v1::Citation& citation = answer.blocks(2).text().citations(0);
  EXPECT_EQ(citation.verification().verdict(), GetParam().verdict);
  EXPECT_EQ(citation.source_spans_size(), GetParam().spans);
  EXPECT_EQ(citation.location().search_result().search_result_index(),
            changed["search_result_index"]);
  EXPECT_EQ(citation.location().search_result().start_block_index(), changed["start_block_index"]);
  EXPECT_EQ(citation.location().search_result().end_block_index(), changed["end_block_index"]);
  EXPECT_EQ(citation.cited_text(), changed["cited_text"]);
  EXPECT_EQ(citation.has_reference_index(), citation.has_source());
  // The other citation does not change.
  EXPECT_EQ(answer.blocks(0).text().citations(0).verification().verdict(),
            v1::Verification::VERDICT_EXACT);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, ChangedCitationTest,
    testing::Values(
        ChangedCase{"AnotherText", "cited_text", "To get started: 1) Sign up for an account.",
                    v1::Verification::VERDICT_MISMATCH, 1},
        ChangedCase{"IndexPastTheEnd", "search_result_index", 2,
                    v1::Verification::VERDICT_UNKNOWN_SOURCE, 0},
        ChangedCase{"AnotherSearchResult", "search_result_index", 0,
                    v1::Verification::VERDICT_MISMATCH, 1},
        ChangedCase{"EmptyRange", "end_block_index", 0, v1::Verification::VERDICT_OUT_OF_RANGE, 0},
        ChangedCase{"RangePastTheEnd", "end_block_index", 2, v1::Verification::VERDICT_OUT_OF_RANGE,
                    0},
        ChangedCase{"AnotherSource", "source", "https://evil.example",
                    v1::Verification::VERDICT_EXACT, 1}),
    [](const testing::TestParamInfo<ChangedCase>& info) { return info.param.name; });

TEST(DocumentedExamplesTest, AnotherSourceIsANoticeAndTheIndexTakesPrecedence) {
  Json message = Json::parse(Documented("two_results_response.json"));
  message["content"][2]["citations"][0]["source"] = "https://evil.example";
  const v1::Answer answer = AnswerTo(TwoResults(), message.dump());
  EXPECT_EQ(answer.blocks(2).text().citations(0).source().id(), "quickstart");
  EXPECT_EQ(answer.references(1).source(), "https://docs.company.com/quickstart");
  ASSERT_GE(answer.notices_size(), 1);
  EXPECT_EQ(answer.notices(0).kind(), v1::Notice::KIND_SOURCE_MISMATCH);
  EXPECT_EQ(answer.notices(0).block_index(), 2);
  EXPECT_EQ(answer.notices(0).citation_index(), 0);
}

}  // namespace
}  // namespace footnote::answering
