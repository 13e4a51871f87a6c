// Whether a full stop ends a sentence: what the words on its two sides say.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_RULES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_RULES_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// What stands behind the end of a would-be sentence.
struct NextText {
  // Of the first character that is not blank; the end of the text if there is none.
  size_t at = 0;
  text::CodePoint first;
  // The first letter or digit behind opening marks, and where it is.
  text::CodePoint lead;
  size_t lead_at = 0;
  bool blanks = false;    // stand before `at`
  bool line_end = false;  // among them
  bool dash = false;      // stands before `lead`
  bool opener = false;    // stands before `lead`
};

// What stands at `at` of `text`.
NextText LookBehind(absl::string_view text, size_t at);

// Whether the word at `next.lead_at` begins sentences in `language` and has a capital.
bool IsStarter(absl::string_view text, const NextText& next, const Language& language);

// Whether the word at `next.lead_at` is written as inside a sentence: small, but not like "iPad".
bool GoesOnInLowerCase(absl::string_view text, const NextText& next);

// Whether the one full stop at `stop` of `text`, with blanks behind, ends the sentence that began
// at `sentence`, rather than an abbreviation, an ordinal, an initial or the number of a heading.
bool FullStopEnds(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
                  const Language& language);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_SENTENCE_RULES_H_
