// The API's rules for a request, one row for each: what breaks it is refused before it is sent,
// with the places in the caller's terms; or it cannot be broken, and the row shows what is sent
// instead. Nothing here depends on the version of the API: what only one of them refuses is never
// sent.
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

constexpr char kHit[] = "hits { source: 's' title: 't' text: 'x' } ";
constexpr char kDocument[] = "documents { text: 'x' } ";
constexpr char kOff[] = "citations { mode: MODE_OFF } ";
constexpr char kTool[] = "tools { name: 'n' input_schema_json: '{\"type\":\"object\"}' } ";
constexpr char kAsks[] = "turns { user { question: 'P' } } ";
constexpr char kSays[] = "turns { assistant { blocks { text { text: 'A' } } } } ";

std::string Uses(const std::string& id) {
  return absl::StrCat("turns { assistant { blocks { tool_use { id: '", id,
                      "' name: 'n' input_json: '{}' } } } } ");
}

// An assistant's turn of one block that is sent back unread.
std::string Opaque(const std::string& type, const std::string& rest) {
  return absl::StrCat("turns { assistant { blocks { opaque { type: '", type,
                      "' json: '{\"type\":\"", type, "\"", rest, "}' } } } } ");
}

std::string Marked(const std::string& ttl) {
  return absl::StrCat("hits { source: 's' title: 't' text: 'x' cache_control { ttl: ", ttl,
                      " } } ");
}

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

// ---- What is refused ----

struct Refused {
  const char* rule;
  std::string request;
  std::vector<std::pair<const char*, const char*>> violations;  // field and part of the problem
};

class RefusedTest : public testing::TestWithParam<Refused> {};

TEST_P(RefusedTest, WithThePlacesInTheCallersTerms) {
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
                absl::StrCat("question: 'Q' tools { name: '", std::string(65, 'n'),
                             "' input_schema_json: '{\"type\":\"object\"}' }"),
                {{"tools[0].name", "1 to 64"}}},
        Refused{"ToolNameOfThePattern",
                "question: 'Q' tools { name: 'n.m' input_schema_json: '{\"type\":\"object\"}' }",
                {{"tools[0].name", "A-Z a-z 0-9 _ -"}}},
        Refused{"ToolNamesAreUnique",
                absl::StrCat("question: 'Q' ", kTool, kTool),
                {{"tools[1].name", "duplicate"}}},
        Refused{"ToolSchemaIsAnObjects",
                "question: 'Q' tools { name: 'n' input_schema_json: '{\"type\":\"array\"}' }",
                {{"tools[0].input_schema_json", "`type` \"object\""}}},
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
        Refused{"FirstMessageIsTheUsers",
                absl::StrCat("question: 'Q' ", kSays),
                {{"turns[0]", "first turn must be a user's"}}},
        Refused{
            "LastMessageIsNotTheAssistants", absl::StrCat(kAsks, kSays), {{"question", "empty"}}},
        Refused{"TextIsNotEmpty",
                "question: 'Q' hits { source: 's' title: 't' blocks {} } documents { text: '' } "
                "documents { blocks { blocks { text: '' } } }",
                {{"documents[0].text", "empty"},
                 {"documents[1].blocks.blocks[0].text", "empty"},
                 {"hits[0].blocks[0].text", "empty"}}},
        // B51
        Refused{"TextIsNotWhiteSpaceOnly",
                absl::StrCat(kAsks, Uses("u"),
                             "tool_results { tool_use_id: 'u' text: '\\n' } question: ' ' "
                             "hits { source: 's' title: 't' text: '\u3000' } "
                             "documents { text: '\\t' } model_options { system: ' ' }"),
                {{"model_options.system", "white space"},
                 {"tool_results[0].text", "white space"},
                 {"documents[0].text", "white space"},
                 {"hits[0].text", "white space"},
                 {"question", "white space"}}},
        Refused{"EarlierTurnsKeepTheSameRules",
                "turns { user { question: ' ' documents { text: ' ' } } } question: 'Q'",
                {{"turns[0].user.documents[0].text", "white space"},
                 {"turns[0].user.question", "white space"}}}),
    NameOf);

// messages-api 2.1 and 2.2.
INSTANTIATE_TEST_SUITE_P(
    Blocks, RefusedTest,
    testing::Values(Refused{"ImagesAreOfFourTypes",
                            "question: 'Q' images { data: 'BM' }",
                            {{"images[0].data", "JPEG, PNG, GIF or WebP"}}},
                    Refused{"Base64DocumentsArePdf",
                            "question: 'Q' documents { pdf: 'PK' }",
                            {{"documents[0].pdf", "no PDF"}}},
                    Refused{"SourcesAndTitlesOfHitsAreThere",
                            "question: 'Q' hits { text: 'x' }",
                            {{"hits[0].source", "empty"}, {"hits[0].title", "empty"}}},
                    Refused{"HitsHaveContent",
                            "question: 'Q' hits { source: 's' title: 't' }",
                            {{"hits[0]", "neither `text` nor `blocks`"}}},
                    Refused{"DocumentsHaveASource",
                            "question: 'Q' documents { title: 't' }",
                            {{"documents[0]", "none of"}}},
                    Refused{"TitlesOfDocumentsAreLimited",
                            absl::StrCat("question: 'Q' documents { text: 'x' title: '",
                                         std::string(501, 't'), "' }"),
                            {{"documents[0].title", "at most 500"}}},
                    Refused{"AssistantsHaveNoImages",
                            absl::StrCat(kAsks, Opaque("image", ""), "question: 'Q'"),
                            {{"turns[1].assistant.blocks[0].opaque.type", "user's turn"}}}),
    NameOf);

// messages-api 2.3.
INSTANTIATE_TEST_SUITE_P(
    Citations, RefusedTest,
    testing::Values(
        Refused{"C5HitsStandAloneInAToolResult",
                absl::StrCat(kAsks, Uses("u"), "tool_results { tool_use_id: 'u' text: 'T' ", kHit,
                             kDocument, "images { file_id: 'f' } }"),
                {{"tool_results[0].text", "block of a hit"},
                 {"tool_results[0].documents", "beside hits"},
                 {"tool_results[0].images", "beside hits"}}},
        Refused{"C7HitsAreTheUsers",
                absl::StrCat(kAsks, Opaque("search_result", ""), "question: 'Q'"),
                {{"turns[1].assistant.blocks[0].opaque.type", "user's turn"}}},
        Refused{"C8ContentOfHitsIsTextThatSaysSomething",
                "question: 'Q' hits { source: 's' title: 't' blocks { text: ' ' } }",
                {{"hits[0].blocks[0].text", "white space"}}},
        Refused{"C9HitsBesideAWebSearchAreCitable",
                absl::StrCat("question: 'Q' web_search {} ", kHit, kOff),
                {{"citations.mode", "MODE_OFF"}, {"web_search", "citations are off"}}},
        // B55
        Refused{
            "C10NothingIsCitableBesideAnOutputFormat",
            absl::StrCat("question: 'Q' model_options { output_schema_json: '{}' } ", kDocument),
            {{"model_options.output_schema_json", "citable"},
             {"citations.mode", "output_schema_json"}}},
        Refused{"C16DocumentsAreTheUsers",
                absl::StrCat(kAsks, Opaque("document", ""), "question: 'Q'"),
                {{"turns[1].assistant.blocks[0].opaque.type", "user's turn"}}},
        Refused{"ModelsCite",
                absl::StrCat("question: 'Q' model_options { model: 'claude-3-haiku-20240307' } ",
                             kDocument),
                {{"model_options.model", "known not to cite"}}}),
    NameOf);

// messages-api 2.4.
INSTANTIATE_TEST_SUITE_P(
    ToolUse, RefusedTest,
    testing::Values(
        Refused{"EveryUseHasItsResultNext",
                absl::StrCat(kAsks, Uses("u"), "question: 'Q'"),
                {{"tool_results", "lacks a result for each of: u"}}},
        Refused{"EveryResultHasItsUseBefore",
                absl::StrCat(kAsks, kSays, "tool_results { tool_use_id: 'u' }"),
                {{"tool_results[0].tool_use_id", "names no tool use"}}},
        Refused{"OneResultForEachUse",
                absl::StrCat(kAsks, Uses("u"),
                             "tool_results { tool_use_id: 'u' } tool_results { tool_use_id: 'u' }"),
                {{"tool_results[1].tool_use_id", "has its result"}}},
        Refused{
            "UsesAreUnique",
            absl::StrCat(kAsks, Uses("u"), "turns { user { tool_results { tool_use_id: 'u' } } }",
                         Uses("u"), "question: 'Q'"),
            {{"turns[3].assistant.blocks[0].tool_use.id", "duplicate"}}},
        Refused{"IdsAreOfThePattern",
                absl::StrCat(kAsks, Uses("u.v"), "tool_results { tool_use_id: 'u.v' }"),
                {{"turns[1].assistant.blocks[0].tool_use.id", "A-Z a-z 0-9 _ -"}}},
        // B70
        Refused{"ErrorsAreText",
                absl::StrCat(kAsks, Uses("u"), "tool_results { tool_use_id: 'u' is_error: true ",
                             kDocument, "}"),
                {{"tool_results[0].documents", "only text"}}},
        Refused{
            "ServerToolUsesAreResolved",
            absl::StrCat(kAsks, Opaque("server_tool_use", ",\"id\":\"s\",\"name\":\"web_search\""),
                         "question: 'Q' web_search {}"),
            {{"turns[1].assistant", "no result of the API's own tool use: s"}}},
        Refused{
            "ServerToolsThatGoOnAreProvided",
            absl::StrCat(kAsks, Opaque("server_tool_use", ",\"id\":\"s\",\"name\":\"web_search\"")),
            {{"web_search", "does not offer"}}}),
    NameOf);

// messages-api 2.5.
INSTANTIATE_TEST_SUITE_P(
    CacheControl, RefusedTest,
    testing::Values(
        // B53
        Refused{"AtMostFourMarks",
                absl::StrCat("question: 'Q' documents { text: 'x' cache_control {} } images { "
                             "file_id: 'f' cache_control {} } web_search { cache_control {} } ",
                             Marked("TTL_5M"), Marked("TTL_5M")),
                {{"web_search.cache_control", "one of 5"},
                 {"documents[0].cache_control", "one of 5"},
                 {"hits[0].cache_control", "one of 5"},
                 {"hits[1].cache_control", "one of 5"},
                 {"images[0].cache_control", "one of 5"}}},
        Refused{"LongerTimesFirst",
                absl::StrCat("question: 'Q' documents { text: 'x' cache_control {} } ",
                             Marked("TTL_1H")),
                {{"hits[0].cache_control", "longer ones first"}}},
        Refused{
            "NotOnThinking",
            absl::StrCat(kAsks, Opaque("thinking", ",\"cache_control\":{\"type\":\"ephemeral\"}"),
                         "question: 'Q'"),
            {{"turns[1].assistant.blocks[0].opaque.json", "cache_control"}}},
        Refused{"NotOnEmptyText",
                "question: 'Q' model_options { system_cache_control {} }",
                {{"model_options.system_cache_control", "needs `system`"}}},
        Refused{
            "NotInsideADocument",
            "question: 'Q' documents { blocks { blocks { text: 'x' } "
            "blocks { image { file_id: 'f' cache_control {} } } } }",
            {{"documents[0].blocks.blocks[1].image.cache_control", "belongs to the document"}}}),
    NameOf);

// messages-api 12.1.
INSTANTIATE_TEST_SUITE_P(
    WebSearch, RefusedTest,
    testing::Values(
        Refused{"AllowedOrBlockedDomains",
                "question: 'Q' web_search { allowed_domains: 'a.b' blocked_domains: 'c.d' }",
                {{"web_search", "set one of them"}}},
        Refused{"ItsNameIsItsOwn",
                "question: 'Q' web_search {} "
                "tools { name: 'web_search' input_schema_json: '{\"type\":\"object\"}' }",
                {{"tools[0].name", "duplicate"}}}),
    NameOf);

TEST(RequestRulesTest, EveryRuleThatIsBrokenIsNamedAtOnce) {
  std::string request;
  for (const char* part :
       {kAsks, "turns { assistant { blocks { opaque { type: 'document' } } } } ",
        "web_search { max_uses: 0 } model_options { output_schema_json: '[]' max_tokens: 0 } ",
        "documents { text: ' ' } images { url: 'x' } hits { source: 's' title: 't' } ",
        "citations { min_coverage: 2 } chunking { policy: 9 } search { outcome: 9 } "}) {
    request += part;
  }
  EXPECT_THAT(
      ViolationsOf(Request(request)),
      testing::ElementsAre(
          Violates("citations.min_coverage", ""), Violates("chunking.policy", ""),
          Violates("web_search.max_uses", ""), Violates("model_options.max_tokens", ""),
          Violates("model_options.output_schema_json", ""),
          Violates("turns[1].assistant.blocks[0].opaque.type", ""), Violates("search.outcome", ""),
          Violates("documents[0].text", ""), Violates("hits[0]", ""), Violates("images[0].url", ""),
          Violates("question", ""), Violates("model_options.output_schema_json", "citable"),
          Violates("citations.mode", "")));
}

// ---- What cannot be broken ----

struct Kept {
  const char* rule;
  std::string request;
  std::function<bool(const Json& sent)> holds;
};

class KeptTest : public testing::TestWithParam<Kept> {};

TEST_P(KeptTest, ByWhatIsSent) {
  const Json sent = SentJson(Request(GetParam().request));
  EXPECT_TRUE(GetParam().holds(sent)) << sent.dump(1);
}

const Json& LastContent(const Json& sent) { return sent["messages"].back()["content"]; }

INSTANTIATE_TEST_SUITE_P(
    Rules, KeptTest,
    testing::Values(
        Kept{"ContentIsNeverEmpty",
             absl::StrCat(kAsks, "turns { assistant { blocks { text { text: ' ' } } } } ",
                          "question: 'Q'"),
             [](const Json& sent) { return sent["messages"].size() == 2; }},
        Kept{"SameRolesInARowAreOneTurn", absl::StrCat(kAsks, "question: 'Q'"),
             [](const Json& sent) { return sent["messages"][1]["role"] == "user"; }},
        Kept{"RetrievedTextIsNeverTheOperators", absl::StrCat("question: 'Q' ", kHit, kDocument),
             [](const Json& sent) { return !sent.contains("system"); }},
        Kept{"C1CitationsAreOffUnlessEnabled",
             absl::StrCat("question: 'Q' ", kHit, kDocument, kOff),
             [](const Json& sent) {
               return !LastContent(sent)[0].contains("citations") &&
                      !LastContent(sent)[1].contains("citations");
             }},
        Kept{"C2C3C4OneSettingForAll",
             absl::StrCat("turns { user { question: 'P' ", kHit, kDocument, "} } ", Uses("u"),
                          "tool_results { tool_use_id: 'u' ", kHit, "} question: 'Q' ", kDocument),
             [](const Json& sent) {
               const Json on = {{"enabled", true}};
               const Json& first = sent["messages"][0]["content"];
               const Json& last = LastContent(sent);
               return first[0]["citations"] == on && first[1]["citations"] == on &&
                      last[0]["content"][0]["citations"] == on && last[1]["citations"] == on;
             }},
        Kept{"C6WordsInPlaceOfHits",
             absl::StrCat(kAsks, Uses("u"), "tool_results { tool_use_id: 'u' }"),
             [](const Json& sent) {
               return LastContent(sent)[0]["content"][0]["text"] == "No results found.";
             }},
        Kept{"C10AnOutputFormatWithoutAnythingCitable",
             absl::StrCat("question: 'Q' model_options { output_schema_json: '{}' } ", kDocument,
                          kOff),
             [](const Json& sent) { return sent["output_config"].contains("format"); }},
        Kept{"C15TextOfUsersHasNoCitations", absl::StrCat("question: 'Q' ", kHit),
             [](const Json& sent) {
               return !LastContent(sent)[0]["content"][0].contains("citations") &&
                      !LastContent(sent)[1].contains("citations");
             }},
        Kept{"SamplingIsLeftToTheApi",
             "question: 'Q' model_options { thinking { mode: MODE_DISABLED } }",
             [](const Json& sent) {
               return !sent.contains("temperature") && !sent.contains("top_p") &&
                      !sent.contains("top_k");
             }},
        Kept{"ToolsAreNeverForced", absl::StrCat("question: 'Q' ", kTool, kHit),
             [](const Json& sent) { return !sent.contains("tool_choice"); }},
        Kept{"ToolResultsComeFirst",
             absl::StrCat(kAsks, Uses("u"), "question: 'Q' ", kHit, kDocument,
                          "tool_results { tool_use_id: 'u' }"),
             [](const Json& sent) { return LastContent(sent)[0]["type"] == "tool_result"; }},
        Kept{"ToolChoiceNeedsTools", "question: 'Q'",
             [](const Json& sent) {
               return !sent.contains("tools") && !sent.contains("tool_choice");
             }},
        // B56
        Kept{"EmptyTitlesAndContextsAreLeftOut", "question: 'Q' documents { text: 'x' }",
             [](const Json& sent) {
               return !LastContent(sent)[0].contains("title") &&
                      !LastContent(sent)[0].contains("context");
             }}),
    [](const testing::TestParamInfo<Kept>& info) { return info.param.rule; });

}  // namespace
}  // namespace footnote::answering::building
