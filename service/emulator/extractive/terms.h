// SPDX-License-Identifier: Apache-2.0
// The terms that questions and passages are compared by.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace footnote::emulator {

struct Term {
  uint64_t hash = 0;
  // How much it says, from 0 to 1: a word or a pair of Chinese characters 1, a pair that mixes
  // scripts less, a pair of hiragana (mostly grammar) 0.1.
  float weight = 1;
  // Whether it is a pair of characters of a script without spaces.
  bool is_pair = false;
};

// The terms of `text` in order. Words, lower-cased and without a plural ending, for scripts with
// spaces, English stop words left out; pairs of neighbouring characters for Chinese, Japanese,
// Korean and Thai. Full-width letters and digits count as their ASCII forms.
std::vector<Term> TermsOf(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_
