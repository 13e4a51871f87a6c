// SPDX-License-Identifier: Apache-2.0
// User turns whose content is an ordered list of blocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "service/answering/building/request_builder.h"
#include "tests/answering/request_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest Request(const std::string& text) { return FromText<v1::AnswerRequest>(text); }

constexpr char kContent[] = R"(
  content { text { text: "First." cache_control {} } }
  content { search_result { id: "sr" source: "s" title: "t" text: "x" } }
  content { image { file_id: "f" } }
  content { document { id: "doc" text: "d" cache_control { ttl: TTL_5M } } }
  content { search_result { id: "sr-2" source: "s" title: "t" text: "y" } }
  content { text { text: "Last." } }
)";

constexpr char kToolUse[] =
    "turns { user { question: 'P' } } turns { assistant { blocks { "
    "tool_use { id: 'u' name: 'n' input_json: '{}' } } } } ";

TEST(OrderedContentTest, BlocksAreSentInTheCallersOrder) {
  EXPECT_EQ(SentJson(Request(kContent))["messages"],
            Json::parse(R"json([{"role": "user", "content": [
    {"type": "text", "text": "First.", "cache_control": {"type": "ephemeral"}},
    {"type": "search_result", "source": "s", "title": "t",
     "content": [{"type": "text", "text": "x"}], "citations": {"enabled": true}},
    {"type": "image", "source": {"type": "file", "file_id": "f"}},
    {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "d"},
     "citations": {"enabled": true}, "cache_control": {"type": "ephemeral"}},
    {"type": "search_result", "source": "s", "title": "t",
     "content": [{"type": "text", "text": "y"}], "citations": {"enabled": true}},
    {"type": "text", "text": "Last."}]}])json"));
}

TEST(OrderedContentTest, AnEarlierTurnIsSentAsItWasSentAsThePresentTurn) {
  EXPECT_EQ(SentJson(Request(
                absl::StrCat("turns { user {", kContent, "} } question: 'R'")))["messages"][0],
            SentJson(Request(kContent))["messages"][0]);
}

TEST(OrderedContentTest, TheSameBlocksAreSentForTheFlatFields) {
  EXPECT_EQ(
      MustBuild(Request("documents { text: 'd' } search_results { source: 's' title: 't' "
                        "text: 'x' } images { file_id: 'f' } question: 'Q'"))
          .json,
      MustBuild(Request("content { document { text: 'd' } } content { search_result { source: "
                        "'s' title: 't' text: 'x' } } content { image { file_id: 'f' } } "
                        "content { text { text: 'Q' } }"))
          .json);
}

TEST(OrderedContentTest, TheItemIndexOfASourceIsItsIndexInTheContent) {
  const v1::AnswerRequest request = Request(kContent);
  const BuiltRequest built = MustBuild(request);
  const std::vector<Source>& results = built.sources.search_results();
  ASSERT_EQ(results.size(), 2u);
  ASSERT_EQ(built.sources.documents().size(), 1u);
  EXPECT_EQ(results[0].position.position, 1);
  EXPECT_EQ(results[1].position.position, 4);
  EXPECT_EQ(built.sources.documents()[0].position.position, 3);
  v1::CitedSource source;
  DescribeSource(results[1], 1, &source);
  EXPECT_EQ(source.id(), "sr-2");
  EXPECT_EQ(source.api_index(), 1);
  EXPECT_EQ(source.turn_index(), 0);
  EXPECT_EQ(source.item_index(), 4);
  EXPECT_FALSE(source.has_tool_result_index());
}

TEST(OrderedContentTest, CacheBreakpointsAreListedWithTheirFields) {
  const v1::AnswerRequest request = Request(kContent);
  std::vector<std::string> fields;
  for (const PlannedBreakpoint& breakpoint : MustBuild(request).cache_breakpoints) {
    fields.push_back(breakpoint.field);
  }
  EXPECT_THAT(fields,
              ElementsAre("content[0].text.cache_control", "content[3].document.cache_control"));
}

TEST(OrderedContentTest, ToolResultsComeFirst) {
  const Json content = SentJson(Request(absl::StrCat(
      kToolUse,
      "content { text { text: 'T' } } tool_results { tool_use_id: 'u' text: 'R' }")))["messages"]
                           .back()["content"];
  ASSERT_EQ(content.size(), 2u);
  EXPECT_EQ(content[0]["type"], "tool_result");
  EXPECT_EQ(content[1]["type"], "text");
}

TEST(OrderedContentTest, NoTextStatesThatNothingWasFound) {
  EXPECT_EQ(SentJson(Request("content { text { text: 'T' } }"))["messages"][0]["content"].size(),
            1u);
}

TEST(OrderedContentTest, ALaterTurnCanAnswerFromIt) {
  EXPECT_EQ(
      SentJson(Request(
          "turns { user { content { document { text: 'd' } } } } question: 'Q'"))["messages"][1]
                                                                                 ["content"]
                                                                                     .size(),
      1u);
}

TEST(OrderedContentTest, AQuestionIsNotRequired) {
  EXPECT_TRUE(BuildRequest(Request("content { image { file_id: 'f' } }"), TestDefaults()).ok());
}

struct ContentRule {
  const char* name;
  std::string request;
  const char* field;
  v1::ViolationReason reason;
};

class ContentRuleTest : public testing::TestWithParam<ContentRule> {};

TEST_P(ContentRuleTest, IsOneViolationOfItsField) {
  EXPECT_THAT(ViolationsOf(Request(GetParam().request)),
              ElementsAre(HasReason(GetParam().field, GetParam().reason)));
}

INSTANTIATE_TEST_SUITE_P(
    Rules, ContentRuleTest,
    testing::Values(
        ContentRule{"NoKind", "content {}", "content[0]", v1::REQUIRED},
        ContentRule{"EmptyText", "content { text {} }", "content[0].text.text", v1::EMPTY},
        ContentRule{"BlankText", "content { text { text: ' ' } }", "content[0].text.text",
                    v1::EMPTY},
        ContentRule{"NoTitle",
                    "content { text { text: 'T' } } content { search_result { source: 's' text: "
                    "'x' } }",
                    "content[1].search_result.title", v1::EMPTY},
        ContentRule{"BlankDocument", "content { document { text: ' ' } }",
                    "content[0].document.text", v1::EMPTY},
        ContentRule{"ImageOfAnUnknownFormat", "content { image { data: 'x' } }",
                    "content[0].image.data", v1::UNSUPPORTED_FILE_FORMAT},
        ContentRule{"UnknownTtl", "content { text { text: 'T' cache_control { ttl: 9 } } }",
                    "content[0].text.cache_control.ttl", v1::UNKNOWN_ENUM_VALUE},
        ContentRule{"SameIdTwice",
                    "content { document { id: 'a' text: 'x' } } "
                    "content { document { id: 'a' text: 'y' } }",
                    "content[1].document.id", v1::DUPLICATE},
        ContentRule{"InAnEarlierTurn", "turns { user { content {} } } question: 'Q'",
                    "turns[0].user.content[0]", v1::REQUIRED},
        ContentRule{"LongerTimeToLiveAfterAShorterOne",
                    "content { text { text: 'T' cache_control {} } } "
                    "content { document { text: 'd' cache_control { ttl: TTL_1H } } }",
                    "content[1].document.cache_control", v1::CACHE_BREAKPOINT_ORDER},
        ContentRule{"MissingToolResult", absl::StrCat(kToolUse, "content { text { text: 'T' } }"),
                    "tool_results", v1::MISSING_TOOL_RESULT}),
    [](const testing::TestParamInfo<ContentRule>& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::answering::building
