// SPDX-License-Identifier: Apache-2.0
// The page as a text; html_page_browser_test.py opens it.
#include "client/cli/output/html/page.h"

#include <regex>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/answer_events.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The first group of every match of `pattern` in `page`.
std::vector<std::string> FindAll(const std::string& page, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> found;
  for (std::sregex_iterator i(page.begin(), page.end(), regex), end; i != end; ++i) {
    found.push_back((*i)[1]);
  }
  return found;
}

// One citation of bytes [begin, end) of hit 0.
std::string Citing(int begin, int end, const std::string& verdict = "VERDICT_EXACT") {
  return absl::StrCat(
      "citations { cited_text: 'q", begin, "' verification { verdict: ", verdict,
      " } source { kind: KIND_SEARCH_RESULT item_index: 0 } reference_index: 0 source_spans { "
      "byte_start: ",
      begin, " byte_end: ", end, " } }");
}

// The page of an answer of one block, whose citations these are, over this hit.
std::string PageOf(const std::string& hit_text, const std::string& citations) {
  v1::AnswerRequest request;
  request.set_question("Why?");
  request.add_search_results()->set_text(hit_text);
  request.mutable_search_results(0)->set_title("T");
  return RenderHtml(
      request, FromText<v1::Answer>("text: 'So.' blocks { text { text: 'So.' " + citations +
                                    " } } references { number: 1 } complete: true model: 'm'"));
}

// The texts of the passages that are marked.
std::vector<std::string> Marked(const std::string& page) {
  return FindAll(page, "<mark[^>]*>([^<]*)</mark>");
}

TEST(HtmlPageTest, EveryLinkWithinThePageHasOneTarget) {
  for (const v1::Answer& answer : {RichAnswer(), LeakedAnswer()}) {
    const std::string page = RenderHtml(RichRequest(), answer);
    const std::vector<std::string> ids = FindAll(page, " id=\"([^\"]*)\"");
    const std::set<std::string> unique(ids.begin(), ids.end());
    EXPECT_EQ(ids.size(), unique.size());
    const std::vector<std::string> targets = FindAll(page, "href=\"#([^\"]*)\"");
    EXPECT_GE(targets.size(), 6u);
    for (const std::string& target : targets) EXPECT_EQ(unique.count(target), 1u) << target;
  }
}

TEST(HtmlPageTest, MarksEachCitedPassageInTheTextThatWasSent) {
  EXPECT_THAT(Marked(PageOf("One. Two. Three.", Citing(0, 5) + Citing(10, 16))),
              ::testing::ElementsAre("One.", "Three."));
}

TEST(HtmlPageTest, MergesOverlappingPassagesWithABackLinkForEach) {
  const std::string page =
      PageOf("One. Two. Three.", Citing(5, 9) + Citing(0, 5) + Citing(2, 7) + Citing(10, 16));
  EXPECT_THAT(Marked(page), ::testing::ElementsAre("One. Two.", "Three."));
  EXPECT_THAT(FindAll(page, "href=\"#(mark-[^\"]*)\""),
              ::testing::ElementsAre("mark-1b", "mark-1c", "mark-1a", "mark-1d"));
}

TEST(HtmlPageTest, DoesNotMergeAdjacentPassages) {
  EXPECT_THAT(Marked(PageOf("One.Two.", Citing(0, 4) + Citing(4, 8))),
              ::testing::ElementsAre("One.", "Two."));
}

TEST(HtmlPageTest, QuotesCitationsWithoutARangeInTheText) {
  const std::string page = PageOf("One.", Citing(3, 99, "VERDICT_OUT_OF_RANGE"));
  EXPECT_THAT(Marked(page), ::testing::IsEmpty());
  EXPECT_THAT(page, HasSubstr("Cited, but without a range in this text."));
  EXPECT_THAT(page, HasSubstr("out of range"));
}

TEST(HtmlPageTest, ShowsTheVerdictWithItsReasonAndFolds) {
  EXPECT_THAT(PageOf("One.",
                     "citations { verification { verdict: VERDICT_NORMALIZED folds: FOLD_QUOTES "
                     "folds: FOLD_NFC } }"),
              HasSubstr("<span class=\"verdict\">normalized (quotes, NFC)</span>"));
  EXPECT_THAT(PageOf("One.",
                     "citations { verification { verdict: VERDICT_MISMATCH reason: "
                     "REASON_TEXT } }"),
              HasSubstr("<span class=\"verdict\">mismatch (the texts differ)</span>"));
}

TEST(HtmlPageTest, FlagsUncitedSentencesThatSpanBlocks) {
  const std::string page = RenderHtml({}, FromText<v1::Answer>(R"(
    text: "Cited. Not cited. Hello!"
    blocks { text { text: "Cited." citations {} } }
    blocks { text { text: " Not " } } blocks { text { text: "ci" } }
    blocks { text { text: "ted. Hello!" } }
    coverage {
      ratio: 0.4
      sentences { span { byte_start: 0 byte_end: 6 } state: STATE_CITED }
      sentences { span { byte_start: 7 byte_end: 17 } state: STATE_UNCITED }
      sentences { span { byte_start: 18 byte_end: 24 } state: STATE_NEEDS_NONE }
    })"));
  EXPECT_THAT(FindAll(page, "<span class=\"uncited\">([^<]*)</span>"),
              ::testing::ElementsAre("Not ", "ci", "ted."));
  EXPECT_EQ(FindAll(page, "(class=\"flag\")").size(), 1u);
  EXPECT_THAT(page, HasSubstr("Coverage: 40 %"));
}

TEST(HtmlPageTest, IgnoresUncitedSentencesInCitedBlocks) {
  const std::string page = RenderHtml({}, FromText<v1::Answer>(R"(
    text: "Cited. Plain."
    blocks { text { text: "Cited. " citations {} } } blocks { text { text: "Plain." } }
    coverage {
      sentences { span { byte_start: 0 byte_end: 6 } state: STATE_UNCITED }
      sentences { span { byte_start: 7 byte_end: 13 } state: STATE_UNCITED }
    })"));
  EXPECT_THAT(FindAll(page, "<span class=\"uncited\">([^<]*)</span>"),
              ::testing::ElementsAre("Plain."));
}

TEST(HtmlPageTest, IgnoresSentencesOutsideOfTheText) {
  const std::string page = RenderHtml({}, FromText<v1::Answer>(R"(
    text: "Short." blocks { text { text: "Short." } }
    coverage {
      sentences { span { byte_start: 3 byte_end: 99 } state: STATE_UNCITED }
      sentences { span { byte_start: -1 byte_end: 2 } state: STATE_UNCITED }
      sentences { span { byte_start: 4 byte_end: 2 } state: STATE_UNCITED }
    })"));
  EXPECT_THAT(page, HasSubstr("Short."));
  EXPECT_THAT(page, Not(HasSubstr("class=\"uncited\"")));
}

// Everything that comes from outside, with what a page would obey in it.
TEST(HtmlPageTest, EscapesUntrustedContentAndLinks) {
  const std::string evil = "\"'><script>alert(1)</script><img src=x onerror=alert(1)>\u202E";
  const std::string link = "javascript:alert(1)//" + evil;
  v1::AnswerRequest request = RichRequest();
  v1::Answer answer = RichAnswer();
  request.set_question(evil);
  for (v1::SearchResult& hit : *request.mutable_search_results()) {
    hit.set_id(evil);
    hit.set_title(evil);
    hit.set_source(link);
    hit.set_text(evil);
  }
  v1::Document* const document = request.add_documents();
  document->set_title(evil);
  document->set_pdf_url(link);
  answer.set_text(evil);
  answer.set_model(evil);
  answer.set_complete(false);
  answer.set_stop_reason_raw(evil);
  answer.add_notices()->set_message(evil);
  answer.add_blocks()->mutable_tool_use()->set_name(evil);
  for (v1::AnswerBlock& block : *answer.mutable_blocks()) {
    if (!block.has_text()) continue;
    block.mutable_text()->set_text(evil);
    for (v1::Citation& citation : *block.mutable_text()->mutable_citations()) {
      citation.set_cited_text(evil);
      citation.mutable_location()->mutable_unknown()->set_type(evil);
    }
  }
  v1::Citation* const web = answer.mutable_blocks(1)->mutable_text()->add_citations();
  web->mutable_location()->mutable_web_search_result()->set_url(link);
  web->mutable_location()->mutable_web_search_result()->set_title(evil);
  web->mutable_source()->set_kind(v1::CitedSource::KIND_WEB_PAGE);
  const std::string page = RenderHtml(request, answer);
  EXPECT_EQ(FindAll(page, "(<script)").size(), 0u);
  EXPECT_EQ(FindAll(page, "(<img)").size(), 0u);
  EXPECT_EQ(FindAll(page, "(\u202E)").size(), 0u);
  EXPECT_EQ(FindAll(page, "(<[^>]* on[a-z]*=)").size(), 0u);
  for (const std::string& href : FindAll(page, "href=\"([^\"]*)\"")) {
    EXPECT_TRUE(absl::StartsWith(href, "#")) << href;
  }
}

TEST(HtmlPageTest, LinksSourceAddressesWithoutReferrer) {
  v1::AnswerRequest request;
  request.add_search_results()->set_source("https://x.example/a&b");
  EXPECT_THAT(RenderHtml(request, {}),
              HasSubstr("<a href=\"https://x.example/a&amp;b\" rel=\"noopener noreferrer "
                        "nofollow\">"));
}

TEST(HtmlPageTest, LoadsNoResourcesAndAllowsNoScript) {
  const std::string page = RenderHtml(RichRequest(), RichAnswer());
  EXPECT_THAT(page, HasSubstr("default-src 'none'; style-src 'sha256-"));
  for (const char* loads :
       {"<script", "<link", "<img", "<iframe", "@import", "url(", " src=", " style="}) {
    EXPECT_FALSE(absl::StrContains(page, loads)) << loads;
  }
}

TEST(HtmlPageTest, ShowsSourcesOfEarlierTurnsWithTheirPassages) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    question: "And?"
    turns { user { question: "Why?" documents { title: "Old" text: "Grass is green." } } }
    turns { assistant {} })");
  const std::string page = RenderHtml(request, FromText<v1::Answer>(R"(
    text: "It is." complete: true
    blocks {
      text {
        text: "It is."
        citations {
          cited_text: "is green." verification { verdict: VERDICT_EXACT } reference_index: 0
          source { kind: KIND_DOCUMENT turn_index: 0 item_index: 0 }
          source_spans { byte_start: 6 byte_end: 15 }
        }
      }
    }
    references { number: 1 title: "Old" })"));
  EXPECT_THAT(Marked(page), ::testing::ElementsAre("is green."));
  EXPECT_THAT(page, HasSubstr("turn 1"));
}

TEST(HtmlPageTest, ShowsCitationsOfPdfsAndTheWeb) {
  const v1::AnswerRequest request =
      FromText<v1::AnswerRequest>(R"(documents { title: "scan.pdf" pdf: "%PDF-" })");
  const std::string page = RenderHtml(request, FromText<v1::Answer>(R"(
    text: "So." complete: true
    blocks {
      text {
        text: "So."
        citations {
          location { page { document_index: 0 start_page_number: 3 end_page_number: 5 } }
          cited_text: "Words of the PDF." reference_index: 0
          verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_PDF }
          source { kind: KIND_DOCUMENT api_index: 0 turn_index: 0 item_index: 0 }
        }
        citations {
          location { web_search_result { url: "https://w.example/" title: "Web" } }
          cited_text: "Words of the web." reference_index: 1 source { kind: KIND_WEB_PAGE }
          verification { verdict: VERDICT_NOT_CHECKABLE reason: REASON_WEB }
        }
      }
    }
    references { number: 1 title: "scan.pdf" }
    references { number: 2 title: "Web" source: "https://w.example/" })"));
  EXPECT_THAT(page, HasSubstr("Words of the PDF."));
  EXPECT_THAT(page, HasSubstr("pp. 3–4"));
  EXPECT_THAT(page, HasSubstr("<a href=\"https://w.example/\""));
  EXPECT_THAT(page, HasSubstr("Words of the web."));
}

TEST(HtmlPageTest, AcceptsAnEmptyAnswer) {
  const std::string page = RenderHtml({}, {});
  EXPECT_THAT(page, HasSubstr("The answer has no text."));
  EXPECT_THAT(page, HasSubstr("The request had none."));
  EXPECT_THAT(page, HasSubstr("incomplete: the API returned no stop reason"));
}

TEST(HtmlPageTest, TakesLinearTime) {
  std::string citations;
  for (int i = 0; i < 400; ++i) citations += Citing(i * 10, i * 10 + 9);
  const size_t one = PageOf(std::string(4000, 'a'), citations).size();
  const size_t large = PageOf(std::string(400000, 'a'), citations).size();
  EXPECT_EQ(large - one, 396000u);
}

}  // namespace
}  // namespace footnote::client
