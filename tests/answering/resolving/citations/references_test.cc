// SPDX-License-Identifier: Apache-2.0
// Resolves citations in the JSON of the Messages API.
#include "service/answering/resolving/citations/references.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;

TEST(ReferencesTest, NumbersFollowReadingOrderAndAreReused) {
  // B81
  const v1::Answer answer = CiteInOrder(SearchResults(5), {4, 1, 4, 0});
  EXPECT_THAT(ReferenceNumbers(answer), ElementsAre(1, 2, 1, 3));
  EXPECT_THAT(ReferenceSources(answer), ElementsAre("s4", "s1", "s0"));
  EXPECT_THAT(answer.text(), testing::Not(testing::HasSubstr("[1]")));
}

TEST(ReferencesTest, OnlyCitedSearchResultsHaveRows) {
  // B34
  v1::AnswerRequest request = SearchResults(5);
  for (int i = 0; i < 5; ++i) request.mutable_search_results(i)->set_id(absl::StrCat("id-", i));
  const v1::Answer answer = CiteInOrder(request, {4, 2});
  EXPECT_THAT(ReferenceNumbers(answer), ElementsAre(1, 2));
  EXPECT_EQ(answer.references(0).sources(0).id(), "id-4");
  EXPECT_EQ(answer.references(1).sources(0).id(), "id-2");
}

TEST(ReferencesTest, TwoCitationsOfTheSamePassageShareARow) {
  // B38
  const v1::Answer answer = CiteInOrder(SearchResults(1), {0, 0});
  ASSERT_EQ(answer.references_size(), 1);
  EXPECT_EQ(answer.references(0).sources_size(), 1);
  const v1::Span& first = answer.blocks(0).text().citations(0).answer_span();
  const v1::Span& second = answer.blocks(1).text().citations(0).answer_span();
  EXPECT_EQ(first.byte_end(), second.byte_start());
  EXPECT_LT(second.byte_start(), second.byte_end());
}

TEST(ReferencesTest, SearchResultsOfOneDocumentShareARow) {
  // B80
  v1::AnswerRequest request = SearchResults(3);
  for (int i = 0; i < 3; ++i) request.mutable_search_results(i)->set_source("same");
  request.mutable_search_results(0)->set_document_key("doc-a");
  request.mutable_search_results(1)->set_document_key("doc-a");
  request.mutable_search_results(2)->set_document_key("doc-b");
  const v1::Answer answer = CiteInOrder(request, {1, 0, 2});
  ASSERT_EQ(answer.references_size(), 2);
  EXPECT_EQ(answer.references(0).document_key(), "doc-a");
  ASSERT_EQ(answer.references(0).sources_size(), 2);
  EXPECT_EQ(answer.references(0).sources(0).api_index(), 1);
  EXPECT_EQ(answer.references(0).sources(1).api_index(), 0);
  EXPECT_EQ(answer.references(1).document_key(), "doc-b");
  EXPECT_EQ(answer.blocks(1).text().citations(0).source().api_index(), 0);
}

TEST(ReferencesTest, InterleavedDocumentsKeepTheirRowsAndListEachSearchResultOnce) {
  v1::AnswerRequest request = SearchResults(6);
  for (int i = 0; i < 6; ++i) {
    if (i % 3 < 2) request.mutable_search_results(i)->set_document_key(absl::StrCat("doc-", i % 3));
  }
  const v1::Answer answer = CiteInOrder(request, {0, 1, 2, 3, 4, 5, 3, 0, 4, 1, 2});
  EXPECT_THAT(ReferenceNumbers(answer), ElementsAre(1, 2, 3, 1, 2, 4, 1, 1, 2, 2, 3));
  std::vector<std::vector<int>> rows;
  for (const v1::Reference& row : answer.references()) {
    rows.emplace_back();
    for (const v1::CitedSource& source : row.sources()) rows.back().push_back(source.api_index());
  }
  EXPECT_THAT(rows,
              ElementsAre(ElementsAre(0, 3), ElementsAre(1, 4), ElementsAre(2), ElementsAre(5)));
}

TEST(ReferencesTest, ARowHasTheFieldsOfTheSearchResultThatIsCitedFirst) {
  v1::AnswerRequest request = SearchResults(2);
  for (int i = 0; i < 2; ++i) {
    request.mutable_search_results(i)->set_document_key("doc");
    (*request.mutable_search_results(i)->mutable_metadata())["page"] = absl::StrCat(i);
  }
  const v1::Answer answer = CiteInOrder(request, {1, 0});
  ASSERT_EQ(answer.references_size(), 1);
  EXPECT_EQ(answer.references(0).source(), "s1");
  EXPECT_EQ(answer.references(0).title(), "t1");
  EXPECT_EQ(answer.references(0).metadata().at("page"), "1");
}

TEST(ReferencesTest, WebPagesShareARowByUrlAndDifferFromSearchResults) {
  const v1::Answer answer = AnswerTo(TwoHits(), MessageJson({TextBlock("A.", Json::parse(R"json([
    {"type": "web_search_result_location", "cited_text": "a", "url": "kb://1", "title": "W",
     "encrypted_index": "1"},
    {"type": "web_search_result_location", "cited_text": "b", "url": "kb://1", "title": null,
     "encrypted_index": "2"},
    {"type": "search_result_location", "cited_text": "Rate limit is 1000/h.",
     "search_result_index": 0, "start_block_index": 0, "end_block_index": 1}])json"))}));
  EXPECT_THAT(ReferenceNumbers(answer), ElementsAre(1, 1, 2));
  EXPECT_EQ(answer.references(0).title(), "W");
  EXPECT_EQ(answer.references(0).sources(0).kind(), v1::CitedSource::KIND_WEB_PAGE);
  EXPECT_FALSE(answer.references(0).sources(0).has_api_index());
  EXPECT_EQ(answer.references(1).sources(0).kind(), v1::CitedSource::KIND_SEARCH_RESULT);
}

}  // namespace
}  // namespace footnote::answering::resolving
