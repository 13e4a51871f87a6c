// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/page_sources.h"

#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Returns an answer with one text block and these citations.
v1::Answer Citing(const std::string& citations) {
  return FromText<v1::Answer>("blocks { text { text: 'So.' " + citations + " } }");
}

PageSources Collect(const v1::AnswerRequest& request, const v1::Answer& answer) {
  return CollectSources(request, ListCitations(request, answer));
}

TEST(CollectSourcesTest, HasTheSourcesOfAllTurnsInOrder) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns {
      user {
        tool_results { search_results { title: "tool" text: "a" } }
        search_results { title: "earlier" text: "b" }
      }
    }
    content { search_result { title: "ordered" text: "c" } }
    content { text { text: "q" } }
    content { document { title: "pdf" pdf_url: "https://x.example/a.pdf" } })");
  const PageSources page = Collect(request, {});
  std::vector<std::string> found;
  for (const PageSource& source : page.sources) {
    found.push_back(source.title + " " + source.kind + " " +
                    (source.turn ? std::to_string(*source.turn) : "now"));
    EXPECT_FALSE(source.is_cited());
  }
  EXPECT_THAT(found, ElementsAre("tool search result 1", "earlier search result 1",
                                 "ordered search result now", "pdf PDF at a URL now"));
  EXPECT_EQ(page.sources[3].origin, "https://x.example/a.pdf");
}

TEST(CollectSourcesTest, MergesOverlappingRangesAndKeepsAdjacentOnes) {
  const v1::AnswerRequest request =
      FromText<v1::AnswerRequest>("search_results { title: 't' text: '0123456789' }");
  const auto citation = [](int begin, int end) {
    const std::string b = std::to_string(begin), e = std::to_string(end);
    return "citations { cited_text: '" + b + e +
           "' source { kind: KIND_SEARCH_RESULT item_index: 0 } source_spans { byte_start: " + b +
           " byte_end: " + e + " } }";
  };
  const PageSources page =
      Collect(request, Citing(citation(0, 4) + citation(3, 6) + citation(6, 8)));
  ASSERT_THAT(page.sources, SizeIs(1));
  const std::vector<CitedPassage>& passages = page.sources[0].passages;
  ASSERT_THAT(passages, SizeIs(2));
  EXPECT_EQ(passages[0].begin, 0u);
  EXPECT_EQ(passages[0].end, 6u);
  EXPECT_THAT(passages[0].citations, ElementsAre(0u, 1u));
  EXPECT_EQ(passages[1].begin, 6u);
  EXPECT_THAT(page.passage_of, ElementsAre("s1p1", "s1p1", "s1p2"));
}

TEST(CollectSourcesTest, QuotesACitationWhoseSpanIsOutsideOfTheText) {
  const v1::AnswerRequest request =
      FromText<v1::AnswerRequest>("search_results { title: 't' text: '0123' }");
  const PageSources page = Collect(request, Citing(R"(
    citations {
      cited_text: "x" source { kind: KIND_SEARCH_RESULT item_index: 0 }
      source_spans { byte_start: 2 byte_end: 9 }
    })"));
  EXPECT_THAT(page.sources[0].passages, IsEmpty());
  ASSERT_THAT(page.sources[0].quoted, SizeIs(1));
  EXPECT_EQ(page.passage_of[0], page.sources[0].quoted[0].anchor);
}

TEST(CollectSourcesTest, AddsWebPagesByAddressAndOneUnknownSource) {
  const PageSources page = Collect({}, Citing(R"(
    citations {
      location { web_search_result { url: "https://x.example/" title: "X" } }
      cited_text: "a" source { kind: KIND_WEB_PAGE }
    }
    citations {
      location { web_search_result { url: "https://x.example/" title: "X" } }
      cited_text: "b" source { kind: KIND_WEB_PAGE }
    }
    citations { cited_text: "c" }
    citations { cited_text: "d" })"));
  ASSERT_THAT(page.sources, SizeIs(2));
  EXPECT_EQ(page.sources[0].kind, "web page");
  EXPECT_EQ(page.sources[0].origin, "https://x.example/");
  EXPECT_THAT(page.sources[0].quoted, SizeIs(2));
  EXPECT_EQ(page.sources[1].kind, "unknown source");
  EXPECT_THAT(page.sources[1].quoted, SizeIs(2));
}

}  // namespace
}  // namespace footnote::client
