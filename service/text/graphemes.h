// Where a user-perceived character may not be cut: UAX #29's extended grapheme clusters with Indic
// conjuncts, as ICU has them.
#ifndef FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_
#define FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_

#include <cstdint>

namespace footnote::text {

// Whether `c` never begins a grapheme behind another character that is no line end or control:
// combining and spacing marks, joiners, variation selectors.
bool IsGraphemeExtender(char32_t c);

// Whether no rule but those for flags and joined pictures forbids a cut between two neighbours; 0
// stands for a side without a character. Enough where the left one is white space or punctuation.
bool MaySplitBetween(char32_t left, char32_t right);

// Follows a text from its start and says where graphemes begin.
class GraphemeTracker {
 public:
  // Takes the next character; returns whether a grapheme begins with it.
  bool Take(char32_t c);

 private:
  char32_t last_ = 0;
  bool any_ = false;
  // Before the next character: an odd count of regional indicators; a picture with a joiner.
  bool odd_flag_half_ = false;
  bool pictographic_ = false;
  bool joined_pictographic_ = false;
  // An Indic consonant, and whether a virama behind it joins the next to it.
  enum class Conjunct : uint8_t { kNone, kConsonant, kVirama };
  Conjunct conjunct_ = Conjunct::kNone;
};

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_GRAPHEMES_H_
