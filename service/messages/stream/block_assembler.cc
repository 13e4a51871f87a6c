// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/block_assembler.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "service/messages/json/canonical_json.h"
#include "service/messages/json/json_escape.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/stream/delta_json.h"

namespace footnote::messages {
namespace {

absl::Status WrongDelta() {
  return absl::InvalidArgumentError("a delta that does not fit the kind of its block");
}

template <typename Delta>
absl::Status Unknown(const Delta& delta, std::vector<MessagePart>* parts) {
  UnknownEvent event = ToUnknownEvent(delta);
  parts->emplace_back(UnknownReceived{std::move(event.type), std::move(event.json), event.index});
  return absl::OkStatus();
}

// Copies the members of an object, except those for which `replace(key, value, &out)` returns true:
// it appends the replacement. The caller appends the closing brace.
template <typename Replace>
std::string ReplaceMembers(const std::string& object_json, Replace replace) {
  std::string out;
  JsonReader reader(object_json);
  // The block was parsed before, so it is well-formed.
  (void)reader.ReadObject([&](absl::string_view key, JsonReader::Value& value) {
    out.push_back(out.empty() ? '{' : ',');
    AppendCanonicalString(key, &out);
    out.push_back(':');
    if (replace(key, value, reader, &out)) return;
    const absl::string_view json = reader.Json(value);
    out.append(json.data(), json.size());
  });
  if (out.empty()) out.push_back('{');
  return out;
}

void AppendMember(absl::string_view key, absl::string_view json, std::string* out) {
  if (out->back() != '{') out->push_back(',');
  AppendCanonicalString(key, out);
  out->push_back(':');
  out->append(json.data(), json.size());
}

// Returns `object_json` with `value_json` as its member `key`.
std::string WithMember(const std::string& object_json, absl::string_view key,
                       absl::string_view value_json) {
  bool found = false;
  std::string out = ReplaceMembers(
      object_json,
      [&](absl::string_view name, JsonReader::Value& value, JsonReader& reader, std::string* json) {
        if (name != key) return false;
        found = true;
        reader.Skip(value);
        json->append(value_json.data(), value_json.size());
        return true;
      });
  if (!found) AppendMember(key, value_json, &out);
  out.push_back('}');
  return out;
}

// Returns the string member `key` of `object_json`, with halves; empty if there is none.
std::string StringMember(const std::string& object_json, absl::string_view key) {
  std::string result;
  JsonReader reader(object_json);
  (void)reader.ReadObject([&](absl::string_view name, JsonReader::Value& value) {
    if (name != key) return reader.Skip(value);
    const absl::string_view text = reader.StringWithHalves(value).value_or("");
    result.assign(text.data(), text.size());
  });
  return result;
}

std::string CanonicalString(absl::string_view text) {
  std::string json;
  AppendCanonicalString(text, &json);
  return json;
}

bool IsBlank(absl::string_view json) {
  return json.find_first_not_of(" \n\r\t") == absl::string_view::npos;
}

// Returns true if `json` ends in a backslash that escapes the next byte.
bool EndsInOpenEscape(absl::string_view json) {
  const size_t last = json.find_last_not_of('\\');
  const size_t backslashes = last == absl::string_view::npos ? json.size() : json.size() - last - 1;
  return backslashes % 2 == 1;
}

// Converts JSON text with halves to UTF-8. A lone half can only be part of a string; it becomes the
// equivalent escape sequence.
std::string EscapeLoneHalves(absl::string_view json) {
  std::string out;
  out.reserve(json.size() + JsonReader::kSpareBytes);
  SplitAtHalves(
      json, [&out](absl::string_view run) { out.append(run.data(), run.size()); },
      [&out](uint32_t half) {
        if (EndsInOpenEscape(out)) {
          out += "\xef\xbf\xbd";  // prevents a new escape sequence
          return;
        }
        char bytes[4];
        const char* end = WriteUtf8(half, bytes);
        const std::string quoted = CanonicalString({bytes, static_cast<size_t>(end - bytes)});
        out.append(quoted, 1, quoted.size() - 2);
      });
  return out;
}

}  // namespace

BlockAssembler::Takes BlockAssembler::TakesOf(const ContentBlock& block) {
  if (block.kind == ContentBlock::Kind::kText) return Takes::kText;
  if (block.kind == ContentBlock::Kind::kToolUse) return Takes::kInput;
  if (!block.known) return Takes::kUnknown;
  if (block.type == "thinking") return Takes::kThinking;
  if (block.type == "server_tool_use") return Takes::kInput;
  return Takes::kNothing;
}

void BlockAssembler::Open(ContentBlock&& block, std::vector<MessagePart>* parts) {
  block_ = std::move(block);
  takes_ = TakesOf(block_);
  parts->emplace_back(BlockOpened{OpeningOf(block_)});
  if (takes_ != Takes::kText) return;
  AddText(std::move(block_.text), parts);
  for (TextCitation& citation : block_.citations) {
    parts->emplace_back(CitationAdded{std::move(citation)});
  }
  block_ = {};
}

absl::Status BlockAssembler::Add(TextDelta&& delta, std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kUnknown) return Unknown(delta, parts);
  if (takes_ != Takes::kText) return WrongDelta();
  AddText(std::move(delta.text), parts);
  return absl::OkStatus();
}

absl::Status BlockAssembler::Add(CitationsDelta&& delta, std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kUnknown) return Unknown(delta, parts);
  if (takes_ != Takes::kText) return WrongDelta();
  ill_formed_strings_ += delta.ill_formed_strings;
  parts->emplace_back(CitationAdded{std::move(delta.citation)});
  return absl::OkStatus();
}

absl::Status BlockAssembler::Add(InputJsonDelta&& delta, std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kUnknown) return Unknown(delta, parts);
  if (takes_ != Takes::kInput) return WrongDelta();
  input_ += delta.partial_json;
  return absl::OkStatus();
}

absl::Status BlockAssembler::Add(ThinkingDelta&& delta, std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kUnknown) return Unknown(delta, parts);
  if (takes_ != Takes::kThinking) return WrongDelta();
  if (!thinking_) thinking_ = StringMember(block_.json, "thinking");
  *thinking_ += delta.thinking;
  return absl::OkStatus();
}

absl::Status BlockAssembler::Add(SignatureDelta&& delta, std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kUnknown) return Unknown(delta, parts);
  if (takes_ != Takes::kThinking) return WrongDelta();
  signature_ = std::move(delta.signature);
  return absl::OkStatus();
}

void BlockAssembler::Close(std::vector<MessagePart>* parts) {
  if (takes_ == Takes::kText) return CloseText(parts);
  if (takes_ == Takes::kInput) PutInput();
  if (takes_ == Takes::kThinking) PutThinking();
  if (block_.kind == ContentBlock::Kind::kToolUse) block_.json.clear();
  parts->emplace_back(BlockClosed{std::move(block_)});
}

void BlockAssembler::AddText(std::string&& text, std::vector<MessagePart>* parts) {
  if (held_.empty() && FindHalf(text) == std::string::npos) {
    if (!text.empty()) parts->emplace_back(TextAdded{std::move(text)});
    return;
  }
  held_ += text;
  std::string whole = std::move(held_);
  held_.clear();
  if (EndsInHighHalf(whole)) {
    const size_t half = whole.size() - 3;
    held_ = whole.substr(half);
    whole.resize(half);
  }
  TextAdded added;
  if (AppendWellFormed(whole, &added.text)) ill_formed_text_ = true;
  if (!added.text.empty()) parts->emplace_back(std::move(added));
}

void BlockAssembler::CloseText(std::vector<MessagePart>* parts) {
  TextAdded last;
  if (AppendWellFormed(held_, &last.text)) ill_formed_text_ = true;
  if (!last.text.empty()) parts->emplace_back(std::move(last));
  if (ill_formed_text_) ++ill_formed_strings_;
  parts->emplace_back(BlockClosed{});
}

void BlockAssembler::PutInput() {
  if (IsBlank(input_)) return;
  absl::StatusOr<std::string> input = CanonicalObject(EscapeLoneHalves(input_));
  if (!input.ok()) {
    PutBadInput();
  } else if (block_.kind == ContentBlock::Kind::kToolUse) {
    block_.tool_input_json = *std::move(input);
  } else {
    block_.json = WithMember(block_.json, "input", *input);
  }
}

void BlockAssembler::PutThinking() {
  if (thinking_) block_.json = WithMember(block_.json, "thinking", CanonicalString(*thinking_));
  if (signature_) block_.json = WithMember(block_.json, "signature", CanonicalString(*signature_));
}

void BlockAssembler::PutBadInput() {
  ContentBlock kept;
  kept.kind = ContentBlock::Kind::kOpaque;
  kept.type = block_.kind == ContentBlock::Kind::kToolUse ? "tool_use" : std::move(block_.type);
  kept.known = false;
  kept.json = WithMember(block_.json, "input", CanonicalString(input_));
  block_ = std::move(kept);
  AppendWellFormed(input_, &bad_tool_input_.emplace());
}

}  // namespace footnote::messages
