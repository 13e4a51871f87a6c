// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/punctuation.h"

#include <array>
#include <cstddef>

namespace footnote::segmentation {
namespace {

struct MarkRow {
  char32_t character;
  Mark mark;
};

constexpr Mark Terminator(int marks) { return {static_cast<uint8_t>(marks), kNoRole, 0}; }
constexpr Mark Opener(PairFamily family) { return {0, kOpens, family}; }
constexpr Mark Closer(PairFamily family) { return {0, kCloses, family}; }
constexpr Mark Either(PairFamily family) { return {0, kEither, family}; }

constexpr MarkRow kMarks[] = {
    {'!', Terminator(kExclamation)},
    {'"', Either(kDoubleStraight)},
    {'\'', Either(kSingleStraight)},
    {'(', Opener(kRound)},
    {')', Closer(kRound)},
    {'.', Terminator(kFullStop)},
    {'?', Terminator(kQuestion)},
    {'[', Opener(kSquare)},
    {']', Closer(kSquare)},
    {'{', Opener(kCurly)},
    {'}', Closer(kCurly)},
    {0xAB, Either(kGuillemets)},              // «
    {0xBB, Either(kGuillemets)},              // »
    {0x37E, Terminator(kQuestion)},           // Greek question mark
    {0x589, Terminator(kDanda)},              // Armenian full stop
    {0x61F, Terminator(kQuestion | kDanda)},  // Arabic question mark
    {0x6D4, Terminator(kDanda)},              // Arabic full stop
    {0x964, Terminator(kDanda)},
    {0x965, Terminator(kDanda)},
    {0xE5A, Terminator(kDanda)},  // Thai
    {0xE5B, Terminator(kDanda)},
    {0x104A, Terminator(kDanda)},  // Myanmar
    {0x104B, Terminator(kDanda)},
    {0x1362, Terminator(kDanda)},  // Ethiopic
    {0x1367, Terminator(kDanda)},
    {0x1368, Terminator(kDanda)},
    {0x17D4, Terminator(kDanda)},  // Khmer
    {0x17D5, Terminator(kDanda)},
    {0x2018, Either(kSingleCurved)},
    {0x2019, Either(kSingleCurved)},
    {0x201A, Opener(kSingleCurved)},
    {0x201B, Opener(kSingleCurved)},
    {0x201C, Either(kDoubleCurved)},
    {0x201D, Either(kDoubleCurved)},
    {0x201E, Opener(kDoubleCurved)},
    {0x201F, Opener(kDoubleCurved)},
    {0x2026, Terminator(kEllipsis)},
    {0x2039, Either(kSingleGuillemets)},
    {0x203A, Either(kSingleGuillemets)},
    {0x203C, Terminator(kExclamation)},
    {0x203D, Terminator(kQuestion)},
    {0x2047, Terminator(kQuestion)},
    {0x2048, Terminator(kQuestion)},
    {0x2049, Terminator(kQuestion)},
    {0x3002, Terminator(kFullStop | kWide)},  // 。
    {0x3008, Opener(kAngle)},
    {0x3009, Closer(kAngle)},
    {0x300A, Opener(kDoubleAngle)},
    {0x300B, Closer(kDoubleAngle)},
    {0x300C, Opener(kCorner)},
    {0x300D, Closer(kCorner)},
    {0x300E, Opener(kWhiteCorner)},
    {0x300F, Closer(kWhiteCorner)},
    {0x3010, Opener(kLenticular)},
    {0x3011, Closer(kLenticular)},
    {0x3014, Opener(kLenticular)},
    {0x3015, Closer(kLenticular)},
    {0xFE52, Terminator(kFullStop)},  // small full stop
    {0xFF01, Terminator(kExclamation | kWide)},
    {0xFF08, Opener(kWideRound)},
    {0xFF09, Closer(kWideRound)},
    {0xFF0E, Terminator(kFullStop | kWide)},
    {0xFF1F, Terminator(kQuestion | kWide)},
    {0xFF61, Terminator(kFullStop | kWide)},  // half-width 。
    {0xFF62, Opener(kCorner)},
    {0xFF63, Closer(kCorner)},
};

// A two-level table: pages of 256 characters, found by the high byte of the character. Page 0 has
// no marks.
class MarkTable {
 public:
  constexpr MarkTable() {
    size_t pages = 1;
    for (const MarkRow& row : kMarks) {
      uint8_t& page = page_of_[row.character >> 8];
      if (page == 0) page = static_cast<uint8_t>(pages++);
      marks_[page][row.character & 0xFF] = row.mark;
    }
  }

  constexpr Mark Find(char32_t c) const {
    return c > 0xFFFF ? Mark{} : marks_[page_of_[c >> 8]][c & 0xFF];
  }

 private:
  static constexpr size_t kPages = 14;
  std::array<uint8_t, 256> page_of_ = {};
  std::array<std::array<Mark, 256>, kPages> marks_ = {};
};
constexpr MarkTable kMarkTable;

}  // namespace

Mark MarkOf(char32_t c) { return kMarkTable.Find(c); }

bool IsTitleFamily(uint8_t family) {
  return family == kDoubleAngle || family == kAngle || family == kWideRound;
}

bool IsParenthesisFamily(uint8_t family) {
  return family == kRound || family == kSquare || family == kCurly || family == kWideRound;
}

bool IsSingleQuoteFamily(uint8_t family) {
  return family == kSingleCurved || family == kSingleStraight;
}

bool IsOpeningPunctuation(char32_t c) {
  return MarkOf(c).role == kOpens || c == 0x201C || c == 0x2018 || c == '"' || c == '*' ||
         c == '_' || c == 0xBF || c == 0xA1;
}

}  // namespace footnote::segmentation
