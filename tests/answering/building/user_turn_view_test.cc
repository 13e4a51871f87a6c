// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/user_turn_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

Json Messages(const std::string& request) { return SentJson(Request(request))["messages"]; }

Json Text(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

// Returns a user turn and an assistant turn that uses the tool `n` with the id `u`.
std::string UsesTool() {
  return "turns { user { question: 'P' } } turns { assistant { "
         "blocks { tool_use { id: 'u' name: 'n' input_json: '{}' } } } } ";
}

struct OutcomeCase {
  const char* name;
  std::string request;
  Json content;  // of the last message
};

class SearchOutcomeTest : public testing::TestWithParam<OutcomeCase> {};

TEST_P(SearchOutcomeTest, DeterminesTheTextInsteadOfSearchResults) {
  EXPECT_EQ(Messages(GetParam().request).back()["content"], GetParam().content);
}

INSTANTIATE_TEST_SUITE_P(
    Outcomes, SearchOutcomeTest,
    testing::Values(
        // B63
        OutcomeCase{"Unspecified", "question: 'Q'", {Text("No results found."), Text("Q")}},
        OutcomeCase{"Completed",
                    "question: 'Q' search { outcome: OUTCOME_COMPLETED }",
                    {Text("No results found."), Text("Q")}},
        OutcomeCase{"CompletedWithAMessage",
                    "question: 'Q' search { message: '見つかりません' }",
                    {Text("見つかりません"), Text("Q")}},
        OutcomeCase{"Failed",
                    "question: 'Q' search { outcome: OUTCOME_FAILED }",
                    {Text("The search failed."), Text("Q")}},
        OutcomeCase{"FailedWithAMessage",
                    "question: 'Q' search { outcome: OUTCOME_FAILED message: 'Timed out.' }",
                    {Text("Timed out."), Text("Q")}},
        OutcomeCase{"Skipped", "question: 'Q' search { outcome: OUTCOME_SKIPPED }",
                    Json::array({Text("Q")})},
        OutcomeCase{
            "SkippedWithToolDelivery",
            "question: 'Q' search { outcome: OUTCOME_SKIPPED delivery: DELIVERY_TOOL_RESULT "
            "}",
            Json::array({Text("Q")})},
        OutcomeCase{
            "UnspecifiedAfterATurnWithSearchResults",
            absl::StrCat("turns { user { question: 'P' ", kSearchResult, "} } question: 'Q'"),
            Json::array({Text("Q")})},
        OutcomeCase{"UnspecifiedWithTools",
                    "question: 'Q' tools { custom { name: 'n' input_schema_json: "
                    "'{\"type\":\"object\"}' } }",
                    Json::array({Text("Q")})},
        OutcomeCase{"UnspecifiedAfterATurnWithADocument",
                    "turns { user { question: 'P' documents { text: 'x' } } } question: 'Q'",
                    Json::array({Text("Q")})},
        OutcomeCase{"UnspecifiedAfterATurnWithAnImage",
                    "turns { user { question: 'P' images { file_id: 'f' } } } question: 'Q'",
                    Json::array({Text("Q")})},
        OutcomeCase{"UnspecifiedAfterADocumentInAToolResult",
                    UsesTool() + "turns { user { tool_results { tool_use_id: 'u' "
                                 "documents { text: 'x' } } } } question: 'Q'",
                    Json::array({Text("Q")})},
        OutcomeCase{"UnspecifiedWithADocument",
                    "question: 'Q' documents { file_id: 'f' }",
                    {Json::parse(R"({"type": "document", "source": {"type": "file", "file_id": "f"},
                                    "citations": {"enabled": true}})"),
                     Text("Q")}},
        OutcomeCase{
            "CompletedWithADocument",
            "question: 'Q' documents { file_id: 'f' } search { outcome: OUTCOME_COMPLETED }",
            {Json::parse(R"({"type": "document", "source": {"type": "file", "file_id": "f"},
                                    "citations": {"enabled": true}})"),
             Text("No results found."), Text("Q")}},
        OutcomeCase{
            "UnspecifiedWithAnImage",
            "question: 'Q' images { file_id: 'f' }",
            {Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "f"}})"),
             Text("Q")}},
        OutcomeCase{"CompletedWithTools",
                    "question: 'Q' tools { custom { name: 'n' input_schema_json: "
                    "'{\"type\":\"object\"}' } } "
                    "search { outcome: OUTCOME_COMPLETED }",
                    {Text("No results found."), Text("Q")}}),
    [](const testing::TestParamInfo<OutcomeCase>& info) { return info.param.name; });

struct RuleCase {
  const char* name;
  std::string request;
  const char* field;
  v1::ViolationReason reason;
  const char* problem;
};

class SearchRuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(SearchRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(testing::AllOf(HasReason(GetParam().field, GetParam().reason),
                                         Violates(GetParam().field, GetParam().problem))));
}

INSTANTIATE_TEST_SUITE_P(
    Search, SearchRuleTest,
    testing::Values(
        RuleCase{"UnknownOutcome", "question: 'Q' search { outcome: 9 }", "search.outcome",
                 v1::UNKNOWN_ENUM_VALUE, "value: 9"},
        RuleCase{"UnknownDelivery", "question: 'Q' search { delivery: 9 }", "search.delivery",
                 v1::UNKNOWN_ENUM_VALUE, "value: 9"},
        RuleCase{"FailedWithSearchResults",
                 absl::StrCat("question: 'Q' search { outcome: OUTCOME_FAILED } ", kSearchResult),
                 "search.outcome", v1::CONFLICTING_FIELDS, "OUTCOME_FAILED"},
        RuleCase{"SkippedWithSearchResults",
                 absl::StrCat("question: 'Q' search { outcome: OUTCOME_SKIPPED } ", kSearchResult),
                 "search.outcome", v1::CONFLICTING_FIELDS, "OUTCOME_SKIPPED"},
        RuleCase{"BlankMessage", "question: 'Q' search { message: ' ' }", "search.message",
                 v1::EMPTY, "white space"},
        // B63
        RuleCase{"MessageWithSearchResults",
                 absl::StrCat("question: 'Q' search { message: 'M' } ", kSearchResult),
                 "search.message", v1::CONFLICTING_FIELDS, "no search results"},
        RuleCase{"MessageOfASkippedSearch",
                 "question: 'Q' search { outcome: OUTCOME_SKIPPED message: 'M' }", "search.message",
                 v1::NOT_APPLICABLE, "OUTCOME_SKIPPED"},
        RuleCase{"QueryAtTopLevel", "question: 'Q' search { query: 'q' }", "search.query",
                 v1::NOT_APPLICABLE, "with DELIVERY_TOOL_RESULT"},
        RuleCase{"ToolNameAtTopLevel", "question: 'Q' search { tool_name: 'n' }",
                 "search.tool_name", v1::NOT_APPLICABLE, "with DELIVERY_TOOL_RESULT"},
        RuleCase{"InvalidToolName",
                 "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT tool_name: 'a b' }",
                 "search.tool_name", v1::INVALID_CHARACTERS, "1 to 64"},
        RuleCase{"InAnEarlierTurn",
                 "turns { user { question: 'P' search { message: ' ' } } } question: 'Q'",
                 "turns[0].user.search.message", v1::EMPTY, "white space"}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

class ContentConflictTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(ContentConflictTest, IsAViolationOfTheFlatField) {
  const auto& [field, value] = GetParam();
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat("content { text { text: 'T' } } ", field, value))),
              ElementsAre(HasReason(field, v1::CONFLICTING_FIELDS)));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, ContentConflictTest,
    testing::Values(std::make_pair("question", ": 'Q'"),
                    std::make_pair("search_results", " { source: 's' title: 't' text: 'x' }"),
                    std::make_pair("search", " {}"), std::make_pair("documents", " { text: 'x' }"),
                    std::make_pair("images", " { file_id: 'f' }")),
    [](const auto& info) { return std::string(info.param.first); });

TEST(UserTurnViewTest, EveryConflictWithContentIsReported) {
  EXPECT_THAT(ViolationsOf(Request(absl::StrCat(
                  "turns { user { content { text { text: 'T' } } question: 'Q' search {} ",
                  kSearchResult, "} } question: 'R'"))),
              ElementsAre(HasReason("turns[0].user.question", v1::CONFLICTING_FIELDS),
                          HasReason("turns[0].user.search_results", v1::CONFLICTING_FIELDS),
                          HasReason("turns[0].user.search", v1::CONFLICTING_FIELDS)));
}

TEST(UserTurnViewTest, IsEmptyOnlyIfNoFieldIsSet) {
  EXPECT_TRUE(UserTurnView(v1::UserTurn()).IsEmpty());
  for (const char* turn : {"question: 'Q'", "search_results {}", "search {}", "tool_results {}",
                           "documents {}", "images {}", "content {}"}) {
    const v1::UserTurn user = FromText<v1::UserTurn>(turn);
    EXPECT_FALSE(UserTurnView(user).IsEmpty()) << turn;
  }
}

TEST(UserTurnViewTest, HasSourcesIfAnyPartHasSearchResultsDocumentsOrImages) {
  for (const char* turn :
       {"search_results {}", "documents {}", "images {}", "tool_results { search_results {} }",
        "tool_results { documents {} }", "tool_results { images {} }",
        "content { search_result {} }", "content { document {} }", "content { image {} }",
        "content { text {} } content { document {} }"}) {
    const v1::UserTurn user = FromText<v1::UserTurn>(turn);
    EXPECT_TRUE(UserTurnView(user).HasSources()) << turn;
  }
  for (const char* turn : {"", "question: 'Q'", "search { message: 'M' }",
                           "tool_results { text: 'T' }", "content { text { text: 'T' } }"}) {
    const v1::UserTurn user = FromText<v1::UserTurn>(turn);
    EXPECT_FALSE(UserTurnView(user).HasSources()) << turn;
  }
}

}  // namespace
}  // namespace footnote::answering::building
