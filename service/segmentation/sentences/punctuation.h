// SPDX-License-Identifier: Apache-2.0
// Punctuation marks: terminators, brackets and quotation marks of all scripts.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PUNCTUATION_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PUNCTUATION_H_

#include <cstdint>

namespace footnote::segmentation {

// The marks in a run of terminators. Bits.
enum TerminatorMark : uint8_t {
  kFullStop = 1u << 0,
  kExclamation = 1u << 1,
  kQuestion = 1u << 2,
  kEllipsis = 1u << 3,    // three full stops or more, or U+2026
  kWide = 1u << 4,        // full-width, with a built-in space: 。！？
  kDanda = 1u << 5,       // and the terminators of Armenian, Ethiopic, Burmese, Urdu and Khmer
  kSpacedDots = 1u << 6,  // . . .
};

// The pair that a bracket or quotation mark belongs to.
enum PairFamily : uint8_t {
  kRound,
  kSquare,
  kCurly,
  kWideRound,
  kCorner,
  kWhiteCorner,
  kDoubleAngle,
  kAngle,
  kLenticular,
  kDoubleCurved,
  kDoubleStraight,
  kGuillemets,
  kSingleGuillemets,
  kSingleCurved,
  kSingleStraight,
  kBackquotes,  // ``TeX''
};

enum PairRole : uint8_t { kNoRole, kOpens, kCloses, kEither };

// A punctuation mark. Other characters have no terminator bits and no role.
struct Mark {
  uint8_t terminator = 0;  // TerminatorMark bits
  PairRole role = kNoRole;
  uint8_t family = 0;  // PairFamily; only meaningful with a role
};
Mark MarkOf(char32_t c);

// True for the pairs that enclose titles and names in East Asian text.
bool IsTitleFamily(uint8_t family);

bool IsParenthesisFamily(uint8_t family);

// True for single quotation marks, which are often apostrophes.
bool IsSingleQuoteFamily(uint8_t family);

// True for punctuation that can precede an opening quotation mark.
bool IsOpeningPunctuation(char32_t c);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_PUNCTUATION_H_
