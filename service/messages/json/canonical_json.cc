// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/canonical_json.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "service/messages/json/json_escape.h"
#include "service/messages/json/json_reader.h"
#include "service/messages/json/json_scan.h"

namespace footnote::messages {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

// Appends the code point of an escape sequence.
void AppendCharacter(uint32_t code_point, std::string* out) {
  char bytes[4];
  const char* end = WriteUtf8(code_point, bytes);
  AppendEscaped({bytes, static_cast<size_t>(end - bytes)}, out);
}

void AppendHalf(uint32_t half, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  out->append("\\u", 2);
  for (int shift = 12; shift >= 0; shift -= 4) out->push_back(kHex[half >> shift & 0xf]);
}

// Appends the string at the start of `json`, after its opening quotation mark, including the
// closing one. Returns the rest of `json`.
absl::string_view AppendString(absl::string_view json, std::string* out) {
  while (true) {
    const size_t stop = FindEscape(json);
    out->append(json.data(), stop);
    json.remove_prefix(stop);
    if (json.empty()) return json;
    if (json.front() == '"') {
      out->push_back('"');
      return json.substr(1);
    }
    const char* p = json.data();
    const std::optional<uint32_t> code_point = ReadEscape(&p);
    if (!code_point) return {};
    json.remove_prefix(static_cast<size_t>(p - json.data()));
    if (IsSurrogate(*code_point)) {
      AppendHalf(*code_point, out);
    } else {
      AppendCharacter(*code_point, out);
    }
  }
}

}  // namespace

void AppendCanonicalJson(absl::string_view json, std::string* out) {
  out->reserve(out->size() + json.size());
  while (!json.empty()) {
    const char c = json.front();
    json.remove_prefix(1);
    if (!IsSpace(c)) out->push_back(c);
    if (c == '"') json = AppendString(json, out);
  }
}

void AppendCanonicalString(absl::string_view text, std::string* out) {
  out->push_back('"');
  SplitAtHalves(
      text, [out](absl::string_view run) { AppendEscaped(run, out); },
      [out](uint32_t half) { AppendHalf(half, out); });
  out->push_back('"');
}

absl::StatusOr<std::string> CanonicalObject(std::string json) {
  std::string canonical;
  canonical.reserve(json.size());
  JsonReader reader(std::move(json));
  char before = '{';
  const absl::Status status =
      reader.ReadObject([&](absl::string_view key, JsonReader::Value& value) {
        canonical.push_back(before);
        before = ',';
        AppendCanonicalString(key, &canonical);
        canonical.push_back(':');
        AppendCanonicalJson(reader.Json(value), &canonical);
      });
  if (!status.ok()) return status;
  if (before == '{') canonical.push_back('{');
  canonical.push_back('}');
  return canonical;
}

}  // namespace footnote::messages
