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

const std::string kTags =
    "'text', 'image', 'document', 'search_result', 'thinking', 'redacted_thinking', 'tool_use', "
    "'tool_result', 'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', "
    "'code_execution_tool_result', 'bash_code_execution_tool_result', "
    "'text_editor_code_execution_tool_result', 'tool_search_tool_result', 'container_upload'";

std::vector<Case> SchemaCases() {
  return {
      {"BodyIsAList", "[]", "Input should be a valid dictionary"},
      {"NoModel", R"({"max_tokens":1,"messages":[]})", "model: Field required"},
      {"NoMessages", R"({"model":"claude-opus-5","max_tokens":1})", "messages: Field required"},
      {"NoMaxTokens", R"({"model":"claude-opus-5","messages":)" + kHi + "}",
       "max_tokens: Field required"},
      {"MaxTokensIsAString", R"({"model":"claude-opus-5","max_tokens":"9","messages":)" + kHi + "}",
       "max_tokens: Input should be a valid integer"},
      {"MaxTokensIsNegative", R"({"model":"claude-opus-5","max_tokens":-1,"messages":)" + kHi + "}",
       "max_tokens: Input should be greater than or equal to 1"},
      {"UnknownField", Body(kHi, R"("context_management":{})"),
       "context_management: Extra inputs are not permitted"},
      {"LastOfTwoEqualNamesCounts", Body(kHi, R"("max_tokens":"x","max_tokens":1)"), "ok"},
      {"MessagesIsAnObject", Body("{}"), "messages: Input should be a valid list"},
      {"MessageIsAString", Body(R"(["Hi"])"), "messages.0: Input should be a valid dictionary"},
      {"NoRole", Body(R"([{"content":"Hi"}])"), "messages.0.role: Field required"},
      {"UnknownRole", Body(R"([{"role":"tool","content":"Hi"}])"),
       "messages.0.role: Input should be 'user', 'assistant' or 'system'"},
      {"NoContent", Body(R"([{"role":"user"}])"), "messages.0.content: Field required"},
      {"ContentIsANumber", Body(R"([{"role":"user","content":1}])"),
       "messages.0.content: Input should be a valid list"},
      {"ExtraInAMessage", Body(R"([{"role":"user","content":"Hi","name":"x"}])"),
       "messages.0.name: Extra inputs are not permitted"},
      {"BareStringAmongBlocks", Body(User(R"(["No results found."])")),
       "messages.0.content.0: Input should be a valid dictionary"},
      {"BlockWithoutType", Body(User(R"([{"text":"Hi"}])")),
       "messages.0.content.0.type: Field required"},
      {"UnknownBlockType", Body(User(R"([{"type":"video"}])")),
       "messages.0.content.0: Input tag 'video' found using 'type' does not match any of the "
       "expected tags: " +
           kTags},
      {"TextWithoutText", Body(User(R"([{"type":"text"}])")),
       "messages.0.content.0.text.text: Field required"},
      {"ExtraInAToolUse",
       Body(Round(R"({"type":"tool_use","id":"a","name":"b","input":{},"text":"t"})", kResult)),
       "messages.1.content.0.tool_use.text: Extra inputs are not permitted"},
      {"ToolUseId", Body(Round(R"({"type":"tool_use","id":"a b","name":"b","input":{}})", kResult)),
       "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"},
      {"ToolUseInputIsAString",
       Body(Round(R"({"type":"tool_use","id":"a","name":"b","input":"{}"})", kResult)),
       "messages.1.content.0.tool_use.input: Input should be a valid dictionary"},
      {"ImageMediaType",
       Body(User(
           R"([{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"x"}}])")),
       "messages.0.content.0.image.source.base64.media_type: Input should be 'image/jpeg', "
       "'image/png', 'image/gif' or 'image/webp'"},
      {"DocumentSourceTag", Body(User(R"([{"type":"document","source":{"type":"html"}}])")),
       "messages.0.content.0.document.source: Input tag 'html' found using 'type' does not match "
       "any of the expected tags: 'base64', 'text', 'content', 'url', 'file'"},
      {"DocumentMediaType",
       Body(User(
           R"([{"type":"document","source":{"type":"text","media_type":"text/html","data":""}}])")),
       "messages.0.content.0.document.source.text.media_type: Input should be 'text/plain'"},
      {"EmptyDocumentTitle", Body(User("[" + PlainText("a", R"("title":"")") + "]")),
       "messages.0.content.0.document.title: String should have at least 1 character"},
      {"NullDocumentTitle", Body(User("[" + PlainText("a", R"("title":null)") + "]")), "ok"},
      {"SearchResultWithoutTitle",
       Body(User(
           R"([{"type":"search_result","source":"s","content":[{"type":"text","text":"t"}]}])")),
       "messages.0.content.0.search_result.title: Field required"},
      {"SearchResultWithoutBlocks", Body(User("[" + Hit("") + "]")),
       "messages.0.content.0.search_result.content: List should have at least 1 item after "
       "validation, not 0"},
      {"ImageInASearchResult", Body(User("[" + Hit(R"({"type":"image","source":{}})") + "]")),
       "messages.0.content.0.search_result.content.0.type: Input should be 'text'"},
      {"CitationsFlagIsAString",
       Body(User("[" + Hit(Text("t"), R"("citations":{"enabled":"yes"})") + "]")),
       "messages.0.content.0.search_result.citations.enabled: Input should be a valid boolean"},
      {"CitationsOfASearchResultAreNotNullable",
       Body(User("[" + Hit(Text("t"), R"("citations":null)") + "]")),
       "messages.0.content.0.search_result.citations: Input should be a valid dictionary"},
      {"ToolResultInsideAToolResult", Body(Round(kUse, ToolResult(kResult))),
       "messages.2.content.0.tool_result.content.0: Input tag 'tool_result' found using 'type' "
       "does not match any of the expected tags: 'text', 'image', 'search_result', 'document', "
       "'tool_reference', 'browser_state'"},
      {"PathInsideAToolResult", Body(Round(kUse, ToolResult(R"({"type":"search_result"})"))),
       "messages.2.content.0.tool_result.content.0.search_result.content: Field required"},
      {"ServerToolName",
       Body(Round(R"({"type":"server_tool_use","id":"srvtoolu_1","name":"x","input":{}})",
                  Text("t"))),
       "messages.1.content.0.server_tool_use.name: Input should be 'web_search', 'web_fetch', "
       "'code_execution', 'bash_code_execution', 'text_editor_code_execution', "
       "'tool_search_tool_regex' or 'tool_search_tool_bm25'"},
      {"ServerToolId",
       Body(Round(R"({"type":"server_tool_use","id":"toolu_1","name":"web_search","input":{}})",
                  Text("t"))),
       "messages.1.content.0.server_tool_use.id: String should match pattern "
       "'^srvtoolu_[a-zA-Z0-9_]+$'"},
      {"WebSearchHitWithoutEncryptedContent",
       Body(Round(
           R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"t","url":"u"}]})",
           Text("t"))),
       "messages.1.content.0.web_search_tool_result.content.0.encrypted_content: Field required"},
      {"CitationWithoutItsRange",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"search_result_location","cited_text":"c","source":"s","title":null,"search_result_index":0,"start_block_index":0}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.search_result_location.end_block_index: Field "
       "required"},
      {"WebCitationWithoutEncryptedIndex",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"web_search_result_location","cited_text":"c","url":"u","title":null}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.web_search_result_location.encrypted_index: Field "
       "required"},
      {"UnknownFieldOfAReplayedCitation",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"char_location","cited_text":"c","document_index":0,"document_title":null,"start_char_index":0,"end_char_index":1,"confidence":1}]})",
           Text("t"))),
       "messages.1.content.0.text.citations.0.char_location.confidence: Extra inputs are not "
       "permitted"},
      {"ReplayedCitationWithFileId",
       Body(Round(
           R"({"type":"text","text":"t","citations":[{"type":"page_location","cited_text":"c","document_index":0,"document_title":"d","start_page_number":1,"end_page_number":2,"file_id":null}]})",
           Text("t"))),
       "ok"},
      {"ThinkingWithoutSignature", Body(Round(R"({"type":"thinking","thinking":"t"})", Text("t"))),
       "messages.1.content.0.thinking.signature: Field required"},
      {"SystemIsAnObject", Body(kHi, R"("system":{})"), "system: Input should be a valid list"},
      {"StopSequencesHoldANumber", Body(kHi, R"("stop_sequences":["a",1])"),
       "stop_sequences.1: Input should be a valid string"},
      {"BlankStopSequence", Body(kHi, R"("stop_sequences":["a","\n"])"),
       "stop_sequences: each stop sequence must contain non-whitespace"},
      {"StreamIsAString", Body(kHi, R"("stream":"yes")"),
       "stream: Input should be a valid boolean"},
      {"ExtraInMetadata", Body(kHi, R"("metadata":{"user":"u"})"),
       "metadata.user: Extra inputs are not permitted"},
      {"LongUserId", Body(kHi, R"("metadata":{"user_id":")" + std::string(513, 'u') + "\"}"),
       "metadata.user_id: String should have at most 512 characters"},
      {"ServiceTier", Body(kHi, R"("service_tier":"priority")"),
       "service_tier: Input should be 'auto' or 'standard_only'"},
      {"Effort", Body(kHi, R"("output_config":{"effort":"huge"})"),
       "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"},
      {"OutputFormatWithoutSchema",
       Body(kHi, R"("output_config":{"format":{"type":"json_schema"}})"),
       "output_config.format.schema: Field required"},
      {"ThinkingTag", Body(kHi, R"("thinking":{"type":"on"})"),
       "thinking: Input tag 'on' found using 'type' does not match any of the expected tags: "
       "'enabled', 'adaptive', 'disabled', 'between_tools'"},
      {"ThinkingBudget", Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":10})"),
       "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"},
      {"ToolWithoutSchema", Body(kHi, R"("tools":[{"name":"a"}])"),
       "tools.0.custom.input_schema: Field required"},
      {"ToolName", Body(kHi, R"("tools":[{"name":"a b","input_schema":{"type":"object"}}])"),
       "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"},
      {"ToolSchemaType", Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"string"}}])"),
       "tools.0.custom.input_schema.type: Input should be 'object'"},
      {"ToolExamples",
       Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"object"},"input_examples":[1]}])"),
       "tools.0.custom.input_examples.0: Input should be a valid dictionary"},
      {"ToolChoiceWithoutName",
       Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"tool"})"),
       "tool_choice.tool.name: Field required"},
      {"WebSearchWithBothDomainLists",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20250305","name":"web_search","allowed_domains":["a"],"blocked_domains":["b"]}])"),
       "tools.0.web_search_20250305: only one of `allowed_domains` and `blocked_domains` may be "
       "specified"},
      {"WebSearchInclusionIsNewer",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20250305","name":"web_search","response_inclusion":"full"}])"),
       "tools.0.web_search_20250305.response_inclusion: Extra inputs are not permitted"},
      {"CacheKind",
       Body(User(R"([{"type":"text","text":"t","cache_control":{"type":"forever"}}])")),
       "messages.0.content.0.text.cache_control: Input tag 'forever' found using 'type' does not "
       "match any of the expected tags: 'ephemeral'"},
      {"CacheTtl",
       Body(
           User(R"([{"type":"text","text":"t","cache_control":{"type":"ephemeral","ttl":"2h"}}])")),
       "messages.0.content.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'"},
      {"UnknownCacheKey",
       Body(
           kHi,
           R"("system":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral","scope":"g"}}])"),
       "system.1.cache_control.ephemeral.scope: Extra inputs are not permitted"},
      {"CacheOnThinking",
       Body(Round(
           R"({"type":"thinking","thinking":"t","signature":"s","cache_control":{"type":"ephemeral"}})",
           Text("t"))),
       "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted"},
      {"Temperature", Body(kHi, R"("temperature":1)"), "ok",
       "temperature: Extra inputs are not permitted"},
      {"TopP", Body(kHi, R"("top_p":1)"), "ok", "top_p: Extra inputs are not permitted"},
      {"TopK", Body(kHi, R"("top_k":5)", "claude-sonnet-4-5"), "ok",
       "top_k: Extra inputs are not permitted"},
      {"TemperatureOutOfRange", Body(kHi, R"("temperature":1.5)"),
       "temperature: Input should be less than or equal to 1",
       "temperature: Extra inputs are not permitted"},
  };
}

INSTANTIATE_TEST_SUITE_P(Schema, RuleTest, testing::ValuesIn(SchemaCases()), NameOf);

}  // namespace
}  // namespace footnote::emulator
