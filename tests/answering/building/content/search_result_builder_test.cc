// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/search_result_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest WithSearchResult(const std::string& fields) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' search_results {", fields, "}"));
}

Json Sent(const std::string& fields) {
  return SentJson(WithSearchResult(fields))["messages"][0]["content"][0];
}

TEST(SearchResultBuilderTest, BlocksAreSentUnchanged) {
  EXPECT_EQ(Sent("source: 'kb://1' title: 'T' "
                 "blocks { blocks { text: 'One.\\n\\nTwo.' } blocks { text: ' 3' } }"),
            Json::parse(R"json({
    "type": "search_result",
    "source": "kb://1",
    "title": "T",
    "content": [{"type": "text", "text": "One.\n\nTwo."}, {"type": "text", "text": " 3"}],
    "citations": {"enabled": true}
  })json"));
}

TEST(SearchResultBuilderTest, TextIsSplitByTheChunkingOfTheRequest) {
  v1::AnswerRequest request = WithSearchResult("source: 's' title: 't' text: 'One. Two.'");
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["content"].size(), 1u);
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["content"].size(), 2u);
}

TEST(SearchResultBuilderTest, TheChunkingOfASearchResultOverridesThatOfTheRequest) {
  v1::AnswerRequest request =
      WithSearchResult("source: 's' title: 't' text: 'One. Two.' chunking {}");
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(SentJson(request)["messages"][0]["content"][0]["content"].size(), 1u);
}

TEST(SearchResultBuilderTest, TheSourceHasTheNamesAndBlocksOfTheSearchResult) {
  Violations violations;
  const Field root(&violations);
  SourceIndex sources;
  SourceRegister source_register(&sources);
  CacheBreakpoints breakpoints;
  SearchResultBuilder builder({}, &source_register, &breakpoints);
  const auto search_result = FromText<v1::SearchResult>(R"pb(
    id: "i"
    source: "s"
    title: "t"
    blocks { blocks { text: "a" } }
    document_key: "k"
    metadata { key: "m" value: "v" }
    cache_control { ttl: TTL_1H }
  )pb");
  const messages::SearchResultParam sent =
      builder.Build(search_result, {1, 2, 3}, root.Element("search_results", 3));
  EXPECT_EQ(violations.count(), 0u);
  EXPECT_EQ(sent.cache, messages::CacheTtl::k1Hour);
  EXPECT_FALSE(sent.citations_enabled);
  ASSERT_EQ(sources.search_results().size(), 1u);
  const Source& source = sources.search_results()[0];
  EXPECT_EQ(source.kind, Source::Kind::kSearchResult);
  EXPECT_EQ(source.search_result, &search_result);
  EXPECT_EQ(source.position.turn, 1);
  EXPECT_EQ(source.position.tool_result, 2);
  EXPECT_EQ(source.position.position, 3);
  EXPECT_EQ(source.id, "i");
  EXPECT_EQ(source.title, "t");
  EXPECT_EQ(source.address, "s");
  EXPECT_EQ(source.document_key, "k");
  EXPECT_THAT(source.metadata, ElementsAre(testing::Pair("m", "v")));
  EXPECT_THAT(source.blocks, ElementsAre("a"));
  EXPECT_FALSE(source.chunking.has_value());
  ASSERT_EQ(breakpoints.breakpoints().size(), 1u);
  EXPECT_EQ(breakpoints.breakpoints()[0].field, "search_results[3].cache_control");
}

struct SearchResultRule {
  const char* name;
  std::string fields;
  const char* field;  // relative to the search result
  const char* reason;
  const char* problem;
};

class SearchResultRuleTest : public testing::TestWithParam<SearchResultRule> {};

TEST_P(SearchResultRuleTest, IsOneViolationOfItsField) {
  const std::string field = GetParam().field;
  EXPECT_THAT(
      ViolationsOf(WithSearchResult(GetParam().fields)),
      ElementsAre(ViolatesRule(absl::StrCat("search_results[0]", field.empty() ? "" : ".", field),
                               GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, SearchResultRuleTest,
    testing::Values(
        SearchResultRule{"NoContent", "source: 's' title: 't'", "", "REQUIRED",
                         "`text` or `blocks`"},
        SearchResultRule{"NoSource", "title: 't' text: 'x'", "source", "EMPTY", ""},
        SearchResultRule{"BlankTitle", "source: 's' title: '\\n' text: 'x'", "title", "EMPTY",
                         "blank"},
        SearchResultRule{"BlankText", "source: 's' title: 't' text: ' '", "text", "EMPTY", "blank"},
        SearchResultRule{"EmptyText", "source: 's' title: 't' text: ''", "text", "EMPTY", ""},
        SearchResultRule{"NoBlocks", "source: 's' title: 't' blocks {}", "blocks.blocks", "EMPTY",
                         "at least one block"},
        SearchResultRule{"BlankBlock",
                         "source: 's' title: 't' "
                         "blocks { blocks { text: 'x' } blocks { text: '\u3000' } }",
                         "blocks.blocks[1].text", "EMPTY", "blank"},
        SearchResultRule{"EmptyBlock", "source: 's' title: 't' blocks { blocks {} }",
                         "blocks.blocks[0].text", "EMPTY", ""},
        SearchResultRule{"ChunkingOfBlocks",
                         "source: 's' title: 't' blocks { blocks { text: 'x' } } chunking {}",
                         "chunking", "NOT_APPLICABLE", "only valid with `text`"},
        SearchResultRule{"InvalidChunking",
                         "source: 's' title: 't' text: 'x' chunking { policy: 9 }",
                         "chunking.policy", "UNKNOWN_ENUM_VALUE", "9"},
        SearchResultRule{"UnknownTtl", "source: 's' title: 't' text: 'x' cache_control { ttl: 7 }",
                         "cache_control.ttl", "UNKNOWN_ENUM_VALUE", "7"}),
    [](const testing::TestParamInfo<SearchResultRule>& info) { return info.param.name; });

TEST(SearchResultBuilderTest, IllFormedTextIsReportedWithItsFieldAndByte) {
  v1::AnswerRequest request = WithSearchResult("blocks { blocks {} }");
  v1::SearchResult* search_result = request.mutable_search_results(0);
  search_result->set_source("s\x80");
  search_result->set_title("\x80");
  search_result->mutable_blocks()->mutable_blocks(0)->set_text("ab\x80");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("search_results[0].source", "INVALID_UTF8", "byte 1"),
                          ViolatesRule("search_results[0].title", "INVALID_UTF8", "byte 0"),
                          ViolatesRule("search_results[0].blocks.blocks[0].text", "INVALID_UTF8",
                                       "byte 2")));
}

}  // namespace
}  // namespace footnote::answering::building
