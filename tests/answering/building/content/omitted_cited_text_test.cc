// SPDX-License-Identifier: Apache-2.0
// Citations without `cited_text`, which get the text at their location.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "service/status/rich_status.h"
#include "tests/answering/building/content/replay_testing.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

// Returns TwoTurns() without the cited texts.
v1::AnswerRequest WithoutCitedTexts(v1::AnswerRequest request) {
  for (v1::Citation& citation : *LastText(&request)->mutable_citations()) {
    citation.clear_cited_text();
  }
  return request;
}

// Returns the texts that the last answer of `request` cites.
std::vector<std::string> CitedTexts(const v1::AnswerRequest& request) {
  std::vector<std::string> texts;
  const Json messages = SentJson(request)["messages"];
  const Json text = messages[messages.size() - 2]["content"][0];
  for (const Json& citation : text.value("citations", Json::array())) {
    texts.push_back(citation["cited_text"]);
  }
  return texts;
}

TEST(OmittedCitedTextTest, ACitationWithoutItsTextGetsTheTextAtItsLocation) {
  const v1::AnswerRequest request = TwoTurns();
  const v1::AnswerRequest without = WithoutCitedTexts(request);
  EXPECT_THAT(CitedTexts(without), ElementsAre("Two.", "New."));
  EXPECT_EQ(SentJson(without), SentJson(request));
}

TEST(OmittedCitedTextTest, TheTextIsThatOfTheSourceWithTheId) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  request.mutable_turns()->DeleteSubrange(0, 2);
  EXPECT_THAT(CitedTexts(request), ElementsAre("Two.", "New."));
  EXPECT_THAT(CitedIndices(request), ElementsAre(0, 0));
}

TEST(OmittedCitedTextTest, ARangeOfBlocksHasTheConcatenatedTexts) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  v1::UserTurn* user = request.mutable_turns(2)->mutable_user();
  *user->mutable_search_results(0) = FromText<v1::SearchResult>(R"pb(
    id: "kb-2"
    source: "s"
    title: "t"
    blocks {
      blocks { text: "a" }
      blocks { text: "円" }
      blocks { text: "c" }
    }
  )pb");
  auto* location = LastText(&request)->mutable_citations(0)->mutable_location();
  location->mutable_search_result()->set_start_block_index(1);
  location->mutable_search_result()->set_end_block_index(3);
  EXPECT_THAT(CitedTexts(request), ElementsAre("円c", "New."));
}

TEST(OmittedCitedTextTest, ARangeOfBlocksThatFootnoteSplitHasTheirText) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  v1::UserTurn* user = request.mutable_turns(2)->mutable_user();
  user->mutable_search_results(0)->set_text("One.\n\nTwo.\n\nThree.");
  auto* location = LastText(&request)->mutable_citations(0)->mutable_location();
  location->mutable_search_result()->set_end_block_index(2);
  EXPECT_THAT(CitedTexts(request), ElementsAre("One.\n\nTwo.\n\n", "New."));
}

TEST(OmittedCitedTextTest, ACitationOfADocumentOfBlocksHasTheTextOfTheBlocks) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  v1::UserTurn* user = request.mutable_turns(2)->mutable_user();
  *user->mutable_documents(0) = FromText<v1::Document>(R"pb(
    id: "doc"
    blocks {
      blocks { text: "a" }
      blocks { image { file_id: "f" } }
      blocks { text: "b" }
      blocks { text: "c" }
    }
  )pb");
  v1::Citation* citation = LastText(&request)->mutable_citations(1);
  v1::ContentBlockLocation* location = citation->mutable_location()->mutable_content_block();
  location->set_document_index(1);
  location->set_start_block_index(2);
  location->set_end_block_index(4);
  EXPECT_THAT(CitedTexts(request), ElementsAre("Two.", "bc"));
  // A range with an image has no exact text.
  location->set_start_block_index(0);
  EXPECT_THAT(CitedTexts(request), ElementsAre("Two."));
}

TEST(OmittedCitedTextTest, ACitationThatResolvesToNoTextIsOmitted) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  auto* citations = LastText(&request)->mutable_citations();
  (*citations)[0].mutable_location()->mutable_search_result()->set_end_block_index(2);
  (*citations)[1].mutable_location()->mutable_character()->set_end_char_index(5);
  EXPECT_THAT(CitedTexts(request), ElementsAre());
}

TEST(OmittedCitedTextTest, ACitationOfAWebPageOrAPdfWithoutItsTextIsOmitted) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  request.mutable_turns(2)->mutable_user()->mutable_documents(0)->set_pdf("%PDF-");
  v1::AnswerText* text = LastText(&request);
  v1::PageLocation* page = text->mutable_citations(1)->mutable_location()->mutable_page();
  page->set_document_index(1);
  page->set_start_page_number(1);
  page->set_end_page_number(2);
  auto* web = text->add_citations()->mutable_location()->mutable_web_search_result();
  web->set_url("u");
  web->set_encrypted_index("e");
  EXPECT_THAT(CitedTexts(request), ElementsAre("Two."));
}

TEST(OmittedCitedTextTest, AnAnswerWithoutExactCitedTextsIsSentLikeOneWithThem) {
  const Json content = {TextBlock("Two limits.", Json::array({Srl(0, 0, 1, "Rate limit is 1000/h."),
                                                              Srl(1, 0, 2,
                                                                  "月額は1,000円です。"
                                                                  "返金は30日以内です。")}))};
  const v1::AnswerRequest request = TwoHits();
  const v1::Answer answer = AnswerTo(request, MessageJson(content));
  v1::Answer shorter = answer;
  for (v1::Citation& citation : *shorter.mutable_blocks(0)->mutable_text()->mutable_citations()) {
    ASSERT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
    citation.clear_cited_text();
  }
  EXPECT_EQ(SentJson(Continued(request, shorter)), SentJson(Continued(request, answer)));
}

TEST(OmittedCitedTextTest, TextsThatExceedTheSizeOfARequestAreAViolation) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  v1::SearchResult* search_result =
      request.mutable_turns(2)->mutable_user()->mutable_search_results(0);
  for (int i = 0; i < 2; ++i) {
    search_result->mutable_blocks()->add_blocks()->set_text(std::string(1 << 20, 'a'));
  }
  auto* citations = LastText(&request)->mutable_citations();
  (*citations)[0].mutable_location()->mutable_search_result()->set_end_block_index(2);
  for (int i = 0; i < 20; ++i) *citations->Add() = v1::Citation((*citations)[0]);
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("turns[3].assistant.blocks[0].text.citations[16]",
                                       "TOO_LONG", "33554432 bytes in total")));
}

TEST(OmittedCitedTextTest, ManyCitationsOfALongTextAreRefusedBeforeTheyAreWritten) {
  v1::AnswerRequest request = WithoutCitedTexts(TwoTurns());
  v1::SearchResult& source = *request.mutable_turns(2)->mutable_user()->mutable_search_results(0);
  source.set_source(std::string(1 << 20, 's'));
  source.set_text(std::string(1 << 20, 'x'));
  source.mutable_chunking()->set_policy(v1::Chunking::POLICY_WHOLE);
  v1::AnswerText& text = *LastText(&request);
  const v1::Citation citation = text.citations(0);
  for (int i = 0; i < 10000; ++i) *text.add_citations() = citation;
  const absl::Status status = BuildRequest(request, TestDefaults()).status();
  EXPECT_EQ(status::ErrorReason(status), "REQUEST_TOO_LARGE");
  // The text alone, ten thousand times.
  EXPECT_GT(std::stoull(status::ErrorMetadata(status, "request_bytes")), uint64_t{10000} << 20);
}

}  // namespace
}  // namespace footnote::answering::building
