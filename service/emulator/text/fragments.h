// SPDX-License-Identifier: Apache-2.0
// Cutting text into the pieces that a stream brings. Pieces are never empty, never cut a code
// point, and joined are the text. Expects well-formed UTF-8.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace footnote::emulator {

// Pieces of `count` code points, which must be at least 1; the last one may be shorter.
std::vector<std::string_view> FragmentsOfCodePoints(std::string_view text, size_t count);

// Pieces of one to four words, each beginning with the space before it. Three characters of a
// script without spaces count as a word. How many words a piece has depends on `seed`.
std::vector<std::string_view> FragmentsOfWords(std::string_view text, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_
