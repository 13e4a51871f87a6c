// What a language says where it says nothing that a source could bear out. To teach coverage a
// language, or more of one, edit coverage_phrases_*.cc; nothing else knows a phrase.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_

#include "absl/types/span.h"

namespace footnote::answering::resolving {

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
  // Say what a sentence rests on or that it sums up, at its beginning: "based on". What follows
  // may claim anything; it leads on where it ends with a colon before any comma, and where one of
  // these, of lead_ins or of announcements stands behind the comma.
  const char* openings;
  // In a sentence that leads to what follows whatever it ends with: "here is what". Not in the
  // same clause as a claim, so no comma may stand behind, and before only behind one of openings.
  const char* announcements;
  // Begin a sentence in which the model says what it is about to do.
  const char* asides;
  // Anywhere in a sentence that says that nothing was found.
  const char* nothing_found;
  // What was sent, as the subject of a clause that goes on with one of `silence`.
  const char* sources;
  const char* silence;
  // Behind the words that nothing was found: the sentence may go on with a claim. May be empty.
  const char* contrasts;
  // End a question that is written without a question mark.
  const char* questions;
};

// One row for each language of Languages(), in no order: those of the Latin script, and the others.
absl::Span<const CoveragePhrases> LatinCoveragePhrases();
absl::Span<const CoveragePhrases> OtherCoveragePhrases();

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
