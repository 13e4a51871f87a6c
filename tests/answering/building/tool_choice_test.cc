// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/tool_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

constexpr char kTools[] =
    "tools { custom { name: 'n' input_schema_json: '{\"type\":\"object\"}' } } "
    "tools { web_search {} } ";

v1::AnswerRequest Request(const std::string& text) {
  return FromText<v1::AnswerRequest>(absl::StrCat("question: 'Q' ", text));
}

v1::AnswerRequest WithChoice(const std::string& choice, const std::string& rest = "") {
  return Request(absl::StrCat(kTools, "tool_choice {", choice, "} ", rest));
}

struct ChoiceCase {
  const char* name;
  const char* choice;
  const char* json;
};

class ToolChoiceTest : public testing::TestWithParam<ChoiceCase> {};

TEST_P(ToolChoiceTest, IsSentInTheApisForm) {
  EXPECT_EQ(SentJson(WithChoice(GetParam().choice))["tool_choice"], Json::parse(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Modes, ToolChoiceTest,
    testing::Values(
        ChoiceCase{"Default", "", R"({"type": "auto"})"},
        ChoiceCase{"Auto", "mode: MODE_AUTO", R"({"type": "auto"})"},
        ChoiceCase{"Any", "mode: MODE_ANY", R"({"type": "any"})"},
        ChoiceCase{"Tool", "mode: MODE_TOOL tool_name: 'n'", R"({"type": "tool", "name": "n"})"},
        ChoiceCase{"WebSearch", "mode: MODE_TOOL tool_name: 'web_search'",
                   R"({"type": "tool", "name": "web_search"})"},
        ChoiceCase{"None", "mode: MODE_NONE", R"({"type": "none"})"},
        ChoiceCase{"NotParallel", "disable_parallel_tool_use: true",
                   R"({"type": "auto", "disable_parallel_tool_use": true})"},
        ChoiceCase{"Parallel", "mode: MODE_ANY disable_parallel_tool_use: false",
                   R"({"type": "any", "disable_parallel_tool_use": false})"},
        ChoiceCase{"ToolNotParallel",
                   "mode: MODE_TOOL tool_name: 'n' disable_parallel_tool_use: true",
                   R"({"type": "tool", "name": "n", "disable_parallel_tool_use": true})"}),
    [](const testing::TestParamInfo<ChoiceCase>& info) { return info.param.name; });

TEST(ToolChoiceRulesTest, IsNotSentIfTheRequestHasNone) {
  EXPECT_FALSE(SentJson(Request(kTools)).contains("tool_choice"));
}

struct ChoiceRule {
  const char* name;
  std::string choice;
  const char* field;
  v1::ViolationReason reason;
};

class ToolChoiceRuleTest : public testing::TestWithParam<ChoiceRule> {};

TEST_P(ToolChoiceRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(WithChoice(GetParam().choice)),
              ElementsAre(HasReason(GetParam().field, GetParam().reason)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ToolChoiceRuleTest,
    testing::Values(
        ChoiceRule{"UnknownMode", "mode: 9", "tool_choice.mode", v1::UNKNOWN_ENUM_VALUE},
        ChoiceRule{"ToolWithoutAName", "mode: MODE_TOOL", "tool_choice.tool_name", v1::REQUIRED},
        ChoiceRule{"ToolOfAnotherName", "mode: MODE_TOOL tool_name: 'm'", "tool_choice.tool_name",
                   v1::UNKNOWN_TOOL},
        ChoiceRule{"NameWithAuto", "mode: MODE_AUTO tool_name: 'n'", "tool_choice.tool_name",
                   v1::NOT_APPLICABLE},
        ChoiceRule{"NameWithAny", "mode: MODE_ANY tool_name: 'n'", "tool_choice.tool_name",
                   v1::NOT_APPLICABLE},
        ChoiceRule{"NameWithNone", "mode: MODE_NONE tool_name: 'n'", "tool_choice.tool_name",
                   v1::NOT_APPLICABLE},
        ChoiceRule{"NotParallelWithNone", "mode: MODE_NONE disable_parallel_tool_use: true",
                   "tool_choice.disable_parallel_tool_use", v1::NOT_APPLICABLE},
        ChoiceRule{"ParallelWithNone", "mode: MODE_NONE disable_parallel_tool_use: false",
                   "tool_choice.disable_parallel_tool_use", v1::NOT_APPLICABLE}),
    [](const testing::TestParamInfo<ChoiceRule>& info) { return info.param.name; });

TEST(ToolChoiceRulesTest, NeedsTools) {
  EXPECT_THAT(ViolationsOf(Request("tool_choice {}")),
              ElementsAre(HasReason("tool_choice", v1::NOT_APPLICABLE)));
}

TEST(ToolChoiceRulesTest, AToolThatFootnoteDeclaresIsNotAToolOfTheRequest) {
  EXPECT_THAT(
      ViolationsOf(WithChoice("mode: MODE_TOOL tool_name: 'search'",
                              "search { delivery: DELIVERY_TOOL_RESULT message: 'None.' }")),
      ElementsAre(HasReason("tool_choice.tool_name", v1::UNKNOWN_TOOL)));
}

constexpr char kAny[] = "mode: MODE_ANY";
constexpr char kTool[] = "mode: MODE_TOOL tool_name: 'n'";

TEST(ForcedToolUseTest, SomeModelsDoNotSupportIt) {
  for (const char* model : {"claude-opus-5-5", "claude-fable-5-1-20261101"}) {
    const std::string options = absl::StrCat("model_options { model: '", model, "' }");
    for (const char* choice : {kAny, kTool}) {
      EXPECT_THAT(ViolationsOf(WithChoice(choice, options)),
                  ElementsAre(HasReason("tool_choice.mode", v1::NOT_SUPPORTED_BY_MODEL)));
    }
    for (const char* choice : {"", "mode: MODE_AUTO", "mode: MODE_NONE"}) {
      EXPECT_TRUE(BuildRequest(WithChoice(choice, options), TestDefaults()).ok()) << choice;
    }
  }
  EXPECT_TRUE(
      BuildRequest(WithChoice(kAny, "model_options { model: 'claude-opus-5' }"), TestDefaults())
          .ok());
}

TEST(ForcedToolUseTest, TheServersDefaultModelCountsToo) {
  const v1::AnswerRequest request = WithChoice(kAny);
  EXPECT_THAT(ViolationsIn(BuildRequest(request, {"claude-opus-5-5", 1024}).status()),
              ElementsAre(HasReason("tool_choice.mode", v1::NOT_SUPPORTED_BY_MODEL)));
}

TEST(ForcedToolUseTest, EveryFallbackModelMustSupportIt) {
  EXPECT_THAT(ViolationsOf(WithChoice(kTool,
                                      "failure_options { fallback_models { model: 'm' } "
                                      "fallback_models { model: 'claude-opus-5-5' } }")),
              ElementsAre(HasReason("failure_options.fallback_models[1].model",
                                    v1::NOT_SUPPORTED_BY_MODEL)));
}

TEST(ForcedToolUseTest, IsNotPossibleWithAThinkingBudget) {
  constexpr char kThinking[] =
      "model_options { max_tokens: 2000 thinking { mode: MODE_ENABLED budget_tokens: 1024 } }";
  for (const char* choice : {kAny, kTool}) {
    EXPECT_THAT(ViolationsOf(WithChoice(choice, kThinking)),
                ElementsAre(HasReason("tool_choice.mode", v1::CONFLICTING_FIELDS)));
  }
  for (const char* choice : {"mode: MODE_AUTO", "mode: MODE_NONE"}) {
    EXPECT_TRUE(BuildRequest(WithChoice(choice, kThinking), TestDefaults()).ok()) << choice;
  }
}

TEST(ForcedToolUseTest, IsPossibleWithOtherThinkingModes) {
  for (const char* mode : {"MODE_ADAPTIVE", "MODE_DISABLED"}) {
    const std::string options = absl::StrCat("model_options { thinking { mode: ", mode, " } }");
    EXPECT_TRUE(BuildRequest(WithChoice(kAny, options), TestDefaults()).ok()) << mode;
  }
}

TEST(ForcedToolUseTest, IsPossibleWithAnOutputSchema) {
  EXPECT_TRUE(
      BuildRequest(WithChoice(kAny, "model_options { output_schema_json: '{}' }"), TestDefaults())
          .ok());
}

}  // namespace
}  // namespace footnote::answering::building
