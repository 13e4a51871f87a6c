// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/citation_schema.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/emulator/request/schema_reader.h"
#include "tests/emulator/request/block_json.h"
#include "tests/emulator/request/json_document.h"
#include "tests/emulator/request/schema_verdict.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class CitationSchemaTableTest : public testing::TestWithParam<Case> {};

TEST_P(CitationSchemaTableTest, ReturnsTheVerdictInBothVersions) {
  ExpectSchemaVerdicts(GetParam());
}

// Returns a body with an assistant text that has the citation `citation`.
std::string WithCitation(const std::string& citation) {
  return Body(Round(R"({"type":"text","text":"t","citations":[)" + citation + "]}", Text("q")));
}

std::vector<Case> CitationCases() {
  const std::string path = "messages.1.content.0.text.citations.0.";
  const std::string from_zero = ": Input should be greater than or equal to 0";
  const auto location = [](const std::string& index, const std::string& range,
                           const std::string& title = "null") {
    return R"("cited_text":"c","document_title":)" + title + R"(,"document_index":)" + index + "," +
           range + "}";
  };
  const auto web_result = [](int url_size, int title_size) {
    return WithCitation(R"({"type":"web_search_result_location","cited_text":"c","url":")" +
                        Repeated("u", url_size) + R"(","title":")" + Repeated("題", title_size) +
                        R"(","encrypted_index":"e"})");
  };
  return {
      {"WithoutEnd",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"search_result_location","cited_text":"c","source":"s","title":null,"search_result_index":0,"start_block_index":0}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.search_result_location.end_block_index: Field "
       "required"},
      {"WebResultWithoutEncryptedIndex",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"web_search_result_location","cited_text":"c","url":"u","title":null}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.web_search_result_location.encrypted_index: Field "
       "required"},
      {"UnknownField",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"char_location","cited_text":"c","document_index":0,"document_title":null,"start_char_index":0,"end_char_index":1,"confidence":1}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.char_location.confidence: Extra inputs are not "
       "permitted"},
      {"WithFileId",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"page_location","cited_text":"c","document_index":0,"document_title":"d","start_page_number":1,"end_page_number":2,"file_id":null}]})",
           Text("t"))),
       "ok"},
      {"PageZero",
       WithCitation(R"({"type":"page_location",)" +
                    location("0", R"("start_page_number":0,"end_page_number":1)")),
       path + "page_location.start_page_number: Input should be greater than or equal to 1"},
      {"NegativeIndex",
       WithCitation(R"({"type":"char_location",)" +
                    location("-1", R"("start_char_index":0,"end_char_index":1)")),
       path + "char_location.document_index" + from_zero},
      {"NegativeStart",
       WithCitation(R"({"type":"content_block_location",)" +
                    location("0", R"("start_block_index":-1,"end_block_index":1)")),
       path + "content_block_location.start_block_index" + from_zero},
      {"EmptyTitle",
       WithCitation(R"({"type":"char_location",)" +
                    location("0", R"("start_char_index":0,"end_char_index":1)", R"("")")),
       path + "char_location.document_title: String should have at least 1 character"},
      {"TitleWith256Characters",
       WithCitation(R"({"type":"char_location",)" +
                    location("0", R"("start_char_index":0,"end_char_index":1)",
                             "\"" + Repeated("t", 256) + "\"")),
       path + "char_location.document_title: String should have at most 255 characters"},
      {"WebResult",
       WithCitation(
           R"({"type":"web_search_result_location","cited_text":"c","url":"u","title":null,"encrypted_index":"e"})"),
       "ok"},
      {"WebResultWithEmptyUrl",
       WithCitation(
           R"({"type":"web_search_result_location","cited_text":"c","url":"","title":null,"encrypted_index":"e"})"),
       path + "web_search_result_location.url: String should have at least 1 character"},
      {"UnknownKind", WithCitation(R"({"type":"video_location"})"),
       "messages.1.content.0.text.citations.0: Input tag 'video_location' found using 'type' does "
       "not match any of the expected tags: 'char_location', 'page_location', "
       "'content_block_location', 'web_search_result_location', 'search_result_location'"},
      {"PageOne",
       WithCitation(R"({"type":"page_location",)" +
                    location("0", R"("start_page_number":1,"end_page_number":2)")),
       "ok"},
      {"TitleWith255Characters",
       WithCitation(R"({"type":"char_location",)" +
                    location("0", R"("start_char_index":0,"end_char_index":1)",
                             "\"" + Repeated("題", 255) + "\"")),
       "ok"},
      {"SearchResult",
       WithCitation(R"({"type":"search_result_location","cited_text":"c","source":"s",)"
                    R"("title":null,"search_result_index":0,"start_block_index":0,)"
                    R"("end_block_index":1})"),
       "ok"},
      {"LongestUrlAndTitleOfAWebResult", web_result(2048, 512), "ok"},
      {"WebUrlWith2049Characters", web_result(2049, 1),
       path + "web_search_result_location.url: String should have at most 2048 characters"},
      {"WebTitleWith513Characters", web_result(1, 513),
       path + "web_search_result_location.title: String should have at most 512 characters"},
  };
}

INSTANTIATE_TEST_SUITE_P(Citations, CitationSchemaTableTest, testing::ValuesIn(CitationCases()),
                         NameOf);

TEST(CitationSchemaTest, ReturnsTrueOnlyIfTheListIsNotEmpty) {
  const auto has_citations = [](const std::string& text_block) {
    const JsonDocument json(text_block);
    SchemaReader reader;
    ObjectReader object(reader, json.root());
    const bool result = ReadCitations(object);
    EXPECT_FALSE(reader.failed()) << text_block;
    return result;
  };
  EXPECT_FALSE(has_citations("{}"));
  EXPECT_FALSE(has_citations(R"({"citations":null})"));
  EXPECT_FALSE(has_citations(R"({"citations":[]})"));
  EXPECT_TRUE(has_citations(R"({"citations":)" + kCharCitation + "}"));
}

}  // namespace
}  // namespace footnote::emulator
