// SPDX-License-Identifier: Apache-2.0
// The API's rules for a request, one test case each. A request that breaks a rule is refused before
// it is sent, or no request can break the rule and the case shows what is sent. The rules are those
// of all versions of the API: what one of them refuses is never sent.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAreArray;

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";
constexpr char kDocument[] = "documents { text: 'x' } ";
constexpr char kOff[] = "citation_options { mode: MODE_OFF } ";
constexpr char kTool[] =
    "tools { custom { name: 'n' input_schema_json: '{\"type\":\"object\"}' } } ";
constexpr char kQuestion[] = "turns { user { question: 'P' } } ";
constexpr char kAnswer[] = "turns { assistant { blocks { text { text: 'A' } } } } ";

std::string Uses(const std::string& id) {
  return absl::StrCat("turns { assistant { blocks { tool_use { id: '", id,
                      "' name: 'n' input_json: '{}' } } } } ");
}

// Returns an assistant turn of one opaque block.
std::string Opaque(const std::string& type, const std::string& rest) {
  return absl::StrCat("turns { assistant { blocks { opaque { type: '", type,
                      "' json: '{\"type\":\"", type, "\"", rest, "}' } } } } ");
}

std::string WithBreakpoint(const std::string& ttl) {
  return absl::StrCat(
      "search_results { source: 's' title: 't' text: 'x' cache_control { ttl: ", ttl, " } } ");
}

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

// ---- Rules that a request can break ----

struct Refused {
  const char* rule;
  std::string request;
  std::vector<std::pair<const char*, const char*>> violations;  // field and part of the description
};

class RefusedTest : public testing::TestWithParam<Refused> {};

TEST_P(RefusedTest, WithTheFieldsOfTheCaller) {
  std::vector<testing::Matcher<FieldViolation>> expected;
  for (const auto& [field, problem] : GetParam().violations) {
    expected.push_back(Violates(field, problem));
  }
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)), ElementsAreArray(expected));
}

std::string NameOf(const testing::TestParamInfo<Refused>& info) { return info.param.rule; }

// messages-api 1.1, 1.3, 1.4.
INSTANTIATE_TEST_SUITE_P(
    Body, RefusedTest,
    testing::Values(
        Refused{"MaxTokensAtLeast1",
                "question: 'Q' model_options { max_tokens: 0 }",
                {{"model_options.max_tokens", "at least 1"}}},
        Refused{"ToolNameOf64Characters",
                absl::StrCat("question: 'Q' tools { custom { name: '", std::string(65, 'n'),
                             "' input_schema_json: '{\"type\":\"object\"}' } }"),
                {{"tools[0].custom.name", "1 to 64"}}},
        Refused{"ToolNameOfThePattern",
                "question: 'Q' tools { custom { name: 'n.m' input_schema_json: "
                "'{\"type\":\"object\"}' } }",
                {{"tools[0].custom.name", "A-Z a-z 0-9 _ -"}}},
        Refused{"ToolNamesAreUnique",
                absl::StrCat("question: 'Q' ", kTool, kTool),
                {{"tools[1].custom.name", "earlier tool"}}},
        Refused{"ToolSchemaIsThatOfAnObject",
                "question: 'Q' tools { custom { name: 'n' input_schema_json: "
                "'{\"type\":\"array\"}' } }",
                {{"tools[0].custom.input_schema_json", "`type` \"object\""}}},
        Refused{"ToolChoiceNeedsTools",
                "question: 'Q' tool_choice { mode: MODE_ANY }",
                {{"tool_choice", "`tools`"}}},
        Refused{
            "ToolChoiceIsATool",
            absl::StrCat("question: 'Q' tool_choice { mode: MODE_TOOL tool_name: 'm' } ", kTool),
            {{"tool_choice.tool_name", "a tool of the request"}}},
        Refused{"SomeModelsAreNotForced",
                absl::StrCat("question: 'Q' tool_choice { mode: MODE_ANY } "
                             "model_options { model: 'claude-opus-5-5' } ",
                             kTool),
                {{"tool_choice.mode", "forced tool use"}}},
        Refused{"ManualThinkingIsNotForced",
                absl::StrCat("question: 'Q' tool_choice { mode: MODE_ANY } "
                             "model_options { max_tokens: 2000 thinking { mode: MODE_ENABLED "
                             "budget_tokens: 1024 } } ",
                             kTool),
                {{"tool_choice.mode", "MODE_ENABLED"}}},
        Refused{"ThinkingBudgetAtLeast1024",
                "question: 'Q' model_options { thinking { mode: MODE_ENABLED budget_tokens: 9 } }",
                {{"model_options.thinking.budget_tokens", "at least 1024"}}},
        Refused{"ThinkingBudgetBelowMaxTokens",
                "question: 'Q' model_options { max_tokens: 2000 thinking { mode: MODE_ENABLED "
                "budget_tokens: 2000 } }",
                {{"model_options.thinking.budget_tokens", "less than max_tokens"}}}),
    NameOf);

// messages-api 1.6.
INSTANTIATE_TEST_SUITE_P(
    Messages, RefusedTest,
    testing::Values(
        Refused{"AtLeastOneMessage", "", {{"question", "empty"}}},
        Refused{"FirstMessageIsOfTheUser",
                absl::StrCat("question: 'Q' ", kAnswer),
                {{"turns[0]", "user turn"}}},
        Refused{"LastMessageIsNotOfTheAssistant",
                absl::StrCat(kQuestion, kAnswer),
                {{"question", "empty"}}},
        Refused{"TextIsNotEmpty",
                "question: 'Q' search_results { source: 's' title: 't' blocks { blocks {} } } "
                "documents { "
                "text: '' } "
                "documents { blocks { blocks { text: '' } } }",
                {{"documents[0].text", "empty"},
                 {"documents[1].blocks.blocks[0].text", "empty"},
                 {"search_results[0].blocks.blocks[0].text", "empty"}}},
        // B51
        Refused{"TextIsNotWhiteSpaceOnly",
                absl::StrCat(kQuestion, Uses("u"),
                             "tool_results { tool_use_id: 'u' text: '\\n' } question: ' ' "
                             "search_results { source: 's' title: 't' text: '\u3000' } "
                             "documents { text: '\\t' } model_options { system: ' ' }"),
                {{"model_options.system", "white space"},
                 {"tool_results[0].text", "white space"},
                 {"documents[0].text", "white space"},
                 {"search_results[0].text", "white space"},
                 {"question", "white space"}}},
        Refused{"EarlierTurnsFollowTheSameRules",
                "turns { user { question: ' ' documents { text: ' ' } } } question: 'Q'",
                {{"turns[0].user.documents[0].text", "white space"},
                 {"turns[0].user.question", "white space"}}}),
    NameOf);

// messages-api 2.1 and 2.2.
INSTANTIATE_TEST_SUITE_P(
    Blocks, RefusedTest,
    testing::Values(Refused{"ImagesHaveFourFormats",
                            "question: 'Q' images { data: 'BM' }",
                            {{"images[0].data", "JPEG, PNG, GIF or WebP"}}},
                    Refused{"Base64DocumentsArePdf",
                            "question: 'Q' documents { pdf: 'PK' }",
                            {{"documents[0].pdf", "not a PDF"}}},
                    Refused{"SearchResultsHaveSourceAndTitle",
                            "question: 'Q' search_results { text: 'x' }",
                            {{"search_results[0].source", "empty"},
                             {"search_results[0].title", "empty"}}},
                    Refused{"SearchResultsHaveContent",
                            "question: 'Q' search_results { source: 's' title: 't' }",
                            {{"search_results[0]", "`text` or `blocks`"}}},
                    Refused{"DocumentsHaveASource",
                            "question: 'Q' documents { title: 't' }",
                            {{"documents[0]", "must have one of"}}},
                    Refused{"TitlesOfDocumentsAreLimited",
                            absl::StrCat("question: 'Q' documents { text: 'x' title: '",
                                         std::string(501, 't'), "' }"),
                            {{"documents[0].title", "at most 500"}}},
                    Refused{"AssistantsHaveNoImages",
                            absl::StrCat(kQuestion, Opaque("image", ""), "question: 'Q'"),
                            {{"turns[1].assistant.blocks[0].opaque.type", "user turn"}}}),
    NameOf);

// messages-api 2.3.
INSTANTIATE_TEST_SUITE_P(
    Citations, RefusedTest,
    testing::Values(
        Refused{"C5SearchResultsAreAloneInAToolResult",
                absl::StrCat(kQuestion, Uses("u"), "tool_results { tool_use_id: 'u' text: 'T' ",
                             kSearchResult, kDocument, "images { file_id: 'f' } }"),
                {{"tool_results[0].text", "block of a search result"},
                 {"tool_results[0].documents", "`search_results`"},
                 {"tool_results[0].images", "`search_results`"}}},
        Refused{"C7SearchResultsAreOfTheUser",
                absl::StrCat(kQuestion, Opaque("search_result", ""), "question: 'Q'"),
                {{"turns[1].assistant.blocks[0].opaque.type", "user turn"}}},
        Refused{"C8ContentOfSearchResultsIsNotBlank",
                "question: 'Q' search_results { source: 's' title: 't' blocks { blocks { text: ' ' "
                "} } }",
                {{"search_results[0].blocks.blocks[0].text", "white space"}}},
        Refused{"C9SearchResultsWithAWebSearchAreCitable",
                absl::StrCat("question: 'Q' tools { web_search {} } ", kSearchResult, kOff),
                {{"citation_options.mode", "MODE_OFF"}, {"tools[0].web_search", "citations"}}},
        // B55
        Refused{
            "C10NothingIsCitableWithAnOutputFormat",
            absl::StrCat("question: 'Q' model_options { output_schema_json: '{}' } ", kDocument),
            {{"model_options.output_schema_json", "citable"},
             {"citation_options.mode", "output_schema_json"}}},
        Refused{"C16DocumentsAreOfTheUser",
                absl::StrCat(kQuestion, Opaque("document", ""), "question: 'Q'"),
                {{"turns[1].assistant.blocks[0].opaque.type", "user turn"}}},
        Refused{"ModelsCite",
                absl::StrCat("question: 'Q' model_options { model: 'claude-3-haiku-20240307' } ",
                             kDocument),
                {{"model_options.model", "does not support"}}}),
    NameOf);

// messages-api 2.4.
INSTANTIATE_TEST_SUITE_P(
    ToolUse, RefusedTest,
    testing::Values(
        Refused{"EveryUseHasItsResultNext",
                absl::StrCat(kQuestion, Uses("u"), "question: 'Q'"),
                {{"tool_results", "a result for each of: u"}}},
        Refused{"EveryResultHasItsUseBefore",
                absl::StrCat(kQuestion, kAnswer, "tool_results { tool_use_id: 'u' }"),
                {{"tool_results[0].tool_use_id", "id of a tool use in the previous turn"}}},
        Refused{"OneResultForEachUse",
                absl::StrCat(kQuestion, Uses("u"),
                             "tool_results { tool_use_id: 'u' } tool_results { tool_use_id: 'u' }"),
                {{"tool_results[1].tool_use_id", "no other result"}}},
        Refused{"UsesAreUnique",
                absl::StrCat(kQuestion, Uses("u"),
                             "turns { user { tool_results { tool_use_id: 'u' } } }", Uses("u"),
                             "question: 'Q'"),
                {{"turns[3].assistant.blocks[0].tool_use.id", "earlier tool use"}}},
        Refused{"IdsMatchThePattern",
                absl::StrCat(kQuestion, Uses("u.v"), "tool_results { tool_use_id: 'u.v' }"),
                {{"turns[1].assistant.blocks[0].tool_use.id", "A-Z a-z 0-9 _ -"}}},
        // B70
        Refused{"ErrorsAreText",
                absl::StrCat(kQuestion, Uses("u"),
                             "tool_results { tool_use_id: 'u' is_error: true ", kDocument, "}"),
                {{"tool_results[0].documents", "only text"}}},
        Refused{"ServerToolUsesAreResolved",
                absl::StrCat(kQuestion,
                             Opaque("server_tool_use", ",\"id\":\"s\",\"name\":\"web_search\""),
                             "question: 'Q' tools { web_search {} }"),
                {{"turns[1].assistant", "no result of the API's own tool use: s"}}},
        Refused{"ServerToolsThatContinueAreProvided",
                absl::StrCat(kQuestion,
                             Opaque("server_tool_use", ",\"id\":\"s\",\"name\":\"web_search\"")),
                {{"tools", "must offer"}}}),
    NameOf);

// messages-api 2.5.
INSTANTIATE_TEST_SUITE_P(
    CacheControl, RefusedTest,
    testing::Values(
        // B53
        Refused{"AtMostFourBreakpoints",
                absl::StrCat(
                    "question: 'Q' documents { text: 'x' cache_control {} } images { "
                    "file_id: 'f' cache_control {} } tools { web_search {} cache_control {} } ",
                    WithBreakpoint("TTL_5M"), WithBreakpoint("TTL_5M")),
                {{"tools[0].cache_control", "one of 5"},
                 {"documents[0].cache_control", "one of 5"},
                 {"search_results[0].cache_control", "one of 5"},
                 {"search_results[1].cache_control", "one of 5"},
                 {"images[0].cache_control", "one of 5"}}},
        Refused{"LongerTimesFirst",
                absl::StrCat("question: 'Q' documents { text: 'x' cache_control {} } ",
                             WithBreakpoint("TTL_1H")),
                {{"search_results[0].cache_control", "must come first"}}},
        Refused{"NotOnThinking",
                absl::StrCat(kQuestion,
                             Opaque("thinking", ",\"cache_control\":{\"type\":\"ephemeral\"}"),
                             "question: 'Q'"),
                {{"turns[1].assistant.blocks[0].opaque.json", "cache_control"}}},
        Refused{"NotOnEmptyText",
                "question: 'Q' model_options { system_cache_control {} }",
                {{"model_options.system_cache_control", "with `system`"}}},
        Refused{"NotInsideADocument",
                "question: 'Q' documents { blocks { blocks { text: 'x' } "
                "blocks { image { file_id: 'f' cache_control {} } } } }",
                {{"documents[0].blocks.blocks[1].image.cache_control", "of the document"}}}),
    NameOf);

// messages-api 12.1.
INSTANTIATE_TEST_SUITE_P(
    WebSearch, RefusedTest,
    testing::Values(
        Refused{
            "AllowedOrBlockedDomains",
            "question: 'Q' tools { web_search { allowed_domains: 'a.b' blocked_domains: 'c.d' } }",
            {{"tools[0].web_search", "`blocked_domains`"}}},
        Refused{
            "ItsNameIsUnique",
            "question: 'Q' tools { web_search {} } "
            "tools { custom { name: 'web_search' input_schema_json: '{\"type\":\"object\"}' } }",
            {{"tools[1].custom.name", "earlier tool"}}}),
    NameOf);

TEST(RequestRulesTest, EveryBrokenRuleIsReported) {
  std::string request;
  for (const char* part :
       {kQuestion, "turns { assistant { blocks { opaque { type: 'document' } } } } ",
        "tools { web_search { max_uses: 0 } } model_options { output_schema_json: '[]' max_tokens: "
        "0 } ",
        "documents { text: ' ' } images { url: 'x' } search_results { source: 's' title: 't' } ",
        "citation_options { min_coverage: 2 } chunking { policy: 9 } search { outcome: 9 } "}) {
    request += part;
  }
  EXPECT_THAT(
      ViolationsOf(Request(request)),
      testing::ElementsAre(
          Violates("citation_options.min_coverage", ""), Violates("chunking.policy", ""),
          Violates("tools[0].web_search.max_uses", ""), Violates("model_options.max_tokens", ""),
          Violates("model_options.output_schema_json", ""),
          Violates("turns[1].assistant.blocks[0].opaque.type", ""), Violates("search.outcome", ""),
          Violates("documents[0].text", ""), Violates("search_results[0]", ""),
          Violates("images[0].url", ""), Violates("question", ""),
          Violates("model_options.output_schema_json", "citable"),
          Violates("citation_options.mode", "")));
}

// ---- Rules that no request can break ----

struct Kept {
  const char* rule;
  std::string request;
  std::function<bool(const Json& sent)> holds;
};

class KeptTest : public testing::TestWithParam<Kept> {};

TEST_P(KeptTest, ByTheJson) {
  const Json sent = SentJson(Request(GetParam().request));
  EXPECT_TRUE(GetParam().holds(sent)) << sent.dump(1);
}

const Json& LastContent(const Json& sent) { return sent["messages"].back()["content"]; }

INSTANTIATE_TEST_SUITE_P(
    Rules, KeptTest,
    testing::Values(
        Kept{"ContentIsNeverEmpty",
             absl::StrCat(kQuestion, "turns { assistant { blocks { text { text: ' ' } } } } ",
                          "question: 'Q'"),
             [](const Json& sent) { return sent["messages"].size() == 2; }},
        Kept{"ConsecutiveTurnsOfOneRoleAreSent", absl::StrCat(kQuestion, "question: 'Q'"),
             [](const Json& sent) { return sent["messages"][1]["role"] == "user"; }},
        Kept{"RetrievedTextIsNeverInTheSystemPrompt",
             absl::StrCat("question: 'Q' ", kSearchResult, kDocument),
             [](const Json& sent) { return !sent.contains("system"); }},
        Kept{"C1CitationsAreOffUnlessEnabled",
             absl::StrCat("question: 'Q' ", kSearchResult, kDocument, kOff),
             [](const Json& sent) {
               return !LastContent(sent)[0].contains("citations") &&
                      !LastContent(sent)[1].contains("citations");
             }},
        Kept{"C2C3C4OneSettingForAll",
             absl::StrCat("turns { user { question: 'P' ", kSearchResult, kDocument, "} } ",
                          Uses("u"), "tool_results { tool_use_id: 'u' ", kSearchResult,
                          "} question: 'Q' ", kDocument),
             [](const Json& sent) {
               const Json on = {{"enabled", true}};
               const Json& first = sent["messages"][0]["content"];
               const Json& last = LastContent(sent);
               return first[0]["citations"] == on && first[1]["citations"] == on &&
                      last[0]["content"][0]["citations"] == on && last[1]["citations"] == on;
             }},
        Kept{"C6TextInsteadOfSearchResults",
             absl::StrCat(kQuestion, Uses("u"), "tool_results { tool_use_id: 'u' }"),
             [](const Json& sent) {
               return LastContent(sent)[0]["content"][0]["text"] == "No results found.";
             }},
        Kept{"C10AnOutputFormatWithoutAnythingCitable",
             absl::StrCat("question: 'Q' model_options { output_schema_json: '{}' } ", kDocument,
                          kOff),
             [](const Json& sent) { return sent["output_config"].contains("format"); }},
        Kept{"C15TextOfUsersHasNoCitations", absl::StrCat("question: 'Q' ", kSearchResult),
             [](const Json& sent) {
               return !LastContent(sent)[0]["content"][0].contains("citations") &&
                      !LastContent(sent)[1].contains("citations");
             }},
        Kept{"SamplingIsNotSet", "question: 'Q' model_options { thinking { mode: MODE_DISABLED } }",
             [](const Json& sent) {
               return !sent.contains("temperature") && !sent.contains("top_p") &&
                      !sent.contains("top_k");
             }},
        Kept{"ToolsAreNotForcedByDefault", absl::StrCat("question: 'Q' ", kTool, kSearchResult),
             [](const Json& sent) { return !sent.contains("tool_choice"); }},
        Kept{"ToolResultsComeFirst",
             absl::StrCat(kQuestion, Uses("u"), "question: 'Q' ", kSearchResult, kDocument,
                          "tool_results { tool_use_id: 'u' }"),
             [](const Json& sent) { return LastContent(sent)[0]["type"] == "tool_result"; }},
        Kept{"ToolChoiceNeedsTools", "question: 'Q'",
             [](const Json& sent) {
               return !sent.contains("tools") && !sent.contains("tool_choice");
             }},
        // B56
        Kept{"EmptyTitlesAndContextsAreOmitted", "question: 'Q' documents { text: 'x' }",
             [](const Json& sent) {
               return !LastContent(sent)[0].contains("title") &&
                      !LastContent(sent)[0].contains("context");
             }}),
    [](const testing::TestParamInfo<Kept>& info) { return info.param.rule; });

}  // namespace
}  // namespace footnote::answering::building
