// Facts about UTF-8 text that the rest of the room is built on.
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

// The length of a text, or a place in it, in the three units that callers count in.
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

// The length of well-formed UTF-8 `text`, in time linear in its bytes.
TextLength Measure(absl::string_view text);

// The byte offset of the first ill-formed sequence (surrogates and overlong forms included), or
// nullopt if `text` is well-formed.
std::optional<size_t> FindIllFormed(absl::string_view text);

// Whether `c` is white space to the API: Unicode's White_Space, and U+001C to U+001F. U+200B and
// U+FEFF are not.
bool IsWhiteSpace(char32_t c);

// Whether well-formed `text` has anything but white space.
bool HasText(absl::string_view text);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_UTF8_H_
