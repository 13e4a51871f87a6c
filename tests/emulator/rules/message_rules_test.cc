// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/message_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/request/block_json.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"
#include "tests/emulator/rules/rule_verdict.h"

namespace footnote::emulator {
namespace {

class MessageRulesTest : public testing::TestWithParam<Case> {};

TEST_P(MessageRulesTest, ReturnsTheVerdictInBothVersions) {
  ExpectVerdicts(GetParam(), CheckMessageRules);
}

std::vector<Case> OrderCases() {
  const std::string user = R"({"role":"user","content":"Hi"})";
  const std::string assistant = R"({"role":"assistant","content":"Yes"})";
  return {
      {"NoMessage", Body("[]"), "messages: at least one message is required"},
      {"AssistantFirst", Body("[" + assistant + "," + user + "]"),
       "messages: first message must use the \"user\" role"},
      {"ConsecutiveMessagesOfOneRole", Body("[" + user + "," + user + "]"), "ok"},
      {"EmptyStringInAUserMessage", Body(R"([{"role":"user","content":""}])"),
       "messages.0: all messages must have non-empty content except for the optional final "
       "assistant message"},
      {"EmptyListInAnEarlierAssistantMessage",
       Body("[" + user + R"(,{"role":"assistant","content":[]},)" + user + "]"),
       "messages.1: all messages must have non-empty content except for the optional final "
       "assistant message"},
      {"EmptyFinalAssistantMessage",
       Body("[" + user + R"(,{"role":"assistant","content":""}])", "", "claude-opus-4-5"), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Order, MessageRulesTest, testing::ValuesIn(OrderCases()), NameOf);

std::vector<Case> SystemCases() {
  const std::string user = R"({"role":"user","content":"Hi"})";
  const std::string assistant = R"({"role":"assistant","content":"Yes"})";
  const std::string system = R"({"role":"system","content":"Be brief"})";
  const std::string server_tool =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}},)"
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  return {
      {"SystemAfterUser", Body("[" + user + "," + system + "]"), "ok"},
      {"SystemAfterAssistant", Body("[" + user + "," + assistant + "," + system + "]"),
       "messages.2: role 'system' must follow a user turn"},
      {"SystemBeforeUser", Body("[" + user + "," + system + "," + user + "]"),
       "messages.1: role 'system' must be the last message or precede an assistant turn"},
      {"SystemBetweenToolUseAndResult",
       Body("[" + user + "," + Turn("assistant", kUse) + "," + system + "," +
            Turn("user", kResult) + "]"),
       "messages.2: role 'system' must follow a user turn"},
      {"SystemFirst", Body("[" + system + "," + user + "]"),
       "messages: first message must use the \"user\" role"},
      {"SystemAfterAServerToolResult",
       Body("[" + user + "," + Turn("assistant", server_tool) + "," + system + "]"), "ok"},
      {"SystemBeforeAssistant",
       Body("[" + user + "," + system + "," + assistant + "," + user + "]"), "ok"},
      {"ConsecutiveSystemMessages", Body("[" + user + "," + system + "," + system + "]"), "ok"},
      {"ConsecutiveSystemMessagesBeforeUser",
       Body("[" + user + "," + system + "," + system + "," + user + "]"),
       "messages.2: role 'system' must be the last message or precede an assistant turn"},
  };
}

INSTANTIATE_TEST_SUITE_P(SystemMessages, MessageRulesTest, testing::ValuesIn(SystemCases()),
                         NameOf);

std::vector<Case> TextCases() {
  const std::string empty = "messages: text content blocks must be non-empty";
  const std::string blank = "messages: text content blocks must contain non-whitespace text";
  return {
      {"EmptyText", Body(User("[" + Text("") + "]")),
       "messages: text content blocks must be non-empty"},
      {"BlankText", Body(User("[" + Text(" \\n\\u3000\\u001c") + "]")),
       "messages: text content blocks must contain non-whitespace text"},
      {"ZeroWidthSpace", Body(User("[" + Text("\\u200b") + "]")), "ok"},
      {"EmptyTextInASearchResult", Body(User("[" + SearchResult(Text("a") + "," + Text("")) + "]")),
       "messages: text content blocks must be non-empty"},
      {"BlankTextInAToolResult", Body(Round(kUse, ToolResult(Text(" ")))),
       "messages: text content blocks must contain non-whitespace text"},
      {"BlankSystemText", Body(kHi, R"("system":[{"type":"text","text":" "}])"),
       "system: text content blocks must contain non-whitespace text"},
      {"CacheBreakpointOnEmptyText",
       Body(User("[" + Text("a") +
                 R"(,{"type":"text","text":"","cache_control":{"type":"ephemeral"}}])")),
       "messages.0.content.1.text: cache_control cannot be set for empty text blocks"},
      {"EmptyCustomContentAsString", WithQuestion(Custom("\"\"")), empty},
      {"BlankCustomContentAsString", WithQuestion(Custom("\" \"")), blank},
      {"CustomContentWithoutBlocks", WithQuestion(Custom("[]")), empty},
      {"EmptyBlockOfCustomContent", WithQuestion(Custom("[" + Text("a") + "," + Text("") + "]")),
       empty},
      {"BlankBlockOfCustomContent", WithQuestion(Custom("[" + Text("\\u3000") + "]")), blank},
      {"EmptySystemText", Body(kHi, R"("system":[{"type":"text","text":""}])"),
       "system: text content blocks must be non-empty"},
      {"BlankSystemString", Body(kHi, R"("system":" ")"),
       "system: text content blocks must contain non-whitespace text"},
  };
}

INSTANTIATE_TEST_SUITE_P(Texts, MessageRulesTest, testing::ValuesIn(TextCases()), NameOf);

std::vector<Case> BlockTypeCases() {
  const std::string upload = R"({"type":"container_upload","file_id":"file_1"})";
  return {
      {"SearchResultInAnAssistantMessage", Body(Round(SearchResult(Text("t")), Text("t"))),
       "messages.1.content.0: `search_result` blocks are not permitted in `assistant` messages"},
      {"DocumentInAnAssistantMessage", Body(Round(PlainText("t"), Text("t"))), "ok",
       "messages.1.content.0: `document` blocks are not permitted in `assistant` messages"},
      {"ImageInAnAssistantMessage", Body(Round(ImageData("image/png", kPng), Text("t"))),
       "messages.1.content.0: `image` blocks are not permitted in `assistant` messages"},
      {"ToolUseInAUserMessage", Body(User("[" + kUse + "]")),
       "messages.0.content.0: `tool_use` blocks are not permitted in `user` messages"},
      {"ThinkingInAUserMessage",
       Body(User(R"([{"type":"thinking","thinking":"t","signature":"s"}])")),
       "messages.0.content.0: `thinking` blocks are not permitted in `user` messages"},
      {"ToolResultInAnAssistantMessage", Body(Round(kResult, Text("t"))),
       "messages.1.content.0: `tool_result` blocks are not permitted in `assistant` messages"},
      {"SearchResultInASystemMessage",
       Body("[" + Turn("user", Text("Hi")) + "," + Turn("system", SearchResult(Text("a"))) + "]"),
       "messages.1.content.0: `search_result` blocks are not permitted in `system` messages"},
      {"ContainerUploadInAUserMessage", WithQuestion(upload), "ok"},
      {"ContainerUploadInAnAssistantMessage", Body(Round(upload, Text("t"))), "ok"},
      {"ContainerUploadInASystemMessage",
       Body("[" + Turn("user", Text("Hi")) + "," + Turn("system", upload) + "]"),
       "messages.1.content.0: `container_upload` blocks are not permitted in `system` messages"},
  };
}

INSTANTIATE_TEST_SUITE_P(BlockTypes, MessageRulesTest, testing::ValuesIn(BlockTypeCases()), NameOf);

}  // namespace
}  // namespace footnote::emulator
