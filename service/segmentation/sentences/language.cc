// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/language.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <memory>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"

namespace footnote::segmentation {
namespace {

// The length of the prefix of a text from which its language is guessed.
constexpr size_t kGuessBytes = 1024;
constexpr size_t kScripts = static_cast<size_t>(text::Script::kOther) + 1;

const std::vector<std::unique_ptr<const Language>>& All() {
  static const auto* const all = [] {
    auto* languages = new std::vector<std::unique_ptr<const Language>>();
    for (const LanguageData& data : Languages()) {
      languages->push_back(std::make_unique<const Language>(data));
    }
    return languages;
  }();
  return *all;
}

// Letters that only some languages of a script have. They outweigh words that several languages
// share.
struct DistinctiveLetters {
  const char* tag;
  absl::string_view letters;
};
constexpr DistinctiveLetters kDistinctiveLetters[] = {
    {"uk", "іїєґ"},
    {"kk", "әғқңөұүһ"},
    {"ru", "ыэё"},
    {"ur", "ٹڈڑےہںھگچپی"},
    {"fa", "گچپی"},
    {"mr", "ळ"},
    {"bn", "অআইউএওকগতনরলশসহ"},
    {"pa", "ਅਆਇਸਹਕਗਤਨਰਲ"},
    {"ml", "അആഇഎകഗതനരലസ"},
    {"ja", "のはをがにでとたいるアイウンー"},
    {"vi", "ơưạếộảệị"},
    {"pl", "łśźżąę"},
    {"tr", "ışğ"},
    {"ro", "țș"},
    {"lt", "ėųįū"},
    {"cs", "ěřů"},
    {"sk", "ľŕĺô"},
    {"hu", "őű"},
    {"de", "ß"},
    {"pt", "ãõ"},
    {"es", "ñ¿¡"},
};

constexpr size_t kMaxLanguages = 64;
// The scores of a common word and of a distinctive letter.
constexpr int kWordPoints = 2;
constexpr int kLetterPoints = 3;

// A word that is read byte by byte. A word of up to eight bytes is packed into an integer, which
// makes the lookup faster.
struct ReadWord {
  uint64_t packed = 0;
  size_t size = 0;
  std::string spelling;  // set for a word of more than eight bytes

  void Add(char c) {
    if (size >= sizeof(uint64_t)) {
      if (size == sizeof(uint64_t)) SpellPacked();
      spelling.push_back(c);
    }
    packed = packed << 8 | static_cast<unsigned char>(c);
    ++size;
  }
  void Clear() {
    packed = 0;
    size = 0;
  }

 private:
  void SpellPacked() {
    spelling.clear();
    for (int shift = 56; shift >= 0; shift -= 8) {
      spelling.push_back(static_cast<char>(packed >> shift));
    }
  }
};

// The languages for which a word or letter is evidence: bits at their indices in All().
class Clues {
 public:
  static const Clues& Get() {
    static const auto* const clues = new Clues();
    return *clues;
  }

  uint64_t OfWord(const ReadWord& word) const {
    if (word.size > sizeof(uint64_t)) return Find(long_words_, word.spelling);
    return short_slots_.test(SlotOf(word.packed)) ? Find(short_words_, word.packed) : 0;
  }
  uint64_t OfLetter(char32_t letter) const { return Find(letters_, letter); }

 private:
  Clues() {
    const absl::Span<const LanguageData> languages = Languages();
    for (size_t i = 0; i < languages.size() && i < kMaxLanguages; ++i) {
      const uint64_t bit = uint64_t{1} << i;
      for (const absl::string_view word :
           absl::StrSplit(languages[i].starters, ' ', absl::SkipEmpty())) {
        ReadWord read;
        for (const char c : word) read.Add(c);
        if (read.size > sizeof(uint64_t)) {
          long_words_[read.spelling] |= bit;
        } else {
          short_words_[read.packed] |= bit;
          short_slots_.set(SlotOf(read.packed));
        }
      }
      for (const DistinctiveLetters& row : kDistinctiveLetters) {
        if (absl::string_view(row.tag) == languages[i].tag) AddLetters(row.letters, bit);
      }
    }
  }

  static size_t SlotOf(uint64_t packed) { return packed * 0x9E3779B97F4A7C15u >> 49; }

  void AddLetters(absl::string_view letters, uint64_t bit) {
    for (size_t at = 0; at < letters.size();) {
      const text::CodePoint c = text::DecodeAt(letters, at);
      letters_[c.value] |= bit;
      at += c.size;
    }
  }

  template <typename Map, typename Key>
  static uint64_t Find(const Map& map, const Key& key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
  }

  // Words of up to eight bytes. Most words of a text are not among them, which `short_slots_` shows
  // without a lookup.
  absl::flat_hash_map<uint64_t, uint64_t> short_words_;
  std::bitset<size_t{1} << 15> short_slots_;
  absl::flat_hash_map<std::string, uint64_t> long_words_;
  absl::flat_hash_map<char32_t, uint64_t> letters_;
};

}  // namespace

Language::Language(const LanguageData& data)
    : tag_(data.tag), script_(data.script), habits_(data.habits) {
  if (data.script == text::Script::kLatin) {
    const LanguageData& shared = SharedByLatin();
    Add(shared.before_name, kBeforeName);
    Add(shared.before_number, kBeforeNumber);
    Add(shared.may_end, kMayEnd);
    Add(shared.headings, kHeading);
  }
  Add(data.before_name, kBeforeName);
  Add(data.before_number, kBeforeNumber);
  Add(data.may_end, kMayEnd);
  Add(data.starters, kStarter);
  Add(data.headings, kHeading);
}

void Language::Add(const char* words, uint8_t kind) {
  for (const absl::string_view word : absl::StrSplit(words, ' ', absl::SkipEmpty())) {
    if (word[0] == '-') {
      words_.erase(word.substr(1));
    } else {
      words_[word] |= kind;
    }
  }
}

const Language* FindLanguage(absl::string_view tag) {
  const std::string language = absl::AsciiStrToLower(tag.substr(0, tag.find_first_of("-_")));
  for (const auto& candidate : All()) {
    if (candidate->tag() == language) return candidate.get();
  }
  return nullptr;
}

const Language* UsualLanguage(text::Script script) {
  static const auto* const usual = [] {
    auto* by_script = new std::array<const Language*, kScripts>();
    for (const auto& language : All()) {
      const Language*& slot = (*by_script)[static_cast<size_t>(language->script())];
      if (slot == nullptr) slot = language.get();
    }
    return by_script;
  }();
  return (*usual)[static_cast<size_t>(script)];
}

const Language* GuessLanguage(absl::string_view text) {
  const Clues& clues = Clues::Get();
  // A character that is truncated at the end decodes to U+FFFD, which is not a letter.
  text = text.substr(0, kGuessBytes);
  std::array<int, kScripts> letters = {};
  std::array<int, kMaxLanguages> scores = {};
  const auto add = [&scores](uint64_t languages, int points) {
    for (; languages != 0; languages &= languages - 1) {
      scores[static_cast<size_t>(__builtin_ctzll(languages))] += points;
    }
  };
  ReadWord word;
  for (size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    size_t size = 1;
    bool is_letter = false;
    if (byte < 0x80) {
      is_letter = text::IsAsciiLetter(byte);
      if (is_letter) ++letters[static_cast<size_t>(text::Script::kLatin)];
    } else {
      const text::CodePoint c = text::DecodeAt(text, at);
      size = c.size;
      const text::Script script = text::ScriptOf(c.value);
      is_letter = script != text::Script::kNone;
      if (is_letter) ++letters[static_cast<size_t>(script)];
      add(clues.OfLetter(c.value), kLetterPoints);
    }
    if (is_letter || (byte == '\'' && word.size > 0)) {
      if (byte < 0x80) {
        word.Add(absl::ascii_tolower(byte));
      } else {
        // Does not lower capitals outside ASCII: few common words begin with one.
        for (const char c : text.substr(at, size)) word.Add(c);
      }
    } else if (word.size > 0) {
      add(clues.OfWord(word), kWordPoints);
      word.Clear();
    }
    at += size;
  }
  if (word.size > 0) add(clues.OfWord(word), kWordPoints);
  const auto most = std::max_element(letters.begin() + 1, letters.end());
  const text::Script script = static_cast<text::Script>(most - letters.begin());
  const Language* best = UsualLanguage(script);
  if (*most == 0 || best == nullptr) return UsualLanguage(text::Script::kLatin);
  int best_score = 0;
  for (size_t i = 0; i < All().size(); ++i) {
    const Language* language = All()[i].get();
    if (language->script() != script) continue;
    const int score = scores[i] + (language == UsualLanguage(script) ? 1 : 0);
    if (score > best_score) {
      best_score = score;
      best = language;
    }
  }
  // Chinese and Japanese share the Han script. A text without kana is Chinese.
  if (script == text::Script::kHan && best_score <= 1) best = FindLanguage("zh");
  return best;
}

}  // namespace footnote::segmentation
