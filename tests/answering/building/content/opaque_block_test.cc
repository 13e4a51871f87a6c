// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/opaque_block.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "service/answering/building/validation/field.h"
#include "tests/answering/building/content/rule_testing.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = ServerToolPart::Kind;

struct Checked {
  ServerToolPart part;
  std::vector<status::Violation> violations;
};

Checked Check(const std::string& type, const std::string& json) {
  v1::OpaqueBlock block;
  block.set_type(type);
  block.set_json(json);
  Violations violations;
  const Field root(&violations);
  Checked checked;
  checked.part = CheckOpaqueBlock(block, root.Child("opaque"));
  checked.violations = violations.kept();
  return checked;
}

TEST(OpaqueBlockTest, AUseOfAServerToolHasItsIdAndName) {
  const Checked checked =
      Check("server_tool_use",
            R"({"type":"server_tool_use","id":"s","name":"web_search","input":{"id":"x"}})");
  EXPECT_THAT(checked.violations, IsEmpty());
  EXPECT_EQ(checked.part.kind, Kind::kUse);
  EXPECT_EQ(checked.part.id, "s");
  EXPECT_EQ(checked.part.name, "web_search");
}

TEST(OpaqueBlockTest, AResultOfAServerToolHasTheIdOfTheUse) {
  for (const std::string type : {"web_search_tool_result", "code_execution_tool_result"}) {
    const Checked checked =
        Check(type, R"({"id":"x","tool_use_id":"s","type":")" + type + R"(","content":[]})");
    EXPECT_THAT(checked.violations, IsEmpty());
    EXPECT_EQ(checked.part.kind, Kind::kResult);
    EXPECT_EQ(checked.part.id, "s");
  }
}

TEST(OpaqueBlockTest, OtherBlocksOfTheAssistantHaveNoRole) {
  for (const std::string type : {"thinking", "redacted_thinking", "future"}) {
    const Checked checked = Check(type, R"({"type":")" + type + R"(","id":"i"})");
    EXPECT_THAT(checked.violations, IsEmpty());
    EXPECT_EQ(checked.part.kind, Kind::kNone);
  }
}

TEST(OpaqueBlockTest, BlocksOfUserTurnsAreRefused) {
  for (const std::string type : {"search_result", "document", "image", "tool_result"}) {
    EXPECT_THAT(Check(type, R"({"type":")" + type + R"("})").violations,
                ElementsAre(ViolatesRule("opaque.type", "INVALID_JSON_TYPE", "must not be")))
        << type;
  }
}

struct JsonRule {
  const char* name;
  const char* type;
  const char* json;
  const char* reason;
  const char* problem;
};

class OpaqueJsonTest : public testing::TestWithParam<JsonRule> {};

TEST_P(OpaqueJsonTest, IsOneViolationAndHasNoRole) {
  const Checked checked = Check(GetParam().type, GetParam().json);
  EXPECT_THAT(checked.violations,
              ElementsAre(ViolatesRule("opaque.json", GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, OpaqueJsonTest,
    testing::Values(JsonRule{"AnotherType", "thinking", R"({"type":"search_result"})",
                             "INVALID_JSON_TYPE", "\"thinking\""},
                    JsonRule{"ASecondType", "thinking",
                             R"({"type":"thinking","type":"search_result"})", "INVALID_JSON_TYPE",
                             "\"thinking\""},
                    JsonRule{"NotJson", "thinking", "thinking", "INVALID_JSON", "JSON"},
                    JsonRule{"CacheControlOfThinking", "thinking",
                             R"({"type":"thinking","cache_control":null})",
                             "CACHE_BREAKPOINT_NOT_ALLOWED", "cache_control"},
                    JsonRule{"CacheControlOfAServerToolUse", "server_tool_use",
                             R"({"type":"server_tool_use","id":"s","cache_control":{}})",
                             "CACHE_BREAKPOINT_NOT_ALLOWED", "cache_control"},
                    JsonRule{"UseWithoutId", "server_tool_use",
                             R"({"type":"server_tool_use","id":5})", "REQUIRED", "must have `id`"},
                    JsonRule{"ResultWithoutId", "web_search_tool_result",
                             R"({"type":"web_search_tool_result","id":"s"})", "REQUIRED",
                             "must have `tool_use_id`"},
                    // B46
                    JsonRule{"LoneSurrogate", "thinking", R"({"type":"thinking","a":"\ud83d"})",
                             "INVALID_JSON", "surrogate"}),
    [](const testing::TestParamInfo<JsonRule>& info) { return info.param.name; });

TEST(OpaqueBlockTest, AUseWithoutAnIdHasNoRole) {
  EXPECT_EQ(Check("server_tool_use", R"({"type":"server_tool_use"})").part.kind, Kind::kNone);
}

TEST(OpaqueBlockTest, ANullCacheControlIsAcceptedExceptInThinking) {
  EXPECT_THAT(
      Check("server_tool_use", R"({"type":"server_tool_use","id":"s","cache_control":null})")
          .violations,
      IsEmpty());
}

}  // namespace
}  // namespace footnote::answering::building
