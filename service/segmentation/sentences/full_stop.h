// SPDX-License-Identifier: Apache-2.0
// The facts about a full stop on which the rules in full_stop_rules.cc depend.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/abbreviations.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/sentences/next_text.h"
#include "service/segmentation/sentences/words.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// One full stop with the words on both sides. Refers to the text, the next text and the language,
// which must outlive it.
class FullStop {
 public:
  // For the full stop at byte `stop` of `text`, in the sentence that begins at byte `sentence`.
  // Blanks follow the full stop, then `next`.
  FullStop(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
           const Language& language);

  // The word before the full stop.
  absl::string_view word() const { return word_; }
  const WordShape& shape() const { return shape_; }
  text::Script script() const { return script_; }
  // True if the script of the word has capitals.
  bool is_cased() const { return is_cased_; }
  // The language of the sentence, and the one that lists the words of `script()`.
  const Language& language() const { return language_; }
  const Language& word_language() const { return *word_language_; }
  // WordKind bits of the word, alone or with the words before it; 0 for a number.
  bool Is(uint8_t kinds) const { return (abbreviation_.kind & kinds) != 0; }

  // True for digits, symbols and Roman numerals.
  bool IsNumeric() const { return is_numeric_; }
  bool IsOneLetter() const {
    return shape_.letters == 1 && shape_.digits == 0 && shape_.others == 0 && shape_.stops == 0;
  }
  // True for "a.m", "b.c" and the like.
  bool IsTimeOrEra() const { return is_time_or_era_; }
  // True if the sentence has only the marker of a list item so far: "1", "(a".
  bool IsListMarker() const;
  // True if the sentence has only the head of a section so far: "Chapter 3", "§ 4".
  bool IsSectionNumber() const;
  // True if the sentence has only an adverbial of time so far: "At 5 a.m".
  bool IsFrontedTime() const;
  // True if the word begins the sentence.
  bool BeginsSentence() const;
  bool BeginsTwoPartAbbreviation() const;
  bool FollowsNumberAbbreviation() const;
  // True if a degree sign and a space precede the word: "2 º C".
  bool FollowsDegreeSign() const;
  // True if a number precedes the word: "1.5 s".
  bool FollowsNumber() const;

  const NextText& next() const { return next_; }
  bool starter_follows() const { return starter_follows_; }
  bool number_follows() const { return number_follows_; }
  bool InitialFollows() const;

 private:
  const absl::string_view text_;
  const size_t sentence_;
  const size_t stop_;
  const NextText& next_;
  const Language& language_;
  const Language* word_language_;
  absl::string_view word_;
  size_t word_at_ = 0;
  WordShape shape_;
  text::Script script_ = text::Script::kNone;
  bool is_cased_ = false;
  bool is_numeric_ = false;
  bool is_time_or_era_ = false;
  bool starter_follows_ = false;
  bool number_follows_ = false;
  Abbreviation abbreviation_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_FULL_STOP_H_
