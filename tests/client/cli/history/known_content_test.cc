// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/known_content.h"

#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

constexpr char kEarlier[] = R"(
  turns {
    user {
      question: "Earlier?"
      search_results { id: "a" source: "s" title: "A" text: "one" chunking { policy: POLICY_WHOLE } }
      documents { id: "d.txt" title: "d.txt" text: "doc" } images { data: "png" }
      tool_results { search_results { id: "t" source: "s" title: "T" text: "tool" } }
    }
  }
  turns { assistant {} })";

TEST(RemoveKnownTest, RemovesContentOfEarlierTurnsWhateverItsChunking) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(std::string(kEarlier) + R"(
    search_results { id: "a" source: "s" title: "A" text: "one" chunking { policy: POLICY_SENTENCE } }
    search_results { id: "t" source: "s" title: "T" text: "tool" cache_control {} }
    search_results { id: "b" source: "s" title: "B" text: "two" }
    documents { id: "d.txt" title: "d.txt" text: "doc" }
    images { data: "png" } images { data: "other" })");
  EXPECT_EQ(RemoveKnown(&request), 4);
  ASSERT_EQ(request.search_results_size(), 1);
  EXPECT_EQ(request.search_results(0).id(), "b");
  EXPECT_EQ(request.documents_size(), 0);
  ASSERT_EQ(request.images_size(), 1);
  EXPECT_EQ(request.images(0).data(), "other");
}

TEST(RemoveKnownTest, GivesANewIdToContentThatHasChanged) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(std::string(kEarlier) + R"(
    turns { user { documents { id: "d.txt~2" title: "d.txt" text: "second" } } }
    turns { assistant {} }
    search_results { id: "a" source: "s" title: "A" text: "changed" }
    search_results { source: "s" title: "no id" text: "changed" }
    documents { id: "d.txt" title: "d.txt" text: "third" })");
  EXPECT_EQ(RemoveKnown(&request), 0);
  EXPECT_EQ(request.search_results(0).id(), "a~2");
  EXPECT_EQ(request.search_results(1).id(), "");
  EXPECT_EQ(request.documents(0).id(), "d.txt~3");
}

TEST(RemoveKnownTest, RecognizesContentWithADifferentId) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns { user { documents { id: "d.txt~2" title: "d.txt" text: "second" } } }
    documents { id: "d.txt" title: "d.txt" text: "second" })");
  EXPECT_EQ(RemoveKnown(&request), 1);
}

TEST(RemoveKnownTest, ComparesContentListsToo) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    turns {
      user {
        content { search_result { id: "a" source: "s" title: "A" text: "one" } }
        content { document { id: "d" text: "doc" } }
        content { image { data: "png" } }
        content { text { text: "Earlier?" } }
      }
    }
    content { text { text: "Earlier?" } }
    content { search_result { id: "a" source: "s" title: "A" text: "one" } }
    content { document { id: "d" text: "changed" } }
    content { image { data: "png" } })");
  EXPECT_EQ(RemoveKnown(&request), 2);
  ASSERT_EQ(request.content_size(), 2);
  EXPECT_EQ(request.content(0).text().text(), "Earlier?");
  EXPECT_EQ(request.content(1).document().id(), "d~2");
}

TEST(RemoveKnownTest, LeavesAFirstTurnAsItIs) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(
      "search_results { id: 'a' text: 'x' } search_results { id: 'b' text: 'x' }");
  EXPECT_EQ(RemoveKnown(&request), 0);
  EXPECT_EQ(request.search_results_size(), 2);
}

}  // namespace
}  // namespace footnote::client
