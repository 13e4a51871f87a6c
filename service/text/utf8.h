// SPDX-License-Identifier: Apache-2.0
// Measures and validates UTF-8 text.
#ifndef FOOTNOTE_SERVICE_TEXT_UTF8_H_
#define FOOTNOTE_SERVICE_TEXT_UTF8_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace footnote::text {

// A half-open range of the bytes of a text.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;

  friend bool operator==(const ByteRange& a, const ByteRange& b) {
    return a.begin == b.begin && a.end == b.end;
  }
};

// The length of a text, or an offset in it, in the three units of the API.
struct TextLength {
  size_t bytes = 0;
  size_t utf16 = 0;
  size_t code_points = 0;

  TextLength& operator+=(const TextLength& other) {
    bytes += other.bytes;
    utf16 += other.utf16;
    code_points += other.code_points;
    return *this;
  }
};

// Returns the length of well-formed UTF-8 `text`. Takes linear time.
TextLength Measure(absl::string_view text);

// Returns the byte offset of the first ill-formed sequence, or nullopt if `text` is well-formed.
// Surrogates and overlong forms are ill-formed.
std::optional<size_t> FindIllFormed(absl::string_view text);

// True if the API treats `c` as white space: the White_Space property of Unicode, and U+001C to
// U+001F. False for U+200B and U+FEFF.
bool IsWhiteSpace(char32_t c);

// True if well-formed `text` has a character that is not white space.
bool HasText(absl::string_view text);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_UTF8_H_
