// Facts about single characters of well-formed UTF-8, with short ways for ASCII.
#ifndef FOOTNOTE_SERVICE_ANSWERING_CHUNKING_CHARACTERS_H_
#define FOOTNOTE_SERVICE_ANSWERING_CHUNKING_CHARACTERS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::answering {

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

// The character that begins at byte `at`.
CodePoint DecodeAt(absl::string_view text, size_t at);

// The character that ends at byte `at`.
CodePoint DecodeBefore(absl::string_view text, size_t at);

inline bool IsAsciiDigit(char32_t c) { return c >= '0' && c <= '9'; }
inline bool IsAsciiLetter(char32_t c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; }

// Upper or title case.
bool IsUpper(char32_t c);
bool IsLower(char32_t c);
// Any alphabet, syllabary or ideograph.
bool IsLetter(char32_t c);
// Decimal, in any script.
bool IsDigit(char32_t c);
char32_t ToLower(char32_t c);

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

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_CHUNKING_CHARACTERS_H_
