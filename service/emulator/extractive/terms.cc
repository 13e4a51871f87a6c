// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/terms.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>

#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

// English words without significance. Sorted, for binary search.
// clang-format off
constexpr std::string_view kStopWords[] = {
    "a",       "about",  "according", "after", "all",    "also",  "am",    "an",     "and",
    "any",     "are",    "as",        "at",    "based",  "be",    "been",  "before", "being",
    "between", "but",    "by",        "can",   "could",  "did",   "do",    "does",   "doing",
    "don",     "during", "each",      "for",   "from",   "get",   "give",  "had",    "has",
    "have",    "having", "he",        "her",   "here",   "him",   "his",   "how",    "i",
    "if",      "in",     "into",      "is",    "it",     "its",   "just",  "long",   "many",
    "may",     "me",     "might",     "more",  "most",   "much",  "must",  "my",     "no",
    "nor",     "not",    "of",        "on",    "one",    "only",  "or",    "our",    "out",
    "over",    "please", "shall",     "she",   "should", "so",    "some",  "still",  "such",
    // words: data
    "tell",    "than",   "that",      "the",   "their",  "them",  "then",  "there",  "these",
    "they",    "this",   "those",     "to",    "too",    "under", "up",    "us",     "very",
    "was",     "we",     "were",      "what",  "when",   "where", "which", "while",  "who",
    "whom",    "whose",  "why",       "will",  "with",   "would", "yet",   "you",    "your",
};
// clang-format on

bool InRange(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Returns true for characters whose bigrams are terms: those of scripts without spaces, and Hangul,
// where particles are attached to words.
bool IsBigramCharacter(char32_t c) {
  return c >= 0x0E00 &&
         (IsHan(c) || IsHiragana(c) || IsKatakana(c) || InRange(c, 0xAC00, 0xD7AF) ||
          InRange(c, 0x0E01, 0x0EDF) || InRange(c, 0x1000, 0x109F) || InRange(c, 0x1780, 0x17FF));
}

// Converts full-width forms to ASCII, and capital Latin, Greek and Cyrillic letters of the basic
// ranges to lower case.
char32_t Fold(char32_t c) {
  if (InRange(c, 0xFF01, 0xFF5E)) c -= 0xFEE0;
  if (InRange(c, 'A', 'Z') || (InRange(c, 0xC0, 0xDE) && c != 0xD7) || InRange(c, 0x391, 0x3A9) ||
      InRange(c, 0x410, 0x42F)) {
    return c + 0x20;
  }
  if (InRange(c, 0x400, 0x40F)) return c + 0x50;
  return c;
}

bool IsWordCharacter(char32_t c) {
  if (c < 0x80) return InRange(c, '0', '9') || InRange(c, 'a', 'z');
  if (InRange(c, 0x80, 0xBF) || c == 0xD7 || c == 0xF7) return false;
  return !(InRange(c, 0x2000, 0x2BFF) || InRange(c, 0x3000, 0x303F) || InRange(c, 0xFE30, 0xFE4F) ||
           InRange(c, 0xFF00, 0xFF65) || c >= 0x1F000);
}

bool EndsWith(std::string_view word, std::string_view ending) {
  return word.size() >= ending.size() && word.substr(word.size() - ending.size()) == ending;
}

// Removes an English plural ending: of policies, boxes and days; not of address, status and basis.
void Singularize(std::string* word) {
  if (word->size() <= 3 || word->back() != 's') return;
  if (EndsWith(*word, "ss") || EndsWith(*word, "us") || EndsWith(*word, "is")) return;
  if (EndsWith(*word, "ies")) {
    word->replace(word->size() - 3, 3, "y");
  } else if (EndsWith(*word, "ches") || EndsWith(*word, "shes") || EndsWith(*word, "xes") ||
             EndsWith(*word, "sses")) {
    word->resize(word->size() - 2);
  } else {
    word->pop_back();
  }
}

void AppendUtf8(char32_t c, std::string* out) {
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xC0 | (c >> 6)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else {
    // Three bytes suffice: characters above the basic plane need not be distinguished in words.
    out->push_back(static_cast<char>(0xE0 | ((c >> 12) & 0x0F)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
}

void AddWord(std::string* word, std::vector<Term>* terms) {
  if (word->empty()) return;
  if (!std::binary_search(std::begin(kStopWords), std::end(kStopWords), *word)) {
    Singularize(word);
    Term term;
    term.hash = StableHash(*word, 0);
    terms->push_back(term);
  }
  word->clear();
}

// Returns true for the characters of question words: "what", "who", "how many".
bool IsInterrogative(char32_t c) { return c == U'何' || c == U'誰' || c == U'幾'; }

float BigramWeight(char32_t a, char32_t b) {
  if (IsInterrogative(a) || IsInterrogative(b)) return 0.1f;
  if (IsHiragana(a) && IsHiragana(b)) return 0.1f;
  // The stem of a verb with its ending is more significant than an ending with the next word.
  if (IsHan(a) && IsHiragana(b)) return 0.7f;
  if (IsHiragana(a)) return 0.3f;
  return IsHan(a) == IsHan(b) ? 1.0f : 0.5f;
}

void AddBigram(char32_t a, char32_t b, float weight, std::vector<Term>* terms) {
  Term term;
  const char32_t bigram[2] = {a, b};
  term.hash =
      StableHash(std::string_view(reinterpret_cast<const char*>(bigram), sizeof(bigram)), 1);
  term.weight = weight;
  term.is_bigram = true;
  terms->push_back(term);
}

}  // namespace

std::vector<Term> TermsOf(std::string_view text) {
  std::vector<Term> terms;
  terms.reserve(text.size() / 6);
  std::string word;
  char32_t previous = 0;   // the previous character if it is a bigram character, else 0
  bool is_single = false;  // `previous` has no neighbor, so it is in no bigram yet
  bool in_suffix = false;  // after an apostrophe inside a word
  const auto end_run = [&] {
    if (is_single) AddBigram(previous, 0, IsHan(previous) ? 0.5f : 0.1f, &terms);
    is_single = false;
    previous = 0;
  };
  for (size_t offset = 0; offset < text.size();) {
    const CodePoint c = DecodeAt(text, offset);
    offset += c.size;
    const char32_t folded = Fold(c.value);
    if (IsBigramCharacter(folded)) {
      AddWord(&word, &terms);
      in_suffix = false;
      if (previous != 0) AddBigram(previous, folded, BigramWeight(previous, folded), &terms);
      is_single = previous == 0;
      previous = folded;
      continue;
    }
    if (previous != 0) end_run();
    if (IsWordCharacter(folded)) {
      if (!in_suffix) AppendUtf8(folded, &word);
    } else if (!word.empty() && (folded == U'\'' || folded == U'’')) {
      in_suffix = true;
    } else {
      AddWord(&word, &terms);
      in_suffix = false;
    }
  }
  if (previous != 0) end_run();
  AddWord(&word, &terms);
  return terms;
}

}  // namespace footnote::emulator
