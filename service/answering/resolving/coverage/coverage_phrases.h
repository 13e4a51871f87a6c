// SPDX-License-Identifier: Apache-2.0
// Phrases of sentences that make no claim, by language. To add a language or a phrase, edit
// coverage_phrases_*.cc only.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_

#include "absl/types/span.h"

namespace footnote::answering::resolving {

// The phrases of one language. Each list is separated by '|'. A phrase is in lower case, with "'"
// for every apostrophe, one space between words, no emphasis, and no punctuation at its end. It
// matches complete words, except in scripts without spaces between words and in Korean, where words
// have endings. Choose phrases that make no claim in any context.
struct CoveragePhrases {
  // The value of LanguageData::tag.
  const char* language;
  // The complete sentence, except for a name of at most two words.
  const char* greetings;
  // The start of a sentence that offers help, hopes to have helped, or is a farewell.
  const char* offers;
  // The start of a sentence that introduces what follows. Matches only if the sentence ends with a
  // colon and has no digit.
  const char* lead_ins;
  // The start of a sentence that names its basis or announces a summary: "based on". The rest of
  // the sentence may make a claim. It is an introduction only if it ends with a colon before any
  // comma, or if a phrase of this list, lead_ins or announcements follows the comma.
  const char* openings;
  // Any position in a sentence that introduces what follows, with any punctuation at its end: "here
  // is what". No comma may follow, and a comma may precede only in a sentence that starts with one
  // of `openings`, because another clause may make a claim.
  const char* announcements;
  // The start of a sentence in which the model states what it will do next.
  const char* asides;
  // Any position in a sentence that states that nothing was found.
  const char* nothing_found;
  // The sources, as the subject of a clause that continues with one of `silence`.
  const char* sources;
  const char* silence;
  // Words after a statement that nothing was found which introduce a possible claim. May be empty.
  const char* contrasts;
  // The end of a question without a question mark.
  const char* questions;
};

// One row for each language of Languages(), in no order, for languages in Latin script and for all
// others.
absl::Span<const CoveragePhrases> LatinCoveragePhrases();
absl::Span<const CoveragePhrases> OtherCoveragePhrases();

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_COVERAGE_PHRASES_H_
