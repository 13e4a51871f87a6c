// SPDX-License-Identifier: Apache-2.0
#include "service/text/graphemes.h"

#include <unicode/uchar.h>

namespace footnote::text {
namespace {

UGraphemeClusterBreak BreakOf(char32_t c) {
  return static_cast<UGraphemeClusterBreak>(
      u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_GRAPHEME_CLUSTER_BREAK));
}

bool IsControl(UGraphemeClusterBreak b) {
  return b == U_GCB_CONTROL || b == U_GCB_CR || b == U_GCB_LF;
}

bool IsExtender(UGraphemeClusterBreak b) {
  return b == U_GCB_EXTEND || b == U_GCB_ZWJ || b == U_GCB_SPACING_MARK;
}

// True for the Unicode blocks of the scripts in which a virama joins two consonants.
bool JoinsConsonants(char32_t c) {
  return (c >= 0x900 && c < 0xA00) || (c >= 0xA80 && c < 0xB80) || (c >= 0xC00 && c < 0xC80) ||
         (c >= 0xD00 && c < 0xD80);
}

UIndicSyllabicCategory SyllabicOf(char32_t c) {
  return static_cast<UIndicSyllabicCategory>(
      u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_INDIC_SYLLABIC_CATEGORY));
}

// Applies rules GB3 to GB9b of UAX #29.
bool MaySplit(UGraphemeClusterBreak left, UGraphemeClusterBreak right) {
  if (left == U_GCB_CR && right == U_GCB_LF) return false;
  if (IsControl(left) || IsControl(right)) return true;
  if (IsExtender(right) || left == U_GCB_PREPEND) return false;
  switch (left) {
    case U_GCB_L:
      return right != U_GCB_L && right != U_GCB_V && right != U_GCB_LV && right != U_GCB_LVT;
    case U_GCB_LV:
    case U_GCB_V:
      return right != U_GCB_V && right != U_GCB_T;
    case U_GCB_LVT:
    case U_GCB_T:
      return right != U_GCB_T;
    default:
      return true;
  }
}

}  // namespace

bool IsGraphemeExtender(char32_t c) { return c >= 0x300 && IsExtender(BreakOf(c)); }

bool MaySplitBetween(char32_t left, char32_t right) {
  if (left < 0x80 && right < 0x80) return left != '\r' || right != '\n';
  return MaySplit(BreakOf(left), BreakOf(right));
}

bool GraphemeTracker::Take(char32_t c) {
  bool begins = true;
  if (any_) {
    if (last_ < 0x80 && c < 0x80) {
      begins = last_ != '\r' || c != '\n';
    } else {
      begins = MaySplit(BreakOf(last_), BreakOf(c));
    }
  }
  if (c < 0xA9) {
    odd_flag_half_ = pictographic_ = joined_pictographic_ = false;
    conjunct_ = Conjunct::kNone;
  } else {
    const UGraphemeClusterBreak b = BreakOf(c);
    const bool flag_half = b == U_GCB_REGIONAL_INDICATOR;
    const bool pictographic =
        u_hasBinaryProperty(static_cast<UChar32>(c), UCHAR_EXTENDED_PICTOGRAPHIC);
    if (flag_half && odd_flag_half_) begins = false;
    if (pictographic && joined_pictographic_) begins = false;
    odd_flag_half_ = flag_half && !odd_flag_half_;
    joined_pictographic_ = b == U_GCB_ZWJ && pictographic_;
    pictographic_ = pictographic || (pictographic_ && b == U_GCB_EXTEND);
    if (JoinsConsonants(c)) {
      const UIndicSyllabicCategory syllabic = SyllabicOf(c);
      if (syllabic == U_INSC_CONSONANT) {
        if (conjunct_ == Conjunct::kVirama) begins = false;
        conjunct_ = Conjunct::kConsonant;
      } else if (syllabic == U_INSC_VIRAMA && conjunct_ != Conjunct::kNone) {
        conjunct_ = Conjunct::kVirama;
      } else if (b != U_GCB_EXTEND || u_getCombiningClass(static_cast<UChar32>(c)) == 0) {
        conjunct_ = Conjunct::kNone;
      }
    } else if (b != U_GCB_ZWJ &&
               (b != U_GCB_EXTEND || u_getCombiningClass(static_cast<UChar32>(c)) == 0)) {
      conjunct_ = Conjunct::kNone;
    }
  }
  last_ = c;
  any_ = true;
  return begins;
}

}  // namespace footnote::text
