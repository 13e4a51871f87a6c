// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/block_schema.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "service/emulator/request/parsed_request.h"
#include "service/emulator/request/schema_reader.h"
#include "tests/emulator/request/block_json.h"
#include "tests/emulator/request/json_document.h"
#include "tests/emulator/request/schema_verdict.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class BlockSchemaTableTest : public testing::TestWithParam<Case> {};

TEST_P(BlockSchemaTableTest, ReturnsTheVerdictInBothVersions) { ExpectSchemaVerdicts(GetParam()); }

const std::string kTags =
    "'text', 'image', 'document', 'search_result', 'thinking', 'redacted_thinking', 'tool_use', "
    "'tool_result', 'server_tool_use', 'web_search_tool_result', 'web_fetch_tool_result', "
    "'code_execution_tool_result', 'bash_code_execution_tool_result', "
    "'text_editor_code_execution_tool_result', 'tool_search_tool_result', 'container_upload'";

std::vector<Case> BlockCases() {
  const std::string extra = ": Extra inputs are not permitted";
  return {
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
      {"ThinkingWithoutSignature", Body(Round(R"({"type":"thinking","thinking":"t"})", Text("t"))),
       "messages.1.content.0.thinking.signature: Field required"},
      {"MetadataOfASearchResult",
       WithQuestion(SearchResult(Text("a"), R"("metadata":{"doc_ref":"r"})")),
       "messages.0.content.0.search_result.metadata" + extra},
      {"IdOfASearchResult", WithQuestion(SearchResult(Text("a"), R"("id":"1")")),
       "messages.0.content.0.search_result.id" + extra},
      {"MetadataOfADocument", WithQuestion(PlainText("a", R"("metadata":{})")),
       "messages.0.content.0.document.metadata" + extra},
      {"NoteInABlock", WithQuestion(SearchResult(R"({"type":"text","text":"a","note":"n"})")),
       "messages.0.content.0.search_result.content.0.note" + extra},
  };
}

INSTANTIATE_TEST_SUITE_P(Blocks, BlockSchemaTableTest, testing::ValuesIn(BlockCases()), NameOf);

std::vector<Case> SourceCases() {
  const std::string source = "messages.0.content.0.document.source";
  return {
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
      {"DocumentUrl",
       WithQuestion(R"({"type":"document","source":{"type":"url","url":"https://a/b.pdf"}})"),
       "ok"},
      {"DocumentFile",
       WithQuestion(R"({"type":"document","source":{"type":"file","file_id":"file_1"}})"), "ok"},
      {"DocumentUrlWithoutUrl", WithQuestion(R"({"type":"document","source":{"type":"url"}})"),
       source + ".url.url: Field required"},
      {"CustomContent",
       WithQuestion(Custom("[" + Text("a") + "," + ImageData("image/gif", kGif) + "]")), "ok"},
      {"CustomContentAsString", WithQuestion(Custom("\"a\"", Cited())), "ok"},
      {"DocumentInsideADocument", WithQuestion(Custom("[" + PlainText("a") + "]")),
       source + ".content.content.0: Input tag 'document' found using 'type' does not match any of "
                "the expected tags: 'text', 'image'"},
      {"EmptyTitleBeforeAQuestion", WithQuestion(PlainText("a", R"("title":"")")),
       "messages.0.content.0.document.title: String should have at least 1 character"},
      {"EmptyContext", WithQuestion(PlainText("a", R"("context":"")")),
       "messages.0.content.0.document.context: String should have at least 1 character"},
      {"TitleWith500Characters",
       WithQuestion(PlainText("a", R"("title":")" + Repeated("題", 500) + "\"")), "ok"},
      {"TitleWith501Characters",
       WithQuestion(PlainText("a", R"("title":")" + Repeated("題", 501) + "\"")),
       "messages.0.content.0.document.title: String should have at most 500 characters"},
      {"NullTitleAndContext", WithQuestion(PlainText("a", R"("title":null,"context":null)")), "ok"},
      {"NullCitations", WithQuestion(PlainText("a", R"("citations":null)")), "ok"},
      {"UnknownFieldOfCitations",
       WithQuestion(PlainText("a", R"("citations":{"enabled":true,"mode":"on"})")),
       "messages.0.content.0.document.citations.mode: Extra inputs are not permitted"},
      {"DocumentInAToolResult",
       Body(Round(kUse, ToolResult(PlainText("a", Cited()) + "," + Text("b")))), "ok"},
      {"SearchResultWithoutTitle",
       Body(User(
           R"([{"type":"search_result","source":"s","content":[{"type":"text","text":"t"}]}])")),
       "messages.0.content.0.search_result.title: Field required"},
      {"SearchResultWithoutBlocks", Body(User("[" + SearchResult("") + "]")),
       "messages.0.content.0.search_result.content: List should have at least 1 item after "
       "validation, not 0"},
      {"ImageInASearchResult",
       Body(User("[" + SearchResult(R"({"type":"image","source":{}})") + "]")),
       "messages.0.content.0.search_result.content.0.type: Input should be 'text'"},
      {"CitationsFlagIsAString",
       Body(User("[" + SearchResult(Text("t"), R"("citations":{"enabled":"yes"})") + "]")),
       "messages.0.content.0.search_result.citations.enabled: Input should be a valid boolean"},
      {"NullCitationsOfASearchResult",
       Body(User("[" + SearchResult(Text("t"), R"("citations":null)") + "]")),
       "messages.0.content.0.search_result.citations: Input should be a valid dictionary"},
  };
}

INSTANTIATE_TEST_SUITE_P(Sources, BlockSchemaTableTest, testing::ValuesIn(SourceCases()), NameOf);

std::vector<Case> ToolCases() {
  const std::string use =
      R"({"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"q"}})";
  const std::string failed =
      R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":{"type":"web_search_tool_result_error","error_code":)";
  const auto named = [](size_t size) {
    return Body(Round(
        R"({"type":"tool_use","id":"toolu_1","input":{},"name":")" + std::string(size, 'n') + "\"}",
        kResult));
  };
  return {
      {"UnknownFieldOfAToolUse",
       Body(Round(R"({"type":"tool_use","id":"a","name":"b","input":{},"text":"t"})", kResult)),
       "messages.1.content.0.tool_use.text: Extra inputs are not permitted"},
      {"ToolUseIdWithASpace",
       Body(Round(R"({"type":"tool_use","id":"a b","name":"b","input":{}})", kResult)),
       "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"},
      {"ToolUseInputIsAString",
       Body(Round(R"({"type":"tool_use","id":"a","name":"b","input":"{}"})", kResult)),
       "messages.1.content.0.tool_use.input: Input should be a valid dictionary"},
      {"ToolResultInsideAToolResult", Body(Round(kUse, ToolResult(kResult))),
       "messages.2.content.0.tool_result.content.0: Input tag 'tool_result' found using 'type' "
       "does not match any of the expected tags: 'text', 'image', 'search_result', 'document', "
       "'tool_reference', 'browser_state'"},
      {"SearchResultWithoutContentInAToolResult",
       Body(Round(kUse, ToolResult(R"({"type":"search_result"})"))),
       "messages.2.content.0.tool_result.content.0.search_result.content: Field required"},
      {"UnknownServerToolName",
       Body(Round(R"({"type":"server_tool_use","id":"srvtoolu_1","name":"x","input":{}})",
                  Text("t"))),
       "messages.1.content.0.server_tool_use.name: Input should be 'web_search', 'web_fetch', "
       "'code_execution', 'bash_code_execution', 'text_editor_code_execution', "
       "'tool_search_tool_regex' or 'tool_search_tool_bm25'"},
      {"ServerToolIdWithoutPrefix",
       Body(Round(R"({"type":"server_tool_use","id":"toolu_1","name":"web_search","input":{}})",
                  Text("t"))),
       "messages.1.content.0.server_tool_use.id: String should match pattern "
       "'^srvtoolu_[a-zA-Z0-9_]+$'"},
      {"WebSearchResultWithoutEncryptedContent",
       Body(Round(
           R"({"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":[{"type":"web_search_result","title":"t","url":"u"}]})",
           Text("t"))),
       "messages.1.content.0.web_search_tool_result.content.0.encrypted_content: Field required"},
      {"FailedWebSearch", Body(Round(use + "," + failed + R"("unavailable"}})", Text("t"))), "ok"},
      {"UnknownWebSearchErrorCode", Body(Round(use + "," + failed + R"("broken"}})", Text("t"))),
       "messages.1.content.1.web_search_tool_result.content.error_code: Input should be "
       "'invalid_tool_input', 'unavailable', 'max_uses_exceeded', 'too_many_requests', "
       "'query_too_long' or 'request_too_large'"},
      {"ServerToolResultIdWithoutPrefix",
       Body(Round(use + R"(,{"type":"web_search_tool_result","tool_use_id":"1","content":[]})",
                  Text("t"))),
       "messages.1.content.1.web_search_tool_result.tool_use_id: String should match pattern "
       "'^srvtoolu_[a-zA-Z0-9_]+$'"},
      {"Caller",
       Body(Round(
           R"({"type":"tool_use","id":"toolu_1","name":"search","input":{},"caller":{"type":"direct"}})",
           kResult)),
       "ok"},
      {"CallerWithoutToolId",
       Body(Round(
           R"({"type":"tool_use","id":"toolu_1","name":"search","input":{},"caller":{"type":"code_execution_20250825"}})",
           kResult)),
       "messages.1.content.0.tool_use.caller.code_execution_20250825.tool_id: Field required"},
      {"ToolNameWith128Characters", named(128), "ok"},
      {"ToolNameWith129Characters", named(129),
       "messages.1.content.0.tool_use.name: String should match pattern "
       "'^[a-zA-Z0-9_-]{1,128}$'"},
  };
}

INSTANTIATE_TEST_SUITE_P(Tools, BlockSchemaTableTest, testing::ValuesIn(ToolCases()), NameOf);

std::vector<Case> CacheControlCases() {
  return {
      {"UnknownType",
       Body(User(R"([{"type":"text","text":"t","cache_control":{"type":"forever"}}])")),
       "messages.0.content.0.text.cache_control: Input tag 'forever' found using 'type' does not "
       "match any of the expected tags: 'ephemeral'"},
      {"UnknownTtl",
       Body(
           User(R"([{"type":"text","text":"t","cache_control":{"type":"ephemeral","ttl":"2h"}}])")),
       "messages.0.content.0.text.cache_control.ephemeral.ttl: Input should be '5m' or '1h'"},
      {"UnknownField",
       Body(
           kHi,
           R"("system":[{"type":"text","text":"a"},{"type":"text","text":"b","cache_control":{"type":"ephemeral","scope":"g"}}])"),
       "system.1.cache_control.ephemeral.scope: Extra inputs are not permitted"},
      {"OnThinking",
       Body(Round(
           R"({"type":"thinking","thinking":"t","signature":"s","cache_control":{"type":"ephemeral"}})",
           Text("t"))),
       "messages.1.content.0.thinking.cache_control: Extra inputs are not permitted"},
  };
}

INSTANTIATE_TEST_SUITE_P(CacheControls, BlockSchemaTableTest,
                         testing::ValuesIn(CacheControlCases()), NameOf);

// Reads the block in `document`, and expects that it is valid. The result has views into
// `document`.
Block ReadBlock(const JsonDocument& document) {
  SchemaReader reader;
  Block block = ReadContentBlock(reader, document.root());
  EXPECT_FALSE(reader.failed()) << reader.problem();
  return block;
}

TEST(BlockSchemaTest, ReadsTheFieldsOfASearchResult) {
  const JsonDocument json(SearchResult(Text("a") + "," + Text("b"), Cited(), "T"));
  const Block block = ReadBlock(json);
  EXPECT_EQ(block.kind, Block::Kind::kSearchResult);
  EXPECT_EQ(block.type, "search_result");
  EXPECT_EQ(block.source, "kb://1");
  EXPECT_EQ(block.title, "T");
  EXPECT_TRUE(block.citations_enabled);
  ASSERT_EQ(block.content.size(), 2);
  EXPECT_EQ(block.content[1].text, "b");
}

TEST(BlockSchemaTest, ReadsTheFieldsOfADocument) {
  const JsonDocument json(PlainText("data", R"("title":"T","context":"C","citations":{})"));
  const Block block = ReadBlock(json);
  EXPECT_EQ(block.kind, Block::Kind::kDocument);
  EXPECT_EQ(block.document_source, Block::DocumentSource::kPlainText);
  EXPECT_EQ(block.text, "data");
  EXPECT_EQ(block.title, "T");
  EXPECT_EQ(block.context, "C");
  EXPECT_FALSE(block.citations_enabled);
}

TEST(BlockSchemaTest, ReadsTheQueryOfAToolUseOnlyIfItIsAString) {
  const auto query = [](const std::string& input) {
    const JsonDocument json(R"({"type":"tool_use","id":"t","name":"n","input":)" + input + "}");
    return std::string(ReadBlock(json).query);
  };
  EXPECT_EQ(query(R"({"query":"q"})"), "q");
  EXPECT_EQ(query(R"({"query":1})"), "");
  EXPECT_EQ(query("{}"), "");
}

TEST(BlockSchemaTest, KeepsTheInputOfAToolUseAsJsonWithoutWhiteSpace) {
  const JsonDocument json(
      R"({"type":"tool_use","id":"t","name":"n","input":{ "a" : [ 1, "x y" ] }})");
  EXPECT_EQ(ReadBlock(json).json, R"({"a":[1,"x y"]})");
}

TEST(BlockSchemaTest, ReadsTheContentOfAToolResultAsStringOrBlocks) {
  const JsonDocument string(R"({"type":"tool_result","tool_use_id":"t","content":"r"})");
  EXPECT_EQ(ReadBlock(string).text, "r");
  EXPECT_TRUE(ReadBlock(string).content.empty());
  const JsonDocument blocks(ToolResult(SearchResult(Text("a"))));
  ASSERT_EQ(ReadBlock(blocks).content.size(), 1);
  EXPECT_EQ(ReadBlock(blocks).content[0].kind, Block::Kind::kSearchResult);
}

TEST(BlockSchemaTest, ReadsTheTtlOfCacheControl) {
  const auto ttl = [](std::string_view fields) {
    const JsonDocument json(fields);
    SchemaReader reader;
    ObjectReader object(reader, json.root());
    const std::optional<CacheTtl> found = ReadCacheControl(object);
    EXPECT_FALSE(reader.failed()) << fields;
    return found;
  };
  EXPECT_EQ(ttl("{}"), std::nullopt);
  EXPECT_EQ(ttl(R"({"cache_control":null})"), std::nullopt);
  EXPECT_EQ(ttl(R"({"cache_control":{"type":"ephemeral"}})"), CacheTtl::k5Minutes);
  EXPECT_EQ(ttl(R"({"cache_control":{"type":"ephemeral","ttl":"5m"}})"), CacheTtl::k5Minutes);
  EXPECT_EQ(ttl(R"({"cache_control":{"type":"ephemeral","ttl":"1h"}})"), CacheTtl::k1Hour);
}

TEST(BlockSchemaTest, AnIdentifierHasLettersDigitsUnderscoresAndHyphens) {
  EXPECT_TRUE(IsIdentifier("azAZ09_-", 8));
  for (const std::string_view text : {"", "a b", "a.b", "a:", "\xC3\xA9"}) {
    EXPECT_FALSE(IsIdentifier(text, 8)) << text;
  }
}

TEST(BlockSchemaTest, AnIdentifierHasAtMostTheMaximumSize) {
  EXPECT_TRUE(IsIdentifier("abc", 3));
  EXPECT_FALSE(IsIdentifier("abcd", 3));
}

}  // namespace
}  // namespace footnote::emulator
