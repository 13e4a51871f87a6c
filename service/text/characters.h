// Facts about single characters of well-formed UTF-8, with short ways for ASCII.
#ifndef FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_
#define FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::text {

// Writing systems that the chunker tells apart.
enum class Script : uint8_t {
  kNone,  // digits, punctuation, symbols
  kLatin,
  kCyrillic,
  kGreek,
  kArmenian,
  kHebrew,
  kArabic,
  kIndic,  // Devanagari to Sinhala
  kThai,
  kMyanmar,
  kEthiopic,
  kHangul,
  kHan,  // with Kana and Bopomofo: no spaces between words
  kOther,
};

// A character and the bytes that it takes; no character and 0 bytes at an end of the text.
struct CodePoint {
  char32_t value = 0;
  size_t size = 0;
};

// The long ways of what is below, for what is not ASCII.
namespace beyond_ascii {
CodePoint DecodeAt(absl::string_view text, size_t at);
CodePoint DecodeBefore(absl::string_view text, size_t at);
bool IsUpper(char32_t c);
bool IsLetter(char32_t c);
bool IsDigit(char32_t c);
char32_t ToLower(char32_t c);
}  // namespace beyond_ascii

// The character that begins at byte `at`.
inline CodePoint DecodeAt(absl::string_view text, size_t at) {
  if (at >= text.size()) return {};
  const auto first = static_cast<uint8_t>(text[at]);
  return first < 0x80 ? CodePoint{first, 1} : beyond_ascii::DecodeAt(text, at);
}

// The character that ends at byte `at`.
inline CodePoint DecodeBefore(absl::string_view text, size_t at) {
  if (at == 0) return {};
  const auto last = static_cast<uint8_t>(text[at - 1]);
  return last < 0x80 ? CodePoint{last, 1} : beyond_ascii::DecodeBefore(text, at);
}

inline bool IsAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }
inline bool IsAsciiLetter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// Upper or title case.
inline bool IsUpper(char32_t c) {
  return c < 0x80 ? c >= 'A' && c <= 'Z' : beyond_ascii::IsUpper(c);
}
bool IsLower(char32_t c);
// Any alphabet, syllabary or ideograph.
inline bool IsLetter(char32_t c) { return c < 0x80 ? IsAsciiLetter(c) : beyond_ascii::IsLetter(c); }
// Decimal, in any script.
inline bool IsDigit(char32_t c) { return c < 0x80 ? IsAsciiDigit(c) : beyond_ascii::IsDigit(c); }
inline char32_t ToLower(char32_t c) {
  if (c >= 0x80) return beyond_ascii::ToLower(c);
  return c >= 'A' && c <= 'Z' ? c + 0x20 : c;
}

// White space, and what is as invisible: zero-width spaces and joiners, marks of direction, the
// byte order mark, soft hyphens, controls. A block holds at least one character that is not blank.
bool IsBlank(char32_t c);

// Ends a line.
inline bool IsLineEnd(char32_t c) {
  return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

Script ScriptOf(char32_t c);

// The first byte at or behind `at` that is not of a blank character, or `text.size()`.
size_t SkipBlanks(absl::string_view text, size_t at);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_
