// What a language says where it says nothing that a source could bear out. To teach coverage a
// language, or more of one, edit coverage_phrases_*.cc; nothing else knows a phrase.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_

#include "absl/types/span.h"

namespace footnote::answering {

// One language. Each list is phrases with a '|' between, in lower case, with ' for every
// apostrophe, one space between words, no emphasis and no mark at their end. A phrase matches whole
// words, save in scripts without spaces between words and in Korean, where words take endings.
// Choose phrases that make no claim whatever stands around them.
struct CoveragePhrases {
  // As in LanguageData::tag.
  const char* language;
  // The whole sentence, but for two words at most: a name.
  const char* greetings;
  // Begin a sentence that offers help, hopes to have helped, or takes leave.
  const char* offers;
  // Begin a sentence that leads to what follows; it counts where it ends with a colon and has no
  // number in it.
  const char* lead_ins;
  // Begin a sentence in which the model says what it is about to do.
  const char* asides;
  // Anywhere in a sentence that says that nothing was found.
  const char* nothing_found;
  // What was sent, as the subject of a sentence that goes on with one of `silence`.
  const char* sources;
  const char* silence;
  // End a question that is written without a question mark.
  const char* questions;
};

// One row for each language of Languages(), in no order: those of the Latin script, and the others.
absl::Span<const CoveragePhrases> LatinCoveragePhrases();
absl::Span<const CoveragePhrases> OtherCoveragePhrases();

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
