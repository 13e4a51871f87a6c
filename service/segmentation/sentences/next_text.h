// SPDX-License-Identifier: Apache-2.0
// The text after a possible end of a sentence.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_NEXT_TEXT_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_NEXT_TEXT_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// Offsets are in bytes of the text.
struct NextText {
  // The offset of the first character that is not blank, or the end of the text.
  size_t at = 0;
  text::CodePoint first;
  // The first letter or digit after opening punctuation; `first` if there is none.
  text::CodePoint lead;
  size_t lead_at = 0;
  bool blanks = false;    // there are blanks before `at`
  bool line_end = false;  // one of these blanks ends a line
  bool dash = false;      // there is a dash before `lead`
  bool opener = false;    // there is punctuation before `lead`
};

// Describes the text from byte `at` of `text` on.
NextText ReadNextText(absl::string_view text, size_t at);

// Returns the language in which to look up a word of `script`: `language` if it uses the script,
// else the usual language of the script.
const Language& LanguageForScript(text::Script script, const Language& language);

// True if the word at `next.lead_at` is capitalized and begins many sentences in `language`.
bool IsStarter(absl::string_view text, const NextText& next, const Language& language);

// True if the word at `next.lead_at` is in lower case, as within a sentence. False for words such
// as "iPad" and for markers of list items such as "(b)".
bool ContinuesInLowerCase(absl::string_view text, const NextText& next);

// True if the next word is a number, a Roman numeral, or a capital letter that numbers an annex.
bool NumberFollows(absl::string_view text, const NextText& next);

// True if the next word is one letter with a full stop.
bool InitialFollows(absl::string_view text, const NextText& next);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_NEXT_TEXT_H_
