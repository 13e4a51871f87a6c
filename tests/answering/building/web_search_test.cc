// SPDX-License-Identifier: Apache-2.0
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
      absl::StrCat("question: 'Q' ", rest, " tools { web_search {", fields, "} }"));
}

constexpr char kTool[] =
    "tools { custom { name: 'n' input_schema_json: '{\"type\":\"object\"}' } } ";
constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

TEST(WebSearchTest, TheDefaultIsTheOldestVersion) {
  EXPECT_EQ(SentJson(WithSearch(""))["tools"],
            Json::parse(R"([{"type": "web_search_20250305", "name": "web_search"}])"));
}

TEST(WebSearchTest, TheVersionIsTheTypeOfTheTool) {
  for (const char* version : {"web_search_20250305", "web_search_20260209", "web_search_20260318",
                              "web_search_20991231"}) {
    EXPECT_EQ(
        SentJson(WithSearch(absl::StrCat("tool_version: '", version, "'")))["tools"][0]["type"],
        version);
  }
}

TEST(WebSearchTest, OtherVersionsAreViolations) {
  for (const char* version :
       {"web_search", "web_search_", "web_search_2026020", "web_search_202602099",
        "web_search_2026020a", "web_fetch_20260209", "20260209", " web_search_20260209"}) {
    EXPECT_THAT(
        ViolationsOf(WithSearch(absl::StrCat("tool_version: '", version, "'"))),
        ElementsAre(HasReason("tools[0].web_search.tool_version", v1::UNKNOWN_TOOL_VERSION)))
        << version;
  }
}

TEST(WebSearchTest, EveryFieldIsSent) {
  const Json
      tools =
          SentJson(
              WithSearch(
                  R"pb(
                    max_uses: 1
                    blocked_domains: "a.example"
                    blocked_domains: "b.example/docs"
                    blocked_domains: "c.example/*"
                    user_location {
                      city: "東京"
                      region: "東京都"
                      country: "JP"
                      timezone: "Asia/Tokyo"
                    })pb",
                  kTool))["tools"];
  ASSERT_EQ(tools.size(), 2u);
  EXPECT_EQ(tools[1], Json::parse(R"json({
    "type": "web_search_20250305", "name": "web_search", "max_uses": 1,
    "blocked_domains": ["a.example", "b.example/docs", "c.example/*"],
    "user_location": {"type": "approximate", "city": "東京", "region": "東京都", "country": "JP",
                      "timezone": "Asia/Tokyo"}})json"));
}

TEST(WebSearchTest, ATurnWithAWebSearchDoesNotStateThatNothingWasFound) {
  const Json content = SentJson(WithSearch(""))["messages"][0]["content"];
  EXPECT_EQ(content, Json::parse(R"([{"type": "text", "text": "Q"}])"));
}

TEST(WebSearchTest, AToolThatFootnoteDeclaresInAdditionDoesNotChangeTheToolChoice) {
  const Json json = SentJson(
      WithSearch("", absl::StrCat("search { delivery: DELIVERY_TOOL_RESULT } ", kSearchResult)));
  EXPECT_FALSE(json.contains("tool_choice"));
  ASSERT_EQ(json["tools"].size(), 2u);
  EXPECT_EQ(json["tools"][0]["name"], "web_search");
  EXPECT_EQ(json["tools"][1]["name"], "search");
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
        WebSearchRule{"NoUses", "max_uses: 0", "tools[0].web_search.max_uses", "at least 1"},
        WebSearchRule{"NegativeUses", "max_uses: -1", "tools[0].web_search.max_uses", "is -1"},
        WebSearchRule{"AllowedAndBlocked", "allowed_domains: 'a.b' blocked_domains: 'c.d'",
                      "tools[0].web_search", "both `allowed_domains` and `blocked_domains`"},
        WebSearchRule{"EmptyDomain", "allowed_domains: 'a.b' allowed_domains: ''",
                      "tools[0].web_search.allowed_domains[1]", "empty"},
        WebSearchRule{"DomainWithAScheme", "allowed_domains: 'https://a.b'",
                      "tools[0].web_search.allowed_domains[0]", "scheme"},
        WebSearchRule{"DomainWithAPort", "blocked_domains: 'a.b:80'",
                      "tools[0].web_search.blocked_domains[0]", "must be a domain"},
        WebSearchRule{"DomainWithSpace", "blocked_domains: 'a .b'",
                      "tools[0].web_search.blocked_domains[0]", "must be a domain"},
        WebSearchRule{"WildcardInTheHost", "allowed_domains: '*.a.b'",
                      "tools[0].web_search.allowed_domains[0]", "must be a domain"},
        WebSearchRule{"OnlyAPath", "allowed_domains: '/docs'",
                      "tools[0].web_search.allowed_domains[0]", "must be a domain"},
        WebSearchRule{"EmptyLabel", "allowed_domains: 'a..b'",
                      "tools[0].web_search.allowed_domains[0]", "must be a domain"},
        WebSearchRule{"LookalikeHost", "allowed_domains: 'аmazon.com'",
                      "tools[0].web_search.allowed_domains[0]", "must be a domain"},
        WebSearchRule{"TwoWildcards", "allowed_domains: 'a.b/*/c*'",
                      "tools[0].web_search.allowed_domains[0]", "second *"},
        WebSearchRule{"SpaceInThePath", "allowed_domains: 'a.b/c d'",
                      "tools[0].web_search.allowed_domains[0]", "white space"},
        WebSearchRule{"EmptyLocation", "user_location {}", "tools[0].web_search.user_location",
                      "at least one field"},
        WebSearchRule{"BlankCity", "user_location { city: ' ' }",
                      "tools[0].web_search.user_location.city", "white space"},
        WebSearchRule{"LongRegion", "user_location { region: '" + std::string(256, 'r') + "' }",
                      "tools[0].web_search.user_location.region", "256 characters"},
        WebSearchRule{"CountryByName", "user_location { country: 'Japan' }",
                      "tools[0].web_search.user_location.country", "alpha-2 code"},
        WebSearchRule{"CountryInLowerCase", "user_location { country: 'jp' }",
                      "tools[0].web_search.user_location.country", "alpha-2 code"},
        WebSearchRule{"CountryOfTwoBytes", "user_location { country: 'é' }",
                      "tools[0].web_search.user_location.country", "alpha-2 code"},
        WebSearchRule{"BlankTimezone", "user_location { timezone: '\\t' }",
                      "tools[0].web_search.user_location.timezone", "white space"}),
    [](const testing::TestParamInfo<WebSearchRule>& info) { return info.param.name; });

TEST(WebSearchTest, OffersCodeExecutionFromItsSecondVersion) {
  v1::WebSearch search;
  EXPECT_TRUE(WebSearchOffers(search, "web_search"));
  EXPECT_FALSE(WebSearchOffers(search, "code_execution"));
  EXPECT_FALSE(WebSearchOffers(search, "web_fetch"));
  search.set_tool_version("web_search_20260208");
  EXPECT_FALSE(WebSearchOffers(search, "code_execution"));
  search.set_tool_version("web_search_20260209");
  EXPECT_TRUE(WebSearchOffers(search, "code_execution"));
  EXPECT_TRUE(WebSearchOffers(search, "bash_code_execution"));
  EXPECT_FALSE(WebSearchOffers(search, "web_fetch"));
}

}  // namespace
}  // namespace footnote::answering::building
