// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class RuleTest : public testing::TestWithParam<Case> {};

TEST_P(RuleTest, IsAppliedInBothVersions) {
  const Case& c = GetParam();
  EXPECT_EQ(Verdict(Post(c.body, kOld)), c.expected);
  EXPECT_EQ(Verdict(Post(c.body, kNew)), c.expected_new.empty() ? c.expected : c.expected_new);
}

std::vector<Case> MessageCases() {
  const std::string user = R"({"role":"user","content":"Hi"})";
  const std::string assistant = R"({"role":"assistant","content":"Yes"})";
  const std::string system = R"({"role":"system","content":"Be brief"})";
  return {
      {"NoMessage", Body("[]"), "messages: at least one message is required"},
      {"AssistantFirst", Body("[" + assistant + "," + user + "]"),
       "messages: first message must use the \"user\" role"},
      {"MessagesOfOneRoleInARow", Body("[" + user + "," + user + "]"), "ok"},
      {"EmptyString", Body(R"([{"role":"user","content":""}])"),
       "messages.0: all messages must have non-empty content except for the optional final "
       "assistant message"},
      {"EmptyList", Body("[" + user + R"(,{"role":"assistant","content":[]},)" + user + "]"),
       "messages.1: all messages must have non-empty content except for the optional final "
       "assistant message"},
      {"EmptyText", Body(User("[" + Text("") + "]")),
       "messages: text content blocks must be non-empty"},
      {"BlankText", Body(User("[" + Text(" \\n\\u3000\\u001c") + "]")),
       "messages: text content blocks must contain non-whitespace text"},
      {"ZeroWidthSpaceIsText", Body(User("[" + Text("\\u200b") + "]")), "ok"},
      {"EmptyTextInASearchResult", Body(User("[" + Hit(Text("a") + "," + Text("")) + "]")),
       "messages: text content blocks must be non-empty"},
      {"BlankTextInAToolResult", Body(Round(kUse, ToolResult(Text(" ")))),
       "messages: text content blocks must contain non-whitespace text"},
      {"BlankSystemText", Body(kHi, R"("system":[{"type":"text","text":" "}])"),
       "system: text content blocks must contain non-whitespace text"},
      {"CacheOnEmptyText",
       Body(User("[" + Text("a") +
                 R"(,{"type":"text","text":"","cache_control":{"type":"ephemeral"}}])")),
       "messages.0.content.1.text: cache_control cannot be set for empty text blocks"},
      {"SearchResultOfTheAssistant", Body(Round(Hit(Text("t")), Text("t"))),
       "messages.1.content.0: `search_result` blocks are not permitted in `assistant` messages"},
      {"DocumentOfTheAssistant", Body(Round(PlainText("t"), Text("t"))), "ok",
       "messages.1.content.0: `document` blocks are not permitted in `assistant` messages"},
      {"ToolUseOfTheUser", Body(User("[" + kUse + "]")),
       "messages.0.content.0: `tool_use` blocks are not permitted in `user` messages"},
      {"SystemAfterUser", Body("[" + user + "," + system + "]"), "ok"},
      {"SystemAfterAssistant", Body("[" + user + "," + assistant + "," + system + "]"),
       "messages.2: role 'system' must follow a user turn"},
      {"SystemBeforeUser", Body("[" + user + "," + system + "," + user + "]"),
       "messages.1: role 'system' must be the last message or precede an assistant turn"},
      {"SystemBetweenToolUseAndResult",
       Body("[" + user + "," + Turn("assistant", kUse) + "," + system + "," +
            Turn("user", kResult) + "]"),
       "messages.2: role 'system' must follow a user turn"},
      {"SystemOnSonnet5", Body("[" + user + "," + system + "]", "", "claude-sonnet-5"),
       "messages.1: role 'system' is not supported on this model"},
      {"PrefillOnANewModel", Body("[" + user + "," + assistant + "]"),
       "This model does not support assistant message prefill. The conversation must end with a "
       "user message."},
      {"PrefillOnAnOlderModel", Body("[" + user + "," + assistant + "]", "", "claude-opus-4-5"),
       "ok"},
      {"PrefillWithASpaceAtItsEnd",
       Body("[" + user + R"(,{"role":"assistant","content":"Yes "}])", "", "claude-opus-4-5"),
       "messages: final assistant content cannot end with trailing whitespace"},
      {"EmptyPrefill",
       Body("[" + user + R"(,{"role":"assistant","content":""}])", "", "claude-opus-4-5"), "ok"},
      {"PausedTurnSentBack",
       Body(
           "[" + user + "," +
               Turn(
                   "assistant",
                   R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}})") +
               "]",
           R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Messages, RuleTest, testing::ValuesIn(MessageCases()), NameOf);

std::vector<Case> ToolCases() {
  const std::string server_use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}})";
  const std::string server_result =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  const std::string web_search = R"("tools":[{"type":"web_search_20250305","name":"web_search"}])";
  return {
      {"Pair", Body(Round(kUse, kResult)), "ok"},
      {"PairInAnyOrder", Body(Round(kUse + "," + kUse2, kResult2 + "," + kResult)), "ok"},
      {"ResultsInTwoMessages",
       Body("[" + Turn("user", Text("Hi")) + "," + Turn("assistant", kUse + "," + kUse2) + "," +
            Turn("user", kResult) + "," + Turn("user", kResult2) + "]"),
       "ok"},
      {"UseWithoutResult", Body(Round(kUse, Text("t"))),
       "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: "
       "toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next "
       "message."},
      {"UseAtTheEnd", Body("[" + Turn("user", Text("Hi")) + "," + Turn("assistant", kUse) + "]"),
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
      {"SameIdTwice", Body(Round(kUse + "," + kUse, kResult)),
       "messages.1.content.1: `tool_use` ids must be unique"},
      {"ResultWithoutContent",
       Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1"})")), "ok"},
      {"FailureWithoutContent",
       Body(Round(
           kUse, R"({"type":"tool_result","tool_use_id":"toolu_1","content":"","is_error":true})")),
       "messages.2.content.0.tool_result: content cannot be empty if `is_error` is true"},
      {"EqualToolNames", Body(kHi, "\"tools\":[" + kTool + "," + kTool + "]"),
       "tools: Tool names must be unique."},
      {"ChoiceWithoutTools", Body(kHi, R"("tool_choice":{"type":"auto"})"),
       "tool_choice: may only be specified while providing tools"},
      {"ChoiceOfAnUnknownTool",
       Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"tool","name":"x"})"),
       "Tool 'x' not found in provided tools"},
      {"ServerToolAnswered", Body(Round(server_use + "," + server_result, Text("t"))), "ok"},
      {"ServerToolUnanswered", Body(Round(server_use, Text("t")), web_search),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block"},
      {"ServerToolNotProvided", Body(Round(server_use, Text("t"))),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding "
       "`web_search_tool_result` block, but no `web_search` tool was provided"},
      {"PendingServerToolAllowsResultsOnly",
       Body(Round(server_use + "," + kUse, kResult + "," + Text("t")), web_search),
       "messages.2.content.1: only `tool_result` blocks may follow while `web_search` tool use "
       "with id `srvtoolu_1` is pending"},
      {"PendingServerToolWithResultsOnly",
       Body(Round(server_use + "," + kUse, kResult), web_search), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Tools, RuleTest, testing::ValuesIn(ToolCases()), NameOf);

std::vector<Case> CitationCases() {
  const std::string cited = Hit(Text("a"), Cited());
  const std::string uncited = Hit(Text("a"));
  const std::string off = Hit(Text("a"), R"("citations":{"enabled":false})");
  const std::string question = Text("q");
  const std::string mixed_results =
      "Citations must be either enabled or disabled on all `search_result` blocks. A mixture of "
      "enabling and disabling is not supported.";
  const std::string citation =
      R"([{"type":"char_location","cited_text":"c","document_index":0,"document_title":null,"start_char_index":0,"end_char_index":1}])";
  return {
      {"AllOn", Body(User("[" + cited + "," + cited + "]")), "ok"},
      {"AbsentEmptyAndFalseAreTheSame",
       Body(User("[" + uncited + "," + off + "," + Hit(Text("a"), R"("citations":{})") + "]")),
       "ok"},
      {"MixedSearchResults", Body(User("[" + cited + "," + uncited + "]")), mixed_results},
      {"MixedOverAToolResult",
       Body("[" + Turn("user", cited) + "," + Turn("assistant", kUse) + "," +
            Turn("user", ToolResult(uncited)) + "]"),
       mixed_results},
      {"MixedDocuments",
       Body("[" + Turn("user", PlainText("a", Cited())) + "," + Turn("user", PlainText("b")) + "]"),
       "messages.1.content: Citations must be either enabled or disabled on all `document` blocks. "
       "A mixture of enabling and disabling is not supported at this time."},
      {"TextBesideASearchResultInAToolResult",
       Body(Round(kUse, ToolResult(cited + "," + Text("note")))),
       "messages.2.content.0.tool_result: if any blocks in a tool result are of type "
       "`search_result`, all blocks must be of that type"},
      {"TextInsteadOfSearchResults", Body(Round(kUse, ToolResult(Text("No results found.")))),
       "ok"},
      {"WebSearchWithUncitedResults",
       Body(User("[" + uncited + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "Citations must be enabled on all `search_result` blocks when the web search tool is "
       "provided."},
      {"WebSearchWithCitedResults",
       Body(User("[" + cited + "]"),
            R"("tools":[{"type":"web_search_20250305","name":"web_search"}])"),
       "ok"},
      {"OutputFormatWithCitations",
       Body(User("[" + cited + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "Citations cannot be enabled when output format is set. Please disable citations on "
       "uploaded document blocks."},
      {"OutputFormatWithoutCitations",
       Body(User("[" + uncited + "]"),
            R"("output_config":{"format":{"type":"json_schema","schema":{}}})"),
       "ok"},
      {"CitationsOnUserText",
       Body(User(R"([{"type":"text","text":"t","citations":)" + citation + "}]")), "ok",
       "messages.0.content.0.text.citations: citations are only permitted on text of assistant "
       "messages"},
      {"EmptyCitationsOnUserText", Body(User(R"([{"type":"text","text":"t","citations":[]}])")),
       "ok"},
      {"CitationsInsideASearchResult",
       Body(User("[" + Hit(R"({"type":"text","text":"t","citations":)" + citation + "}") + "]")),
       "ok",
       "messages.0.content.0.search_result.content.0.citations: citations are only permitted on "
       "text of assistant messages"},
      {"CitationsOfTheAssistantSentBack",
       Body(Round(R"({"type":"text","text":"t","citations":)" + citation + "}", Text("q"))), "ok"},
      {"Haiku3HasNoCitations", Body(User("[" + cited + "]"), "", "claude-3-haiku-20240307"),
       "messages.0.content.0.search_result: citations are not supported for this model"},
  };
}

INSTANTIATE_TEST_SUITE_P(Citations, RuleTest, testing::ValuesIn(CitationCases()), NameOf);

std::vector<Case> CacheCases() {
  const std::string mark = R"("cache_control":{"type":"ephemeral"})";
  const std::string hour = R"("cache_control":{"type":"ephemeral","ttl":"1h"})";
  const auto text = [](const std::string& cache) {
    return R"({"type":"text","text":"t",)" + cache + "}";
  };
  const std::string order =
      ".cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' "
      "cache_control block. Note that blocks are processed in the following order: `tools`, "
      "`system`, `messages`.";
  const std::string four = text(mark) + "," + text(mark) + "," + text(mark) + "," + text(mark);
  return {
      {"FourMarks", Body(User("[" + four + "]")), "ok"},
      {"FiveMarks", Body(User("[" + four + "]"), "\"system\":[" + text(mark) + "]"),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"AutomaticMarkTakesASlot", Body(User("[" + four + "," + Text("q") + "]"), mark),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"AutomaticMarkOnAMarkedBlockTakesNone", Body(User("[" + four + "]"), mark), "ok"},
      {"MarksInsideAToolResultCount", Body(Round(kUse, ToolResult(four) + "," + text(mark))),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"LongerFirst", Body(User("[" + text(hour) + "," + text(mark) + "]")), "ok"},
      {"LongerLast", Body(User("[" + text(mark) + "," + text(hour) + "]")),
       "messages.0.content.1" + order},
      {"SystemComesBeforeMessages",
       Body(User("[" + text(hour) + "]"), "\"system\":[" + text(mark) + "]"),
       "messages.0.content.0" + order},
      {"AutomaticMarkClashes", Body(User("[" + text(hour) + "]"), mark),
       "Top-level cache_control has ttl='5m' but the target block already has cache_control with "
       "ttl='1h'"},
  };
}

INSTANTIATE_TEST_SUITE_P(Cache, RuleTest, testing::ValuesIn(CacheCases()), NameOf);

std::vector<Case> ModelCases() {
  const std::string any = "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"any"})";
  const std::string forced_refused =
      "tool_choice: type \"tool\" and \"any\" are not supported for this model.";
  const std::string zero = R"({"model":"claude-opus-5","max_tokens":0,)";
  return {
      {"ForcedToolOnOpus55", Body(kHi, any, "claude-opus-5-5"), forced_refused},
      {"ForcedToolOnFable51", Body(kHi, any, "claude-fable-5-1"), forced_refused},
      {"ForcedToolOnOpus5", Body(kHi, any, "claude-opus-5"), "ok"},
      {"ManualThinkingOnOpus47",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":2000})", "claude-opus-4-7"),
       "\"thinking.type.enabled\" is not supported for this model. Use "
       "\"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."},
      {"ManualThinkingOverMaxTokens",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":2000})", "claude-opus-4-5"),
       "`max_tokens` must be greater than `thinking.budget_tokens`."},
      {"AdaptiveThinkingOnOpus45",
       Body(kHi, R"("thinking":{"type":"adaptive"})", "claude-opus-4-5"),
       "adaptive thinking is not supported on this model"},
      {"AdaptiveThinkingOnSonnet46",
       Body(kHi, R"("thinking":{"type":"adaptive"})", "claude-sonnet-4-6"), "ok"},
      {"DisabledThinkingOnMythos",
       Body(kHi, R"("thinking":{"type":"disabled"})", "claude-mythos-5"),
       "\"thinking.type.disabled\" is not supported for this model."},
      {"ThinkingBetweenToolsOnOpus5", Body(kHi, R"("thinking":{"type":"between_tools"})"),
       "\"thinking.type.between_tools\" is not supported for this model."},
      {"ExtraHighEffortOnOpus46",
       Body(kHi, R"("output_config":{"effort":"xhigh"})", "claude-opus-4-6"),
       "This model does not support effort level 'xhigh'. Supported levels: high, low, max, "
       "medium."},
      {"SamplingOnOpus5", Body(kHi, R"("temperature":0.2)"),
       "temperature: values other than the default are not supported for this model.",
       "temperature: Extra inputs are not permitted"},
      {"TemperatureWithTopP", Body(kHi, R"("temperature":0.2,"top_p":0.5)", "claude-sonnet-4-5"),
       "`temperature` and `top_p` cannot both be specified for this model. Please use only one.",
       "temperature: Extra inputs are not permitted"},
      {"MaxTokensOverTheMaximum",
       R"({"model":"claude-opus-5","max_tokens":128001,"messages":)" + kHi + "}",
       "max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens for "
       "claude-opus-5"},
      {"Prewarm", zero + R"("messages":)" + kHi + "}", "ok"},
      {"PrewarmWithStream", zero + R"("stream":true,"messages":)" + kHi + "}",
       "max_tokens: 0 is not supported together with `stream`"},
      {"PrewarmWithForcedTool", zero + any + ",\"messages\":" + kHi + "}",
       "max_tokens: 0 is not supported together with `tool_choice` of type \"any\" or \"tool\""},
      {"DatedModel", Body(kHi, "", "claude-sonnet-4-5-20250929"), "ok"},
      {"OldStyleModel", Body(kHi, "", "claude-3-5-sonnet-20241022"), "ok"},
      {"PreviewModel", Body(kHi, "", "claude-mythos-preview"), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Models, RuleTest, testing::ValuesIn(ModelCases()), NameOf);

}  // namespace
}  // namespace footnote::emulator
