// The escapes of JSON strings, read and written, and the surrogates that some of them stand for.
//
// In a JSON string a character beyond U+FFFF may be escaped as two halves of a surrogate pair.
// Nothing stops a sender from leaving one out, or from sending the two in different strings. Text
// *with halves* is UTF-8 in which such a half stands as its three bytes, ED A0..BF 80..BF; nothing
// else in it looks like that.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_ESCAPE_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_ESCAPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace footnote::messages {

inline constexpr uint32_t kReplacementCharacter = 0xfffd;

inline bool IsHighSurrogate(uint32_t unit) { return unit >> 10 == 0xd800 >> 10; }
inline bool IsLowSurrogate(uint32_t unit) { return unit >> 10 == 0xdc00 >> 10; }
inline bool IsSurrogate(uint32_t unit) { return unit >> 11 == 0xd800 >> 11; }

// The character that the two halves stand for.
inline uint32_t JoinSurrogates(uint32_t high, uint32_t low) {
  return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
}

// Reads what the escape at `*p`, a backslash inside a JSON string that ends somewhere, stands for,
// and moves past it: a code point, where two escapes are a pair the character that they stand for,
// where one is a lone half that half. nullopt if it is no escape.
std::optional<uint32_t> ReadEscape(const char** p);

// Writes `code_point`, which may be a half, as up to four bytes; returns their end.
char* WriteUtf8(uint32_t code_point, char* out);

// Appends `text` as it stands in a JSON string. Quotation marks, backslashes and control characters
// below U+0020 are escaped, by the short escape where there is one, else by \u00 and lower-case
// digits; every other byte is copied.
void AppendEscaped(absl::string_view text, std::string* out);

// The half whose three bytes stand at the start of `text`; nullopt if there is none.
std::optional<uint32_t> HalfAt(absl::string_view text);

// Where the first half stands at or after `from`; npos if there is none.
size_t FindHalf(absl::string_view text, size_t from = 0);

// Whether `text`, which has halves, ends in a high one.
bool EndsInHighHalf(absl::string_view text);

// Takes text with halves apart: `on_text` gets everything that is well-formed, halves that stand
// side by side joined to their character; `on_half` gets each lone half. Both in order.
template <typename OnText, typename OnHalf>
void SplitAtHalves(absl::string_view text, OnText on_text, OnHalf on_half) {
  size_t begin = 0;
  for (size_t half = FindHalf(text); half != absl::string_view::npos;
       half = FindHalf(text, begin)) {
    if (half > begin) on_text(text.substr(begin, half - begin));
    const uint32_t first = *HalfAt(text.substr(half));
    begin = half + 3;
    const std::optional<uint32_t> second = HalfAt(text.substr(begin));
    if (IsHighSurrogate(first) && second && IsLowSurrogate(*second)) {
      char joined[4];
      WriteUtf8(JoinSurrogates(first, *second), joined);
      on_text(absl::string_view(joined, sizeof(joined)));
      begin += 3;
    } else {
      on_half(first);
    }
  }
  if (begin < text.size()) on_text(text.substr(begin));
}

// Appends text with halves as well-formed UTF-8, lone halves as U+FFFD. Returns whether there were
// lone ones.
bool AppendWellFormed(absl::string_view text, std::string* out);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_ESCAPE_H_
