// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/conversation.h"

#include <google/protobuf/util/message_differencer.h>

#include <string>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/client/from_text.h"

namespace footnote::client {
namespace {

using ::google::protobuf::util::MessageDifferencer;
using ::testing::IsEmpty;
using ::testing::SizeIs;

void ExpectEqual(const v1::Turn& turn, const std::string& expected) {
  std::string difference;
  MessageDifferencer differencer;
  differencer.ReportDifferencesToString(&difference);
  EXPECT_TRUE(differencer.Compare(FromText<v1::Turn>(expected), turn)) << difference;
}

// B71, B72
TEST(NextTurnsTest, HaveThePresentTurnAndTheBlocksWithTheFieldsThatAreSentBack) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    question: "Why?"
    turns { user { question: "Earlier?" } } turns { assistant {} }
    search_results { id: "h" blocks { blocks { text: "a" } } cache_control {} }
    documents { id: "d" text: "b" } images { url: "https://x.example/p.png" }
    search { delivery: DELIVERY_TOOL_RESULT query: "why" }
    tool_results { tool_use_id: "t" text: "c" }
    model_options { system: "Be brief." } tools { custom { name: "t" } })");
  const v1::Answer answer = FromText<v1::Answer>(R"(
    text: "So."
    blocks { opaque { type: "thinking" json: "{}" } }
    blocks {
      text {
        text: "So."
        citations {
          location { search_result { search_result_index: 0 end_block_index: 1 source: "s" } }
          cited_text: "a" verification { verdict: VERDICT_EXACT }
          source { kind: KIND_SEARCH_RESULT id: "h" api_index: 0 turn_index: 2 item_index: 0 } reference_index: 0 source_spans { byte_end: 1 } answer_span { byte_end: 3 }
        }
        recovered_citations { reference_index: 0 }
      }
    }
    blocks { tool_use { id: "u" name: "t" input_json: "{}" } }
    stop_reason: STOP_REASON_TOOL_USE)");
  const std::vector<v1::Turn> turns = NextTurns(request, answer);
  ASSERT_THAT(turns, SizeIs(2));
  ExpectEqual(turns[0], R"(
    user {
      question: "Why?"
      search_results { id: "h" blocks { blocks { text: "a" } } cache_control {} }
      documents { id: "d" text: "b" } images { url: "https://x.example/p.png" }
      search { delivery: DELIVERY_TOOL_RESULT query: "why" }
      tool_results { tool_use_id: "t" text: "c" }
    })");
  ExpectEqual(turns[1], R"(
    assistant {
      blocks { opaque { type: "thinking" json: "{}" } }
      blocks {
        text {
          text: "So."
          citations {
            location { search_result { search_result_index: 0 end_block_index: 1 source: "s" } }
            cited_text: "a"
            source { id: "h" }
          }
        }
      }
      blocks { tool_use { id: "u" name: "t" input_json: "{}" } }
    })");
}

TEST(NextTurnsTest, HaveNoSourceForACitationOfASourceWithoutId) {
  const v1::Answer answer = FromText<v1::Answer>(
      "blocks { text { text: 'So.' citations { source { kind: KIND_SEARCH_RESULT api_index: 0 } } "
      "} }");
  const std::vector<v1::Turn> turns = NextTurns({}, answer);
  ASSERT_THAT(turns, SizeIs(1));
  EXPECT_FALSE(turns[0].assistant().blocks(0).text().citations(0).has_source());
}

TEST(NextTurnsTest, PinTheChunkingOfSearchResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    question: "Why?" chunking { policy: POLICY_SENTENCE }
    search_results { text: "a" } search_results { text: "b" chunking { policy: POLICY_WHOLE } } search_results { blocks {} }
    tool_results { search_results { text: "c" } })");
  const v1::UserTurn user = NextTurns(request, {})[0].user();
  EXPECT_EQ(user.search_results(0).chunking().policy(), v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(user.search_results(1).chunking().policy(), v1::Chunking::POLICY_WHOLE);
  EXPECT_FALSE(user.search_results(2).has_chunking());
  EXPECT_EQ(user.tool_results(0).search_results(0).chunking().policy(),
            v1::Chunking::POLICY_SENTENCE);
}

TEST(NextTurnsTest, HaveTheContentListWithTheChunkingOfItsSearchResults) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"(
    chunking { policy: POLICY_SENTENCE }
    content { text { text: "Compare." } }
    content { search_result { id: "h" text: "a" } }
    content { document { id: "d" text: "b" } })");
  const std::vector<v1::Turn> turns = NextTurns(request, v1::Answer());
  ExpectEqual(turns[0], R"(
    user {
      content { text { text: "Compare." } }
      content { search_result { id: "h" text: "a" chunking { policy: POLICY_SENTENCE } } }
      content { document { id: "d" text: "b" } }
    })");
}

TEST(NextTurnsTest, PinTheDefaultChunking) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>("search_results { text: 'a' }");
  EXPECT_TRUE(NextTurns(request, {})[0].user().search_results(0).has_chunking());
}

TEST(NextTurnsTest, AreNoneAfterARefusal) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>("question: 'Why?'");
  v1::Answer answer = FromText<v1::Answer>("blocks { text { text: 'I cannot' } }");
  answer.set_stop_reason(v1::STOP_REASON_REFUSAL);
  EXPECT_THAT(NextTurns(request, answer), IsEmpty());
}

TEST(NextTurnsTest, HaveNoUserTurnIfAPausedAnswerWasContinued) {
  const v1::AnswerRequest request =
      FromText<v1::AnswerRequest>("turns { user {} } turns { assistant {} } model_options {}");
  const std::vector<v1::Turn> turns =
      NextTurns(request, FromText<v1::Answer>("blocks { text { text: 'So.' } }"));
  ASSERT_THAT(turns, SizeIs(1));
  EXPECT_TRUE(turns[0].has_assistant());
}

}  // namespace
}  // namespace footnote::client
