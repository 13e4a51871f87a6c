// SPDX-License-Identifier: Apache-2.0
// Splits text into the fragments of streamed deltas. Fragments are not empty, do not split a code
// point, and their concatenation is the text. The text must be well-formed UTF-8; the results are
// views into it.
#ifndef FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_
#define FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace footnote::emulator {

// Returns fragments of `count` code points, which must be at least 1. The last one may be shorter.
std::vector<std::string_view> FragmentsOfCodePoints(std::string_view text, size_t count);

// Returns fragments of one to four words. White space belongs to the word after it. Three
// characters of a script without spaces count as a word. The number of words depends on `seed`.
std::vector<std::string_view> FragmentsOfWords(std::string_view text, uint64_t seed);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_TEXT_FRAGMENTS_H_
