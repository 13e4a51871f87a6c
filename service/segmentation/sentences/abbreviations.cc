// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/abbreviations.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "service/text/characters.h"

namespace footnote::segmentation {
namespace {

// The maximum length of either part of an abbreviation of two parts.
constexpr size_t kMaxPartBytes = 8;

// Returns the letters of "z. B" or "J. R. R" as one word, "z.b"; `word` is the last letter.
WordKey ChainOfLetters(absl::string_view text, absl::string_view word) {
  constexpr size_t kMaxLetters = 5;
  std::array<char32_t, kMaxLetters> letters;
  size_t count = 0;
  letters[count++] = text::ToLower(text::DecodeAt(word, 0).value);
  size_t at = static_cast<size_t>(word.data() - text.data());
  while (count < kMaxLetters) {
    const text::CodePoint blank = text::DecodeBefore(text, at);
    if (blank.size == 0 || !text::IsBlank(blank.value) || text::IsLineEnd(blank.value)) break;
    const size_t dot = at - blank.size;
    if (dot == 0 || text[dot - 1] != '.') break;
    const text::CodePoint letter = text::DecodeBefore(text, dot - 1);
    if (!text::IsLetter(letter.value)) break;
    const size_t begin = dot - 1 - letter.size;
    if (begin > 0) {
      const text::CodePoint before = text::DecodeBefore(text, begin);
      if (IsWordCharacter(before.value)) break;
    }
    letters[count++] = text::ToLower(letter.value);
    at = begin;
  }
  WordKey key;
  for (size_t i = count; i > 0; --i) {
    key.Add(letters[i - 1]);
    if (i > 1) key.Add('.');
  }
  return key;
}

// Returns the key of "v. Chr", "v.chr"; `word` is the second part. Returns the key of `word` alone
// if no short word with a full stop precedes it.
WordKey JoinedWithWordBefore(absl::string_view text, absl::string_view word) {
  const size_t at = static_cast<size_t>(word.data() - text.data());
  const text::CodePoint blank = text::DecodeBefore(text, at);
  if (blank.value != ' ' && blank.value != 0xA0) return Lowered(word);
  const size_t dot = at - blank.size;
  if (dot == 0 || text[dot - 1] != '.') return Lowered(word);
  const absl::string_view before = WordBefore(text, dot - 1);
  if (before.empty() || before.size() > kMaxPartBytes) return Lowered(word);
  WordKey key = Lowered(before);
  key.Add('.');
  for (size_t i = 0; i < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, i);
    key.Add(text::ToLower(c.value));
    i += c.size;
  }
  return key;
}

// Looks up the spelling in lower case and, for a capitalized word, the spelling in the text.
uint8_t KindOf(const Language& language, absl::string_view word, absl::string_view lowered) {
  return static_cast<uint8_t>(
      language.KindOf(lowered) |
      (text::IsUpper(text::DecodeAt(word, 0).value) ? language.KindOf(word) : 0));
}

}  // namespace

Abbreviation ReadAbbreviation(absl::string_view text, absl::string_view word,
                              const WordShape& shape, bool is_cased, const Language& language) {
  Abbreviation found;
  found.key = Lowered(word);
  found.kind = KindOf(language, word, found.key.view());
  const WordKey joined = JoinedWithWordBefore(text, word);
  if (joined.view().size() > found.key.view().size() && language.KindOf(joined.view()) != 0) {
    return {joined, language.KindOf(joined.view())};
  }
  if (shape.letters == 1 && shape.digits == 0 && shape.others == 0 && shape.stops == 0) {
    const WordKey chain = ChainOfLetters(text, word);
    if (chain.view().size() == found.key.view().size()) return found;
    const uint8_t kind = language.KindOf(chain.view());
    return {chain, kind == 0 && is_cased ? uint8_t{kMayEnd} : kind};
  }
  if (found.kind == 0 && shape.others > 0 && word.size() > 2) {
    // "l'art", "(z.B", "5km/h": the part after the last joint. \x99 is the last byte of U+2019.
    const size_t joint = word.find_last_of("'/&\"-\x99");
    if (joint != absl::string_view::npos && joint + 1 < word.size()) {
      const absl::string_view part = word.substr(joint + 1);
      found.kind = KindOf(language, part, Lowered(part).view());
    }
  } else if (found.kind == 0 && shape.digits > 0 && shape.stops > 0) {
    // "6a.m": the letters after a number.
    const WordKey part = Lowered(word.substr(word.find_last_of("0123456789") + 1));
    if (IsTimeOrEra(part.view())) found.key = part;
  }
  return found;
}

bool BeginsTwoPartAbbreviation(absl::string_view text, absl::string_view word, const NextText& next,
                               const Language& language) {
  if (word.size() > kMaxPartBytes || !text::IsLetter(next.first.value)) return false;
  const absl::string_view second = WordAt(text, next.at);
  const size_t dot = next.at + second.size();
  if (second.empty() || second.size() > kMaxPartBytes || dot >= text.size() || text[dot] != '.') {
    return false;
  }
  const WordKey joined = JoinedWithWordBefore(text, second);
  return joined.view().size() > second.size() && language.KindOf(joined.view()) != 0;
}

bool FollowsNumberAbbreviation(absl::string_view text, size_t at, const Language& language) {
  while (at > 0 && text[at - 1] == ' ') --at;
  if (at == 0 || text[at - 1] != '.') return false;
  const absl::string_view word = WordBefore(text, at - 1);
  return (language.KindOf(Lowered(word).view()) & kBeforeNumber) != 0;
}

bool IsTimeOrEra(absl::string_view key) {
  constexpr absl::string_view kTimes[] = {"a.m", "p.m", "a.d", "b.c", "c.e", "b.c.e", "am", "pm"};
  return std::find(std::begin(kTimes), std::end(kTimes), key) != std::end(kTimes);
}

}  // namespace footnote::segmentation
