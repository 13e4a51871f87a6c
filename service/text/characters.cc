// SPDX-License-Identifier: Apache-2.0
#include "service/text/characters.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace footnote::text {
namespace {

const uint8_t* Bytes(absl::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

namespace beyond_ascii {

CodePoint DecodeAt(absl::string_view text, size_t at) {
  size_t end = at;
  UChar32 c;
  U8_NEXT_OR_FFFD(Bytes(text), end, text.size(), c);
  return {static_cast<char32_t>(c), end - at};
}

CodePoint DecodeBefore(absl::string_view text, size_t at) {
  // Passes only the last bytes, because ICU uses 32-bit offsets.
  const size_t window = at < 8 ? 0 : at - 8;
  int32_t begin = static_cast<int32_t>(at - window);
  UChar32 c;
  U8_PREV_OR_FFFD(Bytes(text) + window, 0, begin, c);
  return {static_cast<char32_t>(c), at - window - static_cast<size_t>(begin)};
}

bool IsUpper(char32_t c) {
  return u_isupper(static_cast<UChar32>(c)) || u_istitle(static_cast<UChar32>(c));
}

bool IsLetter(char32_t c) { return u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_ALPHABETIC); }

bool IsDigit(char32_t c) { return u_isdigit(static_cast<UChar32>(c)); }

char32_t ToLower(char32_t c) { return static_cast<char32_t>(u_tolower(static_cast<UChar32>(c))); }

}  // namespace beyond_ascii

bool IsLower(char32_t c) {
  if (c < 0x80) return c >= 'a' && c <= 'z';
  return u_islower(static_cast<UChar32>(c));
}

bool IsBlank(char32_t c) {
  if (c < 0x80) return c <= 0x20 || c == 0x7F;
  if (c < 0xAE) return c <= 0xA0 || c == 0xAD;
  switch (c) {
    case 0x61C:
    case 0x1680:
    case 0x180E:
    case 0x3000:
    case 0xFEFF:
      return true;
    default:
      return (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
             (c >= 0x205F && c <= 0x206F);
  }
}

Script ScriptOf(char32_t c) {
  if (c < 0x80) return IsAsciiLetter(c) ? Script::kLatin : Script::kNone;
  if (c < 0xC0) return c == 0xAA || c == 0xBA ? Script::kLatin : Script::kNone;
  if (c < 0x370) return Script::kLatin;
  if (c < 0x400) return Script::kGreek;
  if (c < 0x530) return Script::kCyrillic;
  if (c < 0x590) return Script::kArmenian;
  if (c < 0x600) return Script::kHebrew;
  if (c < 0x780) return Script::kArabic;
  if (c < 0x900) return Script::kOther;
  if (c < 0xE00) return Script::kIndic;
  if (c < 0xE80) return Script::kThai;
  if (c < 0x1000) return Script::kOther;
  if (c < 0x10A0) return Script::kMyanmar;
  if (c >= 0x1100 && c < 0x1200) return Script::kHangul;
  if (c >= 0x1200 && c < 0x13A0) return Script::kEthiopic;
  if (c >= 0x1E00 && c < 0x1F00) return Script::kLatin;
  if (c >= 0x1F00 && c < 0x2000) return Script::kGreek;
  if (c >= 0x2000 && c < 0x2C00) return Script::kNone;
  if (c >= 0x3005 && c <= 0x3007) return Script::kHan;
  if (c >= 0x3000 && c < 0x3041) return Script::kNone;
  if (c >= 0x3130 && c < 0x3190) return Script::kHangul;
  if (c >= 0x3041 && c < 0xA000) return Script::kHan;
  if (c >= 0xAC00 && c < 0xD7B0) return Script::kHangul;
  if (c >= 0xF900 && c < 0xFB00) return Script::kHan;
  if (c >= 0xFB50 && c < 0xFE00) return Script::kArabic;
  if (c >= 0xFE70 && c < 0xFEFF) return Script::kArabic;
  if (c >= 0xFF21 && c < 0xFF5B) return Script::kLatin;
  if (c >= 0xFF66 && c < 0xFFA0) return Script::kHan;
  if (c >= 0x20000 && c < 0x32000) return Script::kHan;
  return IsLetter(c) ? Script::kOther : Script::kNone;
}

size_t SkipBlanks(absl::string_view text, size_t at) {
  while (at < text.size()) {
    const CodePoint next = DecodeAt(text, at);
    if (!IsBlank(next.value)) break;
    at += next.size;
  }
  return at;
}

}  // namespace footnote::text
