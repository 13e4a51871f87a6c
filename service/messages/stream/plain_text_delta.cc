// SPDX-License-Identifier: Apache-2.0
#include "service/messages/stream/plain_text_delta.h"

#include <cstddef>
#include <cstring>

#include "service/messages/json/json_scan.h"
#include "simdjson.h"

namespace footnote::messages {
namespace {

constexpr char kBeforeIndex[] = R"({"type":"content_block_delta","index":)";
constexpr char kBeforeText[] = R"(,"delta":{"type":"text_delta","text":")";
constexpr size_t kMaxDigits = 9;

// A constant of known size, so that a comparison takes few instructions.
template <size_t N>
bool ConsumePrefix(const char (&prefix)[N], absl::string_view* text) {
  constexpr size_t kSize = N - 1;
  if (text->size() < kSize || std::memcmp(text->data(), prefix, kSize) != 0) return false;
  text->remove_prefix(kSize);
  return true;
}

void ConsumeSpaces(absl::string_view* text) {
  while (!text->empty() && text->front() == ' ') text->remove_prefix(1);
}

// Removes a valid JSON number from the front of `text`.
std::optional<int64_t> ConsumeIndex(absl::string_view* text) {
  int64_t index = 0;
  size_t digits = 0;
  while (digits < text->size() && '0' <= (*text)[digits] && (*text)[digits] <= '9') {
    if (digits == kMaxDigits) return std::nullopt;
    index = index * 10 + ((*text)[digits++] - '0');
  }
  if (digits == 0 || (text->front() == '0' && digits > 1)) return std::nullopt;
  text->remove_prefix(digits);
  return index;
}

}  // namespace

std::optional<PlainTextDelta> ReadPlainTextDelta(absl::string_view data) {
  if (!ConsumePrefix(kBeforeIndex, &data)) return std::nullopt;
  const std::optional<int64_t> index = ConsumeIndex(&data);
  if (!index || !ConsumePrefix(kBeforeText, &data)) return std::nullopt;
  const size_t end = FindEscape(data);
  const absl::string_view text(data.data(), end);
  data.remove_prefix(end);
  if (!ConsumePrefix("\"}", &data)) return std::nullopt;
  ConsumeSpaces(&data);
  if (!ConsumePrefix("}", &data)) return std::nullopt;
  ConsumeSpaces(&data);
  if (!data.empty()) return std::nullopt;
  if (!simdjson::validate_utf8(text.data(), text.size())) return std::nullopt;
  return PlainTextDelta{*index, text};
}

}  // namespace footnote::messages
