// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/building/content/replay_testing.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

TEST(ReplayTest, OnlyKnownInputKeysAreSent) {
  // B72
  const Json cited = Json::parse(R"json([
    {"type": "text", "text": "A", "future": 1, "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20, "file_id": "file_1", "confidence": 0.5}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}, "future": {}}])json");
  const Json sent = Json::parse(R"json([
    {"type": "text", "text": "A", "citations": [
      {"type": "char_location", "cited_text": "c", "document_index": 0, "document_title": "D",
       "start_char_index": 0, "end_char_index": 20}]},
    {"type": "tool_use", "id": "toolu_1", "name": "n", "input": {"q": 1}}])json");
  v1::AnswerRequest request = TwoHits();
  request.add_documents()->set_text("c");
  v1::AnswerRequest next = Continued(request, AnswerTo(request, MessageJson(cited, "tool_use")));
  next.add_tool_results()->set_tool_use_id("toolu_1");
  EXPECT_EQ(Replayed(next)["content"], sent);
}

TEST(ReplayTest, BlankTextIsOmittedAndSoIsATurnWithoutOtherContent) {
  // B76: a turn that was cancelled before its first text does not prevent another.
  for (const char* turn : {"", "blocks { text { text: '' } }",
                           "blocks { text { text: ' \\n' } } blocks { text { text: '\u3000' } }"}) {
    const Json messages = SentJson(AfterTurn(turn))["messages"];
    ASSERT_EQ(messages.size(), 2u) << turn;
    EXPECT_EQ(messages[0]["role"], "user");
    EXPECT_EQ(messages[1]["role"], "user");
  }
}

TEST(ReplayTest, ATurnWithOnlyToolUsesHasNoEmptyText) {
  // B76
  v1::AnswerRequest next = AfterTurn(R"pb(
    blocks { text { text: "" } }
    blocks { tool_use { id: "u" name: "n" input_json: "{}" } }
  )pb");
  next.add_tool_results()->set_tool_use_id("u");
  EXPECT_EQ(Replayed(next)["content"],
            Json::parse(R"json([{"type":"tool_use","id":"u","name":"n","input":{}}])json"));
}

TEST(ReplayTest, BlocksThatTheApiReturnedInAnUnreadableFormAreOmitted) {
  const v1::AnswerRequest request = TwoHits();
  const v1::AnswerRequest next =
      Continued(request, AnswerTo(request, MessageJson(Json::parse(R"json([
        {"type": "text", "text": "A"}, {"type": "text"}, {"type": "tool_use", "id": "u"}, "text"])json"))));
  EXPECT_EQ(Replayed(next)["content"], Json::parse(R"json([{"type": "text", "text": "A"}])json"));
}

TEST(ReplayTest, OpaqueBlocksAreSentByteForByte) {
  const Json content = Json::parse(R"json([
    {"type": "thinking", "thinking": "", "signature": "sig=="},
    {"type": "redacted_thinking", "data": "x"},
    {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "q"}},
    {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [
      {"type": "web_search_result", "url": "u", "title": "t", "encrypted_content": "e"}]},
    {"type": "text", "text": "A"}])json");
  const v1::AnswerRequest request = TwoHits();
  const v1::Answer answer = AnswerTo(request, MessageJson(content));
  const v1::AnswerRequest next = Continued(request, answer);
  EXPECT_EQ(Replayed(next)["content"], content);
  EXPECT_THAT(MustBuild(next).json, testing::HasSubstr(answer.blocks(0).opaque().json()));
}

TEST(ReplayTest, ALargeToolInputIsSentUnchanged) {
  v1::AnswerRequest next = AfterTurn("blocks { tool_use { id: 'u' name: 'n' } }");
  next.add_tool_results()->set_tool_use_id("u");
  const std::string input =
      absl::StrCat("{\"q\": \"", std::string(4 << 20, 'x'), "\", \"n\": 1.50}");
  next.mutable_turns(1)->mutable_assistant()->mutable_blocks(0)->mutable_tool_use()->set_input_json(
      input);
  EXPECT_THAT(MustBuild(next).json.find(input), testing::Ne(std::string::npos));
}

TEST(ReplayTest, IllFormedTextIsReportedWithItsField) {
  v1::AssistantTurn turn;
  turn.add_blocks()->mutable_text()->set_text("a\x80");
  v1::AnswerText* text = turn.add_blocks()->mutable_text();
  text->set_text("A");
  v1::Citation* citation = text->add_citations();
  citation->set_cited_text("ab\x80");
  v1::SearchResultLocation* location = citation->mutable_location()->mutable_search_result();
  location->set_search_result_index(0);
  location->set_start_block_index(0);
  location->set_end_block_index(1);
  location->set_source("\x80");
  location->set_title("t\x80");
  EXPECT_THAT(
      ViolationsOf(Continued(TwoHits(), turn)),
      ElementsAre(ViolatesRule("turns[1].assistant.blocks[0].text.text", "INVALID_UTF8", "byte 1"),
                  ViolatesRule("turns[1].assistant.blocks[1].text.citations[0].cited_text",
                               "INVALID_UTF8", "byte 2"),
                  ViolatesRule("turns[1].assistant.blocks[1].text.citations[0].location",
                               "INVALID_UTF8", "byte 0"),
                  ViolatesRule("turns[1].assistant.blocks[1].text.citations[0].location",
                               "INVALID_UTF8", "byte 1")));
}

struct ReplayRule {
  const char* name;
  std::string turn;
  const char* field;  // relative to the assistant turn
  const char* reason;
  const char* problem;
};

class ReplayRuleTest : public testing::TestWithParam<ReplayRule> {};

TEST_P(ReplayRuleTest, IsAViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(AfterTurn(GetParam().turn)),
              testing::Contains(ViolatesRule(absl::StrCat("turns[1].assistant.", GetParam().field),
                                             GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ReplayRuleTest,
    testing::Values(ReplayRule{"EmptyBlock", "blocks { text { text: 'A' } } blocks {}", "blocks[1]",
                               "REQUIRED", "one of `text`, `tool_use` and `opaque`"},
                    ReplayRule{"ToolUseWithoutId",
                               "blocks { tool_use { name: 'n' input_json: '{}' } }",
                               "blocks[0].tool_use.id", "EMPTY", ""},
                    ReplayRule{"ToolUseWithALongId",
                               absl::StrCat("blocks { tool_use { name: 'n' input_json: '{}' id: '",
                                            std::string(257, 'i'), "' } }"),
                               "blocks[0].tool_use.id", "TOO_LONG", "256"},
                    ReplayRule{"ToolUseWithoutName",
                               "blocks { tool_use { id: 'u' input_json: '{}' } }",
                               "blocks[0].tool_use.name", "EMPTY", ""},
                    ReplayRule{"ToolUseWithoutInput", "blocks { tool_use { id: 'u' name: 'n' } }",
                               "blocks[0].tool_use.input_json", "INVALID_JSON", "JSON"},
                    ReplayRule{"ToolInputIncomplete",
                               "blocks { tool_use { id: 'u' name: 'n' input_json: '{\"a\":' } }",
                               "blocks[0].tool_use.input_json", "INVALID_JSON", "JSON"},
                    ReplayRule{"ToolInputIsAnArray",
                               "blocks { tool_use { id: 'u' name: 'n' input_json: '[]' } }",
                               "blocks[0].tool_use.input_json", "INVALID_JSON", "JSON object"},
                    ReplayRule{"ToolInputIsTwoValues",
                               "blocks { tool_use { id: 'u' name: 'n' input_json: '{}},{}' } }",
                               "blocks[0].tool_use.input_json", "INVALID_JSON", "JSON"},
                    ReplayRule{"OpaqueSearchResult", "blocks { opaque { type: 'search_result' } }",
                               "blocks[0].opaque.type", "INVALID_JSON_TYPE", "must not be"}),
    [](const testing::TestParamInfo<ReplayRule>& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::answering::building
