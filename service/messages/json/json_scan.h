// SPDX-License-Identifier: Apache-2.0
// Finds bytes with a special meaning in JSON strings and in lines of text, sixteen at a time with
// SSE2. The only file with vector instructions.
#ifndef FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_SCAN_H_
#define FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_SCAN_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace footnote::messages {

// The number of bytes that FindQuoteOrBackslash may read past the byte that it finds.
inline constexpr size_t kScanOverrun = 15;

namespace internal {

inline bool NeedsEscape(char c) {
  return static_cast<unsigned char>(c) < 0x20 || c == '"' || c == '\\';
}

#ifdef __SSE2__

inline __m128i Load16(const char* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

// Returns one bit for each byte of the result of a comparison; the lowest bit is that of the first
// byte.
inline uint32_t Bits(__m128i matches) { return static_cast<uint32_t>(_mm_movemask_epi8(matches)); }

// Sets all bits of each byte that is a quotation mark or a backslash.
inline __m128i MatchQuoteOrBackslash(__m128i bytes) {
  return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
}

// Sets all bits of each byte that ends a line.
inline __m128i MatchLineEnd(__m128i bytes) {
  return _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')),
                      _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\r')));
}

// Sets all bits of each byte that must be escaped.
inline __m128i MatchEscape(__m128i bytes) {
  // With bit 1 flipped, only the quotation mark directly follows the control characters.
  const __m128i flipped = _mm_xor_si128(bytes, _mm_set1_epi8(0x02));
  const __m128i control_or_quote =
      _mm_cmpeq_epi8(_mm_min_epu8(flipped, _mm_set1_epi8(0x20)), flipped);
  return _mm_or_si128(control_or_quote, _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
}

// Returns true if any of 64 bytes must be escaped.
inline __m128i MatchEscapeIn64(const char* p) {
  return _mm_or_si128(_mm_or_si128(MatchEscape(Load16(p)), MatchEscape(Load16(p + 16))),
                      _mm_or_si128(MatchEscape(Load16(p + 32)), MatchEscape(Load16(p + 48))));
}

#endif  // __SSE2__

}  // namespace internal

// Returns the index of the first byte of `text` that JSON requires to be escaped (a control
// character below U+0020, a quotation mark, a backslash), or text.size(). Reads only `text`.
inline size_t FindEscape(absl::string_view text) {
  const size_t size = text.size();
  size_t i = 0;
#ifdef __SSE2__
  if (size >= 16) {
    while (i + 64 <= size && internal::Bits(internal::MatchEscapeIn64(text.data() + i)) == 0) {
      i += 64;
    }
    for (; i + 16 <= size; i += 16) {
      const uint32_t bits =
          internal::Bits(internal::MatchEscape(internal::Load16(text.data() + i)));
      if (bits != 0) return i + static_cast<size_t>(__builtin_ctz(bits));
    }
    // The last sixteen bytes overlap bytes that were already checked.
    i = size - 16;
    const uint32_t bits = internal::Bits(internal::MatchEscape(internal::Load16(text.data() + i)));
    return bits == 0 ? size : i + static_cast<size_t>(__builtin_ctz(bits));
  }
#endif
  while (i < size && !internal::NeedsEscape(text[i])) ++i;
  return i;
}

// Returns the index of the first LF or CR of `text` at or after `from`, or text.size().
inline size_t FindLineEnd(absl::string_view text, size_t from) {
  size_t i = from;
#ifdef __SSE2__
  for (; i + 16 <= text.size(); i += 16) {
    const uint32_t bits = internal::Bits(internal::MatchLineEnd(internal::Load16(text.data() + i)));
    if (bits != 0) return i + static_cast<size_t>(__builtin_ctz(bits));
  }
#endif
  while (i < text.size() && text[i] != '\n' && text[i] != '\r') ++i;
  return i;
}

// Returns the first quotation mark or backslash at or after `p`. There must be one, followed by
// kScanOverrun readable bytes.
inline const char* FindQuoteOrBackslash(const char* p) {
#ifdef __SSE2__
  for (;; p += 16) {
    const uint32_t bits = internal::Bits(internal::MatchQuoteOrBackslash(internal::Load16(p)));
    if (bits != 0) return p + __builtin_ctz(bits);
  }
#else
  while (*p != '"' && *p != '\\') ++p;
  return p;
#endif
}

}  // namespace footnote::messages

#endif  // FOOTNOTE_SERVICE_MESSAGES_JSON_JSON_SCAN_H_
