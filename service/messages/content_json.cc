// SPDX-License-Identifier: Apache-2.0
#include "service/messages/content_json.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "absl/strings/escaping.h"

namespace footnote::messages {
namespace {

void WriteTextBlock(absl::string_view text, JsonWriter& json) {
  json.Raw(R"({"type":"text","text":)");
  json.String(text);
  json.Raw("}");
}

void WriteRange(const CitationParam& citation, absl::string_view start_key,
                absl::string_view end_key, JsonWriter& json) {
  json.Raw(start_key);
  json.Int(citation.start);
  json.Raw(end_key);
  json.Int(citation.end);
}

void WriteTitle(absl::string_view key, const CitationParam& citation, JsonWriter& json) {
  json.Raw(key);
  if (citation.title) {
    json.String(*citation.title);
  } else {
    json.Raw("null");
  }
}

// Writes the fields that the three kinds of document citations share.
void WriteDocument(const CitationParam& citation, JsonWriter& json) {
  json.Raw(R"(,"document_index":)");
  json.Int(citation.index);
  WriteTitle(R"(,"document_title":)", citation, json);
}

void WriteLocation(const CitationParam& citation, JsonWriter& json) {
  switch (citation.kind) {
    case CitationParam::Kind::kChar:
      json.Raw(R"("type":"char_location")");
      WriteDocument(citation, json);
      WriteRange(citation, R"(,"start_char_index":)", R"(,"end_char_index":)", json);
      return;
    case CitationParam::Kind::kPage:
      json.Raw(R"("type":"page_location")");
      WriteDocument(citation, json);
      WriteRange(citation, R"(,"start_page_number":)", R"(,"end_page_number":)", json);
      return;
    case CitationParam::Kind::kContentBlock:
      json.Raw(R"("type":"content_block_location")");
      WriteDocument(citation, json);
      WriteRange(citation, R"(,"start_block_index":)", R"(,"end_block_index":)", json);
      return;
    case CitationParam::Kind::kSearchResult:
      json.Raw(R"("type":"search_result_location","source":)");
      json.String(citation.source);
      WriteTitle(R"(,"title":)", citation, json);
      json.Raw(R"(,"search_result_index":)");
      json.Int(citation.index);
      WriteRange(citation, R"(,"start_block_index":)", R"(,"end_block_index":)", json);
      return;
    case CitationParam::Kind::kWebSearchResult:
      json.Raw(R"("type":"web_search_result_location","url":)");
      json.String(citation.source);
      WriteTitle(R"(,"title":)", citation, json);
      json.Raw(R"(,"encrypted_index":)");
      json.String(citation.encrypted_index);
      return;
  }
}

void WriteCitation(const CitationParam& citation, JsonWriter& json) {
  json.Raw("{");
  WriteLocation(citation, json);
  json.Raw(R"(,"cited_text":)");
  json.String(citation.cited_text);
  json.Raw("}");
}

void Write(const TextParam& text, JsonWriter& json) {
  json.Raw(R"({"type":"text","text":)");
  json.String(text.text);
  if (!text.citations.empty()) {
    json.Raw(R"(,"citations":)");
    json.Array(text.citations,
               [&json](const CitationParam& citation) { WriteCitation(citation, json); });
  }
  WriteCacheControl(text.cache, json);
  json.Raw("}");
}

void Write(const SearchResultParam& result, JsonWriter& json) {
  json.Raw(R"({"type":"search_result","source":)");
  json.String(result.source);
  json.Raw(R"(,"title":)");
  json.String(result.title);
  json.Raw(R"(,"content":)");
  json.Array(result.content, [&json](absl::string_view text) { WriteTextBlock(text, json); });
  if (result.citations_enabled) json.Raw(R"(,"citations":{"enabled":true})");
  WriteCacheControl(result.cache, json);
  json.Raw("}");
}

// Writes a file as a `source` in base64, whose alphabet needs no escapes.
void WriteFile(absl::string_view media_type, absl::string_view file, JsonWriter& json) {
  json.Raw(R"({"type":"base64","media_type":)");
  json.String(media_type);
  json.Raw(R"(,"data":")");
  // Encodes in pieces of a multiple of three bytes, so that no second copy of a large file is
  // needed.
  constexpr size_t kPiece = 3 << 14;
  std::string base64;
  for (; !file.empty(); file.remove_prefix(std::min(kPiece, file.size()))) {
    absl::Base64Escape(file.substr(0, kPiece), &base64);
    json.Raw(base64);
  }
  json.Raw(R"("})");
}

void WriteUrl(absl::string_view url, JsonWriter& json) {
  json.Raw(R"({"type":"url","url":)");
  json.String(url);
  json.Raw("}");
}

void WriteFileId(absl::string_view id, JsonWriter& json) {
  json.Raw(R"({"type":"file","file_id":)");
  json.String(id);
  json.Raw("}");
}

void Write(const ImageParam& image, JsonWriter& json) {
  json.Raw(R"({"type":"image","source":)");
  switch (image.source) {
    case ImageParam::Source::kBytes:
      WriteFile(image.media_type, image.data, json);
      break;
    case ImageParam::Source::kUrl:
      WriteUrl(image.data, json);
      break;
    case ImageParam::Source::kFile:
      WriteFileId(image.data, json);
      break;
  }
  WriteCacheControl(image.cache, json);
  json.Raw("}");
}

void Write(absl::string_view text, JsonWriter& json) { WriteTextBlock(text, json); }

void WriteSource(const DocumentParam& document, JsonWriter& json) {
  switch (document.source) {
    case DocumentParam::Source::kText:
      json.Raw(R"({"type":"text","media_type":"text/plain","data":)");
      json.String(document.data);
      json.Raw("}");
      return;
    case DocumentParam::Source::kPdf:
      WriteFile("application/pdf", document.data, json);
      return;
    case DocumentParam::Source::kUrl:
      WriteUrl(document.data, json);
      return;
    case DocumentParam::Source::kFile:
      WriteFileId(document.data, json);
      return;
    case DocumentParam::Source::kBlocks:
      json.Raw(R"({"type":"content","content":)");
      json.Array(document.blocks, [&json](const DocumentBlockParam& block) {
        std::visit([&json](const auto& kind) { Write(kind, json); }, block);
      });
      json.Raw("}");
      return;
  }
}

void Write(const DocumentParam& document, JsonWriter& json) {
  json.Raw(R"({"type":"document","source":)");
  WriteSource(document, json);
  WriteOptional(R"(,"title":)", document.title, json);
  WriteOptional(R"(,"context":)", document.context, json);
  if (document.citations_enabled) json.Raw(R"(,"citations":{"enabled":true})");
  WriteCacheControl(document.cache, json);
  json.Raw("}");
}

void Write(const ToolUseParam& use, JsonWriter& json) {
  json.Raw(R"({"type":"tool_use","id":)");
  json.String(use.id);
  json.Raw(R"(,"name":)");
  json.String(use.name);
  json.Raw(R"(,"input":)");
  json.Raw(use.input_json);
  json.Raw("}");
}

void Write(const ToolResultParam& result, JsonWriter& json) {
  json.Raw(R"({"type":"tool_result","tool_use_id":)");
  json.String(result.tool_use_id);
  json.Raw(R"(,"content":)");
  json.Array(result.content, [&json](const ToolResultBlockParam& block) {
    std::visit([&json](const auto& kind) { Write(kind, json); }, block);
  });
  if (result.is_error) json.Raw(R"(,"is_error":true)");
  WriteCacheControl(result.cache, json);
  json.Raw("}");
}

void Write(const OpaqueParam& opaque, JsonWriter& json) { json.Raw(opaque.json); }

}  // namespace

void WriteContentBlock(const ContentBlockParam& block, JsonWriter& json) {
  std::visit([&json](const auto& kind) { Write(kind, json); }, block);
}

void WriteCacheControl(const std::optional<CacheTtl>& ttl, JsonWriter& json) {
  if (!ttl) return;
  json.Raw(*ttl == CacheTtl::k1Hour ? R"(,"cache_control":{"type":"ephemeral","ttl":"1h"})"
                                    : R"(,"cache_control":{"type":"ephemeral"})");
}

void WriteOptional(absl::string_view key, absl::string_view value, JsonWriter& json) {
  if (value.empty()) return;
  json.Raw(key);
  json.String(value);
}

}  // namespace footnote::messages
