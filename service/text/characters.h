// SPDX-License-Identifier: Apache-2.0
// Decodes and classifies the characters of well-formed UTF-8. ASCII characters take a fast path.
#ifndef FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_
#define FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::text {

// Writing systems as far as the segmentation distinguishes them.
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

// A character and its length in bytes; {0, 0} at an end of the text.
struct CodePoint {
  char32_t value = 0;
  size_t size = 0;
};

// The slow paths of the functions below, for characters that are not ASCII.
namespace beyond_ascii {
CodePoint DecodeAt(absl::string_view text, size_t at);
CodePoint DecodeBefore(absl::string_view text, size_t at);
bool IsUpper(char32_t c);
bool IsLetter(char32_t c);
bool IsDigit(char32_t c);
char32_t ToLower(char32_t c);
}  // namespace beyond_ascii

// Returns the character that begins at byte `at`.
inline CodePoint DecodeAt(absl::string_view text, size_t at) {
  if (at >= text.size()) return {};
  const auto first = static_cast<uint8_t>(text[at]);
  return first < 0x80 ? CodePoint{first, 1} : beyond_ascii::DecodeAt(text, at);
}

// Returns the character that ends at byte `at`.
inline CodePoint DecodeBefore(absl::string_view text, size_t at) {
  if (at == 0) return {};
  const auto last = static_cast<uint8_t>(text[at - 1]);
  return last < 0x80 ? CodePoint{last, 1} : beyond_ascii::DecodeBefore(text, at);
}

inline bool IsAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }
inline bool IsAsciiLetter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// True for upper and title case.
inline bool IsUpper(char32_t c) {
  return c < 0x80 ? c >= 'A' && c <= 'Z' : beyond_ascii::IsUpper(c);
}
bool IsLower(char32_t c);
// True for letters of all alphabets, syllables and ideographs.
inline bool IsLetter(char32_t c) { return c < 0x80 ? IsAsciiLetter(c) : beyond_ascii::IsLetter(c); }
// True for decimal digits of all scripts.
inline bool IsDigit(char32_t c) { return c < 0x80 ? IsAsciiDigit(c) : beyond_ascii::IsDigit(c); }
inline char32_t ToLower(char32_t c) {
  if (c >= 0x80) return beyond_ascii::ToLower(c);
  return c >= 'A' && c <= 'Z' ? c + 0x20 : c;
}

// True for white space and other invisible characters: zero-width spaces and joiners, marks of
// direction, the byte order mark, soft hyphens, controls. Each block has at least one character
// that is not blank.
bool IsBlank(char32_t c);

// True for characters that end a line.
inline bool IsLineEnd(char32_t c) {
  return c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029;
}

// Returns the script of `c`, by its Unicode block.
Script ScriptOf(char32_t c);

// Returns the offset of the first character at or after byte `at` that is not blank, or
// `text.size()`.
size_t SkipBlanks(absl::string_view text, size_t at);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_CHARACTERS_H_
