// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/conversation_builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/content_builder.h"
#include "service/answering/building/tools.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"
#include "service/status/rich_status.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

Json Messages(const std::string& request) { return SentJson(Request(request))["messages"]; }

Json Text(const std::string& text) { return {{"type", "text"}, {"text", text}}; }

constexpr char kSearchResult[] = "search_results { source: 's' title: 't' text: 'x' } ";

// Returns a user turn and an assistant turn that uses the tool `n` with these ids.
std::string UsesTools(const std::vector<std::string>& ids) {
  std::string turns = "turns { user { question: 'P' } } turns { assistant { ";
  for (const std::string& id : ids) {
    absl::StrAppend(&turns, "blocks { tool_use { id: '", id, "' name: 'n' input_json: '{}' } } ");
  }
  return turns + "} } ";
}

// Returns the types of the blocks of `content`. The type of a tool result is followed by a colon
// and the types of its content.
std::vector<std::string> Types(const Json& content) {
  std::vector<std::string> types;
  for (const Json& block : content) {
    std::string type = block["type"];
    if (type == "tool_result")
      absl::StrAppend(&type, ":", absl::StrJoin(Types(block["content"]), ","));
    types.push_back(std::move(type));
  }
  return types;
}

constexpr char kAll[] = R"(
  question: 'Q'
  images { file_id: 'f' }
  search_results { source: 's' title: 't' text: 'x' }
  documents { text: 'x' }
  images { file_id: 'g' }
  documents { text: 'y' }
)";

TEST(OrderTest, DocumentsPrecedeSearchResultsAndImagesImmediatelyPrecedeTheQuestion) {
  EXPECT_THAT(Types(Messages(kAll)[0]["content"]),
              ElementsAre("document", "document", "search_result", "image", "image", "text"));
}

TEST(OrderTest, AnEarlierTurnIsSentAsItWasSentAsThePresentTurn) {
  const Json then = Messages(kAll)[0];
  EXPECT_EQ(Messages(absl::StrCat("turns { user {", kAll, "} } question: 'R'"))[0], then);
}

TEST(OrderTest, TheTextInsteadOfSearchResultsIsAtTheirPosition) {
  EXPECT_EQ(Messages("question: 'Q' documents { text: 'x' } images { file_id: 'f' } "
                     "search { message: 'None.' }")[0]["content"][1],
            Text("None."));
}

TEST(OrderTest, WithToolDeliveryDocumentsAndImagesStayWithTheQuestion) {
  const Json messages = Messages(absl::StrCat(kAll, "search { delivery: DELIVERY_TOOL_RESULT }"));
  ASSERT_EQ(messages.size(), 3u);
  EXPECT_THAT(Types(messages[0]["content"]),
              ElementsAre("document", "document", "image", "image", "text"));
  EXPECT_THAT(Types(messages[1]["content"]), ElementsAre("tool_use"));
  EXPECT_THAT(Types(messages[2]["content"]), ElementsAre("tool_result:search_result"));
}

TEST(OrderTest, ToolResultsComeFirstWithTheirDocumentsImagesAndText) {
  const Json messages = Messages(absl::StrCat(
      UsesTools({"u", "v"}),
      "tool_results { tool_use_id: 'u' text: 'T' images { file_id: 'f' } documents { text: 'x' } } "
      "tool_results { tool_use_id: 'v' images { file_id: 'f' } } ",
      kAll));
  EXPECT_THAT(Types(messages[2]["content"]),
              ElementsAre("tool_result:document,image,text", "tool_result:image", "document",
                          "document", "search_result", "image", "image", "text"));
}

TEST(ConversationTest, ATurnStartsAtItsFirstMessage) {
  const v1::AnswerRequest request = Request(
      absl::StrCat("turns { user { question: 'Q' search { delivery: DELIVERY_TOOL_RESULT } } } ",
                   "turns { assistant { blocks { text { text: ' ' } } } } ",
                   "turns { assistant { blocks { text { text: 'A' } } } } question: 'R'"));
  Violations violations;
  const Field root(&violations);
  CacheBreakpoints breakpoints;
  SourceIndex sources;
  messages::MessagesRequest out;
  std::deque<std::string> kept;
  ContentBuilder content(segmentation::ChunkingRules(), &sources, &breakpoints);
  Tools tools(&breakpoints, &out);
  ConversationBuilder builder(&content, &tools, &kept, &out);
  builder.AddTurns(request, root);
  EXPECT_THAT(builder.turn_starts(), ElementsAre(0, 3, 3, 4));
  EXPECT_EQ(out.messages.size(), 5u);
}

TEST(ToolResultTest, ResultsComeFirstInTheCallersOrderWhichIsTheOrderOfTheirSearchResults) {
  // B65
  std::string request = UsesTools({"u1", "u2", "u3", "u4", "u5"});
  for (const char* number : {"3", "1", "5", "2", "4"}) {
    absl::StrAppend(&request, "tool_results { tool_use_id: 'u", number, "' search_results { id: 'h",
                    number, "' source: 's' title: 't' text: 'x' } } ");
  }
  absl::StrAppend(&request,
                  "question: 'Q' search_results { id: 'top' source: 's' title: 't' text: 'x' }");
  const v1::AnswerRequest parsed = Request(request);
  const Json content = SentJson(parsed)["messages"].back()["content"];
  ASSERT_EQ(content.size(), 7u);
  EXPECT_EQ(content[0]["tool_use_id"], "u3");
  EXPECT_EQ(content[4]["tool_use_id"], "u4");
  EXPECT_EQ(content[5]["type"], "search_result");
  EXPECT_EQ(content[6]["type"], "text");
  std::vector<std::string> ids;
  const BuiltRequest built = MustBuild(parsed);
  for (const Source& source : built.sources.search_results()) {
    ids.emplace_back(source.id);
  }
  EXPECT_THAT(ids, ElementsAre("h3", "h1", "h5", "h2", "h4", "top"));
  EXPECT_EQ(built.sources.search_results()[2].position.tool_result, 2);
  EXPECT_EQ(built.sources.search_results()[5].position.tool_result, std::nullopt);
}

struct ResultCase {
  const char* name;
  const char* result;
  const char* json;  // without type and id
};

class ResultContentTest : public testing::TestWithParam<ResultCase> {};

TEST_P(ResultContentTest, IsABlockThatIsNeverEmpty) {
  Json block = Messages(absl::StrCat(UsesTools({"u"}), "tool_results { tool_use_id: 'u' ",
                                     GetParam().result, "}"))[2]["content"][0];
  block.erase("type");
  block.erase("tool_use_id");
  EXPECT_EQ(block, Json::parse(GetParam().json));
}

INSTANTIATE_TEST_SUITE_P(
    Results, ResultContentTest,
    testing::Values(
        ResultCase{"Text", "text: '42'", R"({"content":[{"type":"text","text":"42"}]})"},
        // B63
        ResultCase{"Nothing", "", R"({"content":[{"type":"text","text":"No results found."}]})"},
        // B70
        ResultCase{"ErrorWithoutText", "is_error: true",
                   R"({"content":[{"type":"text","text":"The tool failed."}],"is_error":true})"},
        ResultCase{"ErrorWithText", "is_error: true text: 'No.'",
                   R"({"content":[{"type":"text","text":"No."}],"is_error":true})"}),
    [](const testing::TestParamInfo<ResultCase>& info) { return info.param.name; });

TEST(ConversationTest, MoreMessagesThanTheApiAcceptsAreAViolation) {
  v1::AnswerRequest request;
  for (int i = 0; i < 100000; ++i) request.add_turns()->mutable_user()->set_question("Q");
  request.set_question("Q");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("turns", "100001 messages")));
  request.mutable_turns()->RemoveLast();
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
}

TEST(ConversationTest, IdsThatAreRepeatedInManyViolationsAreShortened) {
  // The model uses a tool of the caller and one of the API, and many turns follow that are not
  // valid.
  v1::AnswerRequest request = Request(UsesTools({"u"}));
  v1::OpaqueBlock* use =
      request.mutable_turns(1)->mutable_assistant()->add_blocks()->mutable_opaque();
  use->set_type("server_tool_use");
  use->set_json(Json({{"type", "server_tool_use"},
                      {"id", std::string(1000000, 'i')},
                      {"name", "web_search"},
                      {"input", Json::object()}})
                    .dump());
  request.add_turns()->mutable_user()->add_tool_results()->set_tool_use_id("u");
  constexpr int kTurns = 150;
  for (int i = 0; i < kTurns; ++i) request.add_turns()->mutable_user()->set_question("Q");
  request.set_question("Q");

  Violations violations;
  const Field root(&violations);
  CacheBreakpoints breakpoints;
  SourceIndex sources;
  messages::MessagesRequest out;
  std::deque<std::string> kept;
  ContentBuilder content(segmentation::ChunkingRules(), &sources, &breakpoints);
  Tools tools(&breakpoints, &out);
  ConversationBuilder(&content, &tools, &kept, &out).AddTurns(request, root);
  EXPECT_GE(violations.count(), static_cast<size_t>(kTurns));
  for (const status::Violation& violation : violations.kept()) {
    EXPECT_LT(violation.description.size(), 1000u) << violation.field;
  }
}

TEST(ConversationTest, ManyToolUsesTakeLinearTime) {
  v1::AnswerRequest request;
  request.add_turns()->mutable_user()->set_question("Q");
  v1::AssistantTurn* assistant = request.add_turns()->mutable_assistant();
  constexpr int kCount = 50000;
  for (int i = 0; i < kCount; ++i) {
    v1::ToolUse* use = assistant->add_blocks()->mutable_tool_use();
    use->set_id(absl::StrCat("u", i));
    use->set_name("n");
    use->set_input_json("{}");
    request.add_tool_results()->set_tool_use_id(absl::StrCat("u", kCount - 1 - i));
  }
  const absl::Time start = absl::Now();
  EXPECT_TRUE(BuildRequest(request, TestDefaults()).ok());
  EXPECT_LT(absl::Now() - start, absl::Seconds(30));
}

}  // namespace
}  // namespace footnote::answering::building
