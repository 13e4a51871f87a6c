// SPDX-License-Identifier: Apache-2.0
// Code points of UTF-8 text: what the API counts in.
//
// All functions are pure. Most expect well-formed UTF-8 (request bodies are checked when they are
// parsed); a stray byte counts as one code point of its own value and never reads out of bounds.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_UTF8_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace footnote::emulator {

struct CodePoint {
  char32_t value = 0;
  // Bytes it takes, at least 1.
  size_t size = 1;
};

// The code point at byte `offset`, which must be less than text.size().
CodePoint DecodeAt(std::string_view text, size_t offset);

int64_t CountCodePoints(std::string_view text);

// The first `count` code points of `text`, or all of it.
std::string_view FirstCodePoints(std::string_view text, int64_t count);

// `text` if it is well-formed UTF-8; otherwise with '?' for every byte that is not ASCII.
std::string WellFormedOrAscii(std::string text);

// White_Space of Unicode, and U+001C to U+001F. U+200B and U+FEFF are text.
bool IsWhiteSpace(char32_t c);

// Whether `text` has no character that is not white space; true for empty text.
bool IsBlank(std::string_view text);

// `text` without white space at its ends.
std::string_view Trim(std::string_view text);

// `text` without white space at its end.
std::string_view TrimEnd(std::string_view text);

// The last code point, or 0 if `text` is empty.
char32_t LastCodePoint(std::string_view text);

bool IsHiragana(char32_t c);
bool IsKatakana(char32_t c);
// Chinese characters, and the marks that repeat one.
bool IsHan(char32_t c);

// Joins views into one string: Concat({"model: ", id}). absl::StrCat does not take std::string_view
// with every Abseil that this builds with, and std::string_view is what simdjson returns.
inline std::string Concat(std::initializer_list<std::string_view> parts) {
  size_t size = 0;
  for (std::string_view part : parts) size += part.size();
  std::string joined;
  joined.reserve(size);
  for (std::string_view part : parts) joined.append(part);
  return joined;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_UTF8_H_
