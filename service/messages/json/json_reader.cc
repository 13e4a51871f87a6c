// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_reader.h"

#include <charconv>
#include <cstddef>
#include <cstring>
#include <system_error>
#include <utility>

#include "service/messages/json/json_escape.h"

namespace footnote::messages {
namespace {

static_assert(kScanOverrun < JsonReader::kSpareBytes);

bool IsDigit(char c) { return '0' <= c && c <= '9'; }

absl::string_view TrimTrailingSpace(absl::string_view json) {
  while (!json.empty() && (json.back() == ' ' || json.back() == '\n' || json.back() == '\r' ||
                           json.back() == '\t')) {
    json.remove_suffix(1);
  }
  return json;
}

// Removes digits from the front of `text`; returns true if there were any.
bool ConsumeDigits(absl::string_view* text) {
  size_t digits = 0;
  while (digits < text->size() && IsDigit((*text)[digits])) ++digits;
  text->remove_prefix(digits);
  return digits > 0;
}

// Removes -?(0|[1-9][0-9]*) from the front of `text`; returns true if it was present.
bool ConsumeInteger(absl::string_view* text) {
  if (!text->empty() && text->front() == '-') text->remove_prefix(1);
  if (!text->empty() && text->front() == '0') {
    text->remove_prefix(1);
    return true;
  }
  return ConsumeDigits(text);
}

bool IsInteger(absl::string_view text) { return ConsumeInteger(&text) && text.empty(); }

bool IsNumber(absl::string_view text) {
  if (!ConsumeInteger(&text)) return false;
  if (!text.empty() && text.front() == '.') {
    text.remove_prefix(1);
    if (!ConsumeDigits(&text)) return false;
  }
  if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
    text.remove_prefix(1);
    if (!text.empty() && (text.front() == '+' || text.front() == '-')) text.remove_prefix(1);
    if (!ConsumeDigits(&text)) return false;
  }
  return text.empty();
}

}  // namespace

JsonReader::JsonReader(std::string json)
    : own_json_(std::move(json)), own_workspace_(std::in_place), workspace_(*own_workspace_) {
  Start(own_json_);
}

JsonReader::JsonReader(std::string& json, Workspace& workspace) : workspace_(workspace) {
  Start(json);
}

void JsonReader::Start(std::string& json) {
  json.reserve(json.size() + kSpareBytes);
  json_size_ = json.size();
  Check(workspace_.parser_.iterate(json).get(document_));
}

JsonReader::Workspace::Workspace() = default;

char* JsonReader::Workspace::Unescaped(size_t size) {
  if (unescaped_size_ < size) {
    unescaped_.reset(new char[size]);
    unescaped_size_ = size;
  }
  return unescaped_.get();
}

absl::Status JsonReader::StatusOf(Error error) const {
  switch (error) {
    case Error::kNone:
      return absl::OkStatus();
    case Error::kNotJson:
      return absl::InvalidArgumentError("not well-formed JSON");
    case Error::kNotObject:
      return absl::InvalidArgumentError("not a JSON object");
    case Error::kTooDeep:
      return absl::InvalidArgumentError("JSON nested too deeply");
    case Error::kTooMany:
      return absl::InvalidArgumentError("too many blocks and citations");
  }
  return absl::InternalError("unknown error");
}

bool JsonReader::Fail(Error error) {
  if (error_ == Error::kNone) error_ = error;
  return false;
}

std::optional<int64_t> JsonReader::Int(Value& value) {
  const std::string_view token = value.raw_json_token();
  if (token.size() == 1 && IsDigit(token.front()))
    return token.front() - '0';  // Most indices have one digit.
  const absl::string_view text = TrimTrailingSpace({token.data(), token.size()});
  int64_t result = 0;
  if (IsInteger(text) &&
      std::from_chars(text.data(), text.data() + text.size(), result).ec == std::errc()) {
    return result;
  }
  return NotOfType(value);
}

void JsonReader::Skip(Value& value) {
  switch (FirstByte(value)) {
    case '{':
      ForEachField(value, [this](absl::string_view, Value& field) { Skip(field); });
      return;
    case '[':
      ForEachElement(value, [this](Value& element) { Skip(element); });
      return;
    default:
      SkipScalar(value);
  }
}

void JsonReader::SkipScalar(Value& value) {
  const std::string_view token = value.raw_json_token();
  if (token.front() == '"') {
    // Consumes it as a string: otherwise the tokenizer interprets a string before a colon as a key.
    simdjson::ondemand::raw_json_string raw;
    if (!Check(value.get_raw_json_string().get(raw))) return;
    const char* end = FindQuoteOrBackslash(token.data() + 1);
    if (*end == '\\') Unescape(token.data() + 1, end, LoneHalves::kKeep);
    return;
  }
  const absl::string_view text = TrimTrailingSpace({token.data(), token.size()});
  if (text != "null" && text != "true" && text != "false" && !IsNumber(text)) {
    Fail(Error::kNotJson);
  }
}

std::nullopt_t JsonReader::NotOfType(Value& value) {
  if (!IsNull(value)) ++wrong_types_;
  Skip(value);
  return std::nullopt;
}

absl::string_view JsonReader::Json(Value& value) {
  const std::string_view token = value.raw_json_token();
  Skip(value);
  if (token.data()[0] == '{' || token.data()[0] == '[') return Since(token.data());
  return TrimTrailingSpace({token.data(), token.size()});
}

absl::string_view JsonReader::Since(const char* begin) {
  const char* end = nullptr;
  if (error_ != Error::kNone || !Check(document_.current_location().get(end))) return {};
  return TrimTrailingSpace({begin, static_cast<size_t>(end - begin)});
}

std::optional<absl::string_view> JsonReader::StringWithHalves(Value& value) {
  const char* token = value.raw_json_token().data();
  if (*token != '"') return NotOfType(value);
  simdjson::ondemand::raw_json_string raw;
  if (!Check(value.get_raw_json_string().get(raw))) return std::nullopt;
  const absl::string_view text = Key(token + 1);
  if (error_ != Error::kNone) return std::nullopt;
  return text;
}

std::optional<absl::string_view> JsonReader::EscapedString(const char* begin,
                                                           const char* backslash) {
  const std::optional<Unescaped> string = Unescape(begin, backslash, LoneHalves::kReplace);
  if (!string) return std::nullopt;
  next_unescaped_ += string->text.size();
  if (string->ill_formed) ++ill_formed_strings_;
  return string->text;
}

absl::string_view JsonReader::EscapedKey(const char* begin, const char* backslash) {
  const std::optional<Unescaped> key = Unescape(begin, backslash, LoneHalves::kKeep);
  if (!key) return {};
  next_unescaped_ += key->text.size();
  return key->text;
}

std::optional<JsonReader::Unescaped> JsonReader::Unescape(const char* begin, const char* backslash,
                                                          LoneHalves lone_halves) {
  if (next_unescaped_ == nullptr) next_unescaped_ = workspace_.Unescaped(json_size_);
  char* out = next_unescaped_;
  Unescaped result;
  const char* run = begin;
  for (const char* stop = backslash;; stop = FindQuoteOrBackslash(run)) {
    std::memcpy(out, run, static_cast<size_t>(stop - run));
    out += stop - run;
    if (*stop == '"') break;
    run = stop;
    std::optional<uint32_t> code_point = ReadEscape(&run);
    if (!code_point) {
      Fail(Error::kNotJson);
      return std::nullopt;
    }
    if (IsSurrogate(*code_point)) {
      result.ill_formed = true;
      if (lone_halves == LoneHalves::kReplace) code_point = kReplacementCharacter;
    }
    out = WriteUtf8(*code_point, out);
  }
  result.text = {next_unescaped_, static_cast<size_t>(out - next_unescaped_)};
  return result;
}

}  // namespace footnote::messages
