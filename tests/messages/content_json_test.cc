// SPDX-License-Identifier: Apache-2.0
#include "service/messages/content_json.h"

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

namespace footnote::messages {
namespace {

using Json = nlohmann::json;

std::string BlockText(const ContentBlockParam& block) {
  std::string out;
  JsonWriter json(&out);
  WriteContentBlock(block, json);
  return out;
}

Json BlockJson(const ContentBlockParam& block) { return Json::parse(BlockText(block)); }

SearchResultParam SearchResult(absl::string_view source, absl::string_view title,
                               std::vector<absl::string_view> content) {
  SearchResultParam result;
  result.source = source;
  result.title = title;
  result.content = std::move(content);
  result.citations_enabled = true;
  return result;
}

TEST(ContentJsonTest, ASearchResultHasItsBlocksCitationSettingAndCacheBreakpoint) {
  SearchResultParam result =
      SearchResult("kb://leave/12", "Leave policy", {"20 days.", "Carry over: 5."});
  result.cache = CacheTtl::k1Hour;
  EXPECT_EQ(BlockJson(result), Json::parse(R"({
    "type": "search_result", "source": "kb://leave/12", "title": "Leave policy",
    "content": [{"type": "text", "text": "20 days."}, {"type": "text", "text": "Carry over: 5."}],
    "citations": {"enabled": true},
    "cache_control": {"type": "ephemeral", "ttl": "1h"}})"));
}

TEST(ContentJsonTest, ASearchResultWithoutCitationsOmitsTheSetting) {
  SearchResultParam result = SearchResult("s", "t", {"x"});
  result.citations_enabled = false;
  EXPECT_FALSE(BlockJson(result).contains("citations"));
}

TEST(ContentJsonTest, ACacheBreakpointOfFiveMinutesOmitsItsTimeToLive) {
  EXPECT_EQ(BlockJson(TextParam{"x", CacheTtl::k5Minutes, {}})["cache_control"],
            Json::parse(R"({"type": "ephemeral"})"));
}

TEST(ContentJsonTest, EveryKindOfCitationIsWrittenInItsInputForm) {
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
      {"blocks of a search result",
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
    const Json block = BlockJson(TextParam{"x", {}, {test.citation}});
    EXPECT_EQ(block["citations"], Json::array({Json::parse(test.json)})) << test.name;
  }
}

TEST(ContentJsonTest, AWrittenCitationIsParsedToTheSameValues) {
  const CitationParam citation = {
      CitationParam::Kind::kSearchResult, "a\n\"b\"", 7, 1, 3, "T", "kb://x", ""};
  const Json message = {{"content", {BlockJson(TextParam{"x", {}, {citation}})}}};
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

TEST(ContentJsonTest, ATextWithoutCitationsOmitsTheKey) {
  EXPECT_EQ(BlockJson(TextParam{"x", {}, {}}), Json::parse(R"({"type": "text", "text": "x"})"));
}

TEST(ContentJsonTest, TheTextOfAToolResultIsAnArrayOfOneTextBlock) {
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

TEST(ContentJsonTest, EverySourceOfADocumentIsWrittenAsTheApiExpectsIt) {
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
      {"PDF",
       {Source::kPdf, "%PDF-1.7", {}, "", "", false, {}},
       R"({"type": "base64", "media_type": "application/pdf", "data": "JVBERi0xLjc="})"},
      {"URL",
       {Source::kUrl, "https://a.b/c?d=\"", {}, "", "", false, {}},
       R"({"type": "url", "url": "https://a.b/c?d=\""})"},
      {"file id",
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

TEST(ContentJsonTest, ADocumentHasItsTitleContextCitationSettingAndCacheBreakpoint) {
  const DocumentParam document = {
      DocumentParam::Source::kText, "x", {}, "Title", "2026-10-21", true, CacheTtl::k1Hour};
  EXPECT_EQ(BlockJson(document), Json::parse(R"({
    "type": "document", "source": {"type": "text", "media_type": "text/plain", "data": "x"},
    "title": "Title", "context": "2026-10-21", "citations": {"enabled": true},
    "cache_control": {"type": "ephemeral", "ttl": "1h"}})"));
}

TEST(ContentJsonTest, EverySourceOfAnImageIsWrittenAsTheApiExpectsIt) {
  EXPECT_EQ(BlockJson(ImageParam{ImageParam::Source::kUrl, "https://a.b/c", "", {}}),
            Json::parse(R"({"type": "image", "source": {"type": "url", "url": "https://a.b/c"}})"));
  EXPECT_EQ(BlockJson(ImageParam{ImageParam::Source::kFile, "file_1", "", CacheTtl::k5Minutes}),
            Json::parse(R"({"type": "image", "source": {"type": "file", "file_id": "file_1"},
                      "cache_control": {"type": "ephemeral"}})"));
}

TEST(ContentJsonTest, AFileOfAnySizeIsWrittenCompletelyInBase64) {
  // Includes sizes around multiples of the chunk size of the encoder, 49152 bytes.
  for (const size_t size : {0u, 1u, 2u, 3u, 49151u, 49152u, 49153u, 49154u, 98304u, 100000u}) {
    std::string file;
    for (size_t i = 0; i < size; ++i) file.push_back(static_cast<char>(i * 7));
    const Json block = BlockJson(ImageParam{ImageParam::Source::kBytes, file, "image/gif", {}});
    std::string decoded;
    ASSERT_TRUE(absl::Base64Unescape(block["source"]["data"].get<std::string>(), &decoded));
    EXPECT_EQ(decoded, file) << size;
  }
}

TEST(ContentJsonTest, AToolResultHasItsDocumentsImagesAndTextsInOrder) {
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

TEST(ContentJsonTest, ControlAndSupplementaryCharactersAreUnchanged) {
  static constexpr char kText[] = "a\0b\x07\x1f\x7f 😀 \xe2\x80\xa8 日本";
  const std::string text(kText, sizeof(kText) - 1);
  const Json block = BlockJson(TextParam{text, {}, {}});
  EXPECT_EQ(block["text"], text);
}

TEST(ContentJsonTest, OpaqueBlocksAndToolInputsAreWrittenByteForByte) {
  EXPECT_EQ(BlockText(OpaqueParam{R"({ "type":"x", "y":"\u00e9" })"}),
            R"({ "type":"x", "y":"\u00e9" })");
  EXPECT_EQ(BlockText(ToolUseParam{"toolu_1", "f", R"({ "n": 1.0 })"}),
            R"({"type":"tool_use","id":"toolu_1","name":"f","input":{ "n": 1.0 }})");
}

TEST(WriteCacheControlTest, WritesNothingWithoutATimeToLive) {
  std::string out;
  JsonWriter json(&out);
  WriteCacheControl(std::nullopt, json);
  EXPECT_EQ(out, "");
  WriteCacheControl(CacheTtl::k5Minutes, json);
  WriteCacheControl(CacheTtl::k1Hour, json);
  EXPECT_EQ(out, R"(,"cache_control":{"type":"ephemeral"})"
                 R"(,"cache_control":{"type":"ephemeral","ttl":"1h"})");
}

TEST(WriteOptionalTest, WritesTheKeyOnlyWithAValue) {
  std::string out;
  JsonWriter json(&out);
  WriteOptional(R"(,"title":)", "", json);
  EXPECT_EQ(out, "");
  WriteOptional(R"(,"title":)", "a\"", json);
  EXPECT_EQ(out, R"(,"title":"a\"")");
}

}  // namespace
}  // namespace footnote::messages
