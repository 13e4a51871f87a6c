// SPDX-License-Identifier: Apache-2.0
// Finds the boundaries of user-perceived characters: the extended grapheme clusters of UAX #29,
// with Indic conjuncts as in ICU.
#ifndef FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_
#define FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_

#include <cstdint>

namespace footnote::text {

// True for characters that continue the grapheme of the character before them unless it is a line
// end or a control: combining and spacing marks, joiners, variation selectors.
bool IsGraphemeExtender(char32_t c);

// True if a grapheme can begin between two adjacent characters, except for the rules for flags and
// joined emoji. Exact if `left` is white space or punctuation. 0 represents an end of the text.
bool MaySplitBetween(char32_t left, char32_t right);

// Finds the graphemes of a text that it receives from its start, one character at a time.
class GraphemeTracker {
 public:
  // Takes the next character. Returns true if a grapheme begins with it.
  bool Take(char32_t c);

 private:
  char32_t last_ = 0;
  bool any_ = false;
  // The characters before the next one: an odd number of regional indicators; an emoji; an emoji
  // with a joiner.
  bool odd_flag_half_ = false;
  bool pictographic_ = false;
  bool joined_pictographic_ = false;
  // An Indic consonant, or a consonant with a virama that joins the next one to it.
  enum class Conjunct : uint8_t { kNone, kConsonant, kVirama };
  Conjunct conjunct_ = Conjunct::kNone;
};

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_
