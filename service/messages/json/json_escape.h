// SPDX-License-Identifier: Apache-2.0
// Reads and writes escape sequences of JSON strings, including those of surrogates.
//
// A JSON string may represent a character above U+FFFF as the two escaped halves of a surrogate
// pair. A sender may omit a half, or send the two halves in different strings. Text *with halves*
// is UTF-8 in which such a half is encoded as three bytes, ED A0..BF 80..BF, which do not occur
// otherwise.
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

// Returns the character that a surrogate pair encodes.
inline uint32_t JoinSurrogates(uint32_t high, uint32_t low) {
  return 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);
}

// Reads the escape sequence at `*p`, a backslash within a terminated JSON string, and moves `*p`
// past it. Returns the code point: the character of a surrogate pair, or a lone half. Returns
// nullopt if it is not a valid escape sequence.
std::optional<uint32_t> ReadEscape(const char** p);

// Writes `code_point`, which may be a half, as up to four bytes, and returns their end.
char* WriteUtf8(uint32_t code_point, char* out);

// Appends `text` as the content of a JSON string. Escapes quotation marks, backslashes and control
// characters below U+0020, with the short form if there is one, else with \u00 and lower-case
// digits; copies every other byte.
void AppendEscaped(absl::string_view text, std::string* out);

// Returns the half that the first three bytes of `text` encode; nullopt if they do not.
std::optional<uint32_t> HalfAt(absl::string_view text);

// Returns the offset of the first half at or after `from`; npos if there is none.
size_t FindHalf(absl::string_view text, size_t from = 0);

// Returns true if `text` ends in a high half.
bool EndsInHighHalf(absl::string_view text);

// Splits text with halves: calls `on_text` for well-formed text, in which adjacent halves are
// joined to their character, and `on_half` for each lone half, in order.
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

// Appends text with halves as well-formed UTF-8, with U+FFFD for lone halves. Returns true if there
// were lone halves.
bool AppendWellFormed(absl::string_view text, std::string* out);

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_ESCAPE_H_
