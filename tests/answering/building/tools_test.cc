// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/tools.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::AllOf;
using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' ", text));
}

constexpr char kSchema[] = "input_schema_json: '{\"type\":\"object\"}' ";

std::string Custom(const std::string& name, const std::string& rest = "") {
  return absl::StrCat("tools { custom { name: '", name, "' ", kSchema, rest, "} } ");
}

TEST(ToolsTest, ACustomToolIsSentWithItsSchemaUnchanged) {
  const v1::AnswerRequest request = Request(
      "tools { custom { name: 'find' description: 'Finds.' "
      "input_schema_json: '{ \"type\":\"object\" }' } }");
  EXPECT_EQ(SentJson(request)["tools"], Json::parse(R"([{"name": "find", "description": "Finds.",
      "input_schema": {"type": "object"}}])"));
  EXPECT_THAT(MustBuild(request).json, testing::HasSubstr(R"({ "type":"object" })"));
}

TEST(ToolsTest, StrictIsSentAsTheCallerSetsIt) {
  EXPECT_FALSE(SentJson(Request(Custom("n")))["tools"][0].contains("strict"));
  EXPECT_EQ(SentJson(Request(Custom("n", "strict: true")))["tools"][0]["strict"], true);
  EXPECT_EQ(SentJson(Request(Custom("n", "strict: false")))["tools"][0]["strict"], false);
}

TEST(ToolsTest, AllToolsAreSentInTheCallersOrder) {
  const Json tools = SentJson(
      Request(absl::StrCat(Custom("b"), "tools { web_search {} } ", Custom("a"))))["tools"];
  ASSERT_EQ(tools.size(), 3u);
  EXPECT_EQ(tools[0]["name"], "b");
  EXPECT_EQ(tools[1]["name"], "web_search");
  EXPECT_EQ(tools[2]["name"], "a");
}

TEST(ToolsTest, ACacheBreakpointIsSentOnEitherKindOfTool) {
  const v1::AnswerRequest request =
      Request(absl::StrCat("tools { web_search {} cache_control { ttl: TTL_1H } } ",
                           "tools { custom { name: 'n' ", kSchema,
                           "} cache_control {} } "
                           "model_options { system: 'S' system_cache_control {} }"));
  const Json tools = SentJson(request)["tools"];
  EXPECT_EQ(tools[0]["cache_control"], Json({{"type", "ephemeral"}, {"ttl", "1h"}}));
  EXPECT_EQ(tools[1]["cache_control"], Json({{"type", "ephemeral"}}));
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : MustBuild(request).cache_breakpoints) {
    fields.push_back(breakpoint.field);
  }
  EXPECT_THAT(fields, ElementsAre("tools[0].cache_control", "tools[1].cache_control",
                                  "model_options.system_cache_control"));
}

struct ToolRule {
  const char* name;
  std::string request;
  const char* field;
  v1::ViolationReason reason;
  const char* problem;
};

class ToolRuleTest : public testing::TestWithParam<ToolRule> {};

TEST_P(ToolRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(AllOf(HasReason(GetParam().field, GetParam().reason),
                                Violates(GetParam().field, GetParam().problem))));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ToolRuleTest,
    testing::Values(
        ToolRule{"NoKind", "tools {}", "tools[0]", v1::REQUIRED, "`custom` or `web_search`"},
        ToolRule{"NoName", Custom(""), "tools[0].custom.name", v1::EMPTY, "1 to 64"},
        ToolRule{"LongName", Custom(std::string(65, 'n')), "tools[0].custom.name", v1::TOO_LONG,
                 "1 to 64"},
        ToolRule{"NameWithADot", Custom("a.b"), "tools[0].custom.name", v1::INVALID_CHARACTERS,
                 "A-Z a-z 0-9 _ -"},
        ToolRule{"SameNameTwice", Custom("n") + Custom("n"), "tools[1].custom.name", v1::DUPLICATE,
                 "earlier tool"},
        ToolRule{"NoSchema", "tools { custom { name: 'n' } }", "tools[0].custom.input_schema_json",
                 v1::INVALID_JSON, "JSON"},
        ToolRule{"SchemaIsAnArray", "tools { custom { name: 'n' input_schema_json: '[]' } }",
                 "tools[0].custom.input_schema_json", v1::INVALID_JSON, "not a JSON object"},
        ToolRule{"SchemaWithoutType", "tools { custom { name: 'n' input_schema_json: '{}' } }",
                 "tools[0].custom.input_schema_json", v1::INVALID_JSON_TYPE, "`type` \"object\""},
        ToolRule{"SchemaOfAString",
                 "tools { custom { name: 'n' input_schema_json: '{\"type\":\"string\"}' } }",
                 "tools[0].custom.input_schema_json", v1::INVALID_JSON_TYPE, "`type` \"object\""},
        ToolRule{"TwoWebSearches", "tools { web_search {} } tools { web_search {} }",
                 "tools[1].web_search", v1::TOO_MANY, "at most one"},
        ToolRule{"NameOfTheWebSearchAfterIt", "tools { web_search {} } " + Custom("web_search"),
                 "tools[1].custom.name", v1::DUPLICATE, "earlier tool"},
        ToolRule{"NameOfTheWebSearchBeforeIt", Custom("web_search") + "tools { web_search {} }",
                 "tools[1].web_search", v1::DUPLICATE, "`web_search`"},
        ToolRule{"SearchWithTheNameOfTheWebSearch",
                 "tools { web_search {} } search { delivery: DELIVERY_TOOL_RESULT "
                 "tool_name: 'web_search' message: 'None.' }",
                 "search.tool_name", v1::DUPLICATE, "web search"},
        ToolRule{"UnknownTtl", "tools { web_search {} cache_control { ttl: 9 } }",
                 "tools[0].cache_control.ttl", v1::UNKNOWN_ENUM_VALUE, "value: 9"}),
    [](const testing::TestParamInfo<ToolRule>& info) { return info.param.name; });

TEST(ToolsTest, WithoutAWebSearchItsNameIsFree) {
  EXPECT_EQ(SentJson(Request(Custom("web_search")))["tools"][0]["name"], "web_search");
}

TEST(ToolsTest, IllFormedTextIsAViolation) {
  v1::AnswerRequest request = Request(Custom("n"));
  request.mutable_tools(0)->mutable_custom()->set_description("de\x80");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("tools[0].custom.description", "byte 2")));
}

}  // namespace
}  // namespace footnote::answering::building
