// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/citation_list.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "client/cli/output/render.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/cli/output/cited_answer.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

using Labels = std::vector<std::vector<std::string>>;

TEST(LabelsTest, ARowWithOnePassageHasNoLetterEvenIfTwoBlocksCiteIt) {
  v1::Answer answer = CompleteAnswer();
  *answer.mutable_blocks(2) = answer.blocks(1);
  answer.mutable_blocks(2)
      ->mutable_text()
      ->mutable_citations(0)
      ->mutable_answer_span()
      ->set_byte_start(36);
  EXPECT_EQ(LabelsOfBlocks(answer), (Labels{{}, {"1"}, {"1"}}));
}

TEST(LabelsTest, ABlockThatCitesTwoPassagesOfOneRowHasBothInReadingOrder) {
  v1::Answer answer = CompleteAnswer();
  v1::AnswerText* const text = answer.mutable_blocks(1)->mutable_text();
  *text->add_citations() = answer.blocks(2).text().citations(0);
  *text->add_citations() = text->citations(0);
  EXPECT_EQ(LabelsOfBlocks(answer), (Labels{{}, {"1a", "1b"}, {"1b", "2", ""}}));
}

TEST(LabelsTest, TwoLettersFollowTheLastOne) {
  v1::Answer answer = CompleteAnswer();
  v1::AnswerText* const text = answer.mutable_blocks(1)->mutable_text();
  for (int i = 1; i < 28; ++i) {
    *text->add_citations() = text->citations(0);
    text->mutable_citations(i)->set_cited_text(std::string(i, 'x'));
  }
  const std::vector<std::string> labels = LabelsOfBlocks(answer)[1];
  ASSERT_EQ(labels.size(), 28u);
  EXPECT_EQ(labels[25], "1z");
  EXPECT_EQ(labels[26], "1aa");
  EXPECT_EQ(labels[27], "1ab");
}

TEST(LabelsTest, EveryLabelOfABlockIsTheLabelOfAListedCitation) {
  std::vector<std::string> listed;
  for (const ListedCitation& citation : ListCitations(CitedRequest(), CompleteAnswer())) {
    listed.push_back(citation.label);
  }
  EXPECT_EQ(listed, (std::vector<std::string>{"1a", "1b", "2", ""}));
}

// The list's entry for a citation like this one.
ListedCitation Listed(const std::string& citation, const v1::AnswerRequest& request = {}) {
  v1::Answer answer;
  *answer.add_blocks()->mutable_text()->add_citations() = FromText<v1::Citation>(citation);
  return ListCitations(request, answer)[0];
}

TEST(ListCitationsTest, ShowsInclusivePageRanges) {
  const auto place = [](int first, int end) {
    return Listed(absl::StrCat("location { page { start_page_number: ", first,
                               " end_page_number: ", end, " } }"))
        .location;
  };
  EXPECT_EQ(place(3, 4), "p. 3");
  EXPECT_EQ(place(3, 6), "pp. 3–5");
  EXPECT_EQ(place(3, 5), "pp. 3–4");
  // An invalid range is shown as the API returned it.
  EXPECT_EQ(place(3, 3), "pages [3,3)");
  EXPECT_EQ(place(0, 2), "pages [0,2)");
  EXPECT_EQ(place(5, 2), "pages [5,2)");
}

TEST(ListCitationsTest, NamesDocumentsByTheirOwnTitleAndIdOrAddress) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    documents { id: "docs/a.txt" title: "a.txt" text: "Grass is green." }
    documents { pdf_url: "https://x.example/b.pdf" })");
  const ListedCitation text = Listed(R"(
    location { character { start_char_index: 0 end_char_index: 15 } }
    source { kind: KIND_DOCUMENT item_index: 0 } source_spans { byte_end: 15 })",
                                     request);
  EXPECT_EQ(text.title, "a.txt");
  EXPECT_EQ(text.source, "docs/a.txt");
  EXPECT_EQ(text.location, "characters [0,15)");
  EXPECT_EQ(text.bytes, "bytes [0,15)");
  EXPECT_EQ(text.cited_text, "Grass is green.");
  v1::Answer answer = FromText<v1::Answer>(R"(
    blocks { text { citations { source { kind: KIND_DOCUMENT item_index: 1 } reference_index: 0 } } }
    references { number: 1 source: "https://x.example/b.pdf" })");
  EXPECT_EQ(ListCitations(request, answer)[0].source, "https://x.example/b.pdf");
}

TEST(ListCitationsTest, NamesBlocksOfDocumentsAndPagesOfTheWeb) {
  EXPECT_EQ(
      Listed("location { content_block { start_block_index: 1 end_block_index: 3 } }").location,
      "blocks [1,3)");
  const ListedCitation web = Listed(
      "location { web_search_result { url: 'https://w.example' title: 'W' } } "
      "verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_WEB }");
  EXPECT_EQ(web.title, "W");
  EXPECT_EQ(web.source, "https://w.example");
  EXPECT_EQ(web.verdict, "not checkable (web page)");
}

// B61
TEST(ListCitationsTest, ListsRecoveredCitationsWithTheTextOfTheirSource) {
  v1::Answer answer = CompleteAnswer();
  v1::Citation* const recovered =
      answer.mutable_blocks(0)->mutable_text()->add_recovered_citations();
  *recovered = FromText<v1::Citation>(R"(
    location { search_result { search_result_index: 1 end_block_index: 1 } }
    verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_RECOVERED }
    source { kind: KIND_SEARCH_RESULT api_index: 1 turn_index: 0 item_index: 1 } reference_index: 0
    source_spans { byte_start: 0 byte_end: 7 } source_spans { byte_start: 8 byte_end: 11 })");
  const ListedCitation listed = ListCitations(CitedRequest(), answer)[0];
  EXPECT_TRUE(listed.recovered);
  EXPECT_EQ(listed.label, "1a");
  EXPECT_EQ(listed.cited_text, "Exports … say");
  EXPECT_EQ(listed.verdict, "not checkable (recovered from markup)");
  EXPECT_EQ(LabelsOfBlocks(answer)[0], std::vector<std::string>{"1a"});
  EXPECT_THAT(RenderText(CitedRequest(), answer, false), HasSubstr("In short: [1a]"));
}

// B61
TEST(ListCitationsTest, TruncatesTheTextOfARecoveredSourceBetweenCharacters) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>("search_results { title: 'T' }");
  for (int i = 0; i < 2000; ++i) request.mutable_search_results(0)->mutable_text()->append("日");
  const v1::Answer answer = FromText<v1::Answer>(R"(
    blocks { text { recovered_citations {
      source { kind: KIND_SEARCH_RESULT item_index: 0 }
      source_spans { byte_start: 0 byte_end: 3 } source_spans { byte_start: 3 byte_end: 6000 }
    } } })");
  const std::string quote = ListCitations(request, answer)[0].cited_text;
  EXPECT_LE(quote.size(), 4096u + 3);
  EXPECT_GT(quote.size(), 4000u);
  EXPECT_EQ(quote.substr(quote.size() - 6), "日…");
}

// B80, B81
TEST(ListCitationsTest, NumbersFollowReadingOrderAndPartsOfADocumentShareOne) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    search_results { id: "h0" title: "0" document_key: "other" text: "0" }
    search_results { id: "h1" title: "1" document_key: "d" text: "1" }
    search_results { id: "h2" title: "2" document_key: "d" text: "2" })");
  const v1::Answer answer = FromText<v1::Answer>(R"(
    blocks { text { citations { reference_index: 0 source { kind: KIND_SEARCH_RESULT item_index: 2 } } } }
    blocks { text { citations { reference_index: 1 source { kind: KIND_SEARCH_RESULT item_index: 0 } } } }
    blocks { text { citations { reference_index: 0 source { kind: KIND_SEARCH_RESULT item_index: 1 } } } }
    references { number: 1 document_key: "d" } references { number: 2 document_key: "other" })");
  std::vector<std::string> titles;
  for (const ListedCitation& listed : ListCitations(request, answer)) {
    titles.push_back(listed.label + " " + listed.title);
  }
  EXPECT_EQ(titles, (std::vector<std::string>{"1a 2", "1b 1", "2 0"}));
}

}  // namespace
}  // namespace footnote::client
