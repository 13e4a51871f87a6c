// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/citation_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "tests/answering/building/content/replay_testing.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

TEST(CitationReplayTest, AnAnswerIsSentBackWithItsCitations) {
  // B71
  const Json content = Json::parse(R"json([
    {"type": "text", "text": "Two limits. ", "citations": [
      {"type": "search_result_location", "cited_text": "Rate limit is 1000/h.", "source": "kb://1",
       "title": "Limits", "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "返金は30日以内です。", "source": "kb://2",
       "title": null, "search_result_index": 1, "start_block_index": 1, "end_block_index": 2}]},
    {"type": "text", "text": "And from the web.", "citations": [
      {"type": "web_search_result_location", "cited_text": "…", "url": "https://example.com",
       "title": "Web", "encrypted_index": "Eo8BCioIAhgB=="}]}])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(content)));
  EXPECT_EQ(Replayed(next), Json({{"role", "assistant"}, {"content", content}}));
}

TEST(CitationReplayTest, SearchResultsOfTheNextTurnAreCountedAfterThoseOfTheFirst) {
  // B71
  v1::AnswerRequest next = AfterTurn("blocks { text { text: 'A' } }");
  *next.add_search_results() =
      FromText<v1::SearchResult>("id: 'kb-3' source: 's' title: 't' text: 'Third.'");
  const v1::Answer answer =
      AnswerTo(next, MessageJson({TextBlock("A", Json::array({Srl(2, 0, 1, "Third.")}))}));
  const v1::Citation& citation = answer.blocks(0).text().citations(0);
  EXPECT_EQ(citation.source().id(), "kb-3");
  EXPECT_EQ(citation.source().turn_index(), 2);
  EXPECT_EQ(citation.verification().verdict(), v1::Verification::VERDICT_EXACT);
}

// Returns a request with two search results and a document of each kind that has its own location:
// text, PDF and blocks.
v1::AnswerRequest SearchResultsAndDocuments() {
  v1::AnswerRequest request = TwoHits();
  request.add_documents()->set_text("c and more");
  request.add_documents()->set_pdf("%PDF-1.7");
  request.add_documents()->mutable_blocks()->add_blocks()->set_text("b");
  return request;
}

TEST(CitationReplayTest, AllFiveKindsAreSentInTheirInputForm) {
  const Json content = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20},
      {"type": "page_location", "cited_text": "p", "document_index": 1, "document_title": null,
       "start_page_number": 1, "end_page_number": 2},
      {"type": "content_block_location", "cited_text": "b", "document_index": 2,
       "document_title": null, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "s", "source": "kb://1", "title": null,
       "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u", "title": null,
       "encrypted_index": "e+/=\\\" \n"}]}])json");
  const v1::AnswerRequest request = SearchResultsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(content)));
  EXPECT_EQ(Replayed(next)["content"], content);
}

TEST(CitationReplayTest, OutputOnlyFieldsAreNotSent) {
  // B72
  Json content = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": null,
       "start_char_index": 0, "end_char_index": 20},
      {"type": "page_location", "cited_text": "p", "document_index": 1, "document_title": null,
       "start_page_number": 1, "end_page_number": 2},
      {"type": "content_block_location", "cited_text": "b", "document_index": 2,
       "document_title": null, "start_block_index": 0, "end_block_index": 1},
      {"type": "search_result_location", "cited_text": "s", "source": "kb://1", "title": null,
       "search_result_index": 0, "start_block_index": 0, "end_block_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u", "title": null,
       "encrypted_index": "e"}]}])json");
  Json cited = content;
  for (Json& citation : cited[0]["citations"]) {
    citation["file_id"] = "file_1";
    citation["confidence"] = 0.5;
    // Absent and null are equivalent; the API would refuse an empty title.
    if (citation.contains("document_title")) citation["document_title"] = "";
    citation.erase("title");
  }
  const v1::AnswerRequest request = SearchResultsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited)));
  EXPECT_EQ(Replayed(next)["content"], content);
}

TEST(CitationReplayTest, ATitleThatIsTooLongIsNullAndACitationWhoseUrlIsTooLongIsOmitted) {
  const std::string title(256, 't');
  Json cited = Json::parse(R"json([{"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0,
       "start_char_index": 0, "end_char_index": 1},
      {"type": "web_search_result_location", "cited_text": "w", "url": "u",
       "encrypted_index": "e"},
      {"type": "web_search_result_location", "cited_text": "w", "encrypted_index": "e"}]}])json");
  cited[0]["citations"][0]["document_title"] = title;
  cited[0]["citations"][1]["title"] = title + title + "t";
  cited[0]["citations"][2]["url"] = std::string(2049, 'u');
  const v1::AnswerRequest request = SearchResultsAndDocuments();
  const v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited)));
  const Json citations = Replayed(next)["content"][0]["citations"];
  ASSERT_EQ(citations.size(), 2u);
  EXPECT_TRUE(citations[0]["document_title"].is_null());
  EXPECT_TRUE(citations[1]["title"].is_null());
}

TEST(CitationReplayTest, RecoveredCitationsAreNotSent) {
  v1::AnswerRequest next = AfterTurn("blocks { text { text: 'A' } }");
  v1::Citation* recovered = next.mutable_turns(1)
                                ->mutable_assistant()
                                ->mutable_blocks(0)
                                ->mutable_text()
                                ->add_recovered_citations();
  recovered->set_cited_text("\x80");
  recovered->mutable_location()->mutable_search_result()->set_search_result_index(0);
  EXPECT_EQ(Replayed(next)["content"], Json::array({TextBlock("A")}));
}

TEST(CitationReplayTest, IncompleteAndUnknownCitationsAreOmittedAndTheirTextIsSent) {
  const Json citations = Json::parse(R"json([
    {"type": "search_result_location", "search_result_index": 0, "start_block_index": 5,
     "end_block_index": 6, "source": "s"},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": 0,
     "start_block_index": 0, "source": "s"},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": 0,
     "start_block_index": 0, "end_block_index": 1},
    {"type": "search_result_location", "cited_text": "x", "search_result_index": "0",
     "start_block_index": 0, "end_block_index": 1, "source": "s"},
    {"type": "web_search_result_location", "cited_text": "x", "url": "u"},
    {"type": "web_search_result_location", "cited_text": "x", "encrypted_index": "e"},
    {"type": "char_location", "cited_text": "x", "document_index": 0, "start_char_index": 0},
    {"type": "table_location", "cited_text": "x", "row": 1},
    {"cited_text": "x"}, 5])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next =
      Continued(request, AnswerTo(request, MessageJson({TextBlock("A", citations)})));
  EXPECT_EQ(Replayed(next)["content"], Json::array({TextBlock("A")}));
}

TEST(CitationReplayTest, RangesNearTheLimitOfTheIntegersAreSentUnchanged) {
  const v1::AnswerRequest next = AfterTurn(R"pb(blocks {
                                                  text {
                                                    text: "A"
                                                    citations {
                                                      cited_text: "x"
                                                      location {
                                                        search_result {
                                                          search_result_index: 1
                                                          start_block_index: 9223372036854775806
                                                          end_block_index: 9223372036854775807
                                                          source: "s"
                                                        }
                                                      }
                                                    }
                                                  }
                                                })pb");
  const Json citation = Replayed(next)["content"][0]["citations"][0];
  EXPECT_EQ(citation["start_block_index"].get<int64_t>(), INT64_MAX - 1);
  EXPECT_EQ(citation["end_block_index"].get<int64_t>(), INT64_MAX);
}

TEST(CitationReplayTest, RangesThatTheApiCannotReturnAreOmitted) {
  for (const char* range : {"-1, 0, 1", "0, -1, 1", "0, 1, 1", "0, 2, 1"}) {
    int64_t index;
    int64_t start;
    int64_t end;
    ASSERT_EQ(std::sscanf(range, "%ld, %ld, %ld", &index, &start, &end), 3);
    const v1::AnswerRequest request = TwoHits();
    const v1::AnswerRequest next = Continued(
        request,
        AnswerTo(request,
                 MessageJson({TextBlock("A", Json::array({Srl(index, start, end, "x")}))})));
    EXPECT_EQ(Replayed(next)["content"], Json::parse(R"json([{"type": "text", "text": "A"}])json"))
        << range;
  }
}

TEST(PrunedHistoryTest, ACompleteConversationKeepsTheIndicesOfTheApi) {
  EXPECT_THAT(CitedIndices(TwoTurns()), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, ACitationFollowsTheIdOfItsSource) {
  // B74
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns()->DeleteSubrange(0, 2);
  EXPECT_THAT(CitedIndices(request), ElementsAre(0, 0));
}

TEST(PrunedHistoryTest, ACitationFollowsTheIdOfItsSourceIfSourcesWereAddedBeforeIt) {
  v1::AnswerRequest request = TwoTurns();
  v1::SearchResult* added = request.mutable_turns(0)->mutable_user()->add_search_results();
  added->set_source("s");
  added->set_title("t");
  added->set_text("x");
  EXPECT_THAT(CitedIndices(request), ElementsAre(2, 1));
}

TEST(PrunedHistoryTest, ACitationWhoseIndexNamesNothingIsOmitted) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns()->DeleteSubrange(0, 2);
  for (v1::Citation& citation : *LastText(&request)->mutable_citations()) citation.clear_source();
  EXPECT_THAT(CitedIndices(request), ElementsAre());
}

TEST(PrunedHistoryTest, ACitationWhoseSourceWasRemovedIsOmitted) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns(2)->mutable_user()->mutable_search_results(0)->set_id("kb-3");
  EXPECT_THAT(CitedIndices(request), ElementsAre(1));
}

TEST(PrunedHistoryTest, SourcesWithoutIdsKeepTheirCitations) {
  v1::AnswerRequest request = TwoTurns();
  for (const int turn : {0, 2}) {
    request.mutable_turns(turn)->mutable_user()->mutable_search_results(0)->clear_id();
    request.mutable_turns(turn)->mutable_user()->mutable_documents(0)->clear_id();
  }
  EXPECT_THAT(CitedIndices(request), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, ASourceThatFollowsTheAnswerIsNotCited) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_search_results()->Swap(
      request.mutable_turns(2)->mutable_user()->mutable_search_results());
  request.mutable_documents()->Swap(request.mutable_turns(2)->mutable_user()->mutable_documents());
  EXPECT_THAT(CitedIndices(request), ElementsAre());
}

TEST(PrunedHistoryTest, ALocationThatDoesNotFitTheKindOfItsSourceIsOmitted) {
  v1::AnswerRequest request = TwoTurns();
  request.mutable_turns(2)->mutable_user()->mutable_documents(0)->set_pdf("%PDF-");
  EXPECT_THAT(CitedIndices(request), ElementsAre(1));
  // A file may be a text or a PDF.
  request.mutable_turns(2)->mutable_user()->mutable_documents(0)->set_file_id("f");
  EXPECT_THAT(CitedIndices(request), ElementsAre(1, 1));
}

TEST(PrunedHistoryTest, AnIdOfASourceOfTheOtherKindIsNotCited) {
  v1::AnswerRequest request = TwoTurns();
  LastText(&request)->mutable_citations(0)->mutable_source()->set_id("doc");
  EXPECT_THAT(CitedIndices(request), ElementsAre(1));
}

}  // namespace
}  // namespace footnote::answering::building
