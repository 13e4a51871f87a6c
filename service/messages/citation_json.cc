// SPDX-License-Identifier: Apache-2.0
#include "service/messages/citation_json.h"

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "service/messages/json/canonical_json.h"
#include "service/messages/json/json_writer.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;
using OptionalView = std::optional<absl::string_view>;

void Assign(const OptionalView& text, std::optional<std::string>& out) {
  if (text) out.emplace(text->data(), text->size());
}

// The fields of all kinds of citations. `type` may come last, so the meaning of a field is known
// only at the end.
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

// Fills in the fields of the kind of the citation.
void SetLocation(const CitationFields& fields, TextCitation& citation) {
  switch (citation.kind) {
    case TextCitation::Kind::kUnknown:
      if (fields.type) citation.type.assign(fields.type->data(), fields.type->size());
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

// The API's names of a kind and of the fields that differ by kind; null if the kind has no such
// field.
struct KindNames {
  const char* type;
  const char* index;
  const char* start;
  const char* end;
  const char* title;
};

KindNames NamesOf(TextCitation::Kind kind) {
  switch (kind) {
    case TextCitation::Kind::kChar:
      return {"char_location", "document_index", "start_char_index", "end_char_index",
              "document_title"};
    case TextCitation::Kind::kPage:
      return {"page_location", "document_index", "start_page_number", "end_page_number",
              "document_title"};
    case TextCitation::Kind::kContentBlock:
      return {"content_block_location", "document_index", "start_block_index", "end_block_index",
              "document_title"};
    case TextCitation::Kind::kSearchResult:
      return {"search_result_location", "search_result_index", "start_block_index",
              "end_block_index", "title"};
    case TextCitation::Kind::kWebSearchResult:
      return {"web_search_result_location", nullptr, nullptr, nullptr, "title"};
    case TextCitation::Kind::kUnknown:
      break;
  }
  return {};
}

// Writes members of an object that already has a member.
class MemberWriter {
 public:
  explicit MemberWriter(std::string* out) : json_(out) {}

  void Write(const char* key, const std::optional<std::string>& text) {
    if (key == nullptr || !text) return;
    Key(key);
    json_.String(*text);
  }

  void Write(const char* key, const std::optional<int64_t>& number) {
    if (key == nullptr || !number) return;
    Key(key);
    json_.Int(*number);
  }

 private:
  void Key(const char* key) {
    json_.Raw(",");
    json_.String(key);
    json_.Raw(":");
  }

  JsonWriter json_;
};

}  // namespace

TextCitation ReadCitation(Value& value, JsonReader& reader) {
  TextCitation citation;
  if (!JsonReader::IsObject(value)) {
    AppendCanonicalJson(reader.Json(value), &citation.json);
    return citation;
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
    AppendCanonicalJson(reader.Since(begin), &citation.json);
  }
  return citation;
}

void AppendCitationJson(const TextCitation& citation, std::string* out) {
  if (!citation.json.empty()) {
    out->append(citation.json);
    return;
  }
  const KindNames names = NamesOf(citation.kind);
  JsonWriter json(out);
  json.Raw(R"({"type":)");
  json.String(names.type == nullptr ? citation.type.c_str() : names.type);
  MemberWriter members(out);
  members.Write("cited_text", citation.cited_text);
  members.Write(names.index, citation.index);
  members.Write(names.title, citation.title);
  members.Write("source", citation.source);
  members.Write(names.start, citation.start);
  members.Write(names.end, citation.end);
  members.Write("url", citation.url);
  members.Write("encrypted_index", citation.encrypted_index);
  members.Write("file_id", citation.file_id);
  json.Raw("}");
}

}  // namespace footnote::messages
