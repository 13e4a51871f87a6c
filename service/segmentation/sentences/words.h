// SPDX-License-Identifier: Apache-2.0
// The words next to a full stop: their extent, spelling and shape.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_WORDS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_WORDS_H_

#include <array>
#include <cstddef>

#include "absl/strings/string_view.h"

namespace footnote::segmentation {

// The maximum length of a word. Longer words are truncated; no abbreviation is that long.
constexpr size_t kMaxWordBytes = 48;

// A word in lower case, spelled as in LanguageData. Ignores what exceeds its capacity.
class WordKey {
 public:
  void Add(char32_t c);
  absl::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMaxWordBytes + 8> bytes_;
  size_t size_ = 0;
};

// Returns `word` in lower case, with ' in place of U+2019.
WordKey Lowered(absl::string_view word);

// True if `c` can be in a word: letters, digits, combining marks, and what joins the parts of a
// word, such as full stops and hyphens.
bool IsWordCharacter(char32_t c);

// Returns the word that ends at byte `end` of `text`, including its inner full stops.
absl::string_view WordBefore(absl::string_view text, size_t end);

// Returns the word of letters, digits and apostrophes that begins at byte `begin` of `text`.
absl::string_view WordAt(absl::string_view text, size_t begin);

struct WordShape {
  size_t letters = 0;
  size_t digits = 0;
  size_t stops = 0;   // full stops
  size_t others = 0;  // hyphens, apostrophes, ...
  bool is_capitalized = false;
  bool all_capitals = true;
  bool has_vowel = false;
  size_t longest_part = 0;  // the maximum number of letters between two full stops
};
WordShape ShapeOf(absl::string_view word);

// True for 1 to 7 Roman digits in one case. Does not check their order.
bool IsRomanNumeral(absl::string_view word);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_WORDS_H_
