// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/block_schema.h"

#include <algorithm>
#include <string>
#include <utility>

#include "service/emulator/request/citation_schema.h"
#include "service/emulator/request/media_schema.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

using Step = SchemaReader::Step;

constexpr size_t kAnySize = static_cast<size_t>(-1);

void CheckPattern(ObjectReader& object, std::string_view field, std::string_view value,
                  size_t max_size, std::string_view pattern) {
  if (IsIdentifier(value, max_size)) return;
  Step step(object.reader(), field);
  object.reader().Fail(Concat({"String should match pattern '", pattern, "'"}));
}

std::string_view ReadToolUseId(ObjectReader& object, std::string_view field) {
  std::string_view id = object.RequiredString(field);
  CheckPattern(object, field, id, kAnySize, "^[a-zA-Z0-9_-]+$");
  return id;
}

// Reads the field `citations` of a document or a search result. Returns true if `citations.enabled`
// is true. A null value is valid if `nullable`.
bool ReadCitationsSetting(ObjectReader& object, bool nullable) {
  std::optional<Json> setting =
      nullable ? object.FindNonNull("citations") : object.Find("citations");
  if (!setting.has_value()) return false;
  Step step(object.reader(), "citations");
  ObjectReader fields(object.reader(), *setting);
  const bool enabled = fields.OptionalBool("enabled").value_or(false);
  fields.Finish();
  return enabled;
}

// Reads the field `caller` of a tool use: the model ("direct") or code that the model runs.
void ReadCaller(ObjectReader& object) {
  std::optional<Json> value = object.FindNonNull("caller");
  if (!value.has_value()) return;
  SchemaReader& reader = object.reader();
  Step step(reader, "caller");
  std::string_view tag =
      ReadTag(reader, *value, {"direct", "code_execution_20250825", "code_execution_20260120"});
  if (tag.empty()) return;
  Step tag_step(reader, tag);
  ObjectReader caller(reader, *value);
  caller.Allow("type");
  if (tag != "direct") caller.RequiredString("tool_id");
  caller.Finish();
}

void ReadText(ObjectReader& object, Block* block) {
  block->text = object.RequiredString("text");
  block->cache = ReadCacheControl(object);
  block->has_citations = ReadCitations(object);
}

void ReadTransformations(ObjectReader& image) {
  std::optional<Json> value = image.FindNonNull("transformations");
  if (!value.has_value()) return;
  SchemaReader& reader = image.reader();
  Step step(reader, "transformations");
  ObjectReader transformations(reader, *value);
  std::optional<std::string_view> oversized = transformations.OptionalString("oversized_image");
  if (oversized.has_value()) {
    Step field(reader, "oversized_image");
    CheckChoice(reader, *oversized, {"downsize", "error"});
  }
  transformations.Finish();
}

void ReadImage(ObjectReader& object, Block* block) {
  if (std::optional<Json> source = object.Require("source"); source.has_value()) {
    Step step(object.reader(), "source");
    block->media = ReadImageSource(object.reader(), *source);
  }
  ReadTransformations(object);
  block->cache = ReadCacheControl(object);
}

// Reads the blocks of a document with custom content: text and images.
std::vector<Block> ReadDocumentContent(SchemaReader& reader, Json value) {
  std::vector<Block> blocks;
  size_t index = 0;
  for (Json item : ReadList(reader, value)) {
    Step step(reader, index++);
    std::string_view tag = ReadTag(reader, item, {"text", "image"});
    if (tag.empty()) return blocks;
    Step tag_step(reader, tag);
    ObjectReader object(reader, item);
    object.Allow("type");
    Block block;
    block.type = tag;
    block.kind = tag == "text" ? Block::Kind::kText : Block::Kind::kImage;
    if (tag == "text") {
      ReadText(object, &block);
    } else {
      ReadImage(object, &block);
    }
    object.Finish();
    blocks.push_back(std::move(block));
  }
  return blocks;
}

void ReadDocumentSource(SchemaReader& reader, Json value, Block* block) {
  std::string_view tag = ReadTag(reader, value, {"base64", "text", "content", "url", "file"});
  if (tag.empty()) return;
  Step step(reader, tag);
  ObjectReader source(reader, value);
  source.Allow("type");
  if (tag == "text") {
    block->document_source = Block::DocumentSource::kPlainText;
    ReadMediaType(source, "text/plain");
    block->text = source.RequiredString("data");
  } else if (tag == "base64") {
    block->document_source = Block::DocumentSource::kPdf;
    block->media = ReadPdf(source);
  } else if (tag == "url") {
    block->document_source = Block::DocumentSource::kUrl;
    block->media = source.RequiredString("url");
  } else if (tag == "file") {
    block->document_source = Block::DocumentSource::kFile;
    block->media = source.RequiredString("file_id");
  } else {
    block->document_source = Block::DocumentSource::kContent;
    std::optional<Json> content = source.Require("content");
    if (content.has_value()) {
      Step field(reader, "content");
      if (content->is_string()) {
        block->text = ReadString(reader, *content);
      } else {
        block->content = ReadDocumentContent(reader, *content);
      }
    }
  }
  source.Finish();
}

void ReadDocument(ObjectReader& object, Block* block) {
  if (std::optional<Json> source = object.Require("source"); source.has_value()) {
    Step step(object.reader(), "source");
    ReadDocumentSource(object.reader(), *source, block);
  }
  block->title = object.NullableStringOfSize("title", 1, 500).value_or("");
  block->context = object.NullableNonEmpty("context").value_or("");
  block->citations_enabled = ReadCitationsSetting(object, /*nullable=*/true);
  block->cache = ReadCacheControl(object);
}

void ReadSearchResult(ObjectReader& object, Block* block) {
  SchemaReader& reader = object.reader();
  if (std::optional<Json> content = object.Require("content"); content.has_value()) {
    Step step(reader, "content");
    size_t index = 0;
    for (Json item : ReadList(reader, *content)) {
      Step item_step(reader, index++);
      block->content.push_back(ReadTextBlock(reader, item));
    }
    if (index == 0) reader.Fail("List should have at least 1 item after validation, not 0");
  }
  block->source = object.RequiredString("source");
  block->title = object.RequiredString("title");
  block->citations_enabled = ReadCitationsSetting(object, /*nullable=*/false);
  block->cache = ReadCacheControl(object);
}

void ReadToolUse(ObjectReader& object, Block* block) {
  block->tool_use_id = ReadToolUseId(object, "id");
  block->tool_name = object.RequiredString("name");
  CheckPattern(object, "name", block->tool_name, 128, "^[a-zA-Z0-9_-]{1,128}$");
  block->json = object.RequiredDictionary("input");
  if (std::optional<Json> input = object.Find("input"); input.has_value()) {
    std::string_view query;
    if (input->at_key("query").get(query) == simdjson::SUCCESS) block->query = query;
  }
  ReadCaller(object);
  object.NullableString("toolset_name");
  block->cache = ReadCacheControl(object);
}

Block ReadToolResultItem(SchemaReader& reader, Json value);

void ReadToolResult(ObjectReader& object, Block* block) {
  SchemaReader& reader = object.reader();
  block->tool_use_id = ReadToolUseId(object, "tool_use_id");
  if (std::optional<Json> content = object.Find("content"); content.has_value()) {
    Step step(reader, "content");
    if (content->is_string()) {
      block->text = ReadString(reader, *content);
    } else {
      size_t index = 0;
      for (Json item : ReadList(reader, *content)) {
        Step item_step(reader, index++);
        block->content.push_back(ReadToolResultItem(reader, item));
      }
    }
  }
  block->is_error = object.OptionalBool("is_error").value_or(false);
  object.NullableString("toolset_name");
  block->cache = ReadCacheControl(object);
}

void ReadThinking(ObjectReader& object, Block*) {
  object.RequiredString("thinking");
  object.RequiredString("signature");
}

void ReadRedactedThinking(ObjectReader& object, Block*) { object.RequiredString("data"); }

std::string_view ReadServerToolUseId(ObjectReader& object, std::string_view field) {
  constexpr std::string_view kPrefix = "srvtoolu_";
  std::string_view id = object.RequiredString(field);
  if (id.substr(0, kPrefix.size()) != kPrefix ||
      !IsIdentifier(id.substr(kPrefix.size()), kAnySize) ||
      id.find('-') != std::string_view::npos) {
    Step step(object.reader(), field);
    object.reader().Fail("String should match pattern '^srvtoolu_[a-zA-Z0-9_]+$'");
  }
  return id;
}

void ReadServerToolUse(ObjectReader& object, Block* block) {
  SchemaReader& reader = object.reader();
  block->tool_use_id = ReadServerToolUseId(object, "id");
  block->tool_name = object.RequiredString("name");
  {
    Step step(reader, "name");
    CheckChoice(reader, block->tool_name,
                {"web_search", "web_fetch", "code_execution", "bash_code_execution",
                 "text_editor_code_execution", "tool_search_tool_regex", "tool_search_tool_bm25"});
  }
  block->json = object.RequiredDictionary("input");
  ReadCaller(object);
  block->cache = ReadCacheControl(object);
}

// Reads the results of the API's web search tool, which clients send back unchanged.
void ReadWebSearchResults(SchemaReader& reader, Json value) {
  size_t index = 0;
  for (Json item : ReadList(reader, value)) {
    Step step(reader, index++);
    if (ReadTag(reader, item, {"web_search_result"}).empty()) return;
    ObjectReader result(reader, item);
    result.Allow("type");
    result.RequiredString("encrypted_content");
    result.RequiredString("title");
    result.RequiredString("url");
    result.NullableString("page_age");
    result.Finish();
  }
}

// Reads the `content` of a failed web search: an object instead of the list of results.
void ReadWebSearchError(SchemaReader& reader, Json value) {
  ObjectReader error(reader, value);
  std::string_view type = error.RequiredString("type");
  {
    Step step(reader, "type");
    CheckChoice(reader, type, {"web_search_tool_result_error"});
  }
  std::string_view code = error.RequiredString("error_code");
  {
    Step step(reader, "error_code");
    CheckChoice(reader, code,
                {"invalid_tool_input", "unavailable", "max_uses_exceeded", "too_many_requests",
                 "query_too_long", "request_too_large"});
  }
  error.Finish();
}

void ReadServerToolResult(ObjectReader& object, Block* block) {
  SchemaReader& reader = object.reader();
  block->tool_use_id = ReadServerToolUseId(object, "tool_use_id");
  if (std::optional<Json> content = object.Require("content"); content.has_value()) {
    Step step(reader, "content");
    if (block->type == "web_search_tool_result") {
      if (content->is_array()) {
        ReadWebSearchResults(reader, *content);
      } else {
        ReadWebSearchError(reader, *content);
      }
    } else if (!content->is_object()) {
      reader.Fail("Input should be a valid dictionary");
    }
    block->json = simdjson::minify(*content);
  }
  ReadCaller(object);
  block->cache = ReadCacheControl(object);
}

void ReadContainerUpload(ObjectReader& object, Block* block) {
  object.RequiredString("file_id");
  block->cache = ReadCacheControl(object);
}

void ReadToolReference(ObjectReader& object, Block* block) {
  object.RequiredString("tool_name");
  block->cache = ReadCacheControl(object);
}

void ReadBrowserState(ObjectReader& object, Block* block) {
  if (std::optional<Json> tabs = object.Require("tabs"); tabs.has_value()) {
    Step step(object.reader(), "tabs");
    ReadList(object.reader(), *tabs);
  }
  object.Allow("state_changes");
  block->cache = ReadCacheControl(object);
}

struct BlockSchema {
  std::string_view type;
  Block::Kind kind;
  void (*read)(ObjectReader& object, Block* block);
};

constexpr BlockSchema kSchemas[] = {
    {"text", Block::Kind::kText, ReadText},
    {"image", Block::Kind::kImage, ReadImage},
    {"document", Block::Kind::kDocument, ReadDocument},
    {"search_result", Block::Kind::kSearchResult, ReadSearchResult},
    {"thinking", Block::Kind::kThinking, ReadThinking},
    {"redacted_thinking", Block::Kind::kRedactedThinking, ReadRedactedThinking},
    {"tool_use", Block::Kind::kToolUse, ReadToolUse},
    {"tool_result", Block::Kind::kToolResult, ReadToolResult},
    {"server_tool_use", Block::Kind::kServerToolUse, ReadServerToolUse},
    {"web_search_tool_result", Block::Kind::kServerToolResult, ReadServerToolResult},
    {"web_fetch_tool_result", Block::Kind::kServerToolResult, ReadServerToolResult},
    {"code_execution_tool_result", Block::Kind::kServerToolResult, ReadServerToolResult},
    {"bash_code_execution_tool_result", Block::Kind::kServerToolResult, ReadServerToolResult},
    {"text_editor_code_execution_tool_result", Block::Kind::kServerToolResult,
     ReadServerToolResult},
    {"tool_search_tool_result", Block::Kind::kServerToolResult, ReadServerToolResult},
    {"container_upload", Block::Kind::kOther, ReadContainerUpload},
    {"tool_reference", Block::Kind::kOther, ReadToolReference},
    {"browser_state", Block::Kind::kOther, ReadBrowserState},
};

Block ReadTagged(SchemaReader& reader, Json value, std::string_view tag) {
  Block block;
  if (tag.empty()) return block;
  const BlockSchema* schema =
      std::find_if(std::begin(kSchemas), std::end(kSchemas),
                   [tag](const BlockSchema& candidate) { return candidate.type == tag; });
  Step step(reader, tag);
  ObjectReader object(reader, value);
  object.Allow("type");
  block.kind = schema->kind;
  block.type = tag;
  schema->read(object, &block);
  object.Finish();
  return block;
}

Block ReadToolResultItem(SchemaReader& reader, Json value) {
  return ReadTagged(
      reader, value,
      ReadTag(reader, value,
              {"text", "image", "search_result", "document", "tool_reference", "browser_state"}));
}

}  // namespace

bool IsIdentifier(std::string_view text, size_t max_size) {
  const auto allowed = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return !text.empty() && text.size() <= max_size && std::all_of(text.begin(), text.end(), allowed);
}

std::optional<CacheTtl> ReadCacheControl(ObjectReader& object) {
  std::optional<Json> cache_control = object.FindNonNull("cache_control");
  if (!cache_control.has_value()) return std::nullopt;
  SchemaReader& reader = object.reader();
  Step step(reader, "cache_control");
  if (ReadTag(reader, *cache_control, {"ephemeral"}).empty()) return std::nullopt;
  Step tag_step(reader, "ephemeral");
  ObjectReader fields(reader, *cache_control);
  fields.Allow("type");
  std::optional<std::string_view> ttl = fields.OptionalString("ttl");
  if (ttl.has_value()) {
    Step ttl_step(reader, "ttl");
    CheckChoice(reader, *ttl, {"5m", "1h"});
  }
  fields.Finish();
  return ttl == "1h" ? CacheTtl::k1Hour : CacheTtl::k5Minutes;
}

Block ReadTextBlock(SchemaReader& reader, Json value) {
  Block block;
  block.type = "text";
  ObjectReader object(reader, value);
  std::string_view type = object.RequiredString("type");
  {
    Step step(reader, "type");
    CheckChoice(reader, type, {"text"});
  }
  ReadText(object, &block);
  object.Finish();
  return block;
}

Block ReadContentBlock(SchemaReader& reader, Json value) {
  return ReadTagged(
      reader, value,
      ReadTag(reader, value,
              {"text", "image", "document", "search_result", "thinking", "redacted_thinking",
               "tool_use", "tool_result", "server_tool_use", "web_search_tool_result",
               "web_fetch_tool_result", "code_execution_tool_result",
               "bash_code_execution_tool_result", "text_editor_code_execution_tool_result",
               "tool_search_tool_result", "container_upload"}));
}

}  // namespace footnote::emulator
