// SPDX-License-Identifier: Apache-2.0
#include "service/text/utf8.h"

#include <simdjson.h>
#include <unicode/utf8.h>

#include <cstring>

namespace footnote::text {
namespace {

constexpr uint64_t kLowBits = 0x0101010101010101;

// Returns the sum of the eight bytes of `ones`, each of which is 0 or 1.
size_t SumOfBytes(uint64_t ones) { return (ones * kLowBits) >> 56; }

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

}  // namespace

TextLength Measure(absl::string_view text) {
  size_t continuations = 0;
  size_t four_byte_leads = 0;
  size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, text.data() + i, 8);
    if ((word & (kLowBits << 7)) == 0) continue;
    continuations += SumOfBytes((word >> 7) & ~(word >> 6) & kLowBits);
    four_byte_leads += SumOfBytes((word >> 7) & (word >> 6) & (word >> 5) & (word >> 4) & kLowBits);
  }
  for (; i < text.size(); ++i) {
    continuations += IsContinuation(text[i]);
    four_byte_leads += static_cast<unsigned char>(text[i]) >= 0xF0;
  }
  const size_t code_points = text.size() - continuations;
  // A character of four bytes is a surrogate pair in UTF-16; all others are one unit.
  return {text.size(), code_points + four_byte_leads, code_points};
}

std::optional<size_t> FindIllFormed(absl::string_view text) {
  if (simdjson::validate_utf8(text.data(), text.size())) return std::nullopt;
  size_t i = 0;
  while (i < text.size()) {
    const size_t start = i;
    UChar32 c;
    U8_NEXT(reinterpret_cast<const uint8_t*>(text.data()), i, text.size(), c);
    if (c < 0) return start;
  }
  return std::nullopt;
}

bool IsWhiteSpace(char32_t c) {
  switch (c) {
    case 0x20:
    case 0x85:
    case 0xA0:
    case 0x1680:
    case 0x2028:
    case 0x2029:
    case 0x202F:
    case 0x205F:
    case 0x3000:
      return true;
    default:
      return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F) || (c >= 0x2000 && c <= 0x200A);
  }
}

bool HasText(absl::string_view text) {
  size_t i = 0;
  while (i < text.size()) {
    UChar32 c;
    U8_NEXT_OR_FFFD(reinterpret_cast<const uint8_t*>(text.data()), i, text.size(), c);
    if (!IsWhiteSpace(static_cast<char32_t>(c))) return true;
  }
  return false;
}

}  // namespace footnote::text
