// SPDX-License-Identifier: Apache-2.0
#include "service/messages/request.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "service/messages/request_size.h"
#include "tests/messages/fixture.h"

namespace footnote::messages {
namespace {

using Json = nlohmann::json;

// Returns the JSON of `request` with unordered keys. Expects that it is not shorter than
// MinimumJsonSize.
Json ToJson(const MessagesRequest& request) {
  std::string out;
  AppendJson(request, &out);
  EXPECT_LE(MinimumJsonSize(request), out.size()) << out;
  return Json::parse(out);
}

MessagesRequest RequestWith(ContentBlockParam block, Role role = Role::kUser) {
  MessagesRequest request;
  request.model = "m";
  request.max_tokens = 10;
  request.messages.push_back({role, {std::move(block)}});
  return request;
}

// Returns the JSON of a request's field after `change`; null if it has no such field.
template <typename Change>
Json FieldJson(const char* field, Change change) {
  MessagesRequest request = RequestWith(TextParam{"x", {}, {}});
  change(request);
  const Json json = ToJson(request);
  return json.contains(field) ? json[field] : Json();
}

SearchResultParam SearchResult(absl::string_view source, absl::string_view title,
                               std::vector<absl::string_view> content) {
  SearchResultParam result;
  result.source = source;
  result.title = title;
  result.content = std::move(content);
  result.citations_enabled = true;
  return result;
}

TEST(RequestTest, TheDocumentedRequestWithTopLevelSearchResultsIsWritten) {
  MessagesRequest request;
  request.model = "claude-opus-5-5";
  request.max_tokens = 1024;
  request.messages.push_back(
      {Role::kUser,
       {SearchResult(
            "https://docs.company.com/api-reference", "API Reference - Authentication",
            {"All API requests must include an API key in the Authorization header. Keys can be "
             "generated from the dashboard. Rate limits: 1000 requests per hour for standard tier, "
             "10000 for premium."}),
        SearchResult(
            "https://docs.company.com/quickstart", "Getting Started Guide",
            {"To get started: 1) Sign up for an account, 2) Generate an API key from the "
             "dashboard, "
             "3) Install our SDK using pip install company-sdk, 4) Initialize the client with your "
             "API key."}),
        TextParam{"Based on these search results, how do I authenticate API requests and what are "
                  "the rate limits?",
                  {},
                  {}}}});
  EXPECT_EQ(ToJson(request), Json::parse(ReadFixture("documented_request_top_level.json")));
}

TEST(RequestTest, TheDocumentedRequestWithSearchResultsOfBothMethodsIsWritten) {
  MessagesRequest request;
  request.model = "claude-opus-5-5";
  request.max_tokens = 1024;
  request.tools.emplace_back(ToolParam{
      "search_knowledge_base",
      "Search the company knowledge base for information",
      R"({"type":"object","properties":{"query":{"type":"string","description":"The search query"}},)"
      R"("required":["query"]})",
      {},
      {}});
  request.messages.push_back(
      {Role::kUser,
       {SearchResult(
            "https://docs.company.com/overview", "Product Overview",
            {"Acme Dashboard is a monitoring tool for distributed systems. It supports real-time "
             "alerting and custom metric dashboards."}),
        TextParam{"What does Acme Dashboard do, and what plans is it available on?", {}, {}}}});
  request.messages.push_back(
      {Role::kAssistant,
       {TextParam{"Let me check the pricing information.", {}, {}},
        ToolUseParam{"toolu_01A09q90qw90lq917835lq9", "search_knowledge_base",
                     R"({"query": "Acme Dashboard pricing plans"})"}}});
  ToolResultParam result;
  result.tool_use_id = "toolu_01A09q90qw90lq917835lq9";
  result.content.emplace_back(SearchResult(
      "https://docs.company.com/pricing", "Pricing Plans",
      {"Acme Dashboard is available on the Starter plan at $10 per user per month and the "
       "Enterprise plan with custom pricing."}));
  request.messages.push_back({Role::kUser, {result}});
  EXPECT_EQ(ToJson(request), Json::parse(ReadFixture("documented_request_both_methods.json")));
}

TEST(RequestTest, TheJsonHasNoWhiteSpaceBetweenTokensAndIsAppended) {
  std::string out = "before ";
  AppendJson(RequestWith(TextParam{"a b", {}, {}}), &out);
  EXPECT_EQ(out, R"(before {"model":"m","max_tokens":10,"messages":[{"role":"user","content":)"
                 R"([{"type":"text","text":"a b"}]}]})");
}

TEST(RequestTest, OpaqueBlocksAndToolInputsAreWrittenByteForByte) {
  const std::string opaque = R"({ "type":"thinking", "thinking":"\u00e9", "signature":"s" })";
  std::string out;
  AppendJson(RequestWith(OpaqueParam{opaque}, Role::kAssistant), &out);
  EXPECT_NE(out.find("\"content\":[" + opaque + "]"), std::string::npos);

  const std::string input = R"({ "n": 1.0 })";
  out.clear();
  AppendJson(RequestWith(ToolUseParam{"toolu_1", "f", input}, Role::kAssistant), &out);
  EXPECT_NE(out.find("\"input\":" + input + "}"), std::string::npos);
}

TEST(RequestTest, EveryOptionIsWrittenAsTheApiExpectsIt) {
  EXPECT_EQ(FieldJson("system", [](MessagesRequest& r) { r.system = "Be \"brief\"."; }),
            Json("Be \"brief\"."));
  EXPECT_EQ(FieldJson("system",
                      [](MessagesRequest& r) {
                        r.system = "Be brief.";
                        r.system_cache = CacheTtl::k1Hour;
                      }),
            Json::parse(R"([{"type": "text", "text": "Be brief.",
                             "cache_control": {"type": "ephemeral", "ttl": "1h"}}])"));
  EXPECT_EQ(FieldJson("stop_sequences",
                      [](MessagesRequest& r) {
                        r.stop_sequences = {"###", "\n\n"};
                      }),
            Json::parse(R"(["###", "\n\n"])"));
  EXPECT_EQ(FieldJson("output_config", [](MessagesRequest& r) { r.effort = "high"; }),
            Json::parse(R"({"effort": "high"})"));
  EXPECT_EQ(FieldJson("metadata", [](MessagesRequest& r) { r.user_id = "u-1"; }),
            Json::parse(R"({"user_id": "u-1"})"));
  EXPECT_EQ(FieldJson("service_tier", [](MessagesRequest& r) { r.service_tier = "auto"; }),
            Json("auto"));
  EXPECT_EQ(FieldJson("stream", [](MessagesRequest& r) { r.stream = true; }), Json(true));
}

TEST(RequestTest, EveryModeOfThinkingIsWritten) {
  const auto thinking = [](ThinkingParam param) {
    return FieldJson("thinking", [param](MessagesRequest& r) { r.thinking = param; });
  };
  EXPECT_EQ(thinking({ThinkingParam::Mode::kDisabled, 0}), Json::parse(R"({"type":"disabled"})"));
  EXPECT_EQ(thinking({ThinkingParam::Mode::kAdaptive, 0}), Json::parse(R"({"type":"adaptive"})"));
  EXPECT_EQ(thinking({ThinkingParam::Mode::kEnabled, 2048}),
            Json::parse(R"({"type":"enabled","budget_tokens":2048})"));
}

TEST(RequestTest, TheOptionalFieldsOfAToolAreWrittenOnlyIfTheyAreSet) {
  const auto tools = [](ToolParam tool) {
    return FieldJson("tools", [tool](MessagesRequest& r) { r.tools.emplace_back(tool); });
  };
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", {}, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}}])"));
  EXPECT_EQ(tools({"f", "d", R"({"type":"object"})", {}, CacheTtl::k5Minutes}),
            Json::parse(R"([{"name": "f", "description": "d", "input_schema": {"type": "object"},
                             "cache_control": {"type": "ephemeral"}}])"));
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", true, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}, "strict": true}])"));
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", false, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}, "strict": false}])"));
}

TEST(RequestTest, ToolsAndTheWebSearchAreWrittenInOrder) {
  WebSearchParam search;
  search.type = "web_search_20250305";
  EXPECT_EQ(FieldJson("tools", [&](MessagesRequest& r) { r.tools.emplace_back(search); }),
            Json::parse(R"([{"type": "web_search_20250305", "name": "web_search"}])"));
  search.max_uses = 3;
  search.allowed_domains = {"a.example", "b.example/docs"};
  search.user_location = WebSearchParam::UserLocation{"東京", "", "JP", "Asia/Tokyo"};
  search.cache = CacheTtl::k5Minutes;
  EXPECT_EQ(FieldJson("tools",
                      [&](MessagesRequest& r) {
                        r.tools.emplace_back(search);
                        r.tools.emplace_back(ToolParam{"f", "", R"({"type":"object"})", {}, {}});
                      }),
            Json::parse(R"([
              {"type": "web_search_20250305", "name": "web_search", "max_uses": 3,
               "allowed_domains": ["a.example", "b.example/docs"],
               "user_location": {"type": "approximate", "city": "東京", "country": "JP",
                                 "timezone": "Asia/Tokyo"},
               "cache_control": {"type": "ephemeral"}},
              {"name": "f", "input_schema": {"type": "object"}}])"));
}

TEST(RequestTest, TheToolChoiceIsWrittenIfItIsSet) {
  using Mode = ToolChoiceParam::Mode;
  const auto choice = [](ToolChoiceParam param) {
    return FieldJson("tool_choice", [param](MessagesRequest& r) { r.tool_choice = param; });
  };
  EXPECT_EQ(choice({Mode::kAuto, "", {}}), Json::parse(R"({"type": "auto"})"));
  EXPECT_EQ(choice({Mode::kNone, "", {}}), Json::parse(R"({"type": "none"})"));
  EXPECT_EQ(choice({Mode::kAny, "", true}),
            Json::parse(R"({"type": "any", "disable_parallel_tool_use": true})"));
  EXPECT_EQ(choice({Mode::kTool, "f", false}),
            Json::parse(R"({"type": "tool", "name": "f", "disable_parallel_tool_use": false})"));
}

TEST(RequestTest, AnOutputSchemaIsWrittenUnchangedWithAndWithoutAnEffort) {
  EXPECT_EQ(FieldJson("output_config", [](MessagesRequest& r) { r.output_schema_json = "{}"; }),
            Json::parse(R"({"format": {"type": "json_schema", "schema": {}}})"));
  EXPECT_EQ(FieldJson("output_config",
                      [](MessagesRequest& r) {
                        r.effort = "low";
                        r.output_schema_json = "{}";
                      }),
            Json::parse(R"({"effort": "low", "format": {"type": "json_schema", "schema": {}}})"));
}

TEST(RequestTest, OptionsThatAreNotSetAreOmitted) {
  EXPECT_EQ(ToJson(RequestWith(TextParam{"x", {}, {}})), Json::parse(R"({
    "model": "m", "max_tokens": 10,
    "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]})"));
}

TEST(RequestTest, MemoryForALargeRequestIsReservedOnce) {
  const std::string text(400, 'x');
  MessagesRequest request = RequestWith(TextParam{"q", {}, {}});
  for (int i = 0; i < 100; ++i) {
    request.messages[0].content.emplace_back(SearchResult("kb://1", "T", {text, text, text}));
  }
  std::string out;
  AppendJson(request, &out);
  // Without a reservation, growth by doubling would usually leave a larger capacity.
  EXPECT_LT(out.capacity(), out.size() * 3 / 2);
}

TEST(WithModelTest, OnlyTheModelChanges) {
  for (const char* model : {"m", "", "claude-opus-5-5", "q\"\\\n\\\"", "大"}) {
    for (const char* other : {"claude-sonnet-5", "", "\\", "a\"b"}) {
      MessagesRequest request = RequestWith(TextParam{R"({"model":"x"})", {}, {}});
      request.model = model;
      std::string json;
      AppendJson(request, &json);
      request.model = other;
      std::string expected;
      AppendJson(request, &expected);
      EXPECT_EQ(WithModel(json, other), expected) << model << " to " << other;
    }
  }
}

}  // namespace
}  // namespace footnote::messages
