// SPDX-License-Identifier: Apache-2.0
// The terms by which questions and passages are compared: words and character bigrams.
#ifndef FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_
#define FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace footnote::emulator {

struct Term {
  uint64_t hash = 0;
  // The significance, from 0 to 1: 1 for a word or a bigram of Chinese characters, less for a
  // bigram of mixed scripts, 0.1 for a bigram of hiragana, which is mostly grammar.
  float weight = 1;
  // True for a bigram of characters of a script without spaces.
  bool is_bigram = false;
};

// Returns the terms of `text` in order. Scripts with spaces have words: lower-case, without a
// plural ending, without English stop words. Chinese, Japanese, Korean, Thai, Lao, Burmese and
// Khmer have bigrams of adjacent characters. Full-width letters and digits are the same as their
// ASCII forms.
std::vector<Term> TermsOf(std::string_view text);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_EXTRACTIVE_TERMS_H_
