// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/tool_rules.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"
#include "tests/emulator/rules/rule_verdict.h"

namespace footnote::emulator {
namespace {

class ToolRulesTest : public testing::TestWithParam<Case> {};

TEST_P(ToolRulesTest, ReturnsTheVerdictInBothVersions) {
  ExpectVerdicts(GetParam(), CheckToolRules);
}

std::vector<Case> DefinitionCases() {
  return {
      {"EqualNames", Body(kHi, "\"tools\":[" + kTool + "," + kTool + "]"),
       "tools: Tool names must be unique."},
      {"WebSearchAndCustomToolWithEqualNames",
       Body(kHi, R"("tools":[{"name":"web_search","input_schema":{"type":"object"}},)"
                 R"({"type":"web_search_20260209","name":"web_search"}])"),
       "tools: Tool names must be unique."},
      {"ChoiceWithoutTools", Body(kHi, R"("tool_choice":{"type":"auto"})"),
       "tool_choice: may only be specified while providing tools"},
      {"ChoiceOfAnUnknownTool",
       Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"tool","name":"x"})"),
       "Tool 'x' not found in provided tools"},
      {"ChoiceOfAProvidedTool",
       Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"tool","name":"search"})"),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Definitions, ToolRulesTest, testing::ValuesIn(DefinitionCases()), NameOf);

std::vector<Case> ToolResultCases() {
  return {
      {"OneResultForOneUse", Body(Round(kUse, kResult)), "ok"},
      {"ResultsInAnotherOrder", Body(Round(kUse + "," + kUse2, kResult2 + "," + kResult)), "ok"},
      {"ResultsInTwoUserMessages",
       Body("[" + Turn("user", Text("Hi")) + "," + Turn("assistant", kUse + "," + kUse2) + "," +
            Turn("user", kResult) + "," + Turn("user", kResult2) + "]"),
       "ok"},
      {"UseWithoutResult", Body(Round(kUse, Text("t"))),
       "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
       "toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next "
       "message."},
      {"UseInTheLastMessage",
       Body("[" + Turn("user", Text("Hi")) + "," + Turn("assistant", kUse) + "]"),
       "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
       "toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next "
       "message."},
      {"ResultWithoutUse", Body(Round(Text("t"), kResult)),
       "messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. "
       "Each `tool_result` block must have a corresponding `tool_use` block in the previous "
       "message."},
      {"ResultInTheFirstMessage", Body(User("[" + kResult + "]")),
       "messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1. "
       "Each `tool_result` block must have a corresponding `tool_use` block in the previous "
       "message."},
      {"TwoResultsForOneUse", Body(Round(kUse, kResult + "," + kResult)),
       "messages.2.content.1: each tool_use must have a single result. Found multiple "
       "`tool_result` blocks with id: toolu_1"},
      {"TextBeforeTheResult", Body(Round(kUse, Text("t") + "," + kResult)),
       "messages.2: Did not find 1 `tool_result` block(s) at the beginning of this message. "
       "Messages following `tool_use` blocks must begin with a matching number of `tool_result` "
       "blocks."},
      {"TextAfterTheResult", Body(Round(kUse, kResult + "," + Text("t"))), "ok"},
      {"TwoUsesWithOneId", Body(Round(kUse + "," + kUse, kResult)),
       "messages.1.content.1: `tool_use` ids must be unique"},
      {"ResultWithoutContent",
       Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1"})")), "ok"},
      {"ErrorResultWithoutContent",
       Body(Round(
           kUse, R"({"type":"tool_result","tool_use_id":"toolu_1","content":"","is_error":true})")),
       "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true"},
      {"ErrorResultWithADocument",
       Body(Round(kUse,
                  R"({"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[)" +
                      PlainText("a") + "]}")),
       "messages.2.content.0.tool_result: all content must be type `text` if `is_error` is true"},
      {"ErrorResultWithText",
       Body(Round(kUse,
                  R"({"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[)" +
                      Text("a") + "]}")),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(ToolResults, ToolRulesTest, testing::ValuesIn(ToolResultCases()), NameOf);

std::vector<Case> ServerToolCases() {
  const std::string use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})";
  const std::string result =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  const std::string web_search = R"("tools":[{"type":"web_search_20250305","name":"web_search"}])";
  const std::string unexpected =
      ": unexpected `tool_use_id` found in `web_search_tool_result` blocks: srvtoolu_1. Each "
      "`web_search_tool_result` block must have a corresponding `server_tool_use` block before it.";
  return {
      {"UseWithResult", Body(Round(use + "," + result, Text("t"))), "ok"},
      {"UseWithoutResult", Body(Round(use, Text("t")), web_search),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block"},
      {"UseWithoutResultAndWithoutTool", Body(Round(use, Text("t"))),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block, but no `web_search` tool was provided"},
      {"PendingUseAndUserText",
       Body(Round(use + "," + kUse, kResult + "," + Text("t")), web_search),
       "messages.2.content.1: only `tool_result` blocks may follow while `web_search` tool use "
       "with id `srvtoolu_1` is pending"},
      {"PendingUseAndToolResults", Body(Round(use + "," + kUse, kResult), web_search), "ok"},
      {"ResultWithoutUse", Body(Round(result, Text("t"))), "messages.1.content.0" + unexpected},
      {"ResultBeforeUse", Body(Round(result + "," + use, Text("t"))),
       "messages.1.content.0" + unexpected},
      {"ResultInALaterTurn",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use + "," + result) + "," +
            Turn("user", Text("q")) + "," + Turn("assistant", result) + "," +
            Turn("user", Text("q")) + "]"),
       "messages.3.content.0" + unexpected},
      {"ResultOfAnotherTool",
       Body(Round(R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_fetch","input":{}},)" +
                      result,
                  Text("t"))),
       "messages.1.content.1" + unexpected},
      {"PendingUseWithResultAfterTheToolResults",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use + "," + kUse) + "," +
                Turn("user", kResult) + "," + Turn("assistant", result + "," + Text("t")) + "," +
                Turn("user", Text("q")) + "]",
            web_search),
       "ok"},
      {"PausedWithoutTheTool",
       Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", use) + "]"),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block, but no `web_search` tool was provided"},
      {"PausedInCodeOfAWebSearchThatRunsCode",
       Body("[" + Turn("user", Text("q")) + "," +
                Turn("assistant", R"({"type":"server_tool_use","id":"srvtoolu_1",)"
                                  R"("name":"bash_code_execution","input":{}})") +
                "]",
            R"("tools":[{"type":"web_search_20260209","name":"web_search"}])"),
       "ok"},
      {"PausedInCodeOfAWebSearchThatRunsNoCode",
       Body("[" + Turn("user", Text("q")) + "," +
                Turn("assistant", R"({"type":"server_tool_use","id":"srvtoolu_1",)"
                                  R"("name":"code_execution","input":{}})") +
                "]",
            web_search),
       "`code_execution` tool use with id `srvtoolu_1` was found without a corresponding "
       "`code_execution_tool_result` block, but no `code_execution` tool was provided"},
  };
}

INSTANTIATE_TEST_SUITE_P(ServerTools, ToolRulesTest, testing::ValuesIn(ServerToolCases()), NameOf);

TEST(HasWebSearchToolTest, IsTrueOnlyForTheWebSearchToolOfTheApi) {
  Tool web_search;
  web_search.type = "web_search_20250305";
  web_search.name = "web_search";
  web_search.is_custom = false;
  Tool web_fetch = web_search;
  web_fetch.type = "web_fetch_20250910";
  web_fetch.name = "web_fetch";
  Tool custom;
  custom.type = "custom";
  custom.name = "web_search";
  ParsedRequest request;
  EXPECT_FALSE(HasWebSearchTool(request));
  request.tools = {custom, web_fetch};
  EXPECT_FALSE(HasWebSearchTool(request));
  request.tools.push_back(web_search);
  EXPECT_TRUE(HasWebSearchTool(request));
}

}  // namespace
}  // namespace footnote::emulator
