// SPDX-License-Identifier: Apache-2.0
// Rules for the turns of a conversation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/conversation_builder.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

constexpr char kSchema[] = "input_schema_json: '{\"type\":\"object\"}'";

// Returns a user turn and an assistant turn that uses the tool `n` with these ids.
std::string UsesTools(const std::vector<std::string>& ids) {
  std::string turns = "turns { user { question: 'P' } } turns { assistant { ";
  for (const std::string& id : ids) {
    absl::StrAppend(&turns, "blocks { tool_use { id: '", id, "' name: 'n' input_json: '{}' } } ");
  }
  return turns + "} } ";
}

struct RuleCase {
  const char* name;
  std::string request;
  const char* field;
  v1::ViolationReason reason;
  const char* problem;
};

class ConversationRuleTest : public testing::TestWithParam<RuleCase> {};

TEST_P(ConversationRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(testing::AllOf(HasReason(GetParam().field, GetParam().reason),
                                         Violates(GetParam().field, GetParam().problem))));
}

INSTANTIATE_TEST_SUITE_P(
    Turns, ConversationRuleTest,
    testing::Values(
        RuleCase{"Empty", "turns { user { question: 'P' } } turns {} question: 'Q'", "turns[1]",
                 v1::REQUIRED, "`user` and `assistant`"},
        RuleCase{"AssistantFirst",
                 "turns { assistant { blocks { text { text: 'A' } } } } question: 'Q'", "turns[0]",
                 v1::INVALID_TURN_ORDER, "user turn"},
        RuleCase{"BlankQuestion", "turns { user { question: '\\n' } } question: 'Q'",
                 "turns[0].user.question", v1::EMPTY, "white space"},
        RuleCase{"NoQuestion", "turns { user {} } question: 'Q'", "turns[0].user.question",
                 v1::EMPTY, "empty"},
        RuleCase{"MissingResult", UsesTools({"u"}) + "question: 'Q'", "tool_results",
                 v1::MISSING_TOOL_RESULT, "a result for each of: u"},
        RuleCase{"MissingResults",
                 UsesTools({"u2", "u1", "u3"}) + "tool_results { tool_use_id: 'u3' }",
                 "tool_results", v1::MISSING_TOOL_RESULT, "a result for each of: u1, u2"},
        RuleCase{"MissingResultInAnEarlierTurn",
                 UsesTools({"u"}) + "turns { user { question: 'Q' } } question: 'R'",
                 "turns[2].user.tool_results", v1::MISSING_TOOL_RESULT, "a result for each of: u"},
        RuleCase{"AssistantContinuesWithoutTheResult",
                 UsesTools({"u"}) +
                     "turns { assistant { blocks { text { text: 'A' } } } } question: 'Q'",
                 "turns[2].assistant", v1::MISSING_TOOL_RESULT, "must follow the results of: u"},
        RuleCase{"ResultOfNoUse", "question: 'Q' tool_results { tool_use_id: 'u' }",
                 "tool_results[0].tool_use_id", v1::UNKNOWN_ID,
                 "id of a tool use in the previous turn"},
        RuleCase{"ResultTwice",
                 UsesTools({"u"}) + "tool_results { tool_use_id: 'u' } "
                                    "tool_results { tool_use_id: 'u' text: 'again' }",
                 "tool_results[1].tool_use_id", v1::UNKNOWN_ID, "no other result"},
        RuleCase{"SameUseTwice", UsesTools({"u", "u"}) + "tool_results { tool_use_id: 'u' }",
                 "turns[1].assistant.blocks[1].tool_use.id", v1::DUPLICATE, "earlier tool use"},
        RuleCase{"BlankResult", UsesTools({"u"}) + "tool_results { tool_use_id: 'u' text: ' ' }",
                 "tool_results[0].text", v1::EMPTY, "white space"},
        RuleCase{"TextWithSearchResults",
                 absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' text: 'T' ",
                              kSearchResult, "}"),
                 "tool_results[0].text", v1::CONFLICTING_FIELDS, "block of a search result"},
        RuleCase{"DocumentsWithSearchResults",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' documents { text: 'x' } ",
                              kSearchResult, "}"),
                 "tool_results[0].documents", v1::CONFLICTING_FIELDS, "`search_results`"},
        RuleCase{"ImagesWithSearchResults",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' images { file_id: 'f' } ",
                              kSearchResult, "}"),
                 "tool_results[0].images", v1::CONFLICTING_FIELDS, "`search_results`"},
        RuleCase{"DocumentsWithAnError",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' is_error: true "
                              "documents { text: 'x' } }"),
                 "tool_results[0].documents", v1::CONFLICTING_FIELDS, "`is_error`"},
        RuleCase{"ImagesWithAnError",
                 absl::StrCat(UsesTools({"u"}),
                              "tool_results { tool_use_id: 'u' is_error: true "
                              "images { file_id: 'f' } }"),
                 "tool_results[0].images", v1::CONFLICTING_FIELDS, "`is_error`"},
        RuleCase{"BlankDocumentWithSearchResults",
                 absl::StrCat("question: 'Q' documents { text: ' ' } ", kSearchResult),
                 "documents[0].text", v1::EMPTY, "white space"},
        // B70
        RuleCase{"ErrorWithSearchResults",
                 absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' is_error: true ",
                              kSearchResult, "}"),
                 "tool_results[0].is_error", v1::CONFLICTING_FIELDS, "`search_results`"}),
    [](const testing::TestParamInfo<RuleCase>& info) { return info.param.name; });

TEST(ConversationTest, AToolResultReportsEverythingThatIsNotValidWithItsSearchResults) {
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(
          UsesTools({"u"}), "tool_results { tool_use_id: 'u' text: 'T' is_error: true ",
          "documents { text: ' ' } images { data: 'x' } ", kSearchResult, "}"))),
      ElementsAre(Violates("tool_results[0].text", ""), Violates("tool_results[0].documents", ""),
                  Violates("tool_results[0].images", ""), Violates("tool_results[0].is_error", ""),
                  Violates("tool_results[0].documents[0].text", "white space"),
                  Violates("tool_results[0].images[0].data", "JPEG")));
}

TEST(ConversationTest, DocumentsAndImagesWithoutAQuestionAreAViolation) {
  EXPECT_THAT(ViolationsOf(Request("documents { text: 'x' } images { file_id: 'f' }")),
              ElementsAre(Violates("question", "empty")));
}

TEST(ConversationTest, TheIdOfAToolUseIsUniqueInTheConversation) {
  const std::string use = "blocks { tool_use { id: 'u' name: 'n' input_json: '{}' } } ";
  EXPECT_THAT(
      ViolationsOf(Request(absl::StrCat(
          "turns { user { question: 'P' } } turns { assistant { ", use,
          "} } turns { user { tool_results { tool_use_id: 'u' } } } turns { assistant { ", use,
          "} } tool_results { tool_use_id: 'u' }"))),
      testing::Contains(Violates("turns[3].assistant.blocks[0].tool_use.id", "earlier tool use")));
}

TEST(ConversationTest, IllFormedTextIsAViolationOfItsField) {
  v1::AnswerRequest request = Request(absl::StrCat(
      "question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } tools { custom { name: 'n' ",
      kSchema, " } }"));
  request.mutable_search()->set_query("\x80");
  request.mutable_search()->set_message("m\x80");
  request.mutable_tools(0)->mutable_custom()->set_description("de\x80");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("tools[0].custom.description", "byte 2"),
                                                 Violates("search.message", "byte 1"),
                                                 Violates("search.query", "byte 0")));
}

}  // namespace
}  // namespace footnote::answering::building
