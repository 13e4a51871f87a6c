// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/source_register.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

// A register with one search result, "a", and one document, "b".
class SourceRegisterTest : public testing::Test {
 protected:
  SourceRegisterTest() {
    search_result_.set_id("a");
    document_.set_id("b");
    Add(search_result_, Source::Kind::kSearchResult);
    Add(document_, Source::Kind::kPlainText);
  }

  template <typename Content>
  void Add(const Content& content, Source::Kind kind) {
    Source source;
    source.kind = kind;
    sources_.TakeNames(content, field_, &source);
    sources_.Add(std::move(source), field_);
  }

  v1::SearchResult search_result_;
  v1::Document document_;
  Violations violations_;
  const Field root_{&violations_};
  const Field field_ = root_.Child("x");
  SourceIndex index_;
  SourceRegister sources_{&index_};
};

TEST_F(SourceRegisterTest, ASourceIsFoundByItsId) {
  ASSERT_TRUE(sources_.Find("a").has_value());
  EXPECT_TRUE(sources_.Find("a")->is_search_result);
  EXPECT_EQ(sources_.Find("a")->index, 0u);
  ASSERT_TRUE(sources_.Find("b").has_value());
  EXPECT_FALSE(sources_.Find("b")->is_search_result);
  EXPECT_FALSE(sources_.Find("c").has_value());
  EXPECT_FALSE(sources_.Find("").has_value());
  EXPECT_EQ(violations_.count(), 0u);
}

TEST_F(SourceRegisterTest, SearchResultsAndDocumentsAreCountedSeparately) {
  ASSERT_NE(sources_.Get({true, 0}), nullptr);
  EXPECT_EQ(sources_.Get({true, 0})->id, "a");
  ASSERT_NE(sources_.Get({false, 0}), nullptr);
  EXPECT_EQ(sources_.Get({false, 0})->id, "b");
  EXPECT_EQ(sources_.Get({true, 1}), nullptr);
  EXPECT_EQ(sources_.Get({false, 1}), nullptr);
}

TEST_F(SourceRegisterTest, AnEmptyIdMayOccurMoreThanOnce) {
  const v1::Document unnamed;
  Add(unnamed, Source::Kind::kPlainText);
  Add(unnamed, Source::Kind::kPlainText);
  EXPECT_EQ(violations_.count(), 0u);
}

TEST_F(SourceRegisterTest, AnIdMayHave512Bytes) {
  v1::Document document;
  document.set_id(std::string(512, 'i'));
  Add(document, Source::Kind::kPlainText);
  EXPECT_EQ(violations_.count(), 0u);
  document.set_id(std::string(513, 'i'));
  Add(document, Source::Kind::kPlainText);
  EXPECT_THAT(violations_.kept(), ElementsAre(ViolatesRule("x.id", "TOO_LONG", "512")));
}

TEST_F(SourceRegisterTest, TheSourcesAreCitableIfTheIndexIs) {
  EXPECT_FALSE(sources_.citable());
  index_.set_citable(true);
  EXPECT_TRUE(sources_.citable());
}

TEST(SourceRegisterLimitsTest, IdsAreUniqueOverSearchResultsAndDocuments) {
  // B37
  EXPECT_THAT(
      ViolationsOf(FromText<v1::AnswerRequest>(R"pb(
        turns {
          user {
            question: "P"
            search_results { id: "a" source: "s" title: "t" text: "x" }
          }
        }
        question: "Q"
        documents { id: "a" text: "x" }
        documents { id: "b" text: "x" }
        search_results { id: "b" source: "s" title: "t" text: "x" }
        documents { id: "b" text: "x" }
      )pb")),
      ElementsAre(
          ViolatesRule("documents[0].id", "DUPLICATE", "search result 0 of the conversation"),
          ViolatesRule("documents[2].id", "DUPLICATE", "document 1 of the conversation"),
          ViolatesRule("search_results[0].id", "DUPLICATE", "document 1 of the conversation")));
}

TEST(SourceRegisterLimitsTest, BlocksOfSearchResultsAndDocumentsShareOneLimit) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    documents { chunking {} }
    search_results { source: "s" title: "t" }
  )pb");
  std::string text;
  for (int i = 0; i < 100001; ++i) text += "a\n\n";
  request.mutable_documents(0)->set_text(text);
  request.mutable_search_results(0)->set_text(text);
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("search_results[0]", "TOO_MANY", "200000 blocks")));
}

TEST(SourceRegisterLimitsTest, PatternsOfSearchResultsAndDocumentsShareOneLimit) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(question: "Q")pb");
  for (int i = 0; i < 100; ++i) {
    v1::Document* document = request.add_documents();
    document->set_text("x");
    document->mutable_chunking()->set_policy(v1::Chunking::POLICY_PATTERN);
    document->mutable_chunking()->set_pattern(";");
  }
  MustBuild(request);
  // An earlier turn precedes the documents.
  *request.add_turns()->mutable_user() = FromText<v1::UserTurn>(R"pb(
    question: "P"
    search_results { source: "s" title: "t" text: "x" }
  )pb");
  *request.mutable_turns(0)->mutable_user()->mutable_search_results(0)->mutable_chunking() =
      request.documents(0).chunking();
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("documents[99].chunking", "TOO_MANY", "more than 100")));
}

TEST(SourceRegisterLimitsTest, AtMost100SearchResultsHaveTheirOwnPattern) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>("question: 'Q'");
  for (int i = 0; i < 101; ++i) {
    *request.add_search_results() = FromText<v1::SearchResult>(
        "source: 's' title: 't' text: 'x' chunking { policy: POLICY_PATTERN pattern: 'a' }");
  }
  EXPECT_THAT(ViolationsOf(request), ElementsAre(ViolatesRule("search_results[100].chunking",
                                                              "TOO_MANY", "more than 100")));
}

}  // namespace
}  // namespace footnote::answering::building
