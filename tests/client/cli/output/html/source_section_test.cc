// SPDX-License-Identifier: Apache-2.0
#include "client/cli/output/html/source_section.h"

#include <string>
#include <vector>

#include "client/cli/output/citation_list.h"
#include "client/cli/output/html/page_sources.h"
#include "footnote/v1/answer.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

PageSource Source() {
  PageSource source;
  source.anchor = "s1";
  source.kind = "search result";
  source.title = "Title <b>";
  source.text = "One & two.";
  return source;
}

ListedCitation Cited(ListedCitation::Trust trust) {
  static const v1::Citation* const kCitation = new v1::Citation;
  ListedCitation listed;
  listed.citation = kCitation;
  listed.number = 1;
  listed.label = "1";
  listed.cited_text = "quoted";
  listed.verdict = "exact";
  listed.trust = trust;
  return listed;
}

CitedPassage Passage(size_t begin, size_t end, std::vector<size_t> citations) {
  CitedPassage passage;
  passage.anchor = "s1p1";
  passage.begin = begin;
  passage.end = end;
  passage.citations = std::move(citations);
  return passage;
}

TEST(SourceCardTest, EscapesTitleAndText) {
  const std::string card = SourceCard(Source(), {});
  EXPECT_THAT(card, HasSubstr("Title &lt;b&gt;"));
  EXPECT_THAT(card, HasSubstr("One &amp; two."));
  EXPECT_THAT(card, Not(HasSubstr("<mark")));
}

TEST(SourceCardTest, MarksAPassageWithTheLowestTrustOfItsCitations) {
  PageSource source = Source();
  source.passages = {Passage(0, 3, {0, 1})};
  const std::string card = SourceCard(source, {Cited(ListedCitation::Trust::kVerified),
                                               Cited(ListedCitation::Trust::kUncheckable)});
  EXPECT_THAT(card, HasSubstr("<mark class=\"passage unchecked\""));
  EXPECT_THAT(card, HasSubstr("One</mark>"));
}

TEST(SourceCardTest, ShowsQuotationsIfTheTextIsNotAvailable) {
  PageSource source = Source();
  source.text.clear();
  source.quoted = {Passage(0, 0, {0})};
  const std::string card = SourceCard(source, {Cited(ListedCitation::Trust::kVerified)});
  EXPECT_THAT(card, HasSubstr("the text is not available"));
  EXPECT_THAT(card, HasSubstr("quoted"));
}

TEST(SourceCardTest, StatesTheTurnAndTheNumberOfImages) {
  PageSource source = Source();
  source.turn = 2;
  source.images = 1;
  EXPECT_THAT(SourceCard(source, {}), HasSubstr("turn 2 · 1 image not shown"));
}

TEST(SourceCardTest, LinksOnlySafeOrigins) {
  PageSource source = Source();
  source.origin = "https://x.example/";
  EXPECT_THAT(SourceCard(source, {}), HasSubstr("href=\"https://x.example/\""));
  source.origin = "javascript:alert(1)";
  EXPECT_THAT(SourceCard(source, {}), Not(HasSubstr("href=\"javascript")));
}

}  // namespace
}  // namespace footnote::client
