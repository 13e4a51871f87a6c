#include "service/messages/message.h"

#include <algorithm>
#include <array>
#include <utility>

#include "service/messages/json_reader.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;
using OptionalView = std::optional<absl::string_view>;

// Most messages, and most text blocks that cite at all, have no more than this.
constexpr size_t kUsualBlocks = 8;
constexpr size_t kUsualCitations = 4;

std::string ToString(absl::string_view text) { return std::string(text.data(), text.size()); }

std::string ToString(const OptionalView& text) { return text ? ToString(*text) : std::string(); }

void Assign(const OptionalView& text, std::optional<std::string>& out) {
  if (text) {
    out.emplace(text->data(), text->size());
  } else {
    out.reset();
  }
}

// ---- Citations ----

// Every field that a citation of any kind may have. `type` may come last, so what a field is for is
// known only at the end.
struct CitationFields {
  OptionalView type;
  OptionalView cited_text;
  OptionalView title;
  OptionalView document_title;
  OptionalView source;
  OptionalView url;
  OptionalView encrypted_index;
  OptionalView file_id;
  std::optional<int64_t> search_result_index;
  std::optional<int64_t> document_index;
  std::optional<int64_t> start_char_index;
  std::optional<int64_t> end_char_index;
  std::optional<int64_t> start_page_number;
  std::optional<int64_t> end_page_number;
  std::optional<int64_t> start_block_index;
  std::optional<int64_t> end_block_index;
};

void ReadCitationField(absl::string_view key, Value& value, JsonReader& reader,
                       CitationFields& fields) {
  if (key == "type") {
    fields.type = reader.String(value);
  } else if (key == "cited_text") {
    fields.cited_text = reader.String(value);
  } else if (key == "source") {
    fields.source = reader.String(value);
  } else if (key == "title") {
    fields.title = reader.String(value);
  } else if (key == "search_result_index") {
    fields.search_result_index = reader.Int(value);
  } else if (key == "start_block_index") {
    fields.start_block_index = reader.Int(value);
  } else if (key == "end_block_index") {
    fields.end_block_index = reader.Int(value);
  } else if (key == "document_index") {
    fields.document_index = reader.Int(value);
  } else if (key == "document_title") {
    fields.document_title = reader.String(value);
  } else if (key == "start_char_index") {
    fields.start_char_index = reader.Int(value);
  } else if (key == "end_char_index") {
    fields.end_char_index = reader.Int(value);
  } else if (key == "start_page_number") {
    fields.start_page_number = reader.Int(value);
  } else if (key == "end_page_number") {
    fields.end_page_number = reader.Int(value);
  } else if (key == "file_id") {
    fields.file_id = reader.String(value);
  } else if (key == "url") {
    fields.url = reader.String(value);
  } else if (key == "encrypted_index") {
    fields.encrypted_index = reader.String(value);
  } else {
    reader.Skip(value);
  }
}

TextCitation::Kind CitationKind(absl::string_view type) {
  if (type == "search_result_location") return TextCitation::Kind::kSearchResult;
  if (type == "char_location") return TextCitation::Kind::kChar;
  if (type == "page_location") return TextCitation::Kind::kPage;
  if (type == "content_block_location") return TextCitation::Kind::kContentBlock;
  if (type == "web_search_result_location") return TextCitation::Kind::kWebSearchResult;
  return TextCitation::Kind::kUnknown;
}

void SetDocument(const CitationFields& fields, TextCitation& citation) {
  citation.index = fields.document_index;
  Assign(fields.document_title, citation.title);
  Assign(fields.file_id, citation.file_id);
}

// Fills in what a citation of its kind has.
void SetLocation(const CitationFields& fields, TextCitation& citation) {
  switch (citation.kind) {
    case TextCitation::Kind::kUnknown:
      citation.type = ToString(fields.type);
      return;
    case TextCitation::Kind::kChar:
      SetDocument(fields, citation);
      citation.start = fields.start_char_index;
      citation.end = fields.end_char_index;
      return;
    case TextCitation::Kind::kPage:
      SetDocument(fields, citation);
      citation.start = fields.start_page_number;
      citation.end = fields.end_page_number;
      return;
    case TextCitation::Kind::kContentBlock:
      SetDocument(fields, citation);
      citation.start = fields.start_block_index;
      citation.end = fields.end_block_index;
      return;
    case TextCitation::Kind::kSearchResult:
      citation.index = fields.search_result_index;
      citation.start = fields.start_block_index;
      citation.end = fields.end_block_index;
      Assign(fields.title, citation.title);
      Assign(fields.source, citation.source);
      return;
    case TextCitation::Kind::kWebSearchResult:
      Assign(fields.title, citation.title);
      Assign(fields.url, citation.url);
      Assign(fields.encrypted_index, citation.encrypted_index);
      return;
  }
}

void ReadCitation(Value& value, JsonReader& reader, TextCitation& citation) {
  if (!JsonReader::IsObject(value)) {
    citation.json = ToString(reader.Json(value));
    return;
  }
  CitationFields fields;
  const char* begin = reader.Begin(value);
  const int wrong_types = reader.wrong_types();
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    ReadCitationField(key, field, reader, fields);
  });
  if (fields.type) citation.kind = CitationKind(*fields.type);
  Assign(fields.cited_text, citation.cited_text);
  SetLocation(fields, citation);
  if (citation.kind == TextCitation::Kind::kUnknown || reader.wrong_types() != wrong_types) {
    citation.json = ToString(reader.Since(begin));
  }
}

std::vector<TextCitation> ReadCitations(Value& value, JsonReader& reader) {
  std::vector<TextCitation> citations;
  reader.ForEachElement(value, [&](Value& element) {
    if (citations.empty()) citations.reserve(kUsualCitations);
    ReadCitation(element, reader, citations.emplace_back());
  });
  return citations;
}

// ---- Blocks ----

// Every field that a block of a kind that is read may have; see CitationFields.
struct BlockFields {
  OptionalView type;
  OptionalView text;
  OptionalView id;
  OptionalView name;
  // As sent; absent if null.
  OptionalView input_json;
  bool input_is_object = false;
  std::vector<TextCitation> citations;
};

void ReadBlockField(absl::string_view key, Value& value, JsonReader& reader, BlockFields& fields) {
  if (key == "type") {
    fields.type = reader.String(value);
  } else if (key == "text") {
    fields.text = reader.String(value);
  } else if (key == "citations") {
    fields.citations = ReadCitations(value, reader);
  } else if (key == "id") {
    fields.id = reader.String(value);
  } else if (key == "name") {
    fields.name = reader.String(value);
  } else if (key == "input") {
    const bool null = JsonReader::IsNull(value);
    fields.input_is_object = JsonReader::IsObject(value);
    fields.input_json = reader.Json(value);
    if (null) fields.input_json.reset();
  } else {
    reader.Skip(value);
  }
}

bool IsKnownOpaqueType(absl::string_view type) {
  static constexpr std::array<const char*, 10> kTypes = {
      "thinking",
      "redacted_thinking",
      "server_tool_use",
      "web_search_tool_result",
      "web_fetch_tool_result",
      "code_execution_tool_result",
      "bash_code_execution_tool_result",
      "text_editor_code_execution_tool_result",
      "tool_search_tool_result",
      "container_upload",
  };
  return std::any_of(kTypes.begin(), kTypes.end(),
                     [type](const char* known) { return type == known; });
}

// Fills in a text block; returns false if it cannot be read as one.
bool SetText(BlockFields& fields, ContentBlock& block) {
  if (!fields.text) return false;
  block.kind = ContentBlock::Kind::kText;
  block.text = ToString(*fields.text);
  block.citations = std::move(fields.citations);
  return true;
}

// Fills in a tool use; returns false if it cannot be read as one.
bool SetToolUse(const BlockFields& fields, ContentBlock& block) {
  if (!fields.id || !fields.name) return false;
  if (fields.input_json && !fields.input_is_object) return false;
  block.kind = ContentBlock::Kind::kToolUse;
  block.tool_use_id = ToString(*fields.id);
  block.tool_name = ToString(*fields.name);
  block.tool_input_json = fields.input_json ? ToString(*fields.input_json) : "{}";
  return true;
}

void SetOpaque(const OptionalView& type, absl::string_view json, ContentBlock& block) {
  block.kind = ContentBlock::Kind::kOpaque;
  block.type = ToString(type);
  block.known = type && IsKnownOpaqueType(*type);
  block.json = ToString(json);
}

void ReadBlock(Value& value, JsonReader& reader, ContentBlock& block) {
  if (!JsonReader::IsObject(value)) {
    SetOpaque(std::nullopt, reader.Json(value), block);
    return;
  }
  BlockFields fields;
  const char* begin = reader.Begin(value);
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    ReadBlockField(key, field, reader, fields);
  });
  if (fields.type == "text" && SetText(fields, block)) return;
  if (fields.type == "tool_use" && SetToolUse(fields, block)) return;
  SetOpaque(fields.type, reader.Since(begin), block);
}

// ---- Usage ----

// Reads one integer out of an object, if that is what `value` is.
std::optional<int64_t> ReadIntOf(absl::string_view name, Value& value, JsonReader& reader) {
  std::optional<int64_t> result;
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == name) {
      result = reader.Int(field);
    } else {
      reader.Skip(field);
    }
  });
  return result;
}

void ReadCacheCreation(Value& value, JsonReader& reader, Usage& usage) {
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "ephemeral_5m_input_tokens") {
      usage.ephemeral_5m_input_tokens = reader.Int(field);
    } else if (key == "ephemeral_1h_input_tokens") {
      usage.ephemeral_1h_input_tokens = reader.Int(field);
    } else {
      reader.Skip(field);
    }
  });
}

std::optional<Usage> ReadUsage(Value& value, JsonReader& reader) {
  Usage usage;
  const bool found = reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "input_tokens") {
      usage.input_tokens = reader.Int(field);
    } else if (key == "output_tokens") {
      usage.output_tokens = reader.Int(field);
    } else if (key == "cache_creation_input_tokens") {
      usage.cache_creation_input_tokens = reader.Int(field);
    } else if (key == "cache_read_input_tokens") {
      usage.cache_read_input_tokens = reader.Int(field);
    } else if (key == "cache_creation") {
      ReadCacheCreation(field, reader, usage);
    } else if (key == "output_tokens_details") {
      usage.thinking_tokens = ReadIntOf("thinking_tokens", field, reader);
    } else if (key == "server_tool_use") {
      usage.web_search_requests = ReadIntOf("web_search_requests", field, reader);
    } else if (key == "service_tier") {
      Assign(reader.String(field), usage.service_tier);
    } else {
      reader.Skip(field);
    }
  });
  if (!found) return std::nullopt;
  return usage;
}

// ---- Whole bodies ----

struct MessageFields {
  Message message;
  bool is_error = false;
  bool has_content = false;
};

void ReadContent(Value& value, JsonReader& reader, MessageFields& fields) {
  std::vector<ContentBlock>& content = fields.message.content;
  content.clear();
  content.reserve(kUsualBlocks);
  fields.has_content = reader.ForEachElement(
      value, [&](Value& element) { ReadBlock(element, reader, content.emplace_back()); });
}

void ReadMessageField(absl::string_view key, Value& value, JsonReader& reader,
                      MessageFields& fields) {
  Message& message = fields.message;
  if (key == "content") {
    ReadContent(value, reader, fields);
  } else if (key == "id") {
    message.id = ToString(reader.String(value));
  } else if (key == "model") {
    message.model = ToString(reader.String(value));
  } else if (key == "stop_reason") {
    Assign(reader.String(value), message.stop_reason);
  } else if (key == "stop_sequence") {
    Assign(reader.String(value), message.stop_sequence);
  } else if (key == "usage") {
    message.usage = ReadUsage(value, reader);
  } else if (key == "type") {
    fields.is_error = reader.String(value) == "error";
  } else {
    reader.Skip(value);
  }
}

struct ErrorFields {
  OptionalView type;
  OptionalView message;
  OptionalView error_code;
};

void ReadError(Value& value, JsonReader& reader, ErrorFields& fields) {
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    if (key == "type") {
      fields.type = reader.String(field);
    } else if (key == "message") {
      fields.message = reader.String(field);
    } else if (key == "details") {
      reader.ForEachField(field, [&](absl::string_view detail, Value& detail_value) {
        if (detail == "error_code") {
          fields.error_code = reader.String(detail_value);
        } else {
          reader.Skip(detail_value);
        }
      });
    } else {
      reader.Skip(field);
    }
  });
}

}  // namespace

absl::StatusOr<Message> ParseMessage(std::string json) {
  JsonReader reader(std::move(json));
  MessageFields fields;
  const absl::Status status = reader.ReadObject(
      [&](absl::string_view key, Value& value) { ReadMessageField(key, value, reader, fields); });
  if (!status.ok()) return status;
  if (fields.is_error) return absl::InvalidArgumentError("an error object, not a message");
  if (!fields.has_content) return absl::InvalidArgumentError("a message without a content array");
  fields.message.ill_formed_strings = reader.ill_formed_strings();
  return std::move(fields.message);
}

std::optional<ApiError> ParseApiError(absl::string_view json) {
  std::string body;
  body.reserve(json.size() + simdjson::SIMDJSON_PADDING);
  body.assign(json.data(), json.size());
  JsonReader reader(std::move(body));
  OptionalView type;
  OptionalView request_id;
  ErrorFields error;
  const absl::Status status = reader.ReadObject([&](absl::string_view key, Value& value) {
    if (key == "type") {
      type = reader.String(value);
    } else if (key == "error") {
      error = {};
      ReadError(value, reader, error);
    } else if (key == "request_id") {
      request_id = reader.String(value);
    } else {
      reader.Skip(value);
    }
  });
  if (!status.ok()) return std::nullopt;
  if (type && *type != "error") return std::nullopt;
  if (!error.type && !error.message) return std::nullopt;
  return ApiError{ToString(error.type), ToString(error.message), ToString(error.error_code),
                  ToString(request_id)};
}

}  // namespace footnote::messages
