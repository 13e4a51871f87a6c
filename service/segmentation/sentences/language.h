// LanguageData made ready for look-ups, and which of it is for a text.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/language_data.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

// What a word is in a language: bits, one for each list of LanguageData.
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

  // The WordKind bits of `word`, which is spelt as in LanguageData; 0 if no list has it.
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

// The language of `tag`, a BCP 47 tag of which only the language counts; nullptr if there is no
// data for it.
const Language* FindLanguage(absl::string_view tag);

// The language to take for words of `script` in a text of unknown or other language; nullptr for
// scripts without words that matter.
const Language* UsualLanguage(text::Script script);

// The language of `text`, guessed from its script and, where many share it, from the small words
// in its first kilobyte. Never nullptr: English, if nothing speaks for another.
const Language* GuessLanguage(absl::string_view text);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_LANGUAGE_H_
