#include "service/answering/building/web_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest WithSearch(const std::string& fields, const std::string& rest = "") {
  return FromText<v1::AnswerRequest>(
      absl::StrCat("question: 'Q' web_search {", fields, "} ", rest));
}

constexpr char kTool[] = "tools { name: 'n' input_schema_json: '{\"type\":\"object\"}' } ";
constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' } ";

TEST(WebSearchTest, WithoutMoreTheOldestVersionIsOffered) {
  EXPECT_EQ(SentJson(WithSearch(""))["tools"],
            Json::parse(R"([{"type": "web_search_20250305", "name": "web_search"}])"));
}

TEST(WebSearchTest, EachVersionHasItsType) {
  for (const char* version : {"20250305", "20260209", "20260318"}) {
    EXPECT_EQ(SentJson(WithSearch(absl::StrCat("version: VERSION_", version)))["tools"][0]["type"],
              absl::StrCat("web_search_", version));
  }
}

TEST(WebSearchTest, EveryFieldIsSentBehindTheCallersTools) {
  const Json tools = SentJson(WithSearch(
      R"pb(
        max_uses: 1
        blocked_domains: "a.example"
        blocked_domains: "b.example/docs"
        blocked_domains: "c.example/*"
        user_location { city: "東京" region: "東京都" country: "JP" timezone: "Asia/Tokyo" }
        cache_control { ttl: TTL_1H })pb",
      kTool))["tools"];
  ASSERT_EQ(tools.size(), 2u);
  EXPECT_EQ(tools[1], Json::parse(R"json({
    "type": "web_search_20250305", "name": "web_search", "max_uses": 1,
    "blocked_domains": ["a.example", "b.example/docs", "c.example/*"],
    "user_location": {"type": "approximate", "city": "東京", "region": "東京都", "country": "JP",
                      "timezone": "Asia/Tokyo"},
    "cache_control": {"type": "ephemeral", "ttl": "1h"}})json"));
}

TEST(WebSearchTest, AMarkOnItComesBehindThoseOfToolsAndBeforeTheSystemPrompts) {
  const v1::AnswerRequest request = WithSearch("cache_control {}", R"pb(
    tools {
      name: "n"
      input_schema_json: "{\"type\":\"object\"}"
      cache_control {}
    }
    model_options {
      system: "S"
      system_cache_control {}
    })pb");
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : MustBuild(request).cache_breakpoints)
    fields.push_back(breakpoint.field);
  EXPECT_THAT(fields, ElementsAre("tools[0].cache_control", "web_search.cache_control",
                                  "model_options.system_cache_control"));
}

TEST(WebSearchTest, ATurnThatMaySearchTheWebIsNotToldThatNothingWasFound) {
  const Json content = SentJson(WithSearch(""))["messages"][0]["content"];
  EXPECT_EQ(content, Json::parse(R"([{"type": "text", "text": "Q"}])"));
}

TEST(WebSearchTest, WhatFootnoteDeclaresBesideItLeavesTheChoiceToTheModel) {
  const Json json =
      SentJson(WithSearch("", absl::StrCat("search { delivery: DELIVERY_TOOL_RESULT } ", kHit)));
  EXPECT_FALSE(json.contains("tool_choice"));
  ASSERT_EQ(json["tools"].size(), 2u);
  EXPECT_EQ(json["tools"][1]["name"], "web_search");
}

struct WebSearchRule {
  const char* name;
  std::string fields;
  const char* field;
  const char* problem;
};

class WebSearchRuleTest : public testing::TestWithParam<WebSearchRule> {};

TEST_P(WebSearchRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(WithSearch(GetParam().fields)),
              ElementsAre(Violates(GetParam().field, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, WebSearchRuleTest,
    testing::Values(
        WebSearchRule{"UnknownVersion", "version: 9", "web_search.version", "no value 9"},
        WebSearchRule{"NoUses", "max_uses: 0", "web_search.max_uses", "at least 1"},
        WebSearchRule{"NegativeUses", "max_uses: -1", "web_search.max_uses", "is -1"},
        WebSearchRule{"AllowedAndBlocked", "allowed_domains: 'a.b' blocked_domains: 'c.d'",
                      "web_search", "both `allowed_domains` and `blocked_domains`"},
        WebSearchRule{"EmptyDomain", "allowed_domains: 'a.b' allowed_domains: ''",
                      "web_search.allowed_domains[1]", "empty"},
        WebSearchRule{"DomainWithAScheme", "allowed_domains: 'https://a.b'",
                      "web_search.allowed_domains[0]", "scheme"},
        WebSearchRule{"DomainWithAPort", "blocked_domains: 'a.b:80'",
                      "web_search.blocked_domains[0]", "no domain"},
        WebSearchRule{"DomainWithSpace", "blocked_domains: 'a .b'", "web_search.blocked_domains[0]",
                      "no domain"},
        WebSearchRule{"WildcardInTheHost", "allowed_domains: '*.a.b'",
                      "web_search.allowed_domains[0]", "no domain"},
        WebSearchRule{"OnlyAPath", "allowed_domains: '/docs'", "web_search.allowed_domains[0]",
                      "no domain"},
        WebSearchRule{"EmptyLabel", "allowed_domains: 'a..b'", "web_search.allowed_domains[0]",
                      "no domain"},
        WebSearchRule{"LookalikeHost", "allowed_domains: 'аmazon.com'",
                      "web_search.allowed_domains[0]", "no domain"},
        WebSearchRule{"TwoWildcards", "allowed_domains: 'a.b/*/c*'",
                      "web_search.allowed_domains[0]", "more than one *"},
        WebSearchRule{"SpaceInThePath", "allowed_domains: 'a.b/c d'",
                      "web_search.allowed_domains[0]", "white space"},
        WebSearchRule{"EmptyLocation", "user_location {}", "web_search.user_location",
                      "says nothing"},
        WebSearchRule{"BlankCity", "user_location { city: ' ' }", "web_search.user_location.city",
                      "white space"},
        WebSearchRule{"LongRegion", "user_location { region: '" + std::string(256, 'r') + "' }",
                      "web_search.user_location.region", "256 characters"},
        WebSearchRule{"CountryByName", "user_location { country: 'Japan' }",
                      "web_search.user_location.country", "two letters"},
        WebSearchRule{"CountryInLowerCase", "user_location { country: 'jp' }",
                      "web_search.user_location.country", "two letters"},
        WebSearchRule{"CountryOfTwoBytes", "user_location { country: 'é' }",
                      "web_search.user_location.country", "two letters"},
        WebSearchRule{"BlankTimezone", "user_location { timezone: '\\t' }",
                      "web_search.user_location.timezone", "white space"},
        WebSearchRule{"UnknownTtl", "cache_control { ttl: 9 }", "web_search.cache_control.ttl",
                      "no value 9"}),
    [](const testing::TestParamInfo<WebSearchRule>& info) { return info.param.name; });

TEST(WebSearchTest, NoOtherToolMayHaveItsName) {
  EXPECT_THAT(ViolationsOf(WithSearch(
                  "", "tools { name: 'web_search' input_schema_json: '{\"type\":\"object\"}' }")),
              ElementsAre(Violates("tools[0].name", "`web_search` has this name")));
  EXPECT_THAT(ViolationsOf(WithSearch("",
                                      "search { delivery: DELIVERY_TOOL_RESULT "
                                      "tool_name: 'web_search' message: 'None.' }")),
              ElementsAre(Violates("search.tool_name", "name of the API's `web_search`")));
}

TEST(WebSearchTest, WithoutItTheNameIsFree) {
  const v1::AnswerRequest request = FromText<v1::AnswerRequest>(
      "question: 'Q' tools { name: 'web_search' input_schema_json: '{\"type\":\"object\"}' }");
  EXPECT_EQ(SentJson(request)["tools"][0]["name"], "web_search");
}

}  // namespace
}  // namespace footnote::answering::building
