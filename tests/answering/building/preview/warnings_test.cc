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
  const FieldPath top;
  const FieldPath root = top.Field("request");
  const absl::StatusOr<BuiltRequest> built = BuildRequest(
      request, TestDefaults(), RequestPurpose::kAnswer, root, TokenCounting::kEstimated);
  EXPECT_TRUE(built.ok()) << built.status();
  if (!built.ok()) return {};
  v1::PreviewAnswerResponse preview;
  AddWarnings(request, root, *built, &preview);
  return {preview.warnings().begin(), preview.warnings().end()};
}

MATCHER_P3(Warns, kind, field, part, "") {
  *result_listener << "which is " << arg.ShortDebugString();
  return arg.kind() == kind && arg.field() == field && absl::StrContains(arg.message(), part);
}

v1::SearchResult* AddHit(const std::string& text, v1::AnswerRequest* request) {
  v1::SearchResult* hit = request->add_hits();
  hit->set_source("s");
  hit->set_title("t");
  hit->set_text(text);
  return hit;
}

// An earlier turn of some 2,000 tokens.
void AddEarlierTurn(v1::AnswerRequest* request) {
  request->add_turns()->mutable_user()->set_question(std::string(8000, 'x'));
  request->add_turns()->mutable_assistant()->add_blocks()->mutable_text()->set_text("A");
}

TEST(WarningsTest, AnOrdinaryRequestHasNone) { EXPECT_THAT(WarningsOf(TwoHits()), IsEmpty()); }

TEST(WarningsTest, AMarkOnTooShortAPrefix) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_hits(1)->mutable_cache_control();
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_CACHE_PREFIX_TOO_SHORT,
                                "request.hits[1].cache_control", "fewer than 1024")));
}

TEST(WarningsTest, AMarkOnALongEnoughPrefixIsNone) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  AddHit(std::string(7000, 'x'), &request)->mutable_cache_control();
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

TEST(WarningsTest, AMarkOnAPrefixOfUnknownLengthIsNone) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    citations { mode: MODE_OFF }
    documents {
      pdf: "%PDF-1.7"
      cache_control {}
    }
  )pb");
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

// B53
TEST(WarningsTest, EachMarkThatThePlannerDrops) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_AUTO);
  AddHit(std::string(7000, 'x'), &request);
  for (int i = 0; i < 6; ++i) AddHit(absl::StrCat(i), &request)->mutable_cache_control();
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(
          Warns(Warning::KIND_CACHE_MARK_DROPPED, "request.hits[1].cache_control", "at most 4"),
          Warns(Warning::KIND_CACHE_MARK_DROPPED, "request.hits[2].cache_control", "is not sent")));
}

TEST(WarningsTest, ADocumentWhoseTextIsNotInTheRequest) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { text: "A." }
    documents { pdf: "%PDF-1.7" }
    documents { url: "https://example.com/a.pdf" }
    documents { file_id: "file_1" }
  )pb");
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[1]", "PDF"),
                  Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[2]", "not in the request"),
                  Warns(Warning::KIND_NOT_VERIFIABLE, "request.documents[3]", "cannot")));
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(WarningsOf(request), IsEmpty()) << "nothing is cited";
}

TEST(WarningsTest, ABlockSoLongThatACitationOfItSaysLittle) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  AddHit(std::string(8000, 'x'), &request);
  AddHit(std::string(8001, 'x'), &request);
  v1::SearchResult* hit = AddHit("", &request);
  hit->add_blocks()->set_text("a");
  hit->add_blocks()->set_text(std::string(9000, 'x'));
  hit->add_blocks()->set_text(std::string(9001, 'x'));
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_LARGE_BLOCK, "request.hits[1]", "block 0 of 8001"),
                          Warns(Warning::KIND_LARGE_BLOCK, "request.hits[2]",
                                "block 1 of 9000 bytes, and 1 more")));
}

TEST(WarningsTest, APlainTextDocumentIsCutByTheApiHoweverLong) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.add_documents()->set_text(std::string(9000, 'x'));
  EXPECT_THAT(WarningsOf(request), IsEmpty());
}

TEST(WarningsTest, WhatIsThereTwiceHoweverItIsCutAndWhereverItStands) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    turns {
      user {
        question: "P"
        hits { source: "s" title: "t" text: "One. Two." }
      }
    }
    turns { assistant { blocks { tool_use { id: "u" name: "n" input_json: "{}" } } } }
    tool_results {
      tool_use_id: "u"
      hits { source: "other" title: "t" text: "One. Two." }
    }
    hits {
      source: "s"
      title: "t"
      blocks { text: "One. " }
      blocks { text: "Two." }
    }
    hits { source: "s" title: "t" text: "One. Two" }
  )pb");
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_DUPLICATE_TEXT, "request.tool_results[0].hits[0]",
                                "what request.turns[0].user.hits[0] says"),
                          Warns(Warning::KIND_DUPLICATE_TEXT, "request.hits[0]",
                                "what request.turns[0].user.hits[0] says")));
}

TEST(WarningsTest, DocumentsAreComparedWithHitsAndFilesWithFiles) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    citations { mode: MODE_OFF }
    hits { source: "s" title: "t" text: "file_1" }
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
      ElementsAre(Warns(Warning::KIND_DUPLICATE_TEXT, "request.documents[1]", "documents[0]"),
                  Warns(Warning::KIND_DUPLICATE_TEXT, "request.documents[2]", "hits[0]")));
}

TEST(WarningsTest, ARequestThatIsNearlyTooLarge) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  AddHit(std::string(30 << 20, 'x'), &request);
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_NEAR_SIZE_LIMIT, "", "of the 33554432 bytes")));
}

TEST(WarningsTest, DemandsOnCitationsThatAreOff) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_citations()->set_strict(true);
  request.mutable_citations()->set_min_coverage(0.5);
  EXPECT_THAT(WarningsOf(request), IsEmpty());
  request.mutable_citations()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_THAT(
      WarningsOf(request),
      ElementsAre(Warns(Warning::KIND_NOTHING_TO_VERIFY, "request.citations.strict", "off"),
                  Warns(Warning::KIND_NOTHING_TO_VERIFY, "request.citations.min_coverage", "off")));
}

TEST(WarningsTest, AConversationThatIsLongEnoughAndKeepsNothing) {
  v1::AnswerRequest request = TwoHits();
  AddEarlierTurn(&request);
  EXPECT_THAT(WarningsOf(request),
              ElementsAre(Warns(Warning::KIND_NO_CACHE, "request.cache", "POLICY_AUTO")));
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_AUTO);
  EXPECT_THAT(WarningsOf(request), IsEmpty());
  request.mutable_cache()->set_policy(v1::CacheOptions::POLICY_NONE);
  EXPECT_THAT(WarningsOf(request), IsEmpty()) << "it was asked for";
}

TEST(WarningsTest, OfAKindAHundredAreListedAndTheRestIsCounted) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  for (int i = 0; i < 150; ++i) AddHit("same", &request);
  const std::vector<Warning> warnings = WarningsOf(request);
  ASSERT_EQ(warnings.size(), 100);
  EXPECT_THAT(warnings[98].message(), testing::Not(testing::HasSubstr("listed")));
  EXPECT_THAT(warnings[99].message(), testing::HasSubstr("49 more of this kind are not listed"));
}

TEST(WarningsTest, SayNothingThatAHitSays) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "CANARY")pb");
  for (int i = 0; i < 2; ++i) {
    v1::SearchResult* hit = AddHit("CANARY" + std::string(9000, 'x'), &request);
    hit->set_source("CANARY");
    hit->set_title("CANARY");
    hit->mutable_cache_control();
  }
  for (const Warning& warning : WarningsOf(request)) {
    EXPECT_FALSE(absl::StrContains(warning.DebugString(), "CANARY"));
  }
}

}  // namespace
}  // namespace footnote::answering::building
