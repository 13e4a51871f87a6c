// SPDX-License-Identifier: Apache-2.0
// Code points of UTF-8 text, which are the API's unit of character offsets.
//
// The functions expect well-formed UTF-8, except WellFormedOrAscii. In ill-formed text, a lead byte
// without its continuation bytes is one code point whose value is the byte. No function reads out
// of bounds.
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
  size_t size = 1;  // in bytes
};

// Returns the code point at byte `offset`, which must be less than text.size().
CodePoint DecodeAt(std::string_view text, size_t offset);

int64_t CountCodePoints(std::string_view text);

// Returns the first `count` code points of `text`, or all of them if there are fewer.
std::string_view FirstCodePoints(std::string_view text, int64_t count);

// Returns `text` if it is well-formed UTF-8. Otherwise replaces each byte that is not ASCII with
// '?'.
std::string WellFormedOrAscii(std::string text);

// Returns true for the Unicode property White_Space and for U+001C to U+001F. U+200B and U+FEFF are
// not white space.
bool IsWhiteSpace(char32_t c);

// Returns true if `text` is empty or has only white space.
bool IsBlank(std::string_view text);

// Returns `text` without white space at both ends.
std::string_view Trim(std::string_view text);

// Returns `text` without white space at its end.
std::string_view TrimEnd(std::string_view text);

// Returns the last code point, or 0 if `text` is empty.
char32_t LastCodePoint(std::string_view text);

bool IsHiragana(char32_t c);
bool IsKatakana(char32_t c);
// Returns true for Chinese characters, the iteration mark U+3005 and the zero U+3007.
bool IsHan(char32_t c);

// Returns the concatenation of `parts`: Concat({"model: ", id}). absl::StrCat does not accept
// std::string_view, which simdjson returns, in all supported builds of Abseil.
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
