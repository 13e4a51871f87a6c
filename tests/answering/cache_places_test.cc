#include "service/answering/building/caching/cache_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "service/answering/building/token_estimate.h"

namespace footnote::answering {
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

messages::SearchResultParam Hit(absl::string_view text) {
  messages::SearchResultParam out;
  out.source = "s";
  out.title = "t";
  out.content = {text};
  return out;
}

// One place of every kind.
MessagesRequest Everything() {
  MessagesRequest request;
  request.tools.push_back({"a", "", "{}", std::nullopt});
  request.tools.push_back({"b", "", "{}", std::nullopt});
  request.web_search.emplace();
  request.system = "S";
  MessageParam user;
  user.content.emplace_back(messages::DocumentParam());
  user.content.emplace_back(Hit("x"));
  user.content.emplace_back(messages::ImageParam());
  user.content.emplace_back(Text("Q"));
  MessageParam assistant;
  assistant.role = Role::kAssistant;
  assistant.content.emplace_back(messages::OpaqueParam{"{}"});
  assistant.content.emplace_back(Text("A"));
  assistant.content.emplace_back(messages::ToolUseParam{"u", "a", "{}"});
  messages::ToolResultParam result;
  result.content.emplace_back(Hit("y"));
  result.content.emplace_back(Hit("z"));
  MessageParam last;
  last.content.emplace_back(std::move(result));
  request.messages = {user, assistant, last};
  return request;
}

std::vector<CachePlace> PlacesOf(MessagesRequest* request) {
  std::vector<CachePlace> places;
  VisitCachePlaces(request, TokenCounting::kEstimated,
                   [&places](const CachePlace& place) { places.push_back(place); });
  return places;
}

TEST(CachePlacesTest, AreVisitedInTheApisOrderAndThoseInAToolResultBeforeIt) {
  MessagesRequest request = Everything();
  std::vector<std::string> names;
  for (const CachePlace& place : PlacesOf(&request)) names.push_back(place.ToString());
  EXPECT_THAT(names, ElementsAre("tools[0]", "tools[1]", "tools[2]", "system[0]",
                                 "messages[0].content[0]", "messages[0].content[1]",
                                 "messages[0].content[2]", "messages[0].content[3]",
                                 "messages[1].content[1]", "messages[2].content[0].content[0]",
                                 "messages[2].content[0].content[1]", "messages[2].content[0]"));
}

TEST(CachePlacesTest, AnEmptyRequestHasNone) {
  MessagesRequest request;
  EXPECT_THAT(PlacesOf(&request), IsEmpty());
}

TEST(CachePlacesTest, AMarkThatIsSetThereStandsInTheRequest) {
  MessagesRequest request = Everything();
  for (const CachePlace& place : PlacesOf(&request)) *place.mark = CacheTtl::k1Hour;
  std::string json;
  AppendJson(request, &json);
  size_t count = 0;
  for (size_t at = json.find("cache_control"); at != std::string::npos;
       at = json.find("cache_control", at + 1)) {
    ++count;
  }
  EXPECT_EQ(count, 12);
}

TEST(CachePlacesTest, HitsDocumentsAndToolResultsWithThemAreSources) {
  MessagesRequest request = Everything();
  std::vector<std::string> names;
  for (const CachePlace& place : PlacesOf(&request)) {
    if (place.has_source) names.push_back(place.ToString());
  }
  EXPECT_THAT(names, ElementsAre("messages[0].content[0]", "messages[0].content[1]",
                                 "messages[2].content[0].content[0]",
                                 "messages[2].content[0].content[1]", "messages[2].content[0]"));
}

TEST(CachePlacesTest, OnlyTheLastInAToolResultEndsAsTheResultDoes) {
  MessagesRequest request = Everything();
  const std::vector<CachePlace> places = PlacesOf(&request);
  for (size_t a = 0; a < places.size(); ++a) {
    for (size_t b = 0; b < places.size(); ++b) {
      const bool expected = a == b || (a >= 10 && b >= 10);
      EXPECT_EQ(EndAlike(places[a], places[b]), expected)
          << places[a].ToString() << " " << places[b].ToString();
    }
  }
}

// B52
TEST(CachePlacesTest, TextOfWhiteSpaceTakesNoMark) {
  MessagesRequest request;
  MessageParam user;
  for (const char* text : {"", "  \n\t", "\u3000", "\u200b"}) user.content.emplace_back(Text(text));
  messages::ToolResultParam blank;
  blank.content.emplace_back(Text(" "));
  user.content.emplace_back(std::move(blank));
  request.messages.push_back(user);
  request.system = "\u2003";
  std::vector<std::string> takers;
  for (const CachePlace& place : PlacesOf(&request)) {
    if (place.takes_mark) takers.push_back(place.ToString());
  }
  EXPECT_THAT(takers, ElementsAre("messages[0].content[3]"));
}

TEST(CachePlacesTest, PrefixesGrowToTheWholeRequest) {
  MessagesRequest request = Everything();
  std::vector<CachePlace> places;
  const int64_t whole =
      VisitCachePlaces(&request, TokenCounting::kEstimated,
                       [&places](const CachePlace& place) { places.push_back(place); });
  for (size_t i = 1; i < places.size(); ++i) {
    EXPECT_GE(places[i].prefix_tokens, places[i - 1].prefix_tokens);
  }
  EXPECT_EQ(places.back().prefix_tokens, whole);
  EXPECT_GT(whole, kTokensOfImage);
}

TEST(CachePlacesTest, FilesAndAddressesCountNothing) {
  const std::string file(100000, 'x');
  messages::DocumentParam document;
  document.data = file;
  for (const auto source :
       {messages::DocumentParam::Source::kPdf, messages::DocumentParam::Source::kUrl,
        messages::DocumentParam::Source::kFile}) {
    document.source = source;
    MessagesRequest request;
    request.messages.push_back({Role::kUser, {document}});
    EXPECT_LT(VisitCachePlaces(&request, TokenCounting::kEstimated, [](const CachePlace&) {}), 20);
  }
  document.source = messages::DocumentParam::Source::kText;
  MessagesRequest request;
  request.messages.push_back({Role::kUser, {document}});
  EXPECT_GT(VisitCachePlaces(&request, TokenCounting::kEstimated, [](const CachePlace&) {}), 20000);
}

TEST(CachePlacesTest, FromADocumentThatCannotBeCountedOnThereMayBeMore) {
  for (const auto source :
       {messages::DocumentParam::Source::kPdf, messages::DocumentParam::Source::kUrl,
        messages::DocumentParam::Source::kFile}) {
    messages::DocumentParam document;
    document.source = source;
    messages::ToolResultParam result;
    result.content.emplace_back(document);
    MessagesRequest request;
    request.system = "S";
    request.messages.push_back({Role::kUser, {Text("before"), result, Text("behind")}});
    std::vector<std::string> names;
    for (const CachePlace& place : PlacesOf(&request)) {
      if (place.may_have_more_tokens) names.push_back(place.ToString());
    }
    EXPECT_THAT(names, ElementsAre("messages[0].content[1].content[0]", "messages[0].content[1]",
                                   "messages[0].content[2]"));
  }
  MessagesRequest request = Everything();
  for (const CachePlace& place : PlacesOf(&request)) EXPECT_FALSE(place.may_have_more_tokens);
}

TEST(CachePlacesTest, TokensAreCountedOnlyIfAskedFor) {
  MessagesRequest request = Everything();
  EXPECT_EQ(VisitCachePlaces(&request, TokenCounting::kNone,
                             [](const CachePlace& place) { EXPECT_EQ(place.prefix_tokens, 0); }),
            0);
}

}  // namespace
}  // namespace footnote::answering
