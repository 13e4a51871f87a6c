// SPDX-License-Identifier: Apache-2.0
#include "service/messages/request.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/string_view.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"
#include "service/messages/message.h"
#include "service/messages/request_size.h"
#include "tests/messages/fixture.h"

namespace footnote::messages {
namespace {

using Json = nlohmann::json;

// The JSON of `request`, compared without regard to the order of keys. Whatever it is, it has no
// fewer bytes than MinimumJsonSize says.
Json ToJson(const MessagesRequest& request) {
  std::string out;
  AppendJson(request, &out);
  EXPECT_LE(MinimumJsonSize(request), out.size()) << out;
  return Json::parse(out);
}

MessagesRequest RequestWith(ContentBlockParam block, Role role = Role::kUser) {
  MessagesRequest request;
  request.model = "m";
  request.max_tokens = 10;
  request.messages.push_back({role, {std::move(block)}});
  return request;
}

// The JSON of one block.
Json BlockJson(ContentBlockParam block, Role role = Role::kUser) {
  return ToJson(RequestWith(std::move(block), role))["messages"][0]["content"][0];
}

// The JSON of a request's field after `change`, or null where it has none.
template <typename Change>
Json FieldJson(const char* field, Change change) {
  MessagesRequest request = RequestWith(TextParam{"x", {}, {}});
  change(request);
  const Json json = ToJson(request);
  return json.contains(field) ? json[field] : Json();
}

SearchResultParam Hit(absl::string_view source, absl::string_view title,
                      std::vector<absl::string_view> content) {
  SearchResultParam hit;
  hit.source = source;
  hit.title = title;
  hit.content = std::move(content);
  hit.citations_enabled = true;
  return hit;
}

TEST(RequestTest, TheDocumentedRequestWithTopLevelHitsIsWritten) {
  MessagesRequest request;
  request.model = "claude-opus-5-5";
  request.max_tokens = 1024;
  request.messages.push_back(
      {Role::kUser,
       {Hit("https://docs.company.com/api-reference", "API Reference - Authentication",
            {"All API requests must include an API key in the Authorization header. Keys can be "
             "generated from the dashboard. Rate limits: 1000 requests per hour for standard tier, "
             "10000 for premium."}),
        Hit("https://docs.company.com/quickstart", "Getting Started Guide",
            {"To get started: 1) Sign up for an account, 2) Generate an API key from the "
             "dashboard, "
             "3) Install our SDK using pip install company-sdk, 4) Initialize the client with your "
             "API key."}),
        TextParam{"Based on these search results, how do I authenticate API requests and what are "
                  "the rate limits?",
                  {},
                  {}}}});
  EXPECT_EQ(ToJson(request), Json::parse(ReadFixture("documented_request_top_level.json")));
}

TEST(RequestTest, TheDocumentedRequestWithHitsOfBothMethodsIsWritten) {
  MessagesRequest request;
  request.model = "claude-opus-5-5";
  request.max_tokens = 1024;
  request.tools.emplace_back(ToolParam{
      "search_knowledge_base",
       "Search the company knowledge base for information",
       R"({"type":"object","properties":{"query":{"type":"string","description":"The search query"}},)"
       R"("required":["query"]})",
       {},
       {}});
  request.messages.push_back(
      {Role::kUser,
       {Hit("https://docs.company.com/overview", "Product Overview",
            {"Acme Dashboard is a monitoring tool for distributed systems. It supports real-time "
             "alerting and custom metric dashboards."}),
        TextParam{"What does Acme Dashboard do, and what plans is it available on?", {}, {}}}});
  request.messages.push_back(
      {Role::kAssistant,
       {TextParam{"Let me check the pricing information.", {}, {}},
        ToolUseParam{"toolu_01A09q90qw90lq917835lq9", "search_knowledge_base",
                     R"({"query": "Acme Dashboard pricing plans"})"}}});
  ToolResultParam result;
  result.tool_use_id = "toolu_01A09q90qw90lq917835lq9";
  result.content.emplace_back(
      Hit("https://docs.company.com/pricing", "Pricing Plans",
          {"Acme Dashboard is available on the Starter plan at $10 per user per month and the "
           "Enterprise plan with custom pricing."}));
  request.messages.push_back({Role::kUser, {result}});
  EXPECT_EQ(ToJson(request), Json::parse(ReadFixture("documented_request_both_methods.json")));
}

TEST(RequestTest, NoWhiteSpaceStandsBetweenTokensAndTheTextBeforeStays) {
  std::string out = "before ";
  AppendJson(RequestWith(TextParam{"a b", {}, {}}), &out);
  EXPECT_EQ(out, R"(before {"model":"m","max_tokens":10,"messages":[{"role":"user","content":)"
                 R"([{"type":"text","text":"a b"}]}]})");
}

TEST(RequestTest, AHitIsWrittenWithItsBlocksItsSettingAndItsMark) {
  SearchResultParam hit = Hit("kb://leave/12", "Leave policy", {"20 days.", "Carry over: 5."});
  hit.cache = CacheTtl::k1Hour;
  EXPECT_EQ(BlockJson(hit), Json::parse(R"({
    "type": "search_result", "source": "kb://leave/12", "title": "Leave policy",
    "content": [{"type": "text", "text": "20 days."}, {"type": "text", "text": "Carry over: 5."}],
    "citations": {"enabled": true},
    "cache_control": {"type": "ephemeral", "ttl": "1h"}})"));
}

TEST(RequestTest, AHitWithoutCitationsLeavesTheSettingOut) {
  SearchResultParam hit = Hit("s", "t", {"x"});
  hit.citations_enabled = false;
  EXPECT_FALSE(BlockJson(hit).contains("citations"));
}

TEST(RequestTest, AMarkOfFiveMinutesLeavesItsLifetimeOut) {
  EXPECT_EQ(BlockJson(TextParam{"x", CacheTtl::k5Minutes, {}})["cache_control"],
            Json::parse(R"({"type": "ephemeral"})"));
}

TEST(RequestTest, EveryKindOfCitationIsWrittenInItsInputForm) {
  struct Case {
    const char* name;
    CitationParam citation;
    const char* json;
  };
  using Kind = CitationParam::Kind;
  const std::vector<Case> cases = {
      {"characters",
       {Kind::kChar, "The grass is green.", 0, 0, 20, "Example Document", "", ""},
       R"({"type": "char_location", "cited_text": "The grass is green.", "document_index": 0,
           "document_title": "Example Document", "start_char_index": 0, "end_char_index": 20})"},
      {"pages",
       {Kind::kPage, "Water is essential for life.", 1, 5, 6, "PDF Document", "", ""},
       R"({"type": "page_location", "cited_text": "Water is essential for life.",
           "document_index": 1, "document_title": "PDF Document",
           "start_page_number": 5, "end_page_number": 6})"},
      {"blocks of a document",
       {Kind::kContentBlock, "First chunk", 2, 0, 1, std::nullopt, "", ""},
       R"({"type": "content_block_location", "cited_text": "First chunk", "document_index": 2,
           "document_title": null, "start_block_index": 0, "end_block_index": 1})"},
      {"blocks of a hit",
       {Kind::kSearchResult, "Limits.", 3, 1, 2, "API \"Documentation\"", "https://d.c/g", ""},
       R"({"type": "search_result_location", "cited_text": "Limits.", "source": "https://d.c/g",
           "title": "API \"Documentation\"", "search_result_index": 3,
           "start_block_index": 1, "end_block_index": 2})"},
      {"a web page",
       {Kind::kWebSearchResult, "Shannon…", 0, 0, 0, std::nullopt, "https://w.org/s", "Eo8B"},
       R"({"type": "web_search_result_location", "cited_text": "Shannon…",
           "url": "https://w.org/s", "title": null, "encrypted_index": "Eo8B"})"},
  };
  for (const Case& test : cases) {
    const Json block = BlockJson(TextParam{"x", {}, {test.citation}}, Role::kAssistant);
    EXPECT_EQ(block["citations"], Json::array({Json::parse(test.json)})) << test.name;
  }
}

TEST(RequestTest, CitationsThatAreWrittenAreReadBackAsTheyWere) {
  const CitationParam citation = {
      CitationParam::Kind::kSearchResult, "a\n\"b\"", 7, 1, 3, "T", "kb://x", ""};
  const Json message = {{"content", {BlockJson(TextParam{"x", {}, {citation}}, Role::kAssistant)}}};
  const absl::StatusOr<Message> parsed = ParseMessage(message.dump());
  ASSERT_TRUE(parsed.ok());
  const TextCitation& read = parsed->content[0].citations[0];
  EXPECT_EQ(read.kind, TextCitation::Kind::kSearchResult);
  EXPECT_EQ(read.cited_text, "a\n\"b\"");
  EXPECT_EQ(read.index, 7);
  EXPECT_EQ(read.start, 1);
  EXPECT_EQ(read.end, 3);
  EXPECT_EQ(read.title, "T");
  EXPECT_EQ(read.source, "kb://x");
}

TEST(RequestTest, ATextWithoutCitationsHasNoSuchKey) {
  EXPECT_EQ(BlockJson(TextParam{"x", {}, {}}), Json::parse(R"({"type": "text", "text": "x"})"));
}

TEST(RequestTest, AToolResultOfWordsIsAnArrayOfOneTextBlock) {
  ToolResultParam result;
  result.tool_use_id = "toolu_1";
  TextParam text;
  text.text = "No results found.";
  result.content.emplace_back(text);
  result.is_error = true;
  result.cache = CacheTtl::k5Minutes;
  EXPECT_EQ(BlockJson(result), Json::parse(R"({
    "type": "tool_result", "tool_use_id": "toolu_1",
    "content": [{"type": "text", "text": "No results found."}], "is_error": true,
    "cache_control": {"type": "ephemeral"}})"));
}

TEST(RequestTest, OpaqueBlocksAndToolInputsAreSentByteForByte) {
  const std::string opaque = R"({ "type":"thinking", "thinking":"\u00e9", "signature":"s" })";
  std::string out;
  AppendJson(RequestWith(OpaqueParam{opaque}, Role::kAssistant), &out);
  EXPECT_NE(out.find("\"content\":[" + opaque + "]"), std::string::npos);

  const std::string input = R"({ "n": 1.0 })";
  out.clear();
  AppendJson(RequestWith(ToolUseParam{"toolu_1", "f", input}, Role::kAssistant), &out);
  EXPECT_NE(out.find("\"input\":" + input + "}"), std::string::npos);
}

TEST(RequestTest, EveryOptionIsWrittenWhereTheApiExpectsIt) {
  EXPECT_EQ(FieldJson("system", [](MessagesRequest& r) { r.system = "Be \"brief\"."; }),
            Json("Be \"brief\"."));
  EXPECT_EQ(FieldJson("system",
                      [](MessagesRequest& r) {
                        r.system = "Be brief.";
                        r.system_cache = CacheTtl::k1Hour;
                      }),
            Json::parse(R"([{"type": "text", "text": "Be brief.",
                             "cache_control": {"type": "ephemeral", "ttl": "1h"}}])"));
  EXPECT_EQ(FieldJson("stop_sequences",
                      [](MessagesRequest& r) {
                        r.stop_sequences = {"###", "\n\n"};
                      }),
            Json::parse(R"(["###", "\n\n"])"));
  EXPECT_EQ(FieldJson("output_config", [](MessagesRequest& r) { r.effort = "high"; }),
            Json::parse(R"({"effort": "high"})"));
  EXPECT_EQ(FieldJson("metadata", [](MessagesRequest& r) { r.user_id = "u-1"; }),
            Json::parse(R"({"user_id": "u-1"})"));
  EXPECT_EQ(FieldJson("service_tier", [](MessagesRequest& r) { r.service_tier = "auto"; }),
            Json("auto"));
  EXPECT_EQ(FieldJson("stream", [](MessagesRequest& r) { r.stream = true; }), Json(true));
}

TEST(RequestTest, EveryModeOfThinkingIsWritten) {
  const auto thinking = [](ThinkingParam param) {
    return FieldJson("thinking", [param](MessagesRequest& r) { r.thinking = param; });
  };
  EXPECT_EQ(thinking({ThinkingParam::Mode::kDisabled, 0}), Json::parse(R"({"type":"disabled"})"));
  EXPECT_EQ(thinking({ThinkingParam::Mode::kAdaptive, 0}), Json::parse(R"({"type":"adaptive"})"));
  EXPECT_EQ(thinking({ThinkingParam::Mode::kEnabled, 2048}),
            Json::parse(R"({"type":"enabled","budget_tokens":2048})"));
}

TEST(RequestTest, WritesTheOptionalFieldsOfAToolOnlyIfTheyAreSet) {
  const auto tools = [](ToolParam tool) {
    return FieldJson("tools", [tool](MessagesRequest& r) { r.tools.emplace_back(tool); });
  };
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", {}, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}}])"));
  EXPECT_EQ(tools({"f", "d", R"({"type":"object"})", {}, CacheTtl::k5Minutes}),
            Json::parse(R"([{"name": "f", "description": "d", "input_schema": {"type": "object"},
                             "cache_control": {"type": "ephemeral"}}])"));
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", true, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}, "strict": true}])"));
  EXPECT_EQ(tools({"f", "", R"({"type":"object"})", false, {}}),
            Json::parse(R"([{"name": "f", "input_schema": {"type": "object"}, "strict": false}])"));
}

TEST(RequestTest, EverySourceOfADocumentIsWrittenInTheApisForm) {
  struct Case {
    const char* name;
    DocumentParam document;
    const char* source;
  };
  using Source = DocumentParam::Source;
  ImageParam image;
  image.data = "\x89PNG";
  image.media_type = "image/png";
  const std::vector<Case> cases = {
      {"text",
       {Source::kText, "One. \"Two.\"", {}, "", "", false, {}},
       R"({"type": "text", "media_type": "text/plain", "data": "One. \"Two.\""})"},
      {"file",
       {Source::kPdf, "%PDF-1.7", {}, "", "", false, {}},
       R"({"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjc="})"},
      {"address",
       {Source::kUrl, "https://a.b/c?d=\"", {}, "", "", false, {}},
       R"({"type": "url", "url": "https://a.b/c?d=\""})"},
      {"id",
       {Source::kFile, "file_1", {}, "", "", false, {}},
       R"({"type": "file", "file_id": "file_1"})"},
      {"blocks",
       {Source::kBlocks, "", {absl::string_view("One."), image}, "", "", false, {}},
       R"({"type": "content", "content": [{"type": "text", "text": "One."},
           {"type": "image", "source": {"type": "base64", "media_type": "image/png",
                                        "data": "iVBORw=="}}]})"},
  };
  for (const Case& test : cases) {
    EXPECT_EQ(BlockJson(test.document),
              Json({{"type", "document"}, {"source", Json::parse(test.source)}}))
        << test.name;
  }
}

TEST(RequestTest, ADocumentIsWrittenWithItsTitleContextSettingAndMark) {
  const DocumentParam document = {
      DocumentParam::Source::kText, "x", {}, "Title", "2026-10-21", true, CacheTtl::k1Hour};
  EXPECT_EQ(BlockJson(document), Json::parse(R"({
    "type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"},
    "title": "Title", "context": "2026-10-21", "citations": {"enabled": true},
    "cache_control": {"type": "ephemeral", "ttl": "1h"}})"));
}

TEST(RequestTest, EverySourceOfAnImageIsWrittenInTheApisForm) {
  EXPECT_EQ(BlockJson(ImageParam{ImageParam::Source::kUrl, "https://a.b/c", "", {}}),
            Json::parse(R"({"type": "image", "source": {"type": "url", "url": "https://a.b/c"}})"));
  EXPECT_EQ(BlockJson(ImageParam{ImageParam::Source::kFile, "file_1", "", CacheTtl::k5Minutes}),
            Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "file_1"},
                      "cache_control": {"type": "ephemeral"}})"));
}

TEST(RequestTest, AFileOfAnyLengthIsWrittenInBase64AsAWhole) {
  // Around the pieces in which it is encoded.
  for (const size_t size : {0u, 1u, 2u, 3u, 49151u, 49152u, 49153u, 49154u, 98304u, 100000u}) {
    std::string file;
    for (size_t i = 0; i < size; ++i) file.push_back(static_cast<char>(i * 7));
    const Json block = BlockJson(ImageParam{ImageParam::Source::kBytes, file, "image/gif", {}});
    std::string decoded;
    ASSERT_TRUE(absl::Base64Unescape(block["source"]["data"].get<std::string>(), &decoded));
    EXPECT_EQ(decoded, file) << size;
  }
}

TEST(RequestTest, FilesCountInBase64InTheSizeBeforeTheyAreWritten) {
  const std::string file(3000, 'x');
  const DocumentParam pdf = {DocumentParam::Source::kPdf, file, {}, "", "", false, {}};
  EXPECT_GT(MinimumJsonSize(RequestWith(pdf)), 4000u);
  ToolResultParam result;
  result.content.emplace_back(ImageParam{ImageParam::Source::kBytes, file, "image/png", {}});
  EXPECT_GT(MinimumJsonSize(RequestWith(result)), 4000u);
}

TEST(RequestTest, AToolResultHoldsDocumentsImagesAndWordsInTheirOrder) {
  ToolResultParam result;
  result.tool_use_id = "toolu_1";
  result.content.emplace_back(
      DocumentParam{DocumentParam::Source::kFile, "file_1", {}, "", "", true, {}});
  result.content.emplace_back(ImageParam{ImageParam::Source::kFile, "file_2", "", {}});
  result.content.emplace_back(TextParam{"Done.", {}, {}});
  EXPECT_EQ(BlockJson(result), Json::parse(R"({
    "type": "tool_result", "tool_use_id": "toolu_1", "content": [
      {"type": "document", "source": {"type": "file", "file_id": "file_1"},
       "citations": {"enabled": true}},
      {"type": "image", "source": {"type": "file", "file_id": "file_2"}},
      {"type": "text", "text": "Done."}]})"));
}

TEST(RequestTest, WritesTheWebSearchInTheOrderOfTheTools) {
  WebSearchParam search;
  search.type = "web_search_20250305";
  EXPECT_EQ(FieldJson("tools", [&](MessagesRequest& r) { r.tools.emplace_back(search); }),
            Json::parse(R"([{"type": "web_search_20250305", "name": "web_search"}])"));
  search.max_uses = 3;
  search.allowed_domains = {"a.example", "b.example/docs"};
  search.user_location = WebSearchParam::UserLocation{"東京", "", "JP", "Asia/Tokyo"};
  search.cache = CacheTtl::k5Minutes;
  EXPECT_EQ(FieldJson("tools",
                      [&](MessagesRequest& r) {
                        r.tools.emplace_back(search);
                        r.tools.emplace_back(ToolParam{"f", "", R"({"type":"object"})", {}, {}});
                      }),
            Json::parse(R"([
              {"type": "web_search_20250305", "name": "web_search", "max_uses": 3,
               "allowed_domains": ["a.example", "b.example/docs"],
               "user_location": {"type": "approximate", "city": "東京", "country": "JP",
                                 "timezone": "Asia/Tokyo"},
               "cache_control": {"type": "ephemeral"}},
              {"name": "f", "input_schema": {"type": "object"}}])"));
}

TEST(RequestTest, WritesTheToolChoiceIfItIsSet) {
  using Mode = ToolChoiceParam::Mode;
  const auto choice = [](ToolChoiceParam param) {
    return FieldJson("tool_choice", [param](MessagesRequest& r) { r.tool_choice = param; });
  };
  EXPECT_EQ(choice({Mode::kAuto, "", {}}), Json::parse(R"({"type": "auto"})"));
  EXPECT_EQ(choice({Mode::kNone, "", {}}), Json::parse(R"({"type": "none"})"));
  EXPECT_EQ(choice({Mode::kAny, "", true}),
            Json::parse(R"({"type": "any", "disable_parallel_tool_use": true})"));
  EXPECT_EQ(choice({Mode::kTool, "f", false}),
            Json::parse(R"({"type": "tool", "name": "f", "disable_parallel_tool_use": false})"));
}

TEST(RequestTest, ASchemaForTheTextIsWrittenAsItIsBesideTheEffortOrAlone) {
  EXPECT_EQ(FieldJson("output_config", [](MessagesRequest& r) { r.output_schema_json = "{}"; }),
            Json::parse(R"({"format": {"type": "json_schema", "schema": {}}})"));
  EXPECT_EQ(FieldJson("output_config",
                      [](MessagesRequest& r) {
                        r.effort = "low";
                        r.output_schema_json = "{}";
                      }),
            Json::parse(R"({"effort": "low", "format": {"type": "json_schema", "schema": {}}})"));
}

TEST(RequestTest, OptionsThatAreNotSetLeaveNoTrace) {
  EXPECT_EQ(ToJson(RequestWith(TextParam{"x", {}, {}})), Json::parse(R"({
    "model": "m", "max_tokens": 10,
    "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]})"));
}

TEST(RequestTest, ControlCharactersAndAstralCharactersSurvive) {
  static constexpr char kText[] = "a\0b\x07\x1f\x7f 😀 \xe2\x80\xa8 日本";
  const std::string text(kText, sizeof(kText) - 1);
  const Json block = BlockJson(TextParam{text, {}, {}});
  EXPECT_EQ(block["text"], text);
}

TEST(RequestTest, TheRoomIsReservedAtOnceForALargeRequest) {
  const std::string text(400, 'x');
  MessagesRequest request = RequestWith(TextParam{"q", {}, {}});
  for (int i = 0; i < 100; ++i) {
    request.messages[0].content.emplace_back(Hit("kb://1", "T", {text, text, text}));
  }
  std::string out;
  AppendJson(request, &out);
  // Growing by doubling would have left more than half of this unused, or moved the text.
  EXPECT_LT(out.capacity(), out.size() * 3 / 2);
}

TEST(WithModelTest, TheRequestForAnotherModelIsTheSameButForTheModel) {
  for (const char* model : {"m", "", "claude-opus-5-5", "q\"\\\n\\\"", "大"}) {
    for (const char* other : {"claude-sonnet-5", "", "\\", "a\"b"}) {
      MessagesRequest request = RequestWith(TextParam{R"({"model":"x"})", {}, {}});
      request.model = model;
      std::string json;
      AppendJson(request, &json);
      request.model = other;
      std::string expected;
      AppendJson(request, &expected);
      EXPECT_EQ(WithModel(json, other), expected) << model << " to " << other;
    }
  }
}

}  // namespace
}  // namespace footnote::messages
