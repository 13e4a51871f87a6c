// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/words.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>

#include "service/text/characters.h"
#include "service/text/graphemes.h"

namespace footnote::segmentation {
namespace {

bool JoinsWordParts(char32_t c) {
  return c == '.' || c == '-' || c == '\'' || c == 0x2019 || c == '/' || c == '&' || c == 0xB0 ||
         c == '_' || c == '@' || c == '"' || c == 0x200C || c == 0x2011;
}

// Letters outside ASCII count as vowels.
bool IsVowel(char32_t lower) {
  return lower >= 0x80 || lower == 'a' || lower == 'e' || lower == 'i' || lower == 'o' ||
         lower == 'u' || lower == 'y';
}

}  // namespace

void WordKey::Add(char32_t c) {
  if (size_ + 4 > bytes_.size()) return;
  if (c < 0x80) {
    bytes_[size_++] = static_cast<char>(c);
    return;
  }
  U8_APPEND_UNSAFE(reinterpret_cast<uint8_t*>(bytes_.data()), size_, static_cast<UChar32>(c));
}

WordKey Lowered(absl::string_view word) {
  WordKey key;
  for (size_t at = 0; at < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, at);
    key.Add(c.value == 0x2019 ? U'\'' : text::ToLower(c.value));
    at += c.size;
  }
  return key;
}

bool IsWordCharacter(char32_t c) {
  return text::IsLetter(c) || text::IsDigit(c) || JoinsWordParts(c) || text::IsGraphemeExtender(c);
}

absl::string_view WordBefore(absl::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && end - begin < kMaxWordBytes) {
    const text::CodePoint c = text::DecodeBefore(text, begin);
    if (!IsWordCharacter(c.value)) break;
    begin -= c.size;
  }
  while (begin < end && (text[begin] == '"' || text[begin] == '\'')) ++begin;
  return text.substr(begin, end - begin);
}

absl::string_view WordAt(absl::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && end - begin < kMaxWordBytes) {
    const text::CodePoint c = text::DecodeAt(text, end);
    if (!text::IsLetter(c.value) && !text::IsDigit(c.value) && c.value != '\'' && c.value != 0x2019)
      break;
    end += c.size;
  }
  return text.substr(begin, end - begin);
}

WordShape ShapeOf(absl::string_view word) {
  WordShape shape;
  size_t part = 0;
  for (size_t at = 0; at < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, at);
    at += c.size;
    if (c.value == '.') {
      ++shape.stops;
      part = 0;
    } else if (text::IsDigit(c.value)) {
      ++shape.digits;
    } else if (text::IsLetter(c.value)) {
      const bool upper = text::IsUpper(c.value);
      if (shape.letters == 0) shape.is_capitalized = upper;
      if (!upper) shape.all_capitals = false;
      shape.has_vowel = shape.has_vowel || IsVowel(text::ToLower(c.value));
      ++shape.letters;
      shape.longest_part = std::max(shape.longest_part, ++part);
    } else if (!text::IsGraphemeExtender(c.value)) {
      ++shape.others;
    }
  }
  return shape;
}

bool IsRomanNumeral(absl::string_view word) {
  if (word.empty() || word.size() > 7) return false;
  const absl::string_view digits =
      word[0] >= 'a' ? absl::string_view("ivxlcdm") : absl::string_view("IVXLCDM");
  return word.find_first_not_of(digits) == absl::string_view::npos;
}

}  // namespace footnote::segmentation
