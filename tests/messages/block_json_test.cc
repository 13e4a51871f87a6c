// SPDX-License-Identifier: Apache-2.0
#include "service/messages/block_json.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "service/messages/json/json_reader.h"

namespace footnote::messages {
namespace {

struct ParsedBlock {
  ContentBlock block;
  // The count that ReadBlock increments, which excludes the reader's own count.
  int ill_formed_strings = 0;
};

ParsedBlock ParseWithCount(absl::string_view json) {
  JsonReader reader(absl::StrCat("{\"block\":", json, "}"));
  ParsedBlock parsed;
  const absl::Status status = reader.ReadObject([&](absl::string_view, JsonReader::Value& value) {
    ReadBlock(value, reader, parsed.block, parsed.ill_formed_strings);
  });
  EXPECT_TRUE(status.ok()) << status << json;
  return parsed;
}

ContentBlock ParseBlock(absl::string_view json) { return ParseWithCount(json).block; }

ContentBlock ParseOpeningBlock(absl::string_view json) {
  JsonReader reader(absl::StrCat("{\"block\":", json, "}"));
  ContentBlock block;
  const absl::Status status = reader.ReadObject(
      [&](absl::string_view, JsonReader::Value& value) { ReadOpeningBlock(value, reader, block); });
  EXPECT_TRUE(status.ok()) << status << json;
  EXPECT_EQ(reader.ill_formed_strings(), 0) << json;
  return block;
}

TEST(ReadBlockTest, EveryOpaqueTypeOfTheApiIsKnown) {
  for (const char* type :
       {"thinking", "redacted_thinking", "server_tool_use", "web_search_tool_result",
        "web_fetch_tool_result", "code_execution_tool_result", "bash_code_execution_tool_result",
        "text_editor_code_execution_tool_result", "tool_search_tool_result", "container_upload"}) {
    const ContentBlock block = ParseBlock(absl::StrCat(R"({"type":")", type, R"("})"));
    EXPECT_EQ(block.kind, ContentBlock::Kind::kOpaque) << type;
    EXPECT_EQ(block.type, type);
    EXPECT_TRUE(block.known) << type;
  }
}

TEST(ReadBlockTest, AbsentNullAndEmptyCitationsAreEquivalent) {
  for (const char* json :
       {R"({"type":"text","text":"t"})", R"({"type":"text","text":"t","citations":null})",
        R"({"type":"text","text":"t","citations":[]})"}) {
    const ContentBlock block = ParseBlock(json);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kText) << json;
    EXPECT_TRUE(block.citations.empty()) << json;
  }
}

TEST(ReadBlockTest, FieldsMayBeInAnyOrder) {
  const ContentBlock block =
      ParseBlock(R"({"citations":[{"end_char_index":2,"start_char_index":1,"document_index":0,)"
                 R"("cited_text":"c","type":"char_location"}],"text":"t","type":"text"})");
  EXPECT_EQ(block.kind, ContentBlock::Kind::kText);
  EXPECT_EQ(block.text, "t");
  ASSERT_EQ(block.citations.size(), 1);
  EXPECT_EQ(block.citations[0].kind, TextCitation::Kind::kChar);
  EXPECT_EQ(block.citations[0].end, 2);

  const ContentBlock use = ParseBlock(R"({"input":{"a":1},"name":"f","id":"i","type":"tool_use"})");
  EXPECT_EQ(use.kind, ContentBlock::Kind::kToolUse);
  EXPECT_EQ(use.tool_input_json, R"({"a":1})");
}

TEST(ReadBlockTest, MalformedBlocksAreKeptAsUnknown) {
  for (const char* json : {
           R"({"type":"text"})",
           R"({"type":"text","text":null})",
           R"({"type":"text","text":["t"]})",
           R"({"type":"tool_use","name":"f","input":{}})",
           R"({"type":"tool_use","id":"i","input":{}})",
           R"({"type":"tool_use","id":"i","name":"f","input":"{}"})",
           R"({"type":"tool_use","id":"i","name":"f","input":[]})",
           R"({"text":"t"})",
           R"({"type":7,"text":"t"})",
           R"({})",
           R"("t")",
           "null",
           "[]",
           "12.50",
       }) {
    const ContentBlock block = ParseBlock(json);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kOpaque) << json;
    EXPECT_FALSE(block.known) << json;
    EXPECT_EQ(block.json, json);
  }
}

TEST(ReadBlockTest, AToolUseWithoutInputHasAnEmptyObject) {
  EXPECT_EQ(ParseBlock(R"({"type":"tool_use","id":"i","name":"f"})").tool_input_json, "{}");
  EXPECT_EQ(ParseBlock(R"({"type":"tool_use","id":"i","name":"f","input":null})").tool_input_json,
            "{}");
}

TEST(ReadBlockTest, ACitationWithoutItsFieldsDoesNotAffectTheOthers) {
  const ContentBlock block = ParseBlock(
      R"({"type":"text","text":"t","citations":[)"
      R"({"type":"content_block_location","cited_text":"a"},{"type":"char_location"},{},7,null,)"
      R"({"type":5},{"type":"search_result_location","cited_text":"b"}]})");
  ASSERT_EQ(block.citations.size(), 7);
  EXPECT_EQ(block.citations[0].cited_text, "a");
  EXPECT_EQ(block.citations[1].cited_text, std::nullopt);
  EXPECT_EQ(block.citations[2].kind, TextCitation::Kind::kUnknown);
  EXPECT_EQ(block.citations[2].json, "{}");
  EXPECT_EQ(block.citations[3].json, "7");
  EXPECT_EQ(block.citations[4].json, "null");
  EXPECT_EQ(block.citations[5].json, R"({"type":5})");
  EXPECT_EQ(block.citations[6].cited_text, "b");
}

TEST(ReadBlockTest, TheLastOfRepeatedKeysCounts) {
  EXPECT_EQ(ParseBlock(R"({"type":"text","text":"a","text":"b"})").text, "b");
  EXPECT_EQ(ParseBlock(R"({"type":"hologram","type":"text","text":"b"})").kind,
            ContentBlock::Kind::kText);
}

TEST(ReadBlockTest, LoneSurrogatesOfATextAreReplacedAndCountedOnce) {
  const ParsedBlock lone = ParseWithCount(R"({"type":"text","text":"a\ud83d\ude00\ud83db\ude00"})");
  EXPECT_EQ(lone.block.text, "a\U0001f600\uFFFDb\uFFFD");
  EXPECT_EQ(lone.ill_formed_strings, 1);
  const ParsedBlock pair = ParseWithCount(R"({"type":"text","text":"\ud83d\ude00"})");
  EXPECT_EQ(pair.block.text, "\U0001f600");
  EXPECT_EQ(pair.ill_formed_strings, 0);
}

TEST(ReadBlockTest, AnUnknownBlockKeepsItsSurrogatesAsEscapeSequences) {
  const ParsedBlock unknown = ParseWithCount(R"({ "type" : "x", "text" : "\uD83D" })");
  EXPECT_EQ(unknown.block.json, R"({"type":"x","text":"\ud83d"})");
  EXPECT_EQ(unknown.block.type, "x");
  EXPECT_EQ(unknown.ill_formed_strings, 0);
}

TEST(ReadBlockTest, AToolUseHasNoJsonBesideItsCanonicalInput) {
  const ContentBlock use =
      ParseBlock(R"({"type":"tool_use","id":"i","name":"f","input":{ "a" : "\u0041" }})");
  EXPECT_EQ(use.tool_use_id, "i");
  EXPECT_EQ(use.tool_name, "f");
  EXPECT_EQ(use.tool_input_json, R"({"a":"A"})");
  EXPECT_EQ(use.json, "");
}

TEST(ReadOpeningBlockTest, ATextKeepsItsSurrogateHalves) {
  const ContentBlock block = ParseOpeningBlock(R"({"type":"text","text":"a\ud83d"})");
  EXPECT_EQ(block.kind, ContentBlock::Kind::kText);
  EXPECT_EQ(block.text, "a\xed\xa0\xbd");
}

TEST(ReadOpeningBlockTest, ATextMayBeAbsentOrNull) {
  for (const char* json : {R"({"type":"text"})", R"({"type":"text","text":null})"}) {
    const ContentBlock block = ParseOpeningBlock(json);
    EXPECT_EQ(block.kind, ContentBlock::Kind::kText) << json;
    EXPECT_EQ(block.text, "") << json;
  }
}

TEST(ReadOpeningBlockTest, AToolUseKeepsItsCanonicalJson) {
  const ContentBlock block =
      ParseOpeningBlock(R"({"type":"tool_use", "id":"i","name":"f","input":{},"caller":null})");
  EXPECT_EQ(block.kind, ContentBlock::Kind::kToolUse);
  EXPECT_EQ(block.tool_input_json, "{}");
  EXPECT_EQ(block.json, R"({"type":"tool_use","id":"i","name":"f","input":{},"caller":null})");
}

TEST(ReadOpeningBlockTest, OtherBlocksAreOpaque) {
  const ContentBlock thinking = ParseOpeningBlock(R"({"type":"thinking","thinking":""})");
  EXPECT_EQ(thinking.kind, ContentBlock::Kind::kOpaque);
  EXPECT_EQ(thinking.type, "thinking");
  EXPECT_TRUE(thinking.known);
  EXPECT_EQ(thinking.json, R"({"type":"thinking","thinking":""})");
  const ContentBlock number = ParseOpeningBlock("7");
  EXPECT_EQ(number.kind, ContentBlock::Kind::kOpaque);
  EXPECT_FALSE(number.known);
  EXPECT_EQ(number.json, "7");
}

}  // namespace
}  // namespace footnote::messages
