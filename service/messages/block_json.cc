// SPDX-License-Identifier: Apache-2.0
#include "service/messages/block_json.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/messages/citation_json.h"
#include "service/messages/json/canonical_json.h"
#include "service/messages/json/json_escape.h"

namespace footnote::messages {
namespace {

using Value = JsonReader::Value;
using OptionalView = std::optional<absl::string_view>;

// Most text blocks with citations have no more than this.
constexpr size_t kUsualCitations = 4;

std::string ToString(absl::string_view text) { return std::string(text.data(), text.size()); }

std::vector<TextCitation> ReadCitations(Value& value, JsonReader& reader) {
  std::vector<TextCitation> citations;
  reader.ForEachElement(value, [&](Value& element) {
    if (citations.empty()) citations.reserve(kUsualCitations);
    citations.push_back(ReadCitation(element, reader));
  });
  return citations;
}

// The fields of all kinds of blocks. `type` may come last, so the meaning of a field is known only
// at the end.
struct BlockFields {
  OptionalView type;
  OptionalView text;  // with halves
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
    fields.text = reader.StringWithHalves(value);
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

// Fills in a text block, except for its text. Returns false if it does not have the fields of one.
bool SetText(BlockFields& fields, ContentBlock& block) {
  if (fields.type != "text" || !fields.text) return false;
  block.kind = ContentBlock::Kind::kText;
  block.citations = std::move(fields.citations);
  return true;
}

// Fills in a tool use. Returns false if it does not have the fields of one.
bool SetToolUse(const BlockFields& fields, ContentBlock& block) {
  if (fields.type != "tool_use" || !fields.id || !fields.name) return false;
  if (fields.input_json && !fields.input_is_object) return false;
  block.kind = ContentBlock::Kind::kToolUse;
  block.tool_use_id = ToString(*fields.id);
  block.tool_name = ToString(*fields.name);
  AppendCanonicalJson(fields.input_json.value_or("{}"), &block.tool_input_json);
  return true;
}

void SetOpaque(const OptionalView& type, absl::string_view json, ContentBlock& block) {
  block.kind = ContentBlock::Kind::kOpaque;
  if (type) block.type = ToString(*type);
  block.known = type && IsKnownOpaqueType(*type);
  AppendCanonicalJson(json, &block.json);
}

// Reads and returns the fields of a block. Sets `json` to the exact JSON of the block.
BlockFields ReadBlockFields(Value& value, JsonReader& reader, absl::string_view& json) {
  BlockFields fields;
  if (!JsonReader::IsObject(value)) {
    json = reader.Json(value);
    return fields;
  }
  const char* begin = reader.Begin(value);
  reader.ForEachField(value, [&](absl::string_view key, Value& field) {
    ReadBlockField(key, field, reader, fields);
  });
  json = reader.Since(begin);
  return fields;
}

}  // namespace

void ReadBlock(Value& value, JsonReader& reader, ContentBlock& block, int& ill_formed_strings) {
  absl::string_view json;
  BlockFields fields = ReadBlockFields(value, reader, json);
  if (SetText(fields, block)) {
    if (AppendWellFormed(*fields.text, &block.text)) ++ill_formed_strings;
  } else if (!SetToolUse(fields, block)) {
    SetOpaque(fields.type, json, block);
  }
}

void ReadOpeningBlock(Value& value, JsonReader& reader, ContentBlock& block) {
  absl::string_view json;
  BlockFields fields = ReadBlockFields(value, reader, json);
  // The text follows in deltas, so an initial "" is optional.
  if (fields.type == "text" && !fields.text) fields.text = "";
  if (SetText(fields, block)) {
    block.text = ToString(*fields.text);
  } else if (SetToolUse(fields, block)) {
    AppendCanonicalJson(json, &block.json);
  } else {
    SetOpaque(fields.type, json, block);
  }
}

}  // namespace footnote::messages
