// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/rules/model_rules.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "service/emulator/request/model_traits.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"
#include "tests/emulator/rules/rule_verdict.h"

namespace footnote::emulator {
namespace {

std::optional<ApiError> CheckWithTheModelOfTheRequest(const ParsedRequest& request) {
  return CheckModelRules(request, ParseModelId(request.model).value());
}

class ModelRulesTest : public testing::TestWithParam<Case> {};

TEST_P(ModelRulesTest, ReturnsTheVerdictInBothVersions) {
  ExpectVerdicts(GetParam(), CheckWithTheModelOfTheRequest);
}

std::vector<Case> MaxTokensCases() {
  const std::string any = "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"any"})";
  const std::string zero = R"({"model":"claude-opus-5","max_tokens":0,)";
  return {
      {"OneOverTheMaximum",
       R"({"model":"claude-opus-5","max_tokens":128001,"messages":)" + kHi + "}",
       "max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens for "
       "claude-opus-5"},
      {"Prewarm", zero + R"("messages":)" + kHi + "}", "ok"},
      {"PrewarmWithStream", zero + R"("stream":true,"messages":)" + kHi + "}",
       "max_tokens: 0 is not supported together with `stream`"},
      {"PrewarmWithForcedTool", zero + any + ",\"messages\":" + kHi + "}",
       "max_tokens: 0 is not supported together with `tool_choice` of type \"any\" or \"tool\""},
      {"AtTheMaximum", Body(kHi, R"("max_tokens":128000)"), "ok"},
      {"PrewarmWithOutputFormat",
       Body(kHi, R"("max_tokens":0,"output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "max_tokens: 0 is not supported together with `output_config.format`"},
      {"PrewarmWithThinking",
       Body(kHi, R"("max_tokens":0,"thinking":{"type":"enabled","budget_tokens":1024})",
            "claude-opus-4-5"),
       "max_tokens: 0 is not supported together with `thinking`"},
  };
}

INSTANTIATE_TEST_SUITE_P(MaxTokens, ModelRulesTest, testing::ValuesIn(MaxTokensCases()), NameOf);

std::vector<Case> ThinkingCases() {
  const std::string budget = R"("thinking":{"type":"enabled","budget_tokens":2000},"max_tokens":)";
  return {
      {"ManualOnOpus47",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":2000})", "claude-opus-4-7"),
       "\"thinking.type.enabled\" is not supported for this model. Use "
       "\"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."},
      {"BudgetAboveMaxTokens",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":2000})", "claude-opus-4-5"),
       "`max_tokens` must be greater than `thinking.budget_tokens`."},
      {"AdaptiveOnOpus45", Body(kHi, R"("thinking":{"type":"adaptive"})", "claude-opus-4-5"),
       "adaptive thinking is not supported on this model"},
      {"AdaptiveOnSonnet46", Body(kHi, R"("thinking":{"type":"adaptive"})", "claude-sonnet-4-6"),
       "ok"},
      {"DisabledOnMythos", Body(kHi, R"("thinking":{"type":"disabled"})", "claude-mythos-5"),
       "\"thinking.type.disabled\" is not supported for this model."},
      {"BetweenToolsOnOpus5", Body(kHi, R"("thinking":{"type":"between_tools"})"),
       "\"thinking.type.between_tools\" is not supported for this model."},
      {"ExtraHighEffortOnOpus46",
       Body(kHi, R"("output_config":{"effort":"xhigh"})", "claude-opus-4-6"),
       "This model does not support effort level 'xhigh'. Supported levels: high, low, max, "
       "medium."},
      {"BudgetEqualToMaxTokens", Body(kHi, budget + "2000", "claude-opus-4-5"),
       "`max_tokens` must be greater than `thinking.budget_tokens`."},
      {"BudgetOneBelowMaxTokens", Body(kHi, budget + "2001", "claude-opus-4-5"), "ok"},
      {"ManualWithForcedTool",
       Body(kHi, budget + "2001,\"tools\":[" + kTool + R"(],"tool_choice":{"type":"any"})",
            "claude-opus-4-5"),
       "Thinking may not be enabled when tool_choice forces tool use."},
      {"ExtraHighEffortOnOpus47",
       Body(kHi, R"("output_config":{"effort":"xhigh"})", "claude-opus-4-7"), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Thinking, ModelRulesTest, testing::ValuesIn(ThinkingCases()), NameOf);

std::vector<Case> ParameterCases() {
  const std::string any = "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"any"})";
  const std::string forced_tool_error =
      "tool_choice: type \"tool\" and \"any\" are not supported for this model.";
  const std::string cited = SearchResult(Text("a"), Cited());
  return {
      {"ForcedToolOnOpus55", Body(kHi, any, "claude-opus-5-5"), forced_tool_error},
      {"ForcedToolOnFable51", Body(kHi, any, "claude-fable-5-1"), forced_tool_error},
      {"ForcedToolOnOpus5", Body(kHi, any, "claude-opus-5"), "ok"},
      {"TemperatureOnOpus5", Body(kHi, R"("temperature":0.2)"),
       "temperature: values other than the default are not supported for this model.",
       "temperature: Extra inputs are not permitted"},
      {"TemperatureWithTopPOnSonnet45",
       Body(kHi, R"("temperature":0.2,"top_p":0.5)", "claude-sonnet-4-5"),
       "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
       "temperature: Extra inputs are not permitted"},
      {"SearchResultOnHaiku3", Body(User("[" + cited + "]"), "", "claude-3-haiku-20240307"),
       "messages.0.content.0.search_result: citations are not supported for this model"},
      {"DatedModel", Body(kHi, "", "claude-sonnet-4-5-20250929"), "ok"},
      {"OldStyleModel", Body(kHi, "", "claude-3-5-sonnet-20241022"), "ok"},
      {"PreviewModel", Body(kHi, "", "claude-mythos-preview"), "ok"},
      {"TopPOnOpus5", Body(kHi, R"("top_p":0.5)"),
       "top_p: values other than the default are not supported for this model.",
       "top_p: Extra inputs are not permitted"},
      {"TopKOnOpus5", Body(kHi, R"("top_k":5)"),
       "top_k: values other than the default are not supported for this model.",
       "top_k: Extra inputs are not permitted"},
      {"DefaultSamplingOnOpus5", Body(kHi, R"("temperature":1,"top_p":1)"), "ok",
       "temperature: Extra inputs are not permitted"},
      {"CitedDocumentOnHaiku3",
       Body(User("[" + PlainText("a", Cited()) + "]"), "", "claude-3-haiku-20240307"),
       "messages.0.content.0.document: citations are not supported for this model"},
      {"UncitedDocumentOnHaiku3",
       Body(User("[" + PlainText("a") + "]"), "", "claude-3-haiku-20240307"), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Parameters, ModelRulesTest, testing::ValuesIn(ParameterCases()), NameOf);

std::vector<Case> LastMessageCases() {
  const std::string user = R"({"role":"user","content":"Hi"})";
  const std::string assistant = R"({"role":"assistant","content":"Yes"})";
  const std::string system = R"({"role":"system","content":"Be brief"})";
  const std::string use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})";
  const std::string result =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  const auto paused = [](const std::string& blocks) {
    return Body("[" + Turn("user", Text("q")) + "," + Turn("assistant", blocks) + "]",
                R"("tools":[{"type":"web_search_20250305","name":"web_search"}])",
                "claude-opus-5-5");
  };
  return {
      {"SystemMessageOnSonnet5", Body("[" + user + "," + system + "]", "", "claude-sonnet-5"),
       "messages.1: role 'system' is not supported on this model"},
      {"PrefillOnOpus5", Body("[" + user + "," + assistant + "]"),
       "This model does not support assistant message prefill. The conversation must end with a "
       "user message."},
      {"PrefillOnOpus45", Body("[" + user + "," + assistant + "]", "", "claude-opus-4-5"), "ok"},
      {"PrefillThatEndsWithASpace",
       Body("[" + user + R"(,{"role":"assistant","content":"Yes "}])", "", "claude-opus-4-5"),
       "messages: final assistant content cannot end with trailing whitespace"},
      {"OnlyAServerToolUse",
       Body(
           "[" + user + "," +
               Turn(
                   "assistant",
                   R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}})") +
               "]",
           R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
      {"ServerToolUseAfterText", paused(Text("t") + "," + use), "ok"},
      {"ServerToolResultAtTheEnd", paused(use + "," + result), "ok"},
      {"TextAfterAServerToolUse", paused(use + "," + Text("t")), "ok"},
      {"TextAfterAServerToolResult", paused(use + "," + result + "," + Text("t")),
       "This model does not support assistant message prefill. The conversation must end with a "
       "user message."},
  };
}

INSTANTIATE_TEST_SUITE_P(LastMessages, ModelRulesTest, testing::ValuesIn(LastMessageCases()),
                         NameOf);

}  // namespace
}  // namespace footnote::emulator
