// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/preview/warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Warning = v1::PreviewWarning;

std::vector<Warning> WarningsOf(const v1::AnswerRequest& request) {
  const absl::StatusOr<IndexedRequest> indexed = IndexRequest(
      request, TestDefaults(), RequestPurpose::kAnswer, "request", TokenCounting::kEstimated);
  EXPECT_TRUE(indexed.ok()) << indexed.status();
  if (!indexed.ok()) return {};
  const absl::StatusOr<SerializedRequest> serialized = SerializeRequest(*indexed);
  EXPECT_TRUE(serialized.ok()) << serialized.status();
  if (!serialized.ok()) return {};
  v1::PreviewAnswerResponse preview;
  AddWarnings(request, "request", *indexed, serialized->json.size(), &preview);
  return {preview.warnings().begin(), preview.warnings().end()};
}

MATCHER_P3(Warns, kind, field, part, "") {
  *result_listener << "which is " << arg.ShortDebugString();
  return arg.kind() == kind && arg.field() == field && absl::StrContains(arg.message(), part);
}

v1::SearchResult* AddSearchResult(const std::string& text, v1::AnswerRequest* request) {
  v1::SearchResult* search_result = request->add_search_results();
  search_result->set_source("s");
  search_result->set_title("t");
  search_result->set_text(text);
  return search_result;
}

// Adds an earlier turn of about 2,000 tokens.
void AddEarlierTurn(v1::AnswerRequest* request) {
  request->add_turns()->mutable_user()->set_question(std::string(8000, 'x'));
  request->add_turns()->mutable_assistant()->add_blocks()->mutable_text()->set_text("A");
}

TEST(WarningsTest, AnOrdinaryRequestHasNoWarning) { EXPECT_THAT(WarningsOf(TwoHits()), IsEmpty()); }

TEST(WarningsTest, ABreakpointAfterATooShortPrefixIsReported) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_search_results(1)->mutable_cache_control();
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_CACHE_PREFIX_TOO_SHORT,
                                "request.search_results[1].cache_control", "at least 1024")));
}

TEST(WarningsTest, ABreakpointAfterALongEnoughPrefixIsNotReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  AddSearchResult(std::string(7000, 'x'), &request)->mutable_cache_control();
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

TEST(WarningsTest, ABreakpointAfterAPrefixOfUnknownLengthIsNotReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    citation_options { mode: MODE_OFF }
    documents {
      pdf: "%PDF-1.7"
      cache_control {}
    }
  )pb");
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

// B53
TEST(WarningsTest, EachDroppedBreakpointIsReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  AddSearchResult(std::string(7000, 'x'), &request);
  for (int i = 0; i < 6; ++i) AddSearchResult(absl::StrCat(i), &request)->mutable_cache_control();
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_CACHE_BREAKPOINT_DROPPED,
                                "request.search_results[1].cache_control", "at most 4"),
                          Warns(Warning::KIND_CACHE_BREAKPOINT_DROPPED,
                                "request.search_results[2].cache_control", "is not sent")));
}

TEST(WarningsTest, ADocumentWhoseTextIsNotInTheRequestIsReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { text: "A." }
    documents { pdf: "%PDF-1.7" }
    documents { pdf_url: "https://example.com/a.pdf" }
    documents { file_id: "file_1" }
  )pb");
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[1]", "PDF"),
                          Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[2]",
                                "not part of the request"),
                          Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[3]", "cannot")));
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(WarningsOf(request), IsEmpty()) << "nothing is cited";
}

TEST(WarningsTest, ABlockOfMoreThan8000BytesIsReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  AddSearchResult(std::string(8000, 'x'), &request);
  AddSearchResult(std::string(8001, 'x'), &request);
  v1::TextBlocks* blocks = AddSearchResult("", &request)->mutable_blocks();
  blocks->add_blocks()->set_text("a");
  blocks->add_blocks()->set_text(std::string(9000, 'x'));
  blocks->add_blocks()->set_text(std::string(9001, 'x'));
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(Warns(Warning::KIND_LARGE_BLOCK, "request.search_results[1]", "block 0 of 8001"),
                  Warns(Warning::KIND_LARGE_BLOCK, "request.search_results[2]",
                        "block 1 of 9000 bytes, and 1 more")));
}

TEST(WarningsTest, ALongPlainTextDocumentIsNotReportedSinceTheApiSplitsIt) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.add_documents()->set_text(std::string(9000, 'x'));
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

TEST(WarningsTest, EqualTextsAreReportedWhateverTheirBlocksAndPositions) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    turns {
      user {
        question: "P"
        search_results { source: "s" title: "t" text: "One. Two." }
      }
    }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
    tool_results {
      tool_use_id: "u"
      search_results { source: "other" title: "t" text: "One. Two." }
    }
    search_results {
      source: "s"
      title: "t"
      blocks {
        blocks { text: "One. " }
        blocks { text: "Two." }
      }
    }
    search_results { source: "s" title: "t" text: "One. Two" }
  )pb");
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(Warns(Warning::KIND_DUPLICATE_TEXT, "request.tool_results[0].search_results[0]",
                        "same text as request.turns[0].user.search_results[0];"),
                  Warns(Warning::KIND_DUPLICATE_TEXT, "request.search_results[0]",
                        "same text as request.turns[0].user.search_results[0];")));
}

TEST(WarningsTest, SourcesOfOrderedContentAreReportedWithTheirField) {
  EXPECT_THAT(
      WarningsOf(FromText<v1::AnswerRequest>(R"pb(
        turns {
          user {
            content { text { text: "P" } }
            content { search_result { source: "s" title: "t" text: "One." } }
          }
        }
        turns { assistant { blocks { text { text: "A" } } } }
        content { document { text: "One." } }
        content { text { text: "Q" } }
        content { document { file_id: "f" } }
      )pb")),
      testing::UnorderedElementsAre(
          Warns(Warning::KIND_DUPLICATE_TEXT, "request.content[0].document",
                "same text as request.turns[0].user.content[1].search_result;"),
          Warns(Warning::KIND_NOT_VERIFIABLE, "request.content[2].document", "not part of")));
}

TEST(WarningsTest, SourcesOfToolResultsAreReportedWithTheirFieldBesideOrderedContent) {
  EXPECT_THAT(WarningsOf(FromText<v1::AnswerRequest>(R"pb(
                turns { user { question: "P" } }
                turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
                tool_results {
                  tool_use_id: "u"
                  documents { file_id: "f" }
                }
                content { text { text: "Q" } }
              )pb")),
              ElementsAre(Warns(Warning::KIND_NOT_VERIFIABLE,
                                "request.tool_results[0].documents[0]", "not part of")));
}

TEST(WarningsTest, DocumentsAreComparedWithSearchResultsAndFilesWithFiles) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    citation_options { mode: MODE_OFF }
    search_results { source: "s" title: "t" text: "file_1" }
    documents { file_id: "file_1" }
    documents { file_id: "file_1" }
    documents { text: "file_1" }
    documents {
      blocks {
        blocks { text: "file_1" }
        blocks { image { data: "\x89PNG\r\n\x1a\n" } }
      }
    }
  )pb");
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(
          Warns(Warning::KIND_DUPLICATE_TEXT, "request.documents[1]", "documents[0]"),
          Warns(Warning::KIND_DUPLICATE_TEXT, "request.documents[2]", "search_results[0]")));
}

TEST(WarningsTest, DocumentsOfTextBlocksAreComparedAndThoseWithAnImageAreNot) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents {
      blocks {
        blocks { text: "One. " }
        blocks { text: "Two." }
      }
    }
    documents {
      blocks {
        blocks { text: "One." }
        blocks { text: " Two." }
      }
    }
    documents {
      blocks {
        blocks { image { data: "\x89PNG\r\n\x1a\n" } }
        blocks { text: "One. Two." }
      }
    }
    documents {
      blocks {
        blocks { text: "One. Two." }
        blocks { image { data: "\x89PNG\r\n\x1a\n" } }
      }
    }
  )pb");
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_DUPLICATE_TEXT, "request.documents[1]",
                                "same text as request.documents[0];")));
}

TEST(WarningsTest, ARequestThatIsNearlyTooLargeIsReported) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  AddSearchResult(std::string(30 << 20, 'x'), &request);
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_NEAR_SIZE_LIMIT, "", "at most 33554432")));
}

TEST(WarningsTest, ConditionsOnCitationsThatAreOffAreReported) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_citation_options()->set_strict(true);
  request.mutable_citation_options()->set_min_coverage(0.5);
  EXPECT_THAT(WarningsOf(request), IsEmpty());
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(
          Warns(Warning::KIND_NOTHING_TO_VERIFY, "request.citation_options.strict", "off"),
          Warns(Warning::KIND_NOTHING_TO_VERIFY, "request.citation_options.min_coverage", "off")));
}

TEST(WarningsTest, ALongConversationWithoutABreakpointIsReported) {
  v1::AnswerRequest request = TwoHits();
  AddEarlierTurn(&request);
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_NO_CACHE, "request.cache_options", "POLICY_AUTO")));
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_AUTO);
  EXPECT_THAT(WarningsOf(request), IsEmpty());
  request.mutable_cache_options()->set_policy(v1::CacheOptions::POLICY_NONE);
  EXPECT_THAT(WarningsOf(request), IsEmpty()) << "POLICY_NONE is intended";
}

TEST(WarningsTest, AHundredWarningsOfAKindAreListedAndTheOthersAreCounted) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  for (int i = 0; i < 150; ++i) AddSearchResult("same", &request);
  const std::vector<Warning> warnings = WarningsOf(request);
  ASSERT_EQ(warnings.size(), 100);
  EXPECT_THAT(warnings[98].message(), testing::Not(testing::HasSubstr("listed")));
  EXPECT_THAT(warnings[99].message(), testing::HasSubstr("49 more of this kind are not listed"));
}

TEST(WarningsTest, NoWarningContainsTextOfASource) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "CANARY")pb");
  for (int i = 0; i < 2; ++i) {
    v1::SearchResult* search_result = AddSearchResult("CANARY" + std::string(9000, 'x'), &request);
    search_result->set_source("CANARY");
    search_result->set_title("CANARY");
    search_result->mutable_cache_control();
  }
  for (const Warning& warning : WarningsOf(request)) {
    EXPECT_FALSE(absl::StrContains(warning.DebugString(), "CANARY"));
  }
}

}  // namespace
}  // namespace footnote::answering::building
