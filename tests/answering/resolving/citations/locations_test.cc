// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/locations.h"

#include <google/protobuf/util/message_differencer.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "tests/answering/test_support.h"

namespace footnote::answering::resolving {
namespace {

using google::protobuf::util::MessageDifferencer;
using messages::TextCitation;

// A citation of `kind` with all fields set.
TextCitation FullCitation(TextCitation::Kind kind) {
  TextCitation cited;
  cited.kind = kind;
  cited.type = "type";
  cited.cited_text = "text";
  cited.index = 1;
  cited.start = 2;
  cited.end = 3;
  cited.title = "title";
  cited.source = "source";
  cited.url = "url";
  cited.encrypted_index = "pointer";
  cited.file_id = "file";
  cited.json = "{}";
  return cited;
}

struct LocationCase {
  const char* name;
  TextCitation::Kind kind;
  // CitationLocation in the text format: with all fields, and without any that can be absent.
  const char* all_fields;
  const char* no_fields;
};

class SetLocationTest : public testing::TestWithParam<LocationCase> {};

TEST_P(SetLocationTest, CopiesTheFieldsOfTheKind) {
  v1::CitationLocation location;
  SetLocation(FullCitation(GetParam().kind), &location);
  EXPECT_TRUE(
      MessageDifferencer::Equals(location, FromText<v1::CitationLocation>(GetParam().all_fields)))
      << location.DebugString();
}

TEST_P(SetLocationTest, AbsentFieldsStayAbsent) {
  TextCitation cited;
  cited.kind = GetParam().kind;
  v1::CitationLocation location;
  SetLocation(std::move(cited), &location);
  EXPECT_TRUE(
      MessageDifferencer::Equals(location, FromText<v1::CitationLocation>(GetParam().no_fields)))
      << location.DebugString();
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SetLocationTest,
    testing::Values(
        LocationCase{"Char", TextCitation::Kind::kChar,
                     "character { document_index: 1 start_char_index: 2 end_char_index: 3 "
                     "document_title: 'title' file_id: 'file' }",
                     "character {}"},
        LocationCase{"Page", TextCitation::Kind::kPage,
                     "page { document_index: 1 start_page_number: 2 end_page_number: 3 "
                     "document_title: 'title' file_id: 'file' }",
                     "page {}"},
        LocationCase{"ContentBlock", TextCitation::Kind::kContentBlock,
                     "content_block { document_index: 1 start_block_index: 2 end_block_index: 3 "
                     "document_title: 'title' file_id: 'file' }",
                     "content_block {}"},
        LocationCase{"SearchResult", TextCitation::Kind::kSearchResult,
                     "search_result { search_result_index: 1 start_block_index: 2 "
                     "end_block_index: 3 source: 'source' title: 'title' }",
                     "search_result {}"},
        LocationCase{"WebSearchResult", TextCitation::Kind::kWebSearchResult,
                     "web_search_result { url: 'url' title: 'title' encrypted_index: 'pointer' }",
                     "web_search_result {}"},
        LocationCase{"Unknown", TextCitation::Kind::kUnknown, "unknown { type: 'type' json: '{}' }",
                     "unknown {}"}),
    [](const testing::TestParamInfo<LocationCase>& info) { return info.param.name; });

TEST(LocationsTest, AnEmptyTitleIsPresent) {
  TextCitation cited;
  cited.kind = TextCitation::Kind::kPage;
  cited.title = "";
  v1::CitationLocation location;
  SetLocation(std::move(cited), &location);
  EXPECT_TRUE(location.page().has_document_title());
}

// The answer to TwoHits with one block that has these citations.
v1::Answer Citing(const Json& citations) {
  return AnswerTo(TwoHits(), MessageJson({TextBlock("A.", citations)}));
}

TEST(LocationsTest, IndicesOfACitationAreNeitherShiftedNorClamped) {
  // B36, B40
  const v1::Citation citation =
      Citing(Json::array({Srl(7, -3, INT64_MAX, "x")})).blocks(0).text().citations(0);
  const v1::SearchResultLocation& location = citation.location().search_result();
  EXPECT_EQ(location.search_result_index(), 7);
  EXPECT_EQ(location.start_block_index(), -3);
  EXPECT_EQ(location.end_block_index(), INT64_MAX);
}

TEST(LocationsTest, PagesAreOneBasedAndBlocksZeroBased) {
  // B36
  const v1::Answer answer = Citing(Json::parse(R"json([
    {"type": "page_location", "cited_text": "p", "document_index": 0, "start_page_number": 1,
     "end_page_number": 2},
    {"type": "content_block_location", "cited_text": "b", "document_index": 0,
     "start_block_index": 0, "end_block_index": 1}])json"));
  const v1::AnswerText& text = answer.blocks(0).text();
  EXPECT_EQ(text.citations(0).location().page().start_page_number(), 1);
  EXPECT_EQ(text.citations(0).location().page().end_page_number(), 2);
  EXPECT_EQ(text.citations(1).location().content_block().start_block_index(), 0);
  EXPECT_EQ(text.citations(1).location().content_block().end_block_index(), 1);
}

}  // namespace
}  // namespace footnote::answering::resolving
