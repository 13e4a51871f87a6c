// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_positions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/answering/building/token_estimate.h"
#include "service/messages/request.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using messages::MessageParam;
using messages::MessagesRequest;
using messages::Role;
using testing::ElementsAre;
using testing::IsEmpty;

messages::TextParam Text(absl::string_view text) {
  messages::TextParam out;
  out.text = text;
  return out;
}

messages::ToolParam Tool(absl::string_view name, absl::string_view description) {
  messages::ToolParam out;
  out.name = name;
  out.description = description;
  out.input_schema_json = "{}";
  return out;
}

messages::SearchResultParam SearchResult(absl::string_view text) {
  messages::SearchResultParam out;
  out.source = "s";
  out.title = "t";
  out.content = {text};
  return out;
}

// Returns a request with a position of every kind. The web search is not the last tool.
MessagesRequest Everything() {
  MessagesRequest request;
  request.tools.emplace_back(Tool("a", ""));
  request.tools.emplace_back(messages::WebSearchParam());
  request.tools.emplace_back(Tool("b", ""));
  request.system = "S";
  MessageParam user;
  user.content.emplace_back(messages::DocumentParam());
  user.content.emplace_back(SearchResult("x"));
  user.content.emplace_back(messages::ImageParam());
  user.content.emplace_back(Text("Q"));
  MessageParam assistant;
  assistant.role = Role::kAssistant;
  assistant.content.emplace_back(messages::OpaqueParam{"{}"});
  assistant.content.emplace_back(Text("A"));
  assistant.content.emplace_back(messages::ToolUseParam{"u", "a", "{}"});
  messages::ToolResultParam result;
  result.content.emplace_back(SearchResult("y"));
  result.content.emplace_back(SearchResult("z"));
  MessageParam last;
  last.content.emplace_back(std::move(result));
  request.messages = {user, assistant, last};
  return request;
}

std::vector<CacheBreakpointPosition> PositionsOf(MessagesRequest* request) {
  std::vector<CacheBreakpointPosition> positions;
  VisitCachePositions(
      request, TokenCounting::kEstimated,
      [&positions](const CacheBreakpointPosition& position) { positions.push_back(position); });
  return positions;
}

TEST(CachePositionsTest, PositionsAreVisitedInTheOrderOfTheApiAndThoseInAToolResultBeforeIt) {
  MessagesRequest request = Everything();
  std::vector<std::string> names;
  for (const CacheBreakpointPosition& position : PositionsOf(&request))
    names.push_back(position.ToString());
  EXPECT_THAT(names, ElementsAre("tools[0]", "tools[1]", "tools[2]", "system[0]",
                                 "messages[0].content[0]", "messages[0].content[1]",
                                 "messages[0].content[2]", "messages[0].content[3]",
                                 "messages[1].content[1]", "messages[2].content[0].content[0]",
                                 "messages[2].content[0].content[1]", "messages[2].content[0]"));
}

TEST(CachePositionsTest, AnEmptyRequestHasNoPosition) {
  MessagesRequest request;
  EXPECT_THAT(PositionsOf(&request), IsEmpty());
}

TEST(CachePositionsTest, ABreakpointThatIsSetAtAPositionIsSent) {
  MessagesRequest request = Everything();
  for (const CacheBreakpointPosition& position : PositionsOf(&request))
    *position.breakpoint = CacheTtl::k1Hour;
  std::string json;
  AppendJson(request, &json);
  size_t count = 0;
  for (size_t at = json.find("cache_control"); at != std::string::npos;
       at = json.find("cache_control", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 12);
}

TEST(CachePositionsTest, SearchResultsDocumentsAndToolResultsWithThemAreSources) {
  MessagesRequest request = Everything();
  std::vector<std::string> names;
  for (const CacheBreakpointPosition& position : PositionsOf(&request)) {
    if (position.has_source) names.push_back(position.ToString());
  }
  EXPECT_THAT(names, ElementsAre("messages[0].content[0]", "messages[0].content[1]",
                                 "messages[2].content[0].content[0]",
                                 "messages[2].content[0].content[1]", "messages[2].content[0]"));
}

TEST(CachePositionsTest, OnlyTheLastElementOfAToolResultEndsTheSamePrefixAsTheToolResult) {
  MessagesRequest request = Everything();
  const std::vector<CacheBreakpointPosition> positions = PositionsOf(&request);
  for (size_t a = 0; a < positions.size(); ++a) {
    for (size_t b = 0; b < positions.size(); ++b) {
      const bool expected = a == b || (a >= 10 && b >= 10);
      EXPECT_EQ(SamePrefix(positions[a], positions[b]), expected)
          << positions[a].ToString() << " " << positions[b].ToString();
    }
  }
}

// B52
TEST(CachePositionsTest, BlankTextTakesNoBreakpoint) {
  MessagesRequest request;
  MessageParam user;
  for (const char* text : {"", "  \n\t", "\u3000", "\u200b"}) user.content.emplace_back(Text(text));
  messages::ToolResultParam blank;
  blank.content.emplace_back(Text(" "));
  user.content.emplace_back(std::move(blank));
  request.messages.push_back(user);
  request.system = "\u2003";
  std::vector<std::string> takers;
  for (const CacheBreakpointPosition& position : PositionsOf(&request)) {
    if (position.takes_breakpoint) takers.push_back(position.ToString());
  }
  EXPECT_THAT(takers, ElementsAre("messages[0].content[3]"));
}

TEST(CachePositionsTest, PrefixesGrowToTheEntireRequest) {
  MessagesRequest request = Everything();
  std::vector<CacheBreakpointPosition> positions;
  const int64_t total = VisitCachePositions(
      &request, TokenCounting::kEstimated,
      [&positions](const CacheBreakpointPosition& position) { positions.push_back(position); });
  for (size_t i = 1; i < positions.size(); ++i) {
    EXPECT_GE(positions[i].prefix_tokens, positions[i - 1].prefix_tokens);
  }
  EXPECT_EQ(positions.back().prefix_tokens, total);
  EXPECT_GT(total, kTokensOfImage);
}

TEST(CachePositionsTest, FilesAndUrlsAreNotCounted) {
  const std::string file(100000, 'x');
  messages::DocumentParam document;
  document.data = file;
  for (const auto source :
       {messages::DocumentParam::Source::kPdf, messages::DocumentParam::Source::kUrl,
        messages::DocumentParam::Source::kFile}) {
    document.source = source;
    MessagesRequest request;
    request.messages.push_back({Role::kUser, {document}});
    EXPECT_LT(VisitCachePositions(&request, TokenCounting::kEstimated,
                                  [](const CacheBreakpointPosition&) {}),
              20);
  }
  document.source = messages::DocumentParam::Source::kText;
  MessagesRequest request;
  request.messages.push_back({Role::kUser, {document}});
  EXPECT_GT(VisitCachePositions(&request, TokenCounting::kEstimated,
                                [](const CacheBreakpointPosition&) {}),
            20000);
}

TEST(CachePositionsTest, APrefixWithADocumentThatCannotBeCountedMayHaveMoreTokens) {
  for (const auto source :
       {messages::DocumentParam::Source::kPdf, messages::DocumentParam::Source::kUrl,
        messages::DocumentParam::Source::kFile}) {
    messages::DocumentParam document;
    document.source = source;
    messages::ToolResultParam result;
    result.content.emplace_back(document);
    MessagesRequest request;
    request.system = "S";
    request.messages.push_back({Role::kUser, {Text("before"), result, Text("after")}});
    std::vector<std::string> names;
    for (const CacheBreakpointPosition& position : PositionsOf(&request)) {
      if (position.may_have_more_tokens) names.push_back(position.ToString());
    }
    EXPECT_THAT(names, ElementsAre("messages[0].content[1].content[0]", "messages[0].content[1]",
                                   "messages[0].content[2]"));
  }
  MessagesRequest request = Everything();
  for (const CacheBreakpointPosition& position : PositionsOf(&request))
    EXPECT_FALSE(position.may_have_more_tokens);
}

TEST(CachePositionsTest, TokensAreCountedOnlyOnRequest) {
  MessagesRequest request = Everything();
  EXPECT_EQ(VisitCachePositions(&request, TokenCounting::kNone,
                                [](const CacheBreakpointPosition& position) {
                                  EXPECT_EQ(position.prefix_tokens, 0);
                                }),
            0);
}

}  // namespace
}  // namespace footnote::answering::building
