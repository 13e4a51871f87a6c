// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/answer_section.h"

#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_request.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// The parts of the section for an answer to an empty request.
struct Section {
  std::string text;
  std::string entries;
};

Section Render(const std::string& answer_text) {
  const v1::Answer answer = FromText<v1::Answer>(answer_text);
  const v1::AnswerRequest request;
  const std::vector<ListedCitation> list = ListCitations(request, answer);
  const PageSources sources = CollectSources(request, list);
  return {AnswerText(answer, list, sources), CitationEntries(list, sources)};
}

TEST(TrustClassTest, HasAClassForEachTrust) {
  EXPECT_EQ(TrustClass(ListedCitation::Trust::kVerified), "verified");
  EXPECT_EQ(TrustClass(ListedCitation::Trust::kUncheckable), "unchecked");
  EXPECT_EQ(TrustClass(ListedCitation::Trust::kWrong), "wrong");
}

TEST(AnswerTextTest, EscapesTextAndLinksAMarkToItsPassage) {
  const Section section = Render(R"(
    text: "a < b" references { number: 1 }
    blocks {
      text {
        text: "a < b"
        citations { cited_text: "x" reference_index: 0 verification { verdict: VERDICT_EXACT } }
      }
    })");
  EXPECT_THAT(section.text, HasSubstr("a &lt; b"));
  EXPECT_THAT(section.text, HasSubstr("<a class=\"mark verified\""));
  EXPECT_THAT(section.text, HasSubstr("href=\"#s1p1\""));
}

TEST(AnswerTextTest, OneVerifiedCitationIsSufficientForAClaim) {
  const Section section = Render(R"(
    text: "a" references { number: 1 }
    blocks {
      text {
        text: "a"
        citations { cited_text: "x" reference_index: 0 verification { verdict: VERDICT_MISMATCH } }
        citations { cited_text: "y" reference_index: 0 verification { verdict: VERDICT_EXACT } }
      }
    })");
  EXPECT_THAT(section.text, HasSubstr("<span class=\"claim verified\">a</span>"));
}

TEST(AnswerTextTest, FlagsAnUncitedSentenceOfAPlainBlock) {
  const Section section = Render(R"(
    text: "One. Two."
    blocks { text { text: "One. Two." } }
    coverage {
      sentences { state: STATE_UNCITED span { byte_start: 5 byte_end: 9 } }
    })");
  EXPECT_THAT(section.text, HasSubstr("One. <span class=\"uncited\">Two.</span>"));
  EXPECT_THAT(section.text, HasSubstr("not cited"));
}

TEST(AnswerFindingsTest, IsEmptyForACompleteAnswerWithoutFindings) {
  EXPECT_EQ(AnswerFindings(FromText<v1::Answer>("complete: true")), "");
  EXPECT_THAT(AnswerFindings(FromText<v1::Answer>("complete: false")), HasSubstr("incomplete"));
}

TEST(CitationEntriesTest, HasQuotationAndVerdictOfEachCitation) {
  EXPECT_EQ(Render("text: 'a' blocks { text { text: 'a' } }").entries, "");
  const Section section = Render(R"(
    text: "a"
    blocks {
      text {
        text: "a"
        citations { cited_text: "<quoted>" verification { verdict: VERDICT_UNKNOWN_SOURCE } }
      }
    })");
  EXPECT_THAT(section.entries, HasSubstr("&lt;quoted&gt;"));
  EXPECT_THAT(section.entries, HasSubstr("unknown source"));
  EXPECT_THAT(section.entries, Not(HasSubstr("<quoted>")));
}

}  // namespace
}  // namespace footnote::client
