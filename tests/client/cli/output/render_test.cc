// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/render.h"

#include <google/protobuf/text_format.h>

#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "client/cli/output/citation_list.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

template <typename Message>
Message FromText(const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message));
  return message;
}

// Two passages of one document, which share a row, and a page of another.
v1::AnswerRequest Request() {
  return FromText<v1::AnswerRequest>(R"(
    question: "How long is data kept?"
    search_results {
      id: "guide.md#100-180" source: "guide.md" title: "Guide — Retention"
      text: "Data is kept for 30 days.\n\nBackups are kept for a year."
      document_key: "guide.md" metadata { key: "byte_start" value: "100" }
    }
    search_results {
      source: "guide.md" title: "Guide — Export" text: "Exports say “all”."
      document_key: "guide.md" metadata { key: "byte_start" value: "400" }
    }
    search_results { source: "https://x.example/a_b" title: "Other *page*" text: "Nothing is kept." })");
}

v1::Answer Complete() {
  return FromText<v1::Answer>(R"(
    text: "In short: data is kept for 30 days, and exports hold all of it.\n"
    blocks { text { text: "In short: " } }
    blocks {
      text {
        text: "data is kept for 30 days, "
        citations {
          location {
            search_result { search_result_index: 0 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Data is kept for 30 days.\n\n"
          verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT api_index: 0 turn_index: 0 item_index: 0 }
          reference_index: 0
          source_spans { byte_start: 0 byte_end: 27 }
          answer_span { byte_start: 10 byte_end: 36 }
        }
      }
    }
    blocks {
      text {
        text: "and exports hold all of it.\n"
        citations {
          location {
            search_result { search_result_index: 1 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Exports say \"all\"."
          verification { verdict: VERDICT_NORMALIZED folds: FOLD_QUOTES }
          source { kind: KIND_SEARCH_RESULT api_index: 1 turn_index: 0 item_index: 1 }
          reference_index: 0
          source_spans { byte_start: 0 byte_end: 22 }
          answer_span { byte_start: 36 byte_end: 64 }
        }
        citations {
          location {
            search_result { search_result_index: 2 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "Nothing at all."
          verification { verdict: VERDICT_MISMATCH reason: REASON_TEXT }
          source { kind: KIND_SEARCH_RESULT api_index: 2 turn_index: 0 item_index: 2 }
          reference_index: 1
          source_spans { byte_start: 0 byte_end: 16 }
          answer_span { byte_start: 36 byte_end: 64 }
        }
        citations {
          location {
            search_result { search_result_index: 9 start_block_index: 0 end_block_index: 1 }
          }
          cited_text: "From nowhere."
          verification { verdict: VERDICT_UNKNOWN_SOURCE }
          answer_span { byte_start: 36 byte_end: 64 }
        }
      }
    }
    references { number: 1 source: "guide.md" title: "Guide — Retention" document_key: "guide.md" }
    references { number: 2 source: "https://x.example/a_b" title: "Other *page*" }
    stop_reason: STOP_REASON_END_TURN stop_reason_raw: "end_turn" complete: true
    usage { input_tokens: 120 output_tokens: 34 }
    model: "claude-test")");
}

TEST(RenderTextTest, ShowsTheAnswerAndEveryCitationInFull) {
  EXPECT_EQ(RenderText(Request(), Complete(), /*colour=*/false),
            R"(In short: data is kept for 30 days, [1a] and exports hold all of it. [1b] [2] [?]

[1a] │ Data is kept for 30 days.
     Guide — Retention
     guide.md · bytes [100,127) · blocks [0,1) · exact

[1b] │ Exports say "all".
     Guide — Export
     guide.md · bytes [400,422) · blocks [0,1) · normalized (quotes)

[2] │ Nothing at all.
    Other *page*
    https://x.example/a_b · bytes [0,16) · blocks [0,1) · mismatch (the texts differ)

[?] │ From nowhere.
    blocks [0,1) · unknown source

claude-test · 120 tokens in, 34 out
)");
}

TEST(RenderTextTest, SaysWhyAnAnswerIsIncompleteAndWhatWasNoticed) {
  const v1::Answer answer = FromText<v1::Answer>(R"(
    text: "Data is" blocks { text { text: "Data is" } }
    stop_reason: STOP_REASON_MAX_TOKENS stop_reason_raw: "max_tokens"
    notices { kind: KIND_NO_CITATIONS message: "the answer cites nothing" }
    usage { input_tokens: 5 cache_read_input_tokens: 7 } model: "m")");
  EXPECT_EQ(RenderText({}, answer, false), R"(Data is

! incomplete: the model stopped with max_tokens
! the answer cites nothing

m · 5 tokens in, ? out, 7 read from the cache
)");
}

// The line of remarks on an answer that stopped so.
std::string Incomplete(const std::string& stop) {
  const std::string text = RenderText({}, FromText<v1::Answer>(stop), false);
  return text.substr(0, text.find('\n'));
}

TEST(RenderTextTest, SaysWhyTheModelStoppedInTheApisOwnWord) {
  EXPECT_EQ(Incomplete(R"(stop_reason_raw: "made_up")"),
            "! incomplete: the model stopped with made_up");
  EXPECT_EQ(Incomplete("stop_reason: STOP_REASON_REFUSAL"),
            "! incomplete: the model stopped with refusal");
  for (const char* none : {"", R"(stop_reason_raw: "")"}) {
    EXPECT_EQ(Incomplete(none), "! incomplete: the API returned no stop reason") << none;
  }
}

TEST(RenderTextTest, CountsOneOfAKindInTheSingular) {
  EXPECT_THAT(RenderText({}, FromText<v1::Answer>(R"(
                complete: true model: "m" usage { input_tokens: 1 output_tokens: 1 })"),
                         false),
              HasSubstr("m · 1 token in, 1 out\n"));
}

TEST(RenderTextTest, SaysOfACitationThatNobodyCheckedThatItIsNotVerified) {
  v1::Answer answer = Complete();
  v1::Citation* const citation = answer.mutable_blocks(1)->mutable_text()->mutable_citations(0);
  citation->clear_verification();
  EXPECT_EQ(ListCitations(Request(), answer)[0].verdict, "not verified");
  citation->mutable_verification()->set_verdict(static_cast<v1::Verification::Verdict>(99));
  EXPECT_EQ(ListCitations(Request(), answer)[0].verdict, "unknown");
}

TEST(RenderTextTest, ListsACitationOnceThoughTwoBlocksHaveIt) {
  v1::Answer answer = Complete();
  *answer.add_blocks() = answer.blocks(1);
  answer.mutable_blocks(3)
      ->mutable_text()
      ->mutable_citations(0)
      ->mutable_answer_span()
      ->set_byte_start(64);
  EXPECT_EQ(ListCitations(Request(), answer).size(), 4u);
}

using Labels = std::vector<std::vector<std::string>>;

TEST(LabelsTest, ARowWithOnePassageHasNoLetterThoughTwoBlocksCiteIt) {
  v1::Answer answer = Complete();
  *answer.mutable_blocks(2) = answer.blocks(1);
  answer.mutable_blocks(2)
      ->mutable_text()
      ->mutable_citations(0)
      ->mutable_answer_span()
      ->set_byte_start(36);
  EXPECT_EQ(LabelsOfBlocks(answer), (Labels{{}, {"1"}, {"1"}}));
}

TEST(LabelsTest, ABlockThatCitesTwoPassagesOfOneRowHasBothInReadingOrder) {
  v1::Answer answer = Complete();
  v1::AnswerText* const text = answer.mutable_blocks(1)->mutable_text();
  *text->add_citations() = answer.blocks(2).text().citations(0);
  *text->add_citations() = text->citations(0);
  EXPECT_EQ(LabelsOfBlocks(answer), (Labels{{}, {"1a", "1b"}, {"1b", "2", ""}}));
}

TEST(LabelsTest, AfterTheLastLetterComeTwo) {
  v1::Answer answer = Complete();
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

TEST(LabelsTest, EveryLabelOfABlockIsThatOfAListedCitation) {
  std::vector<std::string> listed;
  for (const ListedCitation& citation : ListCitations(Request(), Complete())) {
    listed.push_back(citation.label);
  }
  EXPECT_EQ(listed, (std::vector<std::string>{"1a", "1b", "2", ""}));
}

TEST(RenderMarkdownTest, UnknownSourcesShareAFootnote) {
  v1::Answer answer = Complete();
  v1::AnswerText* const text = answer.mutable_blocks(2)->mutable_text();
  *text->add_citations() = text->citations(2);
  text->mutable_citations(3)->set_cited_text("From elsewhere.");
  const std::string markdown = RenderMarkdown(Request(), answer);
  const size_t first = markdown.find("[^unknown]: ");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(markdown.find("[^unknown]: ", first + 1), std::string::npos);
  EXPECT_THAT(markdown, HasSubstr("> From elsewhere."));
}

TEST(RenderTextTest, ColoursNothingThatItDoesNotSay) {
  std::string coloured = RenderText(Request(), Complete(), true);
  EXPECT_THAT(coloured, HasSubstr("\x1b[32mexact\x1b[0m"));
  EXPECT_THAT(coloured, HasSubstr("\x1b[1;31mmismatch (the texts differ)\x1b[0m"));
  std::string plain;
  for (size_t i = 0; i < coloured.size(); ++i) {
    if (coloured[i] == '\x1b') {
      i = coloured.find('m', i);
    } else {
      plain.push_back(coloured[i]);
    }
  }
  EXPECT_EQ(plain, RenderText(Request(), Complete(), false));
}

// The list's entry for a citation like this one.
ListedCitation Listed(const std::string& citation, const v1::AnswerRequest& request = {}) {
  v1::Answer answer;
  *answer.add_blocks()->mutable_text()->add_citations() = FromText<v1::Citation>(citation);
  return ListCitations(request, answer)[0];
}

TEST(ListCitationsTest, ShowsPagesAsAReaderCountsThem) {
  const auto place = [](int first, int end) {
    return Listed(absl::StrCat("location { page { start_page_number: ", first,
                               " end_page_number: ", end, " } }"))
        .location;
  };
  EXPECT_EQ(place(3, 4), "p. 3");
  EXPECT_EQ(place(3, 6), "pp. 3–5");
  EXPECT_EQ(place(3, 5), "pp. 3–4");
  // What makes no sense is shown as the API said it.
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
TEST(ListCitationsTest, ListsWhatWasRecoveredWithTheWordsOfItsSource) {
  v1::Answer answer = Complete();
  v1::Citation* const recovered =
      answer.mutable_blocks(0)->mutable_text()->add_recovered_citations();
  *recovered = FromText<v1::Citation>(R"(
    location { search_result { search_result_index: 1 end_block_index: 1 } }
    verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_RECOVERED }
    source { kind: KIND_SEARCH_RESULT api_index: 1 turn_index: 0 item_index: 1 } reference_index: 0
    source_spans { byte_start: 0 byte_end: 7 } source_spans { byte_start: 8 byte_end: 11 })");
  const ListedCitation listed = ListCitations(Request(), answer)[0];
  EXPECT_TRUE(listed.recovered);
  EXPECT_EQ(listed.label, "1a");
  EXPECT_EQ(listed.cited_text, "Exports … say");
  EXPECT_EQ(listed.verdict, "not checkable (recovered from markup)");
  EXPECT_EQ(LabelsOfBlocks(answer)[0], std::vector<std::string>{"1a"});
  EXPECT_THAT(RenderText(Request(), answer, false), HasSubstr("In short: [1a]"));
}

// B61
TEST(ListCitationsTest, CutsTheWordsOfARecoveredSourceShortBetweenCharacters) {
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
TEST(ListCitationsTest, NumbersFollowReadingOrderAndFragmentsOfADocumentShareOne) {
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

// The line on coverage with these sentences and this ratio; empty if there is none.
std::string CoverageOf(const std::string& coverage) {
  const std::string text = RenderText(
      {}, FromText<v1::Answer>("complete: true model: 'm' coverage { " + coverage + " }"), false);
  const size_t start = text.find("Coverage: ");
  return start == std::string::npos ? "" : text.substr(start, text.find('\n', start) - start);
}

TEST(CoverageTest, SaysHowMuchIsCited) {
  EXPECT_EQ(
      CoverageOf("ratio: 0.834 sentences { state: STATE_CITED } sentences { state: STATE_CITED }"
                 " sentences { state: STATE_NEEDS_NONE } sentences { state: STATE_UNCITED }"),
      "Coverage: 83 % of what needs a citation is cited (2 of 3 sentences).");
  EXPECT_EQ(CoverageOf("ratio: 1 sentences { state: STATE_CITED }"),
            "Coverage: 100 % of what needs a citation is cited (1 of 1 sentence).");
}

TEST(CoverageTest, SaysAllAndNothingOnlyWhereItIsSo) {
  const std::string both = "sentences { state: STATE_CITED } sentences { state: STATE_UNCITED }";
  EXPECT_THAT(CoverageOf("ratio: 0.9999 " + both), HasSubstr(" 99 %"));
  EXPECT_THAT(CoverageOf("ratio: 0.0001 " + both), HasSubstr(" 1 %"));
  EXPECT_THAT(CoverageOf("ratio: 0 sentences { state: STATE_UNCITED }"), HasSubstr(" 0 %"));
}

TEST(CoverageTest, SaysNothingWhereNothingNeedsACitation) {
  EXPECT_EQ(CoverageOf("sentences { state: STATE_NEEDS_NONE }"), "");
}

TEST(RemarksTest, ShowsTheAddressOfALinkAndTheMarkupThatANoticeIsAbout) {
  const v1::Answer answer = FromText<v1::Answer>(R"(
    text: "See https://x.example/\033[2J (cite index=\"0\">." complete: true model: "m"
    notices { kind: KIND_UNSOURCED_LINK message: "unsourced" span { byte_start: 4 byte_end: 26 } }
    notices { kind: KIND_LEAKED_MARKUP message: "leaked." span { byte_start: 27 byte_end: 43 } }
    notices { kind: KIND_PLACEHOLDER_CHARACTER message: "odd" span { byte_end: 1 } }
    notices { kind: KIND_UNSOURCED_LINK message: "off" span { byte_start: 4 byte_end: 99 } })");
  const std::string text = RenderText({}, answer, false);
  EXPECT_THAT(text, HasSubstr("! unsourced: https://x.example/␛[2J\n"));
  EXPECT_THAT(text, HasSubstr("! leaked: (cite index=\"0\">\n"));
  EXPECT_THAT(text, HasSubstr("! odd\n"));
  EXPECT_THAT(text, HasSubstr("! off\n"));
}

TEST(RemarksTest, CutsALongAddressBetweenCharacters) {
  v1::Answer answer;
  std::string address = "https://x.example/a";
  while (address.size() < 900) address += "日";
  answer.set_text(address);
  v1::Notice* const notice = answer.add_notices();
  notice->set_kind(v1::Notice::KIND_UNSOURCED_LINK);
  notice->mutable_span()->set_byte_end(static_cast<int>(address.size()));
  const std::string text = RenderText({}, answer, false);
  EXPECT_THAT(text, HasSubstr("日…\n"));
  EXPECT_THAT(text, Not(HasSubstr("\uFFFD")));
}

TEST(RenderMarkdownTest, HasOneFootnoteForEachPassage) {
  EXPECT_EQ(
      RenderMarkdown(Request(), Complete()),
      R"(In short: data is kept for 30 days,[^1a] and exports hold all of it.[^1b][^2][^unknown]

[^1a]: guide.md

    > Data is kept for 30 days.  

    Guide — Retention · bytes \[100,127) · blocks \[0,1) · **exact**

[^1b]: guide.md

    > Exports say "all".  

    Guide — Export · bytes \[400,422) · blocks \[0,1) · **normalized (quotes)**

[^2]: https://x.example/a\_b

    > Nothing at all.  

    Other \*page\* · bytes \[0,16) · blocks \[0,1) · **mismatch (the texts differ)**

[^unknown]: unknown source

    > From nowhere.  

    blocks \[0,1) · **unknown source**

*claude-test · 120 tokens in, 34 out*
)");
}

TEST(RenderMarkdownTest, DoesNotLetAQuotedTextBeMarkup) {
  v1::Answer answer = Complete();
  answer.mutable_blocks(1)->mutable_text()->mutable_citations(0)->set_cited_text(
      "<script>x</script>\n[link](javascript:1)\n- item\n  12. item\n# no title\n1.5 litres");
  const std::string markdown = RenderMarkdown(Request(), answer);
  EXPECT_THAT(markdown, HasSubstr("\\<script\\>"));
  EXPECT_THAT(markdown, HasSubstr("\\[link\\](javascript"));
  EXPECT_THAT(markdown, HasSubstr("> \\- item"));
  EXPECT_THAT(markdown, HasSubstr("12\\. item"));
  EXPECT_THAT(markdown, HasSubstr("> \\# no title"));
}

TEST(RenderJsonTest, KeepsTheFieldNamesOfTheProtoAndItsZeros) {
  const std::string json = RenderJson(Complete());
  EXPECT_THAT(json, HasSubstr("\"cited_text\": \"Data is kept for 30 days.\\n\\n\""));
  EXPECT_THAT(json, HasSubstr("\"byte_start\": 0"));
  EXPECT_THAT(json, HasSubstr("\"verdict\": \"VERDICT_EXACT\""));
  EXPECT_THAT(json, HasSubstr("\"complete\": true"));
}

// Everything that comes from outside, with what a terminal would obey in it.
TEST(RenderTest, MakesHarmlessWhateverTheAnswerAndTheHitsHold) {
  v1::AnswerRequest request = Request();
  v1::Answer answer = Complete();
  const std::string evil = "\x1b]0;x\x07\u009B2J\u202E\x7F\r";
  request.mutable_search_results(0)->set_title(evil);
  request.mutable_search_results(0)->set_source(evil);
  answer.set_model(evil);
  answer.mutable_blocks(0)->mutable_text()->set_text(evil);
  answer.mutable_blocks(1)->mutable_text()->mutable_citations(0)->set_cited_text(evil);
  answer.add_notices()->set_message(evil);
  answer.set_text(evil);
  answer.mutable_notices(0)->set_kind(v1::Notice::KIND_UNSOURCED_LINK);
  answer.mutable_notices(0)->mutable_span()->set_byte_end(static_cast<int>(evil.size()));
  answer.set_complete(false);
  answer.set_stop_reason_raw(evil);
  answer.add_blocks()->mutable_tool_use()->set_name(evil);
  v1::PreviewAnswerResponse preview;
  auto* hit = preview.add_search_results();
  hit->mutable_source()->set_kind(v1::CitedSource::KIND_SEARCH_RESULT);
  hit->mutable_source()->set_id(evil);
  hit->mutable_source()->set_item_index(0);
  preview.add_cache_breakpoints()->set_field(evil);
  preview.mutable_cache_breakpoints(0)->set_upstream_path(evil);
  preview.add_warnings()->set_field(evil);
  preview.mutable_warnings(0)->set_message(evil);
  v1::PreviewedHeader* header = preview.add_upstream_headers();
  header->set_name("x");
  header->set_value(evil);
  for (const std::string& out :
       {RenderText(request, answer, false), RenderMarkdown(request, answer), RenderJson(answer),
        RenderPreview(request, preview, 80), RenderPreviewJson(preview)}) {
    for (const char* bad : {"\x1b", "\x07", "\u009B", "\u202E", "\x7F", "\r"}) {
      EXPECT_FALSE(absl::StrContains(out, bad)) << out;
    }
  }
}

}  // namespace
}  // namespace footnote::client
