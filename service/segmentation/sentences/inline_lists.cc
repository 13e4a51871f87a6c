// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/inline_lists.h"

#include <array>
#include <cstdint>
#include <optional>

#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

// The style that the markers of one list share.
enum Style : uint8_t { kDigits, kRomans, kSmallLetters, kCapitals, kStyles };

struct Marker {
  size_t begin = 0;
  size_t token = 0;  // index
  char close = '.';
  Style style = kDigits;
  size_t value = 0;
};

// Returns 1 to 12, or 0 if `word` is not such a numeral.
size_t RomanValue(absl::string_view word) {
  constexpr absl::string_view kRomans[] = {"i",   "ii",   "iii", "iv", "v",  "vi",
                                           "vii", "viii", "ix",  "x",  "xi", "xii"};
  for (size_t i = 0; i < 12; ++i) {
    if (kRomans[i] == word) return i + 1;
  }
  return 0;
}

// Returns the marker that ends with `token`, if there is one.
std::optional<Marker> MarkerAt(absl::string_view piece, const SentenceToken& token) {
  const char close = piece[token.begin];
  const bool stop = token.kind == SentenceToken::kTerminator && token.marks == kFullStop &&
                    token.end - token.begin == 1;
  const bool bracket = token.kind == SentenceToken::kUnpaired && close == ')';
  if (!stop && !bracket) return std::nullopt;
  size_t end = token.begin;
  if (bracket && end > 0 && piece[end - 1] == '.') --end;
  if (token.end < piece.size() && !text::IsBlank(text::DecodeAt(piece, token.end).value))
    return std::nullopt;
  Marker marker;
  marker.close = close;
  size_t begin = end;
  bool digits = true;
  bool letters = true;
  size_t count = 0;
  while (begin > 0 && count < 5) {
    const text::CodePoint c = text::DecodeBefore(piece, begin);
    if (text::IsAsciiDigit(c.value)) {
      letters = false;
    } else if (text::IsLetter(c.value)) {
      digits = false;
    } else {
      break;
    }
    begin -= c.size;
    ++count;
  }
  if (count == 0 || count > 4 || digits == letters) return std::nullopt;
  if (begin > 0) {
    const text::CodePoint before = text::DecodeBefore(piece, begin);
    if (!text::IsBlank(before.value)) return std::nullopt;
  }
  marker.begin = begin;
  const absl::string_view word = piece.substr(begin, end - begin);
  if (digits) {
    if (count > 3) return std::nullopt;
    for (const char digit : word)
      marker.value = marker.value * 10 + static_cast<size_t>(digit - '0');
    return marker;
  }
  if (count > 1) {
    marker.style = kRomans;
    marker.value = RomanValue(word);
    if (marker.value == 0) return std::nullopt;
    return marker;
  }
  const char32_t letter = text::DecodeAt(word, 0).value;
  marker.style = text::IsUpper(letter) ? kCapitals : kSmallLetters;
  marker.value = letter;
  return marker;
}

// False for names such as "A. B. Smith": the next marker after a capital with a full stop must not
// follow immediately, and must follow the end of a sentence or text in lower case.
bool MayFollow(absl::string_view piece, const Marker& last, const Marker& next) {
  if (last.style != kCapitals || last.close != '.') return true;
  size_t text = text::SkipBlanks(piece, last.begin + 2);
  if (text >= next.begin) return false;
  if (text::IsLower(text::DecodeAt(piece, text).value)) return true;
  size_t end = next.begin;
  while (end > text && piece[end - 1] == ' ') --end;
  return end > text && (piece[end - 1] == '.' || piece[end - 1] == '!' || piece[end - 1] == '?');
}

// True if a list can begin at `begin`: at the start of the text, or after a sentence or a colon.
bool MayBeginList(absl::string_view piece, size_t begin) {
  while (begin > 0) {
    const text::CodePoint before = text::DecodeBefore(piece, begin);
    if (!text::IsBlank(before.value)) {
      return before.value == '.' || before.value == '!' || before.value == '?' ||
             before.value == ':';
    }
    begin -= before.size;
  }
  return true;
}

}  // namespace

void FindInlineItems(absl::string_view piece, std::vector<SentenceToken>* tokens,
                     std::vector<size_t>* begins) {
  // The last marker of each style and closing mark.
  struct Last {
    Marker marker;
    bool open = false;    // there is such a marker
    bool listed = false;  // it is part of a list
  };
  std::array<Last, kStyles * 2> lasts;
  size_t first_bullet = tokens->size();
  for (size_t i = 0; i < tokens->size(); ++i) {
    SentenceToken& token = (*tokens)[i];
    if (token.kind == SentenceToken::kBullet) {
      const text::CodePoint before = text::DecodeBefore(piece, token.begin);
      if (before.size > 0 && !text::IsBlank(before.value)) continue;
      if (first_bullet == tokens->size()) {
        if (text::SkipBlanks(piece, 0) == token.begin) first_bullet = i;
        continue;
      }
      begins->push_back(token.begin);
      continue;
    }
    if (token.begin == 0) continue;
    const std::optional<Marker> marker = MarkerAt(piece, token);
    if (!marker.has_value()) continue;
    Marker found = *marker;
    found.token = i;
    Last* last = &lasts[found.style * 2 + (found.close == ')' ? 1 : 0)];
    // "i)" is both a letter and a number.
    Last* roman = &lasts[kRomans * 2 + (found.close == ')' ? 1 : 0)];
    if (found.style == kSmallLetters && roman->open && found.value < 0x80) {
      const char letter = static_cast<char>(found.value);
      const size_t value = RomanValue({&letter, 1});
      if (value == roman->marker.value + 1) {
        found.style = kRomans;
        found.value = value;
        last = roman;
      }
    }
    if (last->open && found.value == last->marker.value + 1 &&
        MayFollow(piece, last->marker, found)) {
      if (!last->listed && text::SkipBlanks(piece, 0) != last->marker.begin) {
        begins->push_back(last->marker.begin);
      }
      if (!last->listed) (*tokens)[last->marker.token].kind = SentenceToken::kUnpaired;
      begins->push_back(found.begin);
      token.kind = SentenceToken::kUnpaired;
      *last = {found, true, true};
    } else if (MayBeginList(piece, found.begin)) {
      *last = {found, true, false};
      if (found.style == kSmallLetters && found.value == 'i') {
        *roman = {found, true, false};
        roman->marker.style = kRomans;
        roman->marker.value = 1;
      }
    }
  }
}

}  // namespace footnote::segmentation
