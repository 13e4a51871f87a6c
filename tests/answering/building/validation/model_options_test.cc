// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/model_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest WithOptions(const std::string& options) {
  v1::AnswerRequest request = TwoHits();
  *request.mutable_model_options() = FromText<v1::ModelOptions>(options);
  return request;
}

TEST(ModelOptionsTest, WithoutOptionsOnlyTheDefaultsAreSent) {
  const Json json = SentJson(TwoHits());
  EXPECT_EQ(json["model"], "claude-test");
  EXPECT_EQ(json["max_tokens"], 1024);
  EXPECT_EQ(json.size(), 3u) << json;  // and messages
}

TEST(ModelOptionsTest, TheRequestTakesPrecedenceOverTheDefaults) {
  const Json json = SentJson(WithOptions(R"pb(model: "other" max_tokens: 1)pb"));
  EXPECT_EQ(json["model"], "other");
  EXPECT_EQ(json["max_tokens"], 1);
}

TEST(ModelOptionsTest, EveryOptionIsSentInTheApisForm) {
  Json json = SentJson(WithOptions(R"pb(
    model: "m"
    max_tokens: 2048
    system: "Be brief.\n\"Quote.\""
    stop_sequences: "END"
    stop_sequences: "終わり"
    thinking { mode: MODE_ENABLED budget_tokens: 1024 }
    effort: EFFORT_XHIGH
    user_id: "u-1"
    service_tier: SERVICE_TIER_STANDARD_ONLY
  )pb"));
  json.erase("messages");
  EXPECT_EQ(json, Json::parse(R"json({
    "model": "m", "max_tokens": 2048, "system": "Be brief.\n\"Quote.\"",
    "stop_sequences": ["END", "終わり"],
    "thinking": {"type": "enabled", "budget_tokens": 1024},
    "output_config": {"effort": "xhigh"},
    "metadata": {"user_id": "u-1"},
    "service_tier": "standard_only"
  })json"));
}

TEST(ModelOptionsTest, ASystemPromptWithACacheBreakpointIsABlock) {
  const Json json = SentJson(WithOptions(R"pb(system: "Be brief."
                                              system_cache_control { ttl: TTL_1H })pb"));
  EXPECT_EQ(json["system"], Json::parse(R"json([{"type": "text", "text": "Be brief.",
      "cache_control": {"type": "ephemeral", "ttl": "1h"}}])json"));
}

TEST(ModelOptionsTest, EachEffortHasTheApisName) {
  const std::pair<v1::Effort, const char*> kNames[] = {{v1::EFFORT_LOW, "low"},
                                                       {v1::EFFORT_MEDIUM, "medium"},
                                                       {v1::EFFORT_HIGH, "high"},
                                                       {v1::EFFORT_XHIGH, "xhigh"},
                                                       {v1::EFFORT_MAX, "max"}};
  for (const auto& [effort, name] : kNames) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_model_options()->set_effort(effort);
    EXPECT_EQ(SentJson(request)["output_config"]["effort"], name);
  }
}

TEST(ModelOptionsTest, EachThinkingModeHasTheApisForm) {
  EXPECT_EQ(SentJson(WithOptions("thinking { mode: MODE_DISABLED }"))["thinking"],
            Json({{"type", "disabled"}}));
  EXPECT_EQ(SentJson(WithOptions("thinking { mode: MODE_ADAPTIVE }"))["thinking"],
            Json({{"type", "adaptive"}}));
  EXPECT_FALSE(SentJson(WithOptions("thinking {}")).contains("thinking"));
}

TEST(ModelOptionsTest, ServiceTierAutoIsSent) {
  EXPECT_EQ(SentJson(WithOptions("service_tier: SERVICE_TIER_AUTO"))["service_tier"], "auto");
}

struct OptionCase {
  const char* name;
  std::string options;
  const char* field;
  v1::ViolationReason reason;
  const char* problem;
};

class InvalidModelOptionsTest : public testing::TestWithParam<OptionCase> {};

TEST_P(InvalidModelOptionsTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(WithOptions(GetParam().options)),
              ElementsAre(testing::AllOf(HasReason(GetParam().field, GetParam().reason),
                                         Violates(GetParam().field, GetParam().problem))));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, InvalidModelOptionsTest,
    testing::Values(
        OptionCase{"BlankModel", R"(model: " ")", "model_options.model", v1::EMPTY, "white space"},
        OptionCase{"NoTokens", "max_tokens: 0", "model_options.max_tokens", v1::OUT_OF_RANGE,
                   "is 0"},
        OptionCase{"NegativeTokens", "max_tokens: -5", "model_options.max_tokens", v1::OUT_OF_RANGE,
                   "at least 1"},
        OptionCase{"TooManyTokens", "max_tokens: 21334", "model_options.max_tokens",
                   v1::OUT_OF_RANGE, "21333"},
        OptionCase{"MostTokens", "max_tokens: 2147483647", "model_options.max_tokens",
                   v1::OUT_OF_RANGE, "21333"},
        OptionCase{"BlankSystem", R"(system: "\n")", "model_options.system", v1::EMPTY,
                   "white space"},
        OptionCase{"BreakpointWithoutSystem", "system_cache_control {}",
                   "model_options.system_cache_control", v1::NOT_APPLICABLE, "with `system`"},
        OptionCase{"EmptyStopSequence", R"(stop_sequences: "a" stop_sequences: "")",
                   "model_options.stop_sequences[1]", v1::EMPTY, "empty"},
        OptionCase{"BlankStopSequence", R"(stop_sequences: "\n\n")",
                   "model_options.stop_sequences[0]", v1::EMPTY, "white space"},
        OptionCase{"UnknownThinking", "thinking { mode: 9 }", "model_options.thinking.mode",
                   v1::UNKNOWN_ENUM_VALUE, "value: 9"},
        OptionCase{"ThinkingWithoutBudget", "thinking { mode: MODE_ENABLED }",
                   "model_options.thinking.budget_tokens", v1::OUT_OF_RANGE, "at least 1024"},
        OptionCase{"SmallBudget", "thinking { mode: MODE_ENABLED budget_tokens: 1023 }",
                   "model_options.thinking.budget_tokens", v1::OUT_OF_RANGE, "at least 1024"},
        OptionCase{"BudgetOfAllTokens", "thinking { mode: MODE_ENABLED budget_tokens: 1024 }",
                   "model_options.thinking.budget_tokens", v1::OUT_OF_RANGE,
                   "less than max_tokens, which is 1024"},
        OptionCase{"BudgetForAdaptive", "thinking { mode: MODE_ADAPTIVE budget_tokens: 2000 }",
                   "model_options.thinking.budget_tokens", v1::NOT_APPLICABLE,
                   "only valid with MODE_ENABLED"},
        OptionCase{"BudgetForNothing", "thinking { budget_tokens: 0 }",
                   "model_options.thinking.budget_tokens", v1::NOT_APPLICABLE,
                   "only valid with MODE_ENABLED"},
        OptionCase{"UnknownEffort", "effort: 99", "model_options.effort", v1::UNKNOWN_ENUM_VALUE,
                   "value: 99"},
        OptionCase{"LongUserId", "user_id: \"" + std::string(513, 'u') + "\"",
                   "model_options.user_id", v1::TOO_LONG, "513 bytes"},
        OptionCase{"UnknownTier", "service_tier: 3", "model_options.service_tier",
                   v1::UNKNOWN_ENUM_VALUE, "value: 3"}),
    [](const testing::TestParamInfo<OptionCase>& info) { return info.param.name; });

TEST(ModelOptionsTest, AMissingModelIsAViolation) {
  const absl::Status status = BuildRequest(TwoHits(), RequestDefaults{}).status();
  EXPECT_THAT(ViolationsIn(status), ElementsAre(HasReason("model_options.model", v1::REQUIRED)));
}

TEST(ModelOptionsTest, ARouteOfTheConfigurationIsValidAndNotSent) {
  RequestDefaults defaults = TestDefaults();
  defaults.routes = {"west", "east"};
  const v1::AnswerRequest request = WithOptions("route: 'east'");
  const absl::StatusOr<BuiltRequest> built = BuildRequest(request, defaults);
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_EQ(built->json, MustBuild(TwoHits()).json);
}

TEST(ModelOptionsTest, AnUnknownRouteIsAViolation) {
  RequestDefaults defaults = TestDefaults();
  defaults.routes = {"west"};
  for (const char* route : {"east", "wes", " "}) {
    v1::AnswerRequest request = TwoHits();
    request.mutable_model_options()->set_route(route);
    EXPECT_THAT(ViolationsIn(BuildRequest(request, defaults).status()),
                ElementsAre(HasReason("model_options.route", v1::UNKNOWN_ROUTE)))
        << route;
  }
}

TEST(ModelOptionsTest, AStreamedAnswerMayHaveMoreTokens) {
  const v1::AnswerRequest request = WithOptions("max_tokens: 21334");
  EXPECT_TRUE(IndexRequest(request, TestDefaults(), RequestPurpose::kStream).ok());
  EXPECT_TRUE(IndexRequest(request, TestDefaults(), RequestPurpose::kResolve).ok());
}

TEST(ModelOptionsTest, AnAnswerIsResolvedWithoutAModel) {
  const v1::AnswerRequest request = TwoHits();
  EXPECT_TRUE(IndexRequest(request, RequestDefaults{}, RequestPurpose::kResolve).ok());
}

TEST(ModelOptionsTest, IllFormedTextInAnyFieldIsAViolation) {
  v1::AnswerRequest request = TwoHits();
  v1::ModelOptions* options = request.mutable_model_options();
  options->set_model("m\x80");
  options->set_system("s\x80");
  options->add_stop_sequences("\x80");
  options->set_user_id("\xED\xA0\xBD");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(Violates("model_options.model", "UTF-8 at byte 1"),
                          Violates("model_options.system", "UTF-8 at byte 1"),
                          Violates("model_options.stop_sequences[0]", "UTF-8 at byte 0"),
                          Violates("model_options.user_id", "UTF-8 at byte 0")));
}

TEST(ModelOptionsTest, AnOutputSchemaIsSentUnchangedTogetherWithTheEffort) {
  v1::AnswerRequest request = WithOptions(R"pb(
    effort: EFFORT_LOW
    output_schema_json: '{ "type":"object", "additionalProperties":false }')pb");
  request.mutable_citation_options()->set_mode(v1::CitationOptions::MODE_OFF);
  EXPECT_EQ(SentJson(request)["output_config"], Json::parse(R"json({"effort": "low",
      "format": {"type": "json_schema",
                 "schema": {"type": "object", "additionalProperties": false}}})json"));
  EXPECT_THAT(MustBuild(request).json,
              testing::HasSubstr(R"("schema":{ "type":"object", "additionalProperties":false })"));
}

}  // namespace
}  // namespace footnote::answering::building
