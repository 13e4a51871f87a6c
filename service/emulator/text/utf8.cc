// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/utf8.h"

#include "simdjson.h"

namespace footnote::emulator {
namespace {

bool IsContinuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

bool InRange(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Returns the offset of the last code point of `text`, which must not be empty.
size_t LastStart(std::string_view text) {
  size_t last = text.size() - 1;
  while (last > 0 && IsContinuation(text[last])) --last;
  return last;
}

}  // namespace

CodePoint DecodeAt(std::string_view text, size_t offset) {
  const unsigned char lead = static_cast<unsigned char>(text[offset]);
  if (lead < 0xC0) return {lead, 1};
  const size_t size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (offset + size > text.size()) return {lead, 1};
  char32_t value = lead & (0xFF >> (size + 1));
  for (size_t i = 1; i < size; ++i) {
    if (!IsContinuation(text[offset + i])) return {lead, 1};
    value = (value << 6) | (static_cast<unsigned char>(text[offset + i]) & 0x3F);
  }
  return {value, size};
}

int64_t CountCodePoints(std::string_view text) {
  int64_t count = 0;
  for (char byte : text) count += IsContinuation(byte) ? 0 : 1;
  return count;
}

std::string_view FirstCodePoints(std::string_view text, int64_t count) {
  size_t offset = 0;
  for (; offset < text.size(); ++offset) {
    if (IsContinuation(text[offset])) continue;
    if (count-- <= 0) break;
  }
  return text.substr(0, offset);
}

std::string WellFormedOrAscii(std::string text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return text;
  for (char& byte : text) {
    if (static_cast<unsigned char>(byte) >= 0x80) byte = '?';
  }
  return text;
}

bool IsWhiteSpace(char32_t c) {
  return InRange(c, 0x09, 0x0D) || InRange(c, 0x1C, 0x20) || c == 0x85 || c == 0xA0 ||
         c == 0x1680 || InRange(c, 0x2000, 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F ||
         c == 0x205F || c == 0x3000;
}

bool IsBlank(std::string_view text) { return Trim(text).empty(); }

std::string_view Trim(std::string_view text) {
  size_t begin = 0;
  while (begin < text.size()) {
    const CodePoint c = DecodeAt(text, begin);
    if (!IsWhiteSpace(c.value)) break;
    begin += c.size;
  }
  return TrimEnd(text.substr(begin));
}

std::string_view TrimEnd(std::string_view text) {
  while (!text.empty()) {
    const size_t last = LastStart(text);
    if (!IsWhiteSpace(DecodeAt(text, last).value)) break;
    text = text.substr(0, last);
  }
  return text;
}

char32_t LastCodePoint(std::string_view text) {
  return text.empty() ? 0 : DecodeAt(text, LastStart(text)).value;
}

bool IsHiragana(char32_t c) { return InRange(c, 0x3041, 0x309F); }

bool IsKatakana(char32_t c) {
  return InRange(c, 0x30A1, 0x30FF) || InRange(c, 0x31F0, 0x31FF) || InRange(c, 0xFF66, 0xFF9D);
}

bool IsHan(char32_t c) {
  return InRange(c, 0x3400, 0x4DBF) || InRange(c, 0x4E00, 0x9FFF) || InRange(c, 0xF900, 0xFAFF) ||
         InRange(c, 0x20000, 0x3FFFF) || c == 0x3005 || c == 0x3007;
}

}  // namespace footnote::emulator
