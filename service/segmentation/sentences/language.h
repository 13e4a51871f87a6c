// SPDX-License-Identifier: Apache-2.0
// Indexes LanguageData for lookup, and selects the language of a text.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language_data.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// The lists of LanguageData that have a word. Bits.
enum WordKind : uint8_t {
  kBeforeName = 1u << 0,
  kBeforeNumber = 1u << 1,
  kMayEnd = 1u << 2,
  kStarter = 1u << 3,
  kHeading = 1u << 4,
};

// Immutable; every Language lives as long as the process.
class Language {
 public:
  explicit Language(const LanguageData& data);

  const char* tag() const { return tag_; }
  text::Script script() const { return script_; }
  bool Has(LanguageHabit habit) const { return (habits_ & habit) != 0; }

  // Returns the WordKind bits of `word`, which is spelled as in LanguageData; 0 if no list has it.
  uint8_t KindOf(absl::string_view word) const {
    const auto found = words_.find(word);
    return found == words_.end() ? 0 : found->second;
  }

 private:
  void Add(const char* words, uint8_t kind);

  const char* const tag_;
  const text::Script script_;
  const uint32_t habits_;
  absl::flat_hash_map<std::string, uint8_t> words_;
};

// Returns the language of `tag`, a BCP 47 tag, or nullptr if there is no data for it. Ignores all
// subtags except for the language.
const Language* FindLanguage(absl::string_view tag);

// Returns the language in which to look up words of `script` in a text of an unknown or another
// language; nullptr if no list has words of `script`.
const Language* UsualLanguage(text::Script script);

// Guesses the language of `text` from the scripts, common words and letters in its first kilobyte.
// Returns English if there is no evidence; never nullptr.
const Language* GuessLanguage(absl::string_view text);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_
