// SPDX-License-Identifier: Apache-2.0
// Abbreviations of one or several words, looked up in the lists of a language.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_ABBREVIATIONS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_ABBREVIATIONS_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/sentences/next_text.h"
#include "service/segmentation/sentences/words.h"

namespace footnote::segmentation {

// A possible abbreviation before a full stop.
struct Abbreviation {
  WordKey key;
  uint8_t kind = 0;  // WordKind bits; 0 if no list has the word
};

// Looks up `word`, a view of `text` with shape `shape`. Tries the word together with the words
// before it ("v. Chr", "z. B") and, if the word is compound, its last part ("l'art", "6a.m").
// `is_cased` is true if the script of the word has capitals.
Abbreviation ReadAbbreviation(absl::string_view text, absl::string_view word,
                              const WordShape& shape, bool is_cased, const Language& language);

// True if `word`, a view of `text`, is the first part of an abbreviation of two parts: "v" in
// "v. Chr.".
bool BeginsTwoPartAbbreviation(absl::string_view text, absl::string_view word, const NextText& next,
                               const Language& language);

// True if the text before byte `at` ends with an abbreviation that only precedes numbers: "S. ",
// "hod. ".
bool FollowsNumberAbbreviation(absl::string_view text, size_t at, const Language& language);

// True for "a.m", "b.c" and the like. `key` is in lower case.
bool IsTimeOrEra(absl::string_view key);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_ABBREVIATIONS_H_
