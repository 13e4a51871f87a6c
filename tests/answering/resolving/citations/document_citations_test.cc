// SPDX-License-Identifier: Apache-2.0
// Resolves citations of documents in the JSON of the Messages API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "service/answering/resolving/answer_resolver.h"
#include "service/text/utf8.h"
#include "tests/answering/resolving/resolving_support.h"

namespace footnote::answering::resolving {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using v1::Verification;

// The indices of the documents of AllKinds: one document of each kind.
enum DocumentIndex { kText = 0, kPdf, kUrl, kFile, kBlocks };
constexpr char kGrass[] = "The grass is green. The sky is blue.";

// A request with a document of each kind, and one search result.
v1::AnswerRequest AllKinds() {
  return FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents {
      id: "text"
      text: "The grass is green. The sky is blue."
      title: "Example Document"
      metadata { key: "page" value: "7" }
    }
    documents { id: "pdf" pdf: "%PDF-1.7\n" title: "PDF Document" }
    documents { id: "url" pdf_url: "https://docs.example/a.pdf" }
    documents { id: "file" file_id: "file_011CNha8iCJcU1wXNR6q4V8w" }
    documents {
      id: "blocks"
      blocks {
        blocks { text: "First chunk" }
        blocks { image { url: "https://docs.example/a.png" } }
        blocks { image { url: "https://docs.example/b.png" } }
        blocks { text: "二つ目😀" }
        blocks { text: "Third" }
      }
    }
    search_results {
      id: "hit"
      source: "kb://1"
      title: "Limits"
      blocks { blocks { text: "Rate limit is 1000/h." } }
    }
  )pb");
}

Json Char(int64_t document, int64_t start, int64_t end, const std::string& cited_text) {
  return {{"type", "char_location"},   {"cited_text", cited_text}, {"document_index", document},
          {"start_char_index", start}, {"end_char_index", end},    {"document_title", nullptr},
          {"file_id", nullptr}};
}

Json Page(int64_t document, int64_t start, int64_t end) {
  return {{"type", "page_location"},
          {"cited_text", "Water is essential for life."},
          {"document_index", document},
          {"start_page_number", start},
          {"end_page_number", end}};
}

Json Block(int64_t document, int64_t start, int64_t end, const std::string& cited_text) {
  return {{"type", "content_block_location"},
          {"cited_text", cited_text},
          {"document_index", document},
          {"start_block_index", start},
          {"end_block_index", end}};
}

Json Without(Json citation, const char* key) {
  citation.erase(key);
  return citation;
}

v1::Answer Citing(const v1::AnswerRequest& request, const Json& citations) {
  return AnswerTo(request, MessageJson({TextBlock("A.", citations)}));
}

v1::Citation Cite(const Json& citation) {
  return Citing(AllKinds(), Json::array({citation})).blocks(0).text().citations(0);
}

v1::AnswerRequest PlainText(const std::string& text) {
  v1::AnswerRequest request;
  request.set_question("Q");
  request.add_documents()->set_text(text);
  return request;
}

// Verdicts, in the order of the checks

struct VerdictCase {
  const char* name;
  Json citation;
  Verification::Verdict verdict;
  Verification::Reason reason = Verification::REASON_UNSPECIFIED;
  int spans = 0;
};

void PrintTo(const VerdictCase& one, std::ostream* out) { *out << one.citation; }

class DocumentVerdictTest : public testing::TestWithParam<VerdictCase> {};

TEST_P(DocumentVerdictTest, IsAsExpectedAndTheAnswerIsComplete) {
  const VerdictCase& expected = GetParam();
  const v1::Answer answer = Citing(AllKinds(), Json::array({expected.citation}));
  ExpectVerdict(answer, expected.verdict, expected.reason, expected.spans,
                expected.verdict != Verification::VERDICT_UNKNOWN_SOURCE);
}

constexpr Verification::Verdict kUnknown = Verification::VERDICT_UNKNOWN_SOURCE;
constexpr Verification::Verdict kNotCheckable = Verification::VERDICT_NOT_CHECKABLE;
constexpr Verification::Verdict kOutOfRange = Verification::VERDICT_OUT_OF_RANGE;
constexpr Verification::Verdict kMismatch = Verification::VERDICT_MISMATCH;
constexpr Verification::Verdict kExact = Verification::VERDICT_EXACT;
constexpr Verification::Verdict kNormalized = Verification::VERDICT_NORMALIZED;
constexpr Verification::Reason kNoReason = Verification::REASON_UNSPECIFIED;

INSTANTIATE_TEST_SUITE_P(
    Characters, DocumentVerdictTest,
    testing::Values(
        VerdictCase{"Exact", Char(kText, 0, 19, "The grass is green."), kExact, kNoReason, 1},
        VerdictCase{"WithItsSpace", Char(kText, 0, 20, "The grass is green. "), kExact, kNoReason,
                    1},
        VerdictCase{"TheSpaceIsOmitted", Char(kText, 0, 20, "The grass is green."), kNormalized,
                    kNoReason, 1},
        VerdictCase{"ToTheLast", Char(kText, 20, 36, "The sky is blue."), kExact, kNoReason, 1},
        VerdictCase{"OnePastTheLast", Char(kText, 20, 37, "The sky is blue."), kOutOfRange},
        VerdictCase{"OneCharacterOff", Char(kText, 1, 19, "The grass is green."), kMismatch,
                    Verification::REASON_TEXT, 1},
        VerdictCase{"Empty", Char(kText, 5, 5, ""), kOutOfRange},
        VerdictCase{"Reversed", Char(kText, 5, 4, "x"), kOutOfRange},
        VerdictCase{"Negative", Char(kText, -1, 4, "x"), kOutOfRange},
        VerdictCase{"Largest", Char(kText, 0, INT64_MAX, "x"), kOutOfRange},
        VerdictCase{"NoText", Without(Char(kText, 0, 19, ""), "cited_text"), kNotCheckable,
                    Verification::REASON_INCOMPLETE, 1},
        VerdictCase{"EmptyText", Char(kText, 0, 19, ""), kMismatch, Verification::REASON_TEXT, 1},
        VerdictCase{"NoEnd", Without(Char(kText, 0, 19, "x"), "end_char_index"), kNotCheckable,
                    Verification::REASON_INCOMPLETE},
        VerdictCase{"OfAFile", Char(kFile, 0, 19, "x"), kNotCheckable,
                    Verification::REASON_FILE_OR_URL},
        VerdictCase{"OfAPdf", Char(kPdf, 0, 19, "x"), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"OfAUrl", Char(kUrl, 0, 19, "x"), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"OfBlocks", Char(kBlocks, 0, 5, "First"), kMismatch,
                    Verification::REASON_WRONG_KIND},
        VerdictCase{"EmptyOfAPdf", Char(kPdf, 5, 5, "x"), kOutOfRange},
        VerdictCase{"UnknownDocument", Char(5, 0, 19, "x"), kUnknown},
        VerdictCase{"NegativeDocument", Char(-1, 0, 19, "x"), kUnknown},
        VerdictCase{"NoDocument", Without(Char(0, 0, 19, "x"), "document_index"), kUnknown}),
    [](const testing::TestParamInfo<VerdictCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Pages, DocumentVerdictTest,
    testing::Values(
        VerdictCase{"OfAPdf", Page(kPdf, 5, 6), kNotCheckable, Verification::REASON_PDF},
        VerdictCase{"WithoutText", Without(Page(kPdf, 5, 6), "cited_text"), kNotCheckable,
                    Verification::REASON_PDF},
        VerdictCase{"OfAUrl", Page(kUrl, 1, 2), kNotCheckable, Verification::REASON_FILE_OR_URL},
        VerdictCase{"OfAFile", Page(kFile, 1, 2), kNotCheckable, Verification::REASON_FILE_OR_URL},
        VerdictCase{"OfText", Page(kText, 1, 2), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"OfBlocks", Page(kBlocks, 1, 2), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"Zero", Page(kPdf, 0, 2), kOutOfRange},
        VerdictCase{"ZeroOfText", Page(kText, 0, 2), kOutOfRange},
        VerdictCase{"Empty", Page(kPdf, 2, 2), kOutOfRange},
        VerdictCase{"NoStart", Without(Page(kPdf, 1, 2), "start_page_number"), kNotCheckable,
                    Verification::REASON_INCOMPLETE},
        VerdictCase{"UnknownDocument", Page(5, 1, 2), kUnknown}),
    [](const testing::TestParamInfo<VerdictCase>& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Blocks, DocumentVerdictTest,
    testing::Values(
        VerdictCase{"Exact", Block(kBlocks, 0, 1, "First chunk"), kExact, kNoReason, 1},
        VerdictCase{"Two", Block(kBlocks, 3, 5, "二つ目😀Third"), kExact, kNoReason, 1},
        VerdictCase{"PartOfABlock", Block(kBlocks, 0, 1, "First"), kMismatch,
                    Verification::REASON_TEXT, 1},
        VerdictCase{"ASpaceAtTheEndCounts", Block(kBlocks, 0, 1, "First chunk "), kMismatch,
                    Verification::REASON_TEXT, 1},
        VerdictCase{"AnImage", Block(kBlocks, 1, 2, ""), kNotCheckable, Verification::REASON_IMAGE},
        VerdictCase{"ImagesBetweenTexts", Block(kBlocks, 0, 5, "First chunk二つ目😀Third"),
                    kNotCheckable, Verification::REASON_IMAGE, 1},
        VerdictCase{"AnImageWithoutText", Without(Block(kBlocks, 0, 2, ""), "cited_text"),
                    kNotCheckable, Verification::REASON_IMAGE, 1},
        VerdictCase{"OnePastTheLast", Block(kBlocks, 4, 6, "Third"), kOutOfRange},
        VerdictCase{"Empty", Block(kBlocks, 2, 2, ""), kOutOfRange},
        VerdictCase{"OfText", Block(kText, 0, 1, kGrass), kMismatch,
                    Verification::REASON_WRONG_KIND},
        VerdictCase{"OfAFile", Block(kFile, 0, 1, "x"), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"OfAPdf", Block(kPdf, 0, 1, "x"), kMismatch, Verification::REASON_WRONG_KIND},
        VerdictCase{"UnknownDocument", Block(5, 0, 1, "x"), kUnknown}),
    [](const testing::TestParamInfo<VerdictCase>& info) { return info.param.name; });

TEST(DocumentCitationsTest, SearchResultsAndDocumentsAreCountedSeparately) {
  // B36
  const v1::Answer answer = Citing(
      AllKinds(),
      Json::array({Char(0, 0, 20, "The grass is green."), Srl(0, 0, 1, "Rate limit is 1000/h."),
                   Page(1, 1, 2), Block(4, 0, 1, "First chunk"), Srl(1, 0, 1, "x")}));
  const v1::AnswerText& text = answer.blocks(0).text();
  EXPECT_EQ(text.citations(0).source().id(), "text");
  EXPECT_EQ(text.citations(0).source().kind(), v1::CitedSource::KIND_DOCUMENT);
  EXPECT_EQ(text.citations(0).source().api_index(), 0);
  EXPECT_EQ(text.citations(1).source().id(), "hit");
  EXPECT_EQ(text.citations(1).source().kind(), v1::CitedSource::KIND_SEARCH_RESULT);
  EXPECT_EQ(text.citations(1).source().api_index(), 0);
  EXPECT_EQ(text.citations(2).source().id(), "pdf");
  EXPECT_EQ(text.citations(2).location().page().start_page_number(), 1);
  EXPECT_EQ(text.citations(3).source().id(), "blocks");
  EXPECT_EQ(text.citations(4).verification().verdict(), kUnknown);
}

TEST(DocumentCitationsTest, DocumentsOfEarlierTurnsAndToolResultsAreCounted) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    tools { custom { name: "find" description: "d" input_schema_json: '{"type":"object"}' } }
    turns {
      user {
        question: "Q"
        documents { text: "One." }
        documents { text: "Two." }
      }
    }
    turns { assistant { blocks { tool_use { id: "u" name: "find" input_json: "{}" } } } }
    tool_results {
      tool_use_id: "u"
      documents { id: "three" text: "Three." }
    }
  )pb");
  const v1::Citation citation =
      Citing(request, Json::array({Char(2, 0, 6, "Three.")})).blocks(0).text().citations(0);
  EXPECT_EQ(citation.verification().verdict(), kExact);
  EXPECT_EQ(citation.source().id(), "three");
  EXPECT_EQ(citation.source().turn_index(), 2);
  EXPECT_EQ(citation.source().tool_result_index(), 0);
  EXPECT_EQ(citation.source().item_index(), 0);
}

// Characters are code points

struct UnitCase {
  const char* name;
  std::string text;
  int64_t start;
  int64_t end;
  std::string cited;
};

void PrintTo(const UnitCase& one, std::ostream* out) { *out << one.text; }

class UnitTest : public testing::TestWithParam<UnitCase> {};

TEST_P(UnitTest, ARangeIsInCodePointsAndItsSpanIsCorrectInEveryUnit) {
  const v1::Answer answer =
      Citing(PlainText(GetParam().text),
             Json::array({Char(0, GetParam().start, GetParam().end, GetParam().cited)}));
  const v1::Citation& citation = answer.blocks(0).text().citations(0);
  EXPECT_EQ(citation.verification().verdict(), kExact);
  ASSERT_EQ(citation.source_spans_size(), 1);
  EXPECT_EQ(citation.source_spans(0).code_point_start(), GetParam().start);
  EXPECT_EQ(citation.source_spans(0).code_point_end(), GetParam().end);
  EXPECT_EQ(Slice(GetParam().text, citation.source_spans(0)), GetParam().cited);
}

INSTANTIATE_TEST_SUITE_P(
    Texts, UnitTest,
    testing::Values(UnitCase{"Japanese", "料金は月額です。返金は30日以内です。", 8, 19,
                             "返金は30日以内です。"},
                    UnitCase{"Emoji", "😀😀 One. 😀 Two.", 8, 14, "😀 Two."},
                    UnitCase{"JoinedEmoji", "👩‍👩‍👧 One. Two.", 11, 15, "Two."},
                    UnitCase{"HalfAGrapheme", "e\u0301 a", 1, 3, "\u0301 "},
                    UnitCase{"CrLf", "One.\r\nTwo.\r\n", 6, 12, "Two.\r\n"},
                    UnitCase{"ByteOrderMark", "\uFEFFOne. Two.", 6, 10, "Two."},
                    UnitCase{"Nul", std::string("a\0b. c.", 7), 0, 4, std::string("a\0b.", 4)}),
    [](const testing::TestParamInfo<UnitCase>& info) { return info.param.name; });

TEST(DocumentCitationsTest, ARangeInUtf16UnitsIsAMismatch) {
  const v1::Answer answer =
      Citing(PlainText("😀😀 One. Two. Three."), Json::array({Char(0, 10, 14, "Two.")}));
  EXPECT_EQ(answer.blocks(0).text().citations(0).verification().verdict(), kMismatch);
}

TEST(DocumentCitationsTest, TheSpanIncludesTheSpaceThatTheCitedTextOmits) {
  const v1::Citation citation = Cite(Char(kText, 0, 20, "The grass is green."));
  EXPECT_THAT(citation.verification().folds(), ElementsAre(Verification::FOLD_TRAILING_SPACE));
  EXPECT_EQ(Slice(kGrass, citation.source_spans(0)), "The grass is green. ");
}

TEST(DocumentCitationsTest, ASpaceAfterTheEndOfTheTextIsOutOfRange) {
  const v1::Answer answer = Citing(PlainText("The grass is green."),
                                   Json::array({Char(0, 0, 20, "The grass is green.")}));
  EXPECT_EQ(answer.blocks(0).text().citations(0).verification().verdict(), kOutOfRange);
}

TEST(DocumentCitationsTest, BlocksWithImagesBetweenThemHaveOneSpan) {
  const std::string text = "First chunk二つ目😀Third";
  const v1::Citation citation = Cite(Block(kBlocks, 0, 4, text));
  ASSERT_EQ(citation.source_spans_size(), 1);
  EXPECT_EQ(Slice(text, citation.source_spans(0)), "First chunk二つ目😀");
}

TEST(DocumentCitationsTest, ATextThatFootnoteSplitsIsCitedByBlocks) {
  v1::AnswerRequest request = PlainText("One is here.\n\nTwo 😀 is there.\n");
  request.mutable_documents(0)->mutable_chunking()->set_policy(v1::Chunking::POLICY_PARAGRAPH);
  const v1::Answer answer =
      Citing(request, Json::array({Block(0, 1, 2, "Two 😀 is there.\n"), Char(0, 0, 3, "One")}));
  const v1::AnswerText& text = answer.blocks(0).text();
  EXPECT_EQ(text.citations(0).verification().verdict(), kExact);
  EXPECT_EQ(Slice(request.documents(0).text(), text.citations(0).source_spans(0)),
            "Two 😀 is there.\n");
  EXPECT_EQ(text.citations(1).verification().reason(), Verification::REASON_WRONG_KIND);
}

TEST(DocumentCitationsTest, OnlyADifferentTitleAddsANotice) {
  const auto kinds_with = [](int64_t document, const Json& title) {
    Json citation =
        document == kText ? Char(kText, 0, 20, "The grass is green.") : Page(document, 1, 2);
    citation["document_title"] = title;
    return NoticeKinds(Citing(AllKinds(), Json::array({citation})));
  };
  EXPECT_THAT(kinds_with(kText, nullptr), IsEmpty());
  EXPECT_THAT(kinds_with(kText, "Example Document"), IsEmpty());
  EXPECT_THAT(kinds_with(kUrl, nullptr), IsEmpty());
  // The document has no title, which equals an empty one.
  EXPECT_THAT(kinds_with(kUrl, ""), IsEmpty());
  EXPECT_THAT(kinds_with(kText, ""), ElementsAre(v1::Notice::KIND_TITLE_MISMATCH));
  EXPECT_THAT(kinds_with(kText, "Other"), ElementsAre(v1::Notice::KIND_TITLE_MISMATCH));
  EXPECT_THAT(kinds_with(kUrl, "Other"), ElementsAre(v1::Notice::KIND_TITLE_MISMATCH));
}

TEST(DocumentCitationsTest, ARowHasTheFieldsOfTheDocument) {
  const v1::Answer answer =
      Citing(AllKinds(), Json::array({Char(kText, 0, 20, "The grass is green."), Page(kUrl, 1, 2),
                                      Page(kFile, 1, 2), Page(kPdf, 1, 2), Page(kUrl, 3, 4)}));
  ASSERT_EQ(answer.references_size(), 4);
  EXPECT_EQ(answer.references(0).source(), "");
  EXPECT_EQ(answer.references(0).title(), "Example Document");
  EXPECT_EQ(answer.references(0).metadata().at("page"), "7");
  EXPECT_EQ(answer.references(1).source(), "https://docs.example/a.pdf");
  EXPECT_FALSE(answer.references(1).has_title());
  EXPECT_EQ(answer.references(2).source(), "file_011CNha8iCJcU1wXNR6q4V8w");
  EXPECT_EQ(answer.references(3).title(), "PDF Document");
  EXPECT_EQ(answer.references(3).source(), "");
  EXPECT_EQ(answer.blocks(0).text().citations(4).reference_index(), 1);
}

TEST(DocumentCitationsTest, SearchResultsAndDocumentsWithTheSameKeyShareARow) {
  // B80
  v1::AnswerRequest request = AllKinds();
  request.mutable_documents(kText)->set_document_key("doc");
  request.mutable_search_results(0)->set_document_key("doc");
  const v1::Answer answer =
      Citing(request, Json::array({Char(kText, 0, 20, "The grass is green."),
                                   Srl(0, 0, 1, "Rate limit is 1000/h."), Page(kPdf, 1, 2)}));
  ASSERT_EQ(answer.references_size(), 2);
  EXPECT_EQ(answer.references(0).document_key(), "doc");
  ASSERT_EQ(answer.references(0).sources_size(), 2);
  EXPECT_EQ(answer.references(0).sources(0).kind(), v1::CitedSource::KIND_DOCUMENT);
  EXPECT_EQ(answer.references(0).sources(1).kind(), v1::CitedSource::KIND_SEARCH_RESULT);
}

TEST(DocumentCitationsTest, AThousandCitationsOfALongTextDoNotEachReadIt) {
  std::string text;
  while (text.size() < 5'000'000) text += "料金は月額1,000円です。😀 ";
  const auto code_points = static_cast<int64_t>(text::Measure(text).code_points);
  Json citations = Json::array();
  for (int64_t i = 0; i < 1000; ++i) {
    const int64_t start = (code_points - 100) * i / 1000;
    citations.push_back(Char(0, start, i % 2 == 0 ? start + 50 : code_points, "料金は月額"));
  }
  v1::AnswerRequest request = PlainText(text);
  const building::BuiltRequest built = MustBuild(request);
  messages::Message message = ParseMessage(MessageJson({TextBlock("A.", citations)}));
  v1::Answer answer;
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(ResolveMessage(std::move(message), built.sources, &answer).ok());
  // Reading the text once for each citation would take a hundred times as long.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  EXPECT_EQ(answer.blocks(0).text().citations_size(), 1000);
}

}  // namespace
}  // namespace footnote::answering::resolving
