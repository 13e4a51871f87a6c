#include "service/messages/request.h"

#include <cstddef>

#include "service/messages/json/json_writer.h"

namespace footnote::messages {
namespace {

// What every request starts with; the model follows.
constexpr absl::string_view kBeforeModel = R"({"model":)";

// ---- How much room the JSON needs, without writing it. ----

// What an element of each kind takes beside its strings.
struct Overheads {
  size_t request;
  size_t message;
  size_t block;
  size_t text;
  size_t citation;
};

// Never more than it takes: the shortest form of each, such as {"type":"text","text":""}.
constexpr Overheads kAtLeast = {40, 28, 20, 24, 60};
// Seldom less, so that the JSON is hardly ever moved while it grows.
constexpr Overheads kUsually = {512, 48, 128, 32, 256};

// Adds up the sizes of a request's strings, unescaped, and overheads.
class Sizer {
 public:
  explicit Sizer(const Overheads& overheads) : overheads_(overheads) {}

  size_t SizeOf(const MessagesRequest& request) const {
    size_t size =
        overheads_.request + request.model.size() + request.system.size() + request.user_id.size();
    for (const MessageParam& message : request.messages) {
      size += overheads_.message;
      for (const ContentBlockParam& block : message.content) {
        size += std::visit([this](const auto& kind) { return SizeOf(kind); }, block);
      }
    }
    for (const ToolParam& tool : request.tools) {
      size += overheads_.block + tool.name.size() + tool.description.size() +
              tool.input_schema_json.size();
    }
    return size;
  }

 private:
  size_t SizeOf(const CitationParam& citation) const {
    return overheads_.citation + citation.cited_text.size() + citation.source.size() +
           citation.encrypted_index.size() + (citation.title ? citation.title->size() : 0);
  }

  size_t SizeOf(const TextParam& text) const {
    size_t size = overheads_.text + text.text.size();
    for (const CitationParam& citation : text.citations) size += SizeOf(citation);
    return size;
  }

  size_t SizeOf(const SearchResultParam& result) const {
    size_t size = overheads_.block + result.source.size() + result.title.size();
    for (const absl::string_view text : result.content) size += overheads_.text + text.size();
    return size;
  }

  size_t SizeOf(const ToolUseParam& use) const {
    return overheads_.block + use.id.size() + use.name.size() + use.input_json.size();
  }

  size_t SizeOf(const ToolResultParam& result) const {
    size_t size = overheads_.block + result.tool_use_id.size() + result.text.size();
    for (const SearchResultParam& hit : result.search_results) size += SizeOf(hit);
    return size;
  }

  size_t SizeOf(const OpaqueParam& opaque) const { return opaque.json.size(); }

  const Overheads& overheads_;
};

// ---- The JSON itself. ----

void WriteCacheControl(const std::optional<CacheTtl>& ttl, JsonWriter& json) {
  if (!ttl) return;
  json.Raw(*ttl == CacheTtl::k1Hour ? R"(,"cache_control":{"type":"ephemeral","ttl":"1h"})"
                                    : R"(,"cache_control":{"type":"ephemeral"})");
}

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

// The fields that the three kinds of document citations share.
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
  if (result.search_results.empty()) {
    json.Raw("[");
    WriteTextBlock(result.text, json);
    json.Raw("]");
  } else {
    json.Array(result.search_results, [&json](const SearchResultParam& hit) { Write(hit, json); });
  }
  if (result.is_error) json.Raw(R"(,"is_error":true)");
  WriteCacheControl(result.cache, json);
  json.Raw("}");
}

void Write(const OpaqueParam& opaque, JsonWriter& json) { json.Raw(opaque.json); }

void Write(const MessageParam& message, JsonWriter& json) {
  json.Raw(message.role == Role::kUser ? R"({"role":"user","content":)"
                                       : R"({"role":"assistant","content":)");
  json.Array(message.content, [&json](const ContentBlockParam& block) {
    std::visit([&json](const auto& kind) { Write(kind, json); }, block);
  });
  json.Raw("}");
}

void Write(const ToolParam& tool, JsonWriter& json) {
  json.Raw(R"({"name":)");
  json.String(tool.name);
  if (!tool.description.empty()) {
    json.Raw(R"(,"description":)");
    json.String(tool.description);
  }
  json.Raw(R"(,"input_schema":)");
  json.Raw(tool.input_schema_json);
  WriteCacheControl(tool.cache, json);
  json.Raw("}");
}

void Write(const ThinkingParam& thinking, JsonWriter& json) {
  switch (thinking.mode) {
    case ThinkingParam::Mode::kDisabled:
      json.Raw(R"({"type":"disabled"})");
      return;
    case ThinkingParam::Mode::kAdaptive:
      json.Raw(R"({"type":"adaptive"})");
      return;
    case ThinkingParam::Mode::kEnabled:
      json.Raw(R"({"type":"enabled","budget_tokens":)");
      json.Int(thinking.budget_tokens);
      json.Raw("}");
      return;
  }
}

void WriteSystem(const MessagesRequest& request, JsonWriter& json) {
  if (request.system.empty()) return;
  json.Raw(R"(,"system":)");
  if (!request.system_cache) {
    json.String(request.system);
    return;
  }
  json.Raw(R"([{"type":"text","text":)");
  json.String(request.system);
  WriteCacheControl(request.system_cache, json);
  json.Raw("}]");
}

void WriteOptions(const MessagesRequest& request, JsonWriter& json) {
  if (!request.stop_sequences.empty()) {
    json.Raw(R"(,"stop_sequences":)");
    json.Array(request.stop_sequences, [&json](absl::string_view text) { json.String(text); });
  }
  if (request.thinking) {
    json.Raw(R"(,"thinking":)");
    Write(*request.thinking, json);
  }
  if (!request.effort.empty()) {
    json.Raw(R"(,"output_config":{"effort":)");
    json.String(request.effort);
    json.Raw("}");
  }
  if (!request.user_id.empty()) {
    json.Raw(R"(,"metadata":{"user_id":)");
    json.String(request.user_id);
    json.Raw("}");
  }
  if (!request.service_tier.empty()) {
    json.Raw(R"(,"service_tier":)");
    json.String(request.service_tier);
  }
  if (request.stream) json.Raw(R"(,"stream":true)");
}

}  // namespace

size_t MinimumJsonSize(const MessagesRequest& request) { return Sizer(kAtLeast).SizeOf(request); }

void AppendJson(const MessagesRequest& request, std::string* out) {
  const size_t size = Sizer(kUsually).SizeOf(request);
  out->reserve(out->size() + size + size / 16);  // for escapes
  JsonWriter json(out);
  json.Raw(kBeforeModel);
  json.String(request.model);
  json.Raw(R"(,"max_tokens":)");
  json.Int(request.max_tokens);
  WriteOptions(request, json);
  if (!request.tools.empty()) {
    json.Raw(R"(,"tools":)");
    json.Array(request.tools, [&json](const ToolParam& tool) { Write(tool, json); });
  }
  if (request.tool_choice_none) json.Raw(R"(,"tool_choice":{"type":"none"})");
  WriteSystem(request, json);
  json.Raw(R"(,"messages":)");
  json.Array(request.messages, [&json](const MessageParam& message) { Write(message, json); });
  json.Raw("}");
}

std::string WithModel(absl::string_view json, absl::string_view model) {
  size_t end = kBeforeModel.size() + 1;  // behind the quotation mark
  while (json[end] != '"') end += json[end] == '\\' ? 2 : 1;
  const absl::string_view rest = json.substr(end + 1);
  std::string out;
  out.reserve(kBeforeModel.size() + model.size() + model.size() / 16 + 2 + rest.size());
  JsonWriter writer(&out);
  writer.Raw(kBeforeModel);
  writer.String(model);
  writer.Raw(rest);
  return out;
}

}  // namespace footnote::messages
