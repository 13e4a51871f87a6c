// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/request_schema.h"

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "service/emulator/request/api_error.h"
#include "service/emulator/request/parsed_request.h"
#include "tests/emulator/request/block_json.h"
#include "tests/emulator/request/schema_verdict.h"
#include "tests/emulator/requests.h"
#include "tests/emulator/rule_case.h"

namespace footnote::emulator {
namespace {

class RequestSchemaTableTest : public testing::TestWithParam<Case> {};

TEST_P(RequestSchemaTableTest, ReturnsTheVerdictInBothVersions) {
  ExpectSchemaVerdicts(GetParam());
}

std::vector<Case> MessageCases() {
  return {
      {"BodyIsAList", "[]", "Input should be a valid dictionary"},
      {"NoModel", R"({"max_tokens":1,"messages":[]})", "model: Field required"},
      {"NoMessages", R"({"model":"claude-opus-5","max_tokens":1})", "messages: Field required"},
      {"MessagesIsAnObject", Body("{}"), "messages: Input should be a valid list"},
      {"MessageIsAString", Body(R"(["Hi"])"), "messages.0: Input should be a valid dictionary"},
      {"NoRole", Body(R"([{"content":"Hi"}])"), "messages.0.role: Field required"},
      {"UnknownRole", Body(R"([{"role":"tool","content":"Hi"}])"),
       "messages.0.role: Input should be 'user', 'assistant' or 'system'"},
      {"NoContent", Body(R"([{"role":"user"}])"), "messages.0.content: Field required"},
      {"ContentIsANumber", Body(R"([{"role":"user","content":1}])"),
       "messages.0.content: Input should be a valid list"},
      {"UnknownFieldOfAMessage", Body(R"([{"role":"user","content":"Hi","name":"x"}])"),
       "messages.0.name: Extra inputs are not permitted"},
      {"UnpairedSurrogate", WithQuestion(PlainText("a\\ud83d")),
       "The request body is not valid JSON: Problem while parsing a string"},
      {"ControlCharacters", WithQuestion(PlainText("a\\u0000\\u0007")), "ok"},
      {"FieldWithoutName", Body(R"([{"role":"user","content":"Hi","":1}])"),
       "messages.0.: Extra inputs are not permitted"},
  };
}

INSTANTIATE_TEST_SUITE_P(Messages, RequestSchemaTableTest, testing::ValuesIn(MessageCases()),
                         NameOf);

std::vector<Case> FieldCases() {
  return {
      {"NoMaxTokens", R"({"model":"claude-opus-5","messages":)" + kHi + "}",
       "max_tokens: Field required"},
      {"MaxTokensIsAString", R"({"model":"claude-opus-5","max_tokens":"9","messages":)" + kHi + "}",
       "max_tokens: Input should be a valid integer"},
      {"MaxTokensIsNegative", R"({"model":"claude-opus-5","max_tokens":-1,"messages":)" + kHi + "}",
       "max_tokens: Input should be greater than or equal to 1"},
      {"UnknownField", Body(kHi, R"("context_management":{})"),
       "context_management: Extra inputs are not permitted"},
      {"TwoFieldsWithOneName", Body(kHi, R"("max_tokens":"x","max_tokens":1)"), "ok"},
      {"SystemIsAnObject", Body(kHi, R"("system":{})"), "system: Input should be a valid list"},
      {"StopSequenceIsANumber", Body(kHi, R"("stop_sequences":["a",1])"),
       "stop_sequences.1: Input should be a valid string"},
      {"BlankStopSequence", Body(kHi, R"("stop_sequences":["a","\n"])"),
       "stop_sequences: each stop sequence must contain non-whitespace"},
      {"StreamIsAString", Body(kHi, R"("stream":"yes")"),
       "stream: Input should be a valid boolean"},
      {"UnknownFieldOfMetadata", Body(kHi, R"("metadata":{"user":"u"})"),
       "metadata.user: Extra inputs are not permitted"},
      {"UserIdWith513Characters",
       Body(kHi, R"("metadata":{"user_id":")" + std::string(513, 'u') + "\"}"),
       "metadata.user_id: String should have at most 512 characters"},
      {"UnknownServiceTier", Body(kHi, R"("service_tier":"priority")"),
       "service_tier: Input should be 'auto' or 'standard_only'"},
      {"UnknownEffort", Body(kHi, R"("output_config":{"effort":"huge"})"),
       "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"},
      {"OutputFormatWithoutSchema",
       Body(kHi, R"("output_config":{"format":{"type":"json_schema"}})"),
       "output_config.format.schema: Field required"},
      {"UnknownThinkingType", Body(kHi, R"("thinking":{"type":"on"})"),
       "thinking: Input tag 'on' found using 'type' does not match any of the expected tags: "
       "'enabled', 'adaptive', 'disabled', 'between_tools'"},
      {"MaxTokensIsZero", Body(kHi, R"("max_tokens":0)"), "ok"},
      {"UserIdWith512Characters",
       Body(kHi, R"("metadata":{"user_id":")" + Repeated("題", 512) + "\"}"), "ok"},
      {"NullUserId", Body(kHi, R"("metadata":{"user_id":null})"), "ok"},
      {"NullEffortAndFormat", Body(kHi, R"("output_config":{"effort":null,"format":null})"), "ok"},
      {"UnknownSpeed", Body(kHi, R"("speed":"slow")"),
       "speed: Input should be 'standard' or 'fast'"},
      {"NullSpeed", Body(kHi, R"("speed":null)"), "ok"},
      {"NullServiceTier", Body(kHi, R"("service_tier":null)"),
       "service_tier: Input should be a valid string"},
      {"ContainerId", Body(kHi, R"("container":"container_1")"), "ok"},
      {"UnknownFieldOfAContainer", Body(kHi, R"("container":{"name":"c"})"),
       "container.name: Extra inputs are not permitted"},
      {"Diagnostics", Body(kHi, R"("diagnostics":{"previous_message_id":null})"), "ok"},
  };
}

INSTANTIATE_TEST_SUITE_P(Fields, RequestSchemaTableTest, testing::ValuesIn(FieldCases()), NameOf);

std::vector<Case> NumberCases() {
  return {
      {"ThinkingBudgetOf10", Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":10})"),
       "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"},
      {"TemperatureOf1", Body(kHi, R"("temperature":1)"), "ok",
       "temperature: Extra inputs are not permitted"},
      {"TopP", Body(kHi, R"("top_p":1)"), "ok", "top_p: Extra inputs are not permitted"},
      {"TopK", Body(kHi, R"("top_k":5)", "claude-sonnet-4-5"), "ok",
       "top_k: Extra inputs are not permitted"},
      {"TemperatureAbove1", Body(kHi, R"("temperature":1.5)"),
       "temperature: Input should be less than or equal to 1",
       "temperature: Extra inputs are not permitted"},
      {"ThinkingBudgetOf1023",
       Body(kHi, R"("thinking":{"type":"enabled","budget_tokens":1023})", "claude-opus-4-5"),
       "thinking.enabled.budget_tokens: Input should be greater than or equal to 1024"},
      {"ThinkingBudgetOf1024",
       Body(kHi, R"("max_tokens":2000,"thinking":{"type":"enabled","budget_tokens":1024})",
            "claude-opus-4-5"),
       "ok"},
      {"TemperatureOf0", Body(kHi, R"("temperature":0)", "claude-sonnet-4-5"), "ok",
       "temperature: Extra inputs are not permitted"},
      {"TemperatureBelow0", Body(kHi, R"("temperature":-0.1)", "claude-sonnet-4-5"),
       "temperature: Input should be greater than or equal to 0",
       "temperature: Extra inputs are not permitted"},
      {"TopKOf0", Body(kHi, R"("top_k":0)", "claude-sonnet-4-5"), "ok",
       "top_k: Extra inputs are not permitted"},
      {"TopKBelow0", Body(kHi, R"("top_k":-1)", "claude-sonnet-4-5"),
       "top_k: Input should be greater than or equal to 0",
       "top_k: Extra inputs are not permitted"},
  };
}

INSTANTIATE_TEST_SUITE_P(Numbers, RequestSchemaTableTest, testing::ValuesIn(NumberCases()), NameOf);

// Parses `body`, and expects that its schema is valid.
ParsedRequest Parse(const std::string& body) {
  std::variant<ParsedRequest, ApiError> parsed =
      ParseRequest(body, ApiVersion::k20230601, Endpoint::kMessages);
  if (auto* error = std::get_if<ApiError>(&parsed); error != nullptr) {
    ADD_FAILURE() << error->message;
    return {};
  }
  return std::get<ParsedRequest>(std::move(parsed));
}

TEST(RequestSchemaTest, AcceptsAtMost100000Messages) {
  const std::string message = R"({"role":"user","content":"a"})";
  std::string messages = message;
  for (int i = 1; i < 100'000; ++i) messages += "," + message;
  EXPECT_EQ(SchemaVerdict(Body("[" + messages + "]")), "ok");
  EXPECT_EQ(SchemaVerdict(Body("[" + messages + "," + message + "]")),
            "messages: List should have at most 100000 items after validation, not 100001");
}

TEST(RequestSchemaTest, RepresentsAStringAsOneTextBlock) {
  const ParsedRequest request = Parse(Body(kHi, R"("system":"Be brief")"));
  ASSERT_EQ(request.messages.size(), 1);
  ASSERT_EQ(request.messages[0].content.size(), 1);
  EXPECT_EQ(request.messages[0].content[0].kind, Block::Kind::kText);
  EXPECT_EQ(request.messages[0].content[0].text, "Hi");
  ASSERT_EQ(request.system.size(), 1);
  EXPECT_EQ(request.system[0].text, "Be brief");
}

TEST(RequestSchemaTest, RepresentsAnEmptyStringAsNoBlock) {
  const ParsedRequest request = Parse(Body(R"([{"role":"user","content":""}])", R"("system":"")"));
  ASSERT_EQ(request.messages.size(), 1);
  EXPECT_TRUE(request.messages[0].content.empty());
  EXPECT_TRUE(request.system.empty());
}

TEST(RequestSchemaTest, ReadsTheTopLevelFields) {
  const ParsedRequest request = Parse(
      Body(kHi, R"("stream":true,"stop_sequences":["a","b"],"thinking":{"type":"adaptive"},)"
                R"("output_config":{"effort":"low","format":{"type":"json_schema","schema":{}}},)"
                R"("cache_control":{"type":"ephemeral","ttl":"1h"},"temperature":0.5,"top_k":3)"));
  EXPECT_EQ(request.model, "claude-opus-5");
  EXPECT_EQ(request.max_tokens, 400);
  EXPECT_TRUE(request.stream);
  EXPECT_EQ(request.stop_sequences, (std::vector<std::string_view>{"a", "b"}));
  EXPECT_EQ(request.thinking, Thinking::kAdaptive);
  EXPECT_EQ(request.effort, "low");
  EXPECT_TRUE(request.has_output_format);
  EXPECT_EQ(request.automatic_cache, CacheTtl::k1Hour);
  EXPECT_EQ(request.temperature, 0.5);
  EXPECT_EQ(request.top_p, std::nullopt);
  EXPECT_EQ(request.top_k, 3);
}

TEST(RequestSchemaTest, TheResultRemainsValidAfterTheBodyIsDestroyed) {
  auto body = std::make_unique<std::string>(Body(kHi));
  const ParsedRequest request = Parse(*body);
  body->assign(body->size(), 'x');
  body.reset();
  EXPECT_EQ(request.model, "claude-opus-5");
  EXPECT_EQ(request.messages[0].content[0].text, "Hi");
}

TEST(RequestSchemaTest, CountTokensRejectsTheFieldsThatOnlyAffectTheResponse) {
  const std::string start = R"({"model":"claude-opus-5","messages":)" + kHi;
  EXPECT_EQ(SchemaVerdict(start + "}", ApiVersion::k20261021, Endpoint::kCountTokens), "ok");
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"max_tokens", "1"},
                                    {"stream", "false"},
                                    {"stop_sequences", "[]"},
                                    {"metadata", "{}"}}) {
    EXPECT_EQ(SchemaVerdict(start + ",\"" + name + "\":" + value + "}", ApiVersion::k20261021,
                            Endpoint::kCountTokens),
              name + ": Extra inputs are not permitted");
  }
}

}  // namespace
}  // namespace footnote::emulator
