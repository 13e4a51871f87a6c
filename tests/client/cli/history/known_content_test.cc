#include "client/cli/history/known_content.h"

#include <google/protobuf/text_format.h>

#include <string>

#include "footnote/v1/answer_service.pb.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

v1::AnswerRequest Request(const std::string& text) {
  v1::AnswerRequest request;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &request)) << text;
  return request;
}

constexpr char kEarlier[] = R"(
  turns {
    user {
      question: "Earlier?"
      hits { id: "a" source: "s" title: "A" text: "one" chunking { policy: POLICY_WHOLE } }
      documents { id: "d.txt" title: "d.txt" text: "doc" } images { data: "png" }
      tool_results { hits { id: "t" source: "s" title: "T" text: "tool" } }
    }
  }
  turns { assistant {} })";

TEST(LeaveOutKnownTest, TakesOutWhatAnEarlierTurnHasHoweverItIsCut) {
  v1::AnswerRequest request = Request(std::string(kEarlier) + R"(
    hits { id: "a" source: "s" title: "A" text: "one" chunking { policy: POLICY_SENTENCE } }
    hits { id: "t" source: "s" title: "T" text: "tool" cache_control {} }
    hits { id: "b" source: "s" title: "B" text: "two" }
    documents { id: "d.txt" title: "d.txt" text: "doc" }
    images { data: "png" } images { data: "other" })");
  EXPECT_EQ(LeaveOutKnown(&request), 4);
  ASSERT_EQ(request.hits_size(), 1);
  EXPECT_EQ(request.hits(0).id(), "b");
  EXPECT_EQ(request.documents_size(), 0);
  ASSERT_EQ(request.images_size(), 1);
  EXPECT_EQ(request.images(0).data(), "other");
}

TEST(LeaveOutKnownTest, GivesAnotherIdToWhatHasChanged) {
  v1::AnswerRequest request = Request(std::string(kEarlier) + R"(
    turns { user { documents { id: "d.txt~2" title: "d.txt" text: "second" } } }
    turns { assistant {} }
    hits { id: "a" source: "s" title: "A" text: "changed" }
    hits { source: "s" title: "no id" text: "changed" }
    documents { id: "d.txt" title: "d.txt" text: "third" })");
  EXPECT_EQ(LeaveOutKnown(&request), 0);
  EXPECT_EQ(request.hits(0).id(), "a~2");
  EXPECT_EQ(request.hits(1).id(), "");
  EXPECT_EQ(request.documents(0).id(), "d.txt~3");
}

TEST(LeaveOutKnownTest, KnowsWhatWasSentUnderAnotherId) {
  v1::AnswerRequest request = Request(R"(
    turns { user { documents { id: "d.txt~2" title: "d.txt" text: "second" } } }
    documents { id: "d.txt" title: "d.txt" text: "second" })");
  EXPECT_EQ(LeaveOutKnown(&request), 1);
}

TEST(LeaveOutKnownTest, LeavesAFirstTurnAsItIs) {
  v1::AnswerRequest request = Request("hits { id: 'a' text: 'x' } hits { id: 'b' text: 'x' }");
  EXPECT_EQ(LeaveOutKnown(&request), 0);
  EXPECT_EQ(request.hits_size(), 2);
}

}  // namespace
}  // namespace footnote::client
