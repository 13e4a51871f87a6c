// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/tool_schema.h"

#include <gtest/gtest.h>

#include <string>
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

class ToolSchemaTableTest : public testing::TestWithParam<Case> {};

TEST_P(ToolSchemaTableTest, ReturnsTheVerdictInBothVersions) { ExpectSchemaVerdicts(GetParam()); }

std::vector<Case> CustomToolCases() {
  const auto named = [](size_t size) {
    return Body(kHi, R"("tools":[{"input_schema":{"type":"object"},"name":")" +
                         std::string(size, 'n') + "\"}]");
  };
  return {
      {"WithoutInputSchema", Body(kHi, R"("tools":[{"name":"a"}])"),
       "tools.0.custom.input_schema: Field required"},
      {"NameWithASpace", Body(kHi, R"("tools":[{"name":"a b","input_schema":{"type":"object"}}])"),
       "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"},
      {"InputSchemaOfAString",
       Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"string"}}])"),
       "tools.0.custom.input_schema.type: Input should be 'object'"},
      {"InputExampleIsANumber",
       Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"object"},"input_examples":[1]}])"),
       "tools.0.custom.input_examples.0: Input should be a valid dictionary"},
      {"ToolChoiceWithoutName",
       Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"tool"})"),
       "tool_choice.tool.name: Field required"},
      {"NameWith128Characters", named(128), "ok"},
      {"NameWith129Characters", named(129),
       "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"},
      {"EmptyName", named(0),
       "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'"},
      {"NullType",
       Body(kHi, R"("tools":[{"type":null,"name":"a","input_schema":{"type":"object"}}])"), "ok"},
      {"UnknownCaller",
       Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"object"},)"
                 R"("allowed_callers":["direct","x"]}])"),
       "tools.0.custom.allowed_callers.1: Input should be 'direct', 'code_execution_20250825', "
       "'code_execution_20260120' or 'code_execution_20260521'"},
      {"UnknownField",
       Body(kHi, R"("tools":[{"name":"a","input_schema":{"type":"object"},"version":1}])"),
       "tools.0.custom.version: Extra inputs are not permitted"},
      {"UnknownToolChoice", Body(kHi, "\"tools\":[" + kTool + R"(],"tool_choice":{"type":"all"})"),
       "tool_choice: Input tag 'all' found using 'type' does not match any of the expected tags: "
       "'auto', 'any', 'tool', 'none'"},
      {"ParallelUseWithToolChoiceNone",
       Body(kHi, "\"tools\":[" + kTool +
                     R"(],"tool_choice":{"type":"none","disable_parallel_tool_use":true})"),
       "tool_choice.none.disable_parallel_tool_use: Extra inputs are not permitted"},
  };
}

INSTANTIATE_TEST_SUITE_P(CustomTools, ToolSchemaTableTest, testing::ValuesIn(CustomToolCases()),
                         NameOf);

// Returns a body with a web search tool that has the fields `more`.
std::string WebSearch(const std::string& more) {
  return Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"web_search",)" + more + "}]");
}

std::vector<Case> WebSearchCases() {
  const std::string path = "tools.0.web_search_20250305.";
  const auto city = [](int size) {
    return WebSearch(R"("user_location":{"type":"approximate","city":")" + Repeated("京", size) +
                     "\"}");
  };
  return {
      {"BothDomainLists",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20250305","name":"web_search","allowed_domains":["a"],"blocked_domains":["b"]}])"),
       "tools.0.web_search_20250305: only one of `allowed_domains` and `blocked_domains` may be "
       "specified"},
      {"InclusionOfAnOlderVersion",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20250305","name":"web_search","response_inclusion":"full"}])"),
       "tools.0.web_search_20250305.response_inclusion: Extra inputs are not permitted"},
      {"InclusionOfTheNewestVersion",
       Body(
           kHi,
           R"("tools":[{"type":"web_search_20260318","name":"web_search","response_inclusion":"excluded"}])"),
       "ok"},
      {"AllFields",
       WebSearch(R"("max_uses":1,"allowed_domains":["example.com"],"user_location":)"
                 R"({"type":"approximate","city":"Tokyo","country":"JP","timezone":"Asia/Tokyo"})"),
       "ok"},
      {"EmptyDomainList", WebSearch(R"("blocked_domains":[])"),
       path + "blocked_domains: Empty list of domains is ambiguous. Provide at least one domain or "
              "null."},
      {"NullDomains", WebSearch(R"("allowed_domains":["a"],"blocked_domains":null)"), "ok"},
      {"ZeroUses", WebSearch(R"("max_uses":0)"), path + "max_uses: Input should be greater than 0"},
      {"NullUses", WebSearch(R"("max_uses":null)"), "ok"},
      {"LocationWithoutType", WebSearch(R"("user_location":{"city":"Tokyo"})"),
       path + "user_location.type: Field required"},
      {"EmptyCity", WebSearch(R"("user_location":{"type":"approximate","city":""})"),
       path + "user_location.city: String should have at least 1 character"},
      {"CountryWith3Characters",
       WebSearch(R"("user_location":{"type":"approximate","country":"JPN"})"),
       path + "user_location.country: String should have at most 2 characters"},
      {"AnotherName", Body(kHi, R"("tools":[{"type":"web_search_20250305","name":"search"}])"),
       path + "name: Input should be 'web_search'"},
      {"CountryWith1Character",
       WebSearch(R"("user_location":{"type":"approximate","country":"J"})"),
       path + "user_location.country: String should have at least 2 characters"},
      {"CityWith255Characters", city(255), "ok"},
      {"CityWith256Characters", city(256),
       path + "user_location.city: String should have at most 255 characters"},
  };
}

INSTANTIATE_TEST_SUITE_P(WebSearches, ToolSchemaTableTest, testing::ValuesIn(WebSearchCases()),
                         NameOf);

// Reads the tool in `document`, and expects that it is valid. The result has views into `document`.
Tool ReadValidTool(const JsonDocument& document) {
  SchemaReader reader;
  Tool tool = ReadTool(reader, document.root());
  EXPECT_FALSE(reader.failed()) << reader.problem();
  return tool;
}

TEST(ToolSchemaTest, ReadsTheFieldsOfACustomTool) {
  const JsonDocument json(
      R"({ "name" : "search", "input_schema":{"type":"object","properties":{"query":{}}},)"
      R"("cache_control":{"type":"ephemeral"}})");
  const Tool tool = ReadValidTool(json);
  EXPECT_EQ(tool.type, "custom");
  EXPECT_TRUE(tool.is_custom);
  EXPECT_EQ(tool.name, "search");
  EXPECT_TRUE(tool.has_query);
  EXPECT_EQ(tool.cache, CacheTtl::k5Minutes);
  EXPECT_EQ(tool.json,
            R"({"name":"search","input_schema":{"type":"object","properties":{"query":{}}},)"
            R"("cache_control":{"type":"ephemeral"}})");
}

TEST(ToolSchemaTest, AToolWithoutAQueryPropertyHasNoQuery) {
  const JsonDocument json(
      R"({"name":"search","input_schema":{"type":"object","properties":{"text":{}}}})");
  EXPECT_FALSE(ReadValidTool(json).has_query);
}

TEST(ToolSchemaTest, ReadsOtherToolsOfTheApiWithoutACheckOfTheirFields) {
  const JsonDocument json(R"({"type":"bash_20250124","name":"bash","x":1})");
  const Tool tool = ReadValidTool(json);
  EXPECT_FALSE(tool.is_custom);
  EXPECT_EQ(tool.type, "bash_20250124");
  EXPECT_EQ(tool.name, "bash");
}

TEST(ToolSchemaTest, ReportsAnUnknownToolType) {
  const JsonDocument json(R"({"type":"web_search_20240101","name":"web_search"})");
  SchemaReader reader;
  ReadTool(reader, json.root());
  ASSERT_TRUE(reader.failed());
  EXPECT_EQ(reader.problem().rfind("Input tag 'web_search_20240101' found using 'type' does not "
                                   "match any of the expected tags: 'bash_20250124', ",
                                   0),
            0)
      << reader.problem();
}

TEST(ToolSchemaTest, ReadsTheToolChoice) {
  struct {
    std::string json;
    ToolChoice choice;
    std::string name;
  } const cases[] = {
      {R"({"type":"auto","disable_parallel_tool_use":true})", ToolChoice::kAuto, ""},
      {R"({"type":"any"})", ToolChoice::kAny, ""},
      {R"({"type":"tool","name":"search"})", ToolChoice::kTool, "search"},
      {R"({"type":"none"})", ToolChoice::kNone, ""},
  };
  for (const auto& c : cases) {
    const JsonDocument json(c.json);
    SchemaReader reader;
    ParsedRequest request;
    ReadToolChoice(reader, json.root(), &request);
    EXPECT_FALSE(reader.failed()) << c.json;
    EXPECT_EQ(request.tool_choice, c.choice) << c.json;
    EXPECT_EQ(request.tool_choice_name, c.name) << c.json;
  }
}

}  // namespace
}  // namespace footnote::emulator
