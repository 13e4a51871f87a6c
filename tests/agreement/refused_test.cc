// SPDX-License-Identifier: Apache-2.0
// The emulator refuses what the service refuses.
//
// Each row has a request that the service refuses, and the body that the service would send without
// the check, written by hand. There are no rows for rules that no request can violate: one
// citations setting for all sources (C1 to C3), separate positions of search results and documents
// (C4), citations in user messages (C15), roles, cache breakpoints of unknown types, sampling
// parameters, and prefills.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "tests/agreement/verdicts.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::agreement {
namespace {

using emulator::Body;
using emulator::Cited;
using emulator::Custom;
using emulator::kHi;
using emulator::kResult;
using emulator::kTool;
using emulator::kUse;
using emulator::Pdf;
using emulator::PlainText;
using emulator::Round;
using emulator::SearchResult;
using emulator::Text;
using emulator::ToolResult;
using emulator::Turn;
using emulator::User;

struct Row {
  std::string name;
  std::string request;
  std::string field;    // that the violation of the service names
  std::string body;     // of the request to the API
  std::string message;  // a part of the emulator's error message
  // True if the older version of the API accepts the body.
  bool old_version_accepts = false;
};

std::ostream& operator<<(std::ostream& out, const Row& row) { return out << row.name; }

class RefusedTest : public testing::TestWithParam<Row> {};

TEST_P(RefusedTest, TheServiceAndTheEmulatorRefuseTheRequest) {
  const Row& row = GetParam();
  const absl::StatusOr<std::string> built = Build(Parse(row.request));
  ASSERT_FALSE(built.ok()) << *built;
  const std::vector<std::string> fields = FieldsIn(built.status());
  EXPECT_NE(std::find(fields.begin(), fields.end(), row.field), fields.end()) << built.status();
  const std::string verdict = EmulatorVerdict(row.body, kNewVersion);
  EXPECT_TRUE(absl::StrContains(verdict, row.message)) << verdict;
  const std::string old_verdict = EmulatorVerdict(row.body, kOldVersion);
  EXPECT_EQ(old_verdict, row.old_version_accepts ? kAccepted : verdict);
}

std::string NameOf(const testing::TestParamInfo<Row>& info) { return info.param.name; }

const std::string kQ = "question: 'Q' ";
const std::string kP = "turns { user { question: 'P' search { outcome: OUTCOME_SKIPPED } } } ";
const std::string kUsesTool =
    kP +
    "turns { assistant { blocks { tool_use { id: 'toolu_1' name: 'search' input_json: '{}' } "
    "} } } ";
const std::string kSearchResultProto = "search_results { source: 's' title: 't' text: 'x' } ";
const std::string kEmpty = "text content blocks must be non-empty";
const std::string kBlank = "text content blocks must contain non-whitespace text";

std::string SearchResultWith(const std::string& block) {
  return kQ + "search_results { source: 's' title: 't' blocks { blocks { text: '" + block +
         "' } } }";
}

// Returns an assistant turn with one opaque block.
std::string Opaque(const std::string& type, const std::string& json) {
  return kP + "turns { assistant { blocks { opaque { type: '" + type + "' json: '" + json +
         "' } } } } ";
}

std::vector<Row> CitationRows() {
  const std::string search_result =
      R"({"type":"search_result","source":"s","title":"t","content":[{"type":"text","text":"x"}]})";
  const std::string document = PlainText("x");
  const std::string schema = R"("output_config":{"format":{"type":"json_schema","schema":{}}})";
  const std::string with_schema = "model_options { output_schema_json: '{}' } ";
  const std::string web = R"("tools":[{"type":"web_search_20250305","name":"web_search"}])";
  const std::string only_search_results =
      "if any blocks in a tool result are of type `search_result`, all blocks must be of that type";
  return {
      {"C5_TextAndSearchResults",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' text: 'note' " + kSearchResultProto + "}",
       "tool_results[0].text",
       Body(Round(kUse, ToolResult(SearchResult(Text("x"), Cited()) + "," + Text("note")))),
       only_search_results},
      {"C5_DocumentAndSearchResults",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' documents { text: 'x' } " +
           kSearchResultProto + "}",
       "tool_results[0].documents",
       Body(Round(kUse,
                  ToolResult(PlainText("x", Cited()) + "," + SearchResult(Text("x"), Cited())))),
       only_search_results},
      {"C5_ImageAndSearchResults",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' images { file_id: 'f' } " +
           kSearchResultProto + "}",
       "tool_results[0].images",
       Body(Round(kUse, ToolResult(R"({"type":"image","source":{"type":"file","file_id":"f"}},)" +
                                   SearchResult(Text("x"), Cited())))),
       only_search_results},
      {"C7_SearchResultOfTheAssistant", Opaque("search_result", search_result) + kQ,
       "turns[1].assistant.blocks[0].opaque.type", Body(Round(search_result, Text("Q"))),
       "`search_result` blocks are not permitted in `assistant` messages"},
      {"C8_SearchResultWithoutBlocks", kQ + "search_results { source: 's' title: 't' }",
       "search_results[0]", Body(User("[" + SearchResult("", Cited()) + "," + Text("Q") + "]")),
       "search_result.content: List should have at least 1 item"},
      {"C8_EmptyBlock", SearchResultWith(""), "search_results[0].blocks.blocks[0].text",
       Body(User("[" + SearchResult(Text(""), Cited()) + "," + Text("Q") + "]")), kEmpty},
      // B51
      {"C8_BlankBlock", SearchResultWith("  \\n\\t"), "search_results[0].blocks.blocks[0].text",
       Body(User("[" + SearchResult(Text("  \\n\\t"), Cited()) + "," + Text("Q") + "]")), kBlank},
      {"C8_BlockWithAnIdeographicSpace", SearchResultWith("\\u3000"),
       "search_results[0].blocks.blocks[0].text",
       Body(User("[" + SearchResult(Text("\\u3000"), Cited()) + "," + Text("Q") + "]")), kBlank},
      {"C9_WebSearchWithUncitedSearchResults",
       kQ + kSearchResultProto + "tools { web_search {} } citation_options { mode: MODE_OFF }",
       "tools[0].web_search",
       Body(User("[" + SearchResult(Text("x")) + "," + Text("Q") + "]"), web),
       "Citations must be enabled on all `search_result` blocks when the web search tool"},
      {"C10_OutputSchemaWithCitedSearchResults", kQ + kSearchResultProto + with_schema,
       "model_options.output_schema_json",
       Body(User("[" + SearchResult(Text("x"), Cited()) + "," + Text("Q") + "]"), schema),
       "Citations cannot be enabled when output format is set"},
      {"C10_OutputSchemaWithCitedDocuments", kQ + "documents { pdf: '%PDF-1.4' } " + with_schema,
       "model_options.output_schema_json",
       Body(User("[" + Pdf(Cited()) + "," + Text("Q") + "]"), schema),
       "Citations cannot be enabled when output format is set"},
      {"C16_DocumentOfTheAssistant", Opaque("document", document) + kQ,
       "turns[1].assistant.blocks[0].opaque.type", Body(Round(document, Text("Q"))),
       "`document` blocks are not permitted in `assistant` messages", true},
      {"ModelWithoutCitations",
       kQ + kSearchResultProto + "model_options { model: 'claude-3-haiku-20240307' }",
       "model_options.model",
       Body(User("[" + SearchResult(Text("x"), Cited()) + "]"), "", "claude-3-haiku-20240307"),
       "citations are not supported for this model"},
      {"ModelWithoutSearchResults",
       kQ + kSearchResultProto +
           "citation_options { mode: MODE_OFF } model_options { model: 'claude-3-haiku-20240307' }",
       "model_options.model",
       Body(User("[" + SearchResult(Text("x")) + "]"), "", "claude-3-haiku-20240307"),
       "citations are not supported for this model"},
  };
}

INSTANTIATE_TEST_SUITE_P(Citations, RefusedTest, testing::ValuesIn(CitationRows()), NameOf);

std::vector<Row> ContentRows() {
  const auto ask = [](const std::string& block) {
    return Body(User("[" + block + "," + Text("Q") + "]"));
  };
  const auto file = [](const std::string& type, const std::string& media, const std::string& data) {
    return R"({"type":")" + type + R"(","source":{"type":"base64","media_type":")" + media +
           R"(","data":")" + data + R"("}})";
  };
  const std::string blocks = "documents { blocks { ";
  const std::string invalid_json = "The request body is not valid JSON";
  return {
      // B46
      {"TruncatedEmoji", SearchResultWith("a\\xf0\\x9f"), "search_results[0].blocks.blocks[0].text",
       ask(SearchResult(Text("a\xf0\x9f"), Cited())), invalid_json},
      {"SurrogateInUtf8", SearchResultWith("\\xed\\xa0\\xbd"),
       "search_results[0].blocks.blocks[0].text", ask(SearchResult(Text("\xed\xa0\xbd"), Cited())),
       invalid_json},
      {"SurrogateInADocument", kQ + "documents { text: 'a\\xed\\xa0\\xbd' }", "documents[0].text",
       ask(PlainText("a\xed\xa0\xbd")), invalid_json},
      {"IllFormedTitle", kQ + "documents { text: 'a' title: '\\xff' }", "documents[0].title",
       ask(PlainText("a", "\"title\":\"\xff\"")), invalid_json},
      {"LoneSurrogateInAToolInput",
       kP + "turns { assistant { blocks { tool_use { id: 'u' name: 'n' input_json: "
            R"('{"q":"\\ud83d"}' } } } } tool_results { tool_use_id: 'u' text: 'r' })",
       "turns[1].assistant.blocks[0].tool_use.input_json",
       Body(Round(R"({"type":"tool_use","id":"toolu_1","name":"n","input":{"q":"\ud83d"}})",
                  kResult)),
       invalid_json},
      {"DocumentWithoutBlocks", kQ + blocks + "} }", "documents[0].blocks.blocks",
       ask(Custom("[]", Cited())), kEmpty},
      {"EmptyBlockOfADocument", kQ + blocks + "blocks { text: '' } } }",
       "documents[0].blocks.blocks[0].text", ask(Custom("[" + Text("") + "]", Cited())), kEmpty},
      {"BlankBlockOfADocument", kQ + blocks + "blocks { text: 'a' } blocks { text: ' ' } } }",
       "documents[0].blocks.blocks[1].text",
       ask(Custom("[" + Text("a") + "," + Text(" ") + "]", Cited())), kBlank},
      {"PdfWithAnotherFormat", kQ + "documents { pdf: 'PNG' }", "documents[0].pdf",
       ask(file("document", "application/pdf", "UE5H")), "The PDF specified was not valid."},
      {"EmptyPdf", kQ + "documents { pdf: '' }", "documents[0].pdf",
       ask(file("document", "application/pdf", "")), "PDF cannot be empty"},
      {"TooLongTitle", kQ + "documents { text: 'a' title: '" + std::string(501, 't') + "' }",
       "documents[0].title", ask(PlainText("a", R"("title":")" + std::string(501, 't') + "\"")),
       "document.title: String should have at most 500 characters"},
      {"ImageWithAnUnknownFormat", kQ + "images { data: 'BMP' }", "images[0].data",
       ask(file("image", "image/png", "Qk1Q")), "Could not process image"},
      {"EmptyImage", kQ + "images { data: '' }", "images[0].data",
       ask(file("image", "image/png", "")), "image cannot be empty"},
      {"ImageWithoutContent", kQ + "images {}", "images[0]", ask(R"({"type":"image"})"),
       "image.source: Field required"},
      {"DocumentWithoutContent", kQ + "documents { title: 'T' }", "documents[0]",
       ask(R"({"type":"document","title":"T"})"), "document.source: Field required"},
      {"DocumentOfAFailedTool",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' is_error: true documents { text: 'a' } }",
       "tool_results[0].documents",
       Body(Round(kUse,
                  R"({"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[)" +
                      PlainText("a", Cited()) + "]}")),
       "all content must be type `text` if `is_error` is true"},
      {"SearchResultOfAFailedTool",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' is_error: true " + kSearchResultProto +
           "}",
       "tool_results[0].is_error",
       Body(Round(kUse,
                  R"({"type":"tool_result","tool_use_id":"toolu_1","is_error":true,"content":[)" +
                      SearchResult(Text("x"), Cited()) + "]}")),
       "all content must be type `text` if `is_error` is true"},
  };
}

INSTANTIATE_TEST_SUITE_P(Content, RefusedTest, testing::ValuesIn(ContentRows()), NameOf);

std::vector<Row> MessageRows() {
  const std::string server_use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{}})";
  const std::string server_result =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[]})";
  const std::string web = R"("tools":[{"type":"web_search_20250305","name":"web_search"}])";
  return {
      {"FirstTurnIsAnAssistantTurn", "turns { assistant { blocks { text { text: 'A' } } } } " + kQ,
       "turns[0]", Body("[" + Turn("assistant", Text("A")) + "," + Turn("user", Text("Q")) + "]"),
       "first message must use the \"user\" role"},
      {"EmptyQuestion", kSearchResultProto, "question",
       Body(User("[" + SearchResult(Text("x"), Cited()) + "," + Text("") + "]")), kEmpty},
      // B51
      {"BlankQuestion", "question: ' ' " + kSearchResultProto, "question",
       Body(User("[" + SearchResult(Text("x"), Cited()) + "," + Text(" ") + "]")), kBlank},
      {"BlankSearchMessage", kQ + "search { message: '\\n' }", "search.message",
       Body(User("[" + Text("\\n") + "," + Text("Q") + "]")), kBlank},
      {"BlankToolResult", kUsesTool + "tool_results { tool_use_id: 'toolu_1' text: ' ' }",
       "tool_results[0].text", Body(Round(kUse, ToolResult(Text(" ")))), kBlank},
      {"BlankSystemPrompt", kQ + "model_options { system: ' ' }", "model_options.system",
       Body(kHi, R"("system":[{"type":"text","text":" "}])"),
       "system: text content blocks must contain non-whitespace text"},
      {"QuestionAfterAPausedTurn",
       Opaque("server_tool_use", server_use) + kQ + "tools { web_search {} }", "turns[1].assistant",
       Body(Round(server_use, Text("Q")), web),
       "`web_search` tool use with id `srvtoolu_1` was found without a corresponding"},
      {"ServerToolResultWithoutItsUse", Opaque("web_search_tool_result", server_result) + kQ,
       "turns[1].assistant", Body(Round(server_result, Text("Q")), web),
       "must have a corresponding `server_tool_use` block before it"},
      {"SecondServerToolResult",
       kP + "turns { assistant { blocks { opaque { type: 'server_tool_use' json: '" + server_use +
           "' } } blocks { opaque { type: 'web_search_tool_result' json: '" + server_result +
           "' } } blocks { opaque { type: 'web_search_tool_result' json: '" + server_result +
           "' } } } } tools { web_search {} } " + kQ,
       "turns[1].assistant",
       Body(Round(server_use + "," + server_result + "," + server_result, Text("Q")), web),
       "tool_result"},
      {"PausedTurnWithoutTheTool", Opaque("server_tool_use", server_use), "tools",
       Body("[" + Turn("user", Text("P")) + "," + Turn("assistant", server_use) + "]"),
       "but no `web_search` tool was provided"},
      {"QuestionWhileAServerToolIsPending",
       kP + "turns { assistant { blocks { opaque { type: 'server_tool_use' json: '" + server_use +
           "' } } blocks { tool_use { id: 'toolu_1' name: 'search' input_json: '{}' } } } } "
           "tools { web_search {} } tool_results { tool_use_id: 'toolu_1' text: 'r' } " +
           kQ,
       "question", Body(Round(server_use + "," + kUse, kResult + "," + Text("Q")), web),
       "only `tool_result` blocks may follow while `web_search` tool use"},
      {"BlankStopSequence", kQ + "model_options { stop_sequences: ' ' }",
       "model_options.stop_sequences[0]", Body(kHi, R"("stop_sequences":[" "])"),
       "each stop sequence must contain non-whitespace"},
      {"NegativeMaxTokens", kQ + "model_options { max_tokens: -1 }", "model_options.max_tokens",
       R"({"model":"claude-opus-5","max_tokens":-1,"messages":)" + kHi + "}",
       "max_tokens: Input should be greater than or equal to 1"},
      {"SmallThinkingBudget",
       kQ + "model_options { model: 'claude-opus-4-5' thinking { mode: MODE_ENABLED "
            "budget_tokens: 1023 } }",
       "model_options.thinking.budget_tokens",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":1023})", "claude-opus-4-5"),
       "budget_tokens: Input should be greater than or equal to 1024"},
      {"ThinkingBudgetOfAllOutputTokens",
       kQ + "model_options { model: 'claude-opus-4-5' max_tokens: 2000 thinking { mode: "
            "MODE_ENABLED budget_tokens: 2000 } }",
       "model_options.thinking.budget_tokens",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":2000})", "claude-opus-4-5"),
       "`max_tokens` must be greater than `thinking.budget_tokens`"},
      {"LongUserId", kQ + "model_options { user_id: '" + std::string(513, 'u') + "' }",
       "model_options.user_id",
       Body(kHi, R"("metadata":{"user_id":")" + std::string(513, 'u') + "\"}"),
       "metadata.user_id: String should have at most 512 characters"},
  };
}

INSTANTIATE_TEST_SUITE_P(Messages, RefusedTest, testing::ValuesIn(MessageRows()), NameOf);

std::vector<Row> ToolRows() {
  const std::string use = "blocks { tool_use { id: 'toolu_1' name: 'search' input_json: '{}' } } ";
  const auto tool = [](const std::string& name, const std::string& schema) {
    return "tools { custom { name: '" + name + "' input_schema_json: '" + schema + "' } } ";
  };
  const std::string object = R"({"type":"object"})";
  const auto web = [](const std::string& more) {
    return Body(kHi,
                R"("tools":[{"type":"web_search_20250305","name":"web_search",)" + more + "}]");
  };
  return {
      {"UseWithoutResult", kUsesTool + kQ, "tool_results", Body(Round(kUse, Text("Q"))),
       "`tool_use` ids were found without `tool_result` blocks immediately after: toolu_1"},
      {"ResultWithoutUse", kP + "tool_results { tool_use_id: 'toolu_1' text: 'r' }",
       "tool_results[0].tool_use_id", Body(Round(Text("A"), kResult)),
       "unexpected `tool_use_id` found in `tool_result` blocks: toolu_1"},
      {"TwoResultsForOneUse",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' text: 'r' } tool_results { tool_use_id: "
                   "'toolu_1' text: 'r' }",
       "tool_results[1].tool_use_id", Body(Round(kUse, kResult + "," + kResult)),
       "each tool_use must have a single result"},
      {"RepeatedToolUseId",
       kP + "turns { assistant { " + use + use +
           "} } tool_results { tool_use_id: 'toolu_1' text: 'r' }",
       "turns[1].assistant.blocks[1].tool_use.id", Body(Round(kUse + "," + kUse, kResult)),
       "`tool_use` ids must be unique"},
      {"IdWithASpace",
       kP + "turns { assistant { blocks { tool_use { id: 'a b' name: 'n' input_json: '{}' } } } } "
            "tool_results { tool_use_id: 'a b' text: 'r' }",
       "turns[1].assistant.blocks[0].tool_use.id",
       Body(Round(R"({"type":"tool_use","id":"a b","name":"n","input":{}})", kResult)),
       "tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"},
      {"InputIsAList",
       kP + "turns { assistant { blocks { tool_use { id: 'toolu_1' name: 'n' input_json: '[]' } } "
            "} } tool_results { tool_use_id: 'toolu_1' text: 'r' }",
       "turns[1].assistant.blocks[0].tool_use.input_json",
       Body(Round(R"({"type":"tool_use","id":"toolu_1","name":"n","input":[]})", kResult)),
       "tool_use.input: Input should be a valid dictionary"},
      {"ToolNameWithASpace", kQ + tool("a b", object), "tools[0].custom.name",
       Body(kHi, R"("tools":[{"name":"a b","input_schema":{"type":"object"}}])"),
       "tools.0.custom.name: String should match pattern"},
      {"EmptyToolName", kQ + tool("", object), "tools[0].custom.name",
       Body(kHi, R"("tools":[{"name":"","input_schema":{"type":"object"}}])"),
       "tools.0.custom.name: String should match pattern"},
      {"EqualToolNames", kQ + tool("search", object) + tool("search", object),
       "tools[1].custom.name", Body(kHi, "\"tools\":[" + kTool + "," + kTool + "]"),
       "Tool names must be unique."},
      {"ToolNamedAsTheWebSearch", kQ + tool("web_search", object) + "tools { web_search {} }",
       "tools[1].web_search",
       Body(kHi, R"("tools":[{"name":"web_search","input_schema":{"type":"object"}},)"
                 R"({"type":"web_search_20250305","name":"web_search"}])"),
       "Tool names must be unique."},
      {"SchemaOfAString", kQ + tool("n", R"({"type":"string"})"),
       "tools[0].custom.input_schema_json",
       Body(kHi, R"("tools":[{"name":"n","input_schema":{"type":"string"}}])"),
       "input_schema.type: Input should be 'object'"},
      {"SchemaWithoutType", kQ + tool("n", "{}"), "tools[0].custom.input_schema_json",
       Body(kHi, R"("tools":[{"name":"n","input_schema":{}}])"),
       "input_schema.type: Field required"},
      {"SchemaIsNotJson", kQ + tool("n", "{"), "tools[0].custom.input_schema_json",
       Body(kHi, R"("tools":[{"name":"n","input_schema":{}])"),
       "The request body is not valid JSON"},
      {"OutputSchemaIsAList", kQ + "model_options { output_schema_json: '[]' }",
       "model_options.output_schema_json",
       Body(kHi, R"("output_config":{"format":{"type":"json_schema","schema":[]}})"),
       "output_config.format.schema: Input should be a valid dictionary"},
      {"WebSearchWithAllowedAndBlockedDomains",
       kQ + "tools { web_search { allowed_domains: 'a.com' blocked_domains: 'b.com' } }",
       "tools[0].web_search", web(R"("allowed_domains":["a.com"],"blocked_domains":["b.com"])"),
       "only one of `allowed_domains` and `blocked_domains` may be specified"},
      {"WebSearchWithZeroUses", kQ + "tools { web_search { max_uses: 0 } }",
       "tools[0].web_search.max_uses", web(R"("max_uses":0)"),
       "max_uses: Input should be greater than 0"},
      {"LongCity",
       kQ + "tools { web_search { user_location { city: '" + std::string(256, 'c') + "' } } }",
       "tools[0].web_search.user_location.city",
       web(R"("user_location":{"type":"approximate","city":")" + std::string(256, 'c') + "\"}"),
       "user_location.city: String should have at most 255 characters"},
      {"LongCountry", kQ + "tools { web_search { user_location { country: 'JPN' } } }",
       "tools[0].web_search.user_location.country",
       web(R"("user_location":{"type":"approximate","country":"JPN"})"),
       "user_location.country: String should have at most 2 characters"},
  };
}

INSTANTIATE_TEST_SUITE_P(Tools, RefusedTest, testing::ValuesIn(ToolRows()), NameOf);

std::vector<Row> CacheRows() {
  const std::string five_minutes = R"("cache_control":{"type":"ephemeral"})";
  const std::string hour = R"("cache_control":{"type":"ephemeral","ttl":"1h"})";
  const std::string with_breakpoint =
      "search_results { source: 's' title: 't' text: 'x' cache_control {} } ";
  const std::string search_result = SearchResult(Text("x"), Cited() + "," + five_minutes);
  const std::string system = R"("system":[{"type":"text","text":"S",)";
  const std::string order = "a ttl='1h' cache_control block must not come after a ttl='5m'";
  const std::string thinking =
      R"({"type":"thinking","thinking":"t","signature":"s",)" + five_minutes + "}";
  return {
      // B53
      {"FiveCacheBreakpoints",
       kQ + "model_options { system: 'S' system_cache_control {} } " + with_breakpoint +
           with_breakpoint + with_breakpoint + with_breakpoint,
       "model_options.system_cache_control",
       Body(User("[" + search_result + "," + search_result + "," + search_result + "," +
                 search_result + "," + Text("Q") + "]"),
            system + five_minutes + "}]"),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"FiveCacheBreakpointsInsideAndOutsideOfAToolResult",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' " + with_breakpoint + with_breakpoint +
           with_breakpoint + with_breakpoint + "cache_control {} }",
       "tool_results[0].cache_control",
       Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1",)" + five_minutes +
                            R"(,"content":[)" + search_result + "," + search_result + "," +
                            search_result + "," + search_result + "]}")),
       "A maximum of 4 blocks with cache_control may be provided. Found 5."},
      {"LongerTimeToLiveAfterAShorterOne",
       kQ + "model_options { system: 'S' system_cache_control {} } documents { text: 'x' "
            "cache_control { ttl: TTL_1H } }",
       "documents[0].cache_control",
       Body(User("[" + PlainText("x", Cited() + "," + hour) + "," + Text("Q") + "]"),
            system + five_minutes + "}]"),
       order},
      {"LongerTimeToLiveOfAToolResultAfterAShorterOneInside",
       kUsesTool + "tool_results { tool_use_id: 'toolu_1' " + with_breakpoint +
           "cache_control { ttl: TTL_1H } }",
       "tool_results[0].cache_control",
       Body(Round(kUse, R"({"type":"tool_result","tool_use_id":"toolu_1",)" + hour +
                            R"(,"content":[)" + search_result + "]}")),
       order},
      {"CacheBreakpointOnThinking", Opaque("thinking", thinking) + kQ,
       "turns[1].assistant.blocks[0].opaque.json", Body(Round(thinking, Text("Q"))),
       "thinking.cache_control: Extra inputs are not permitted"},
      {"CacheBreakpointOnAnEmptySystemPrompt", kQ + "model_options { system_cache_control {} }",
       "model_options.system_cache_control",
       Body(kHi, R"("system":[{"type":"text","text":"",)" + five_minutes + "}]"),
       "cache_control cannot be set for empty text blocks"},
  };
}
INSTANTIATE_TEST_SUITE_P(Caches, RefusedTest, testing::ValuesIn(CacheRows()), NameOf);

}  // namespace
}  // namespace footnote::agreement
