// SPDX-License-Identifier: Apache-2.0
// Data about the sentences of each language. To add or extend a language, edit language_data.cc. No
// other file has words of a language.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_

#include <cstdint>

#include "absl/types/span.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// The rules of a language that are not lists of words. Bits of LanguageData::habits.
enum LanguageHabit : uint32_t {
  // A number with a full stop is an ordinal: "am 3. Mai".
  kOrdinals = 1u << 0,
  // ';' is a question mark.
  kSemicolonAsks = 1u << 1,
  // ':' ends a sentence; '.' and an ellipsis do not.
  kColonEnds = 1u << 2,
  // '!' occurs within sentences.
  kExclamationGoesOn = 1u << 3,
  // Sentences end with a danda; '.' mainly marks abbreviations.
  kDandaEnds = 1u << 4,
  // "I" is capitalized within sentences.
  kCapitalI = 1u << 5,
};

// One language. Each list has words in lower case, separated by one space, without their last full
// stop. Abbreviations keep inner full stops but not inner spaces: "z. B." is "z.b". A capitalized
// word only matches if it is capitalized in the text. "-no" removes the word "no" that
// SharedByLatin() has.
struct LanguageData {
  // A BCP 47 tag that consists of the language only.
  const char* tag;
  text::Script script;
  uint32_t habits;
  // Never the last word of a sentence: titles, "for example".
  const char* before_name;
  // Abbreviations only before a number: "p. 5", but "the p. The".
  const char* before_number;
  // Abbreviations that may end a sentence; they do before a word of `starters`.
  const char* may_end;
  // Words that begin many sentences and are otherwise in lower case.
  const char* starters;
  // Words that form the head of a section with a number: "Chapter 3. Discussion".
  const char* headings;
};

// Returns all languages. The first one of each script is the default for that script.
absl::Span<const LanguageData> Languages();

// Returns the words that all languages of the Latin script share.
const LanguageData& SharedByLatin();

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_
