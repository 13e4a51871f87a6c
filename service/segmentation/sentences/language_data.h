// What a language's writing says about where its sentences end. To teach the chunker a language,
// or more of one, edit language_data.cc; nothing else knows a word.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_

#include <cstdint>

#include "absl/types/span.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// Habits of a language that no list of words can say. Bits of LanguageData::habits.
enum LanguageHabit : uint32_t {
  // A full stop behind a number makes it an ordinal: "am 3. Mai".
  kOrdinals = 1u << 0,
  // ';' is a question mark.
  kSemicolonAsks = 1u << 1,
  // ':' ends a sentence, '.' and an ellipsis do not.
  kColonEnds = 1u << 2,
  // '!' is written inside sentences.
  kExclamationGoesOn = 1u << 3,
  // Sentences end with a danda; '.' mostly marks abbreviations.
  kDandaEnds = 1u << 4,
  // "I" is written large within sentences.
  kCapitalI = 1u << 5,
};

// One language. Each list is words with one space between, in lower case and without their last
// full stop; inner full stops are kept, spaces inside an abbreviation are not: "z. B." is "z.b". A
// word with a capital counts only where it has one in the text too; "-no" takes out a "no" that
// the script shares.
struct LanguageData {
  // BCP 47, the language alone.
  const char* tag;
  text::Script script;
  uint32_t habits;
  // Never the last word of a sentence: titles, "for example".
  const char* before_name;
  // Abbreviations only before a number: "p. 5", but "the p. The".
  const char* before_number;
  // Abbreviations that may end a sentence; they do before a word of `starters`.
  const char* may_end;
  // Words that begin many sentences and are otherwise written small.
  const char* starters;
  // Words that, with a number, head a section: "Chapter 3. Discussion".
  const char* headings;
};

// All languages. The first of each script is the one to try for a text of unknown language.
absl::Span<const LanguageData> Languages();

// Abbreviations that are read alike in all languages of the Latin script; same form.
const LanguageData& SharedByLatin();

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_DATA_H_
