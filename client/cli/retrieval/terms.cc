// SPDX-License-Identifier: Apache-2.0
#include "client/cli/retrieval/terms.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/stringpiece.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace footnote::client {
namespace {

// Sufficient for every question; limits the query for a pasted document.
constexpr size_t kMaxQueryTerms = 200;

enum class Script { kNone, kWord, kIdeograph, kHiragana, kKatakana, kHangul };

struct Term {
  std::string text;
  bool is_specific;  // false if any question may have it
  bool is_prefix;    // a single character of a script whose terms are pairs
};

std::string Fold(absl::string_view text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* fold = icu::Normalizer2::getNFKCCasefoldInstance(error);
  std::string folded;
  icu::StringByteSink<std::string> sink(&folded, static_cast<int32_t>(text.size()));
  if (U_SUCCESS(error)) {
    fold->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, error);
  }
  return U_SUCCESS(error) ? folded : std::string(text);
}

Script ScriptOf(UChar32 c) {
  if (c == 0x30FC) return Script::kKatakana;   // prolonged sound mark, of either kana
  if (c == 0x3005) return Script::kIdeograph;  // iteration mark
  if (!u_isalnum(c) && u_charType(c) != U_NON_SPACING_MARK) return Script::kNone;
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(c, &error)) {
    case USCRIPT_HAN:
      return Script::kIdeograph;
    case USCRIPT_HIRAGANA:
      return Script::kHiragana;
    case USCRIPT_KATAKANA:
      return Script::kKatakana;
    case USCRIPT_HANGUL:
      return Script::kHangul;
    default:
      return Script::kWord;
  }
}

bool IsStopWord(const std::string& word) {
  static const auto* const kStopWords = new std::set<std::string>{
      "a",    "about", "an",   "and",   "any",  "are",   "as",    "at",    "be",   "been", "by",
      "can",  "could", "did",  "do",    "does", "for",   "from",  "had",   "has",  "have", "how",
      "i",    "if",    "in",   "into",  "is",   "it",    "its",   "may",   "me",   "must", "my",
      "near", "no",    "not",  "of",    "on",   "or",    "our",   "shall", "she",  "he",   "should",
      "so",   "that",  "the",  "their", "them", "then",  "there", "these", "they", "this", "to",
      "was",  "we",    "were", "what",  "when", "where", "which", "who",   "whom", "why",  "will",
      "with", "would", "you",  "your",  "s",    "t",
  };
  return kStopWords->count(word) > 0;
}

// True if a pair is specific to the subject of a text. A pair of hiragana is grammar, and so is a
// particle after another script, or a pair of hiragana and the next word.
bool IsSpecificPair(Script first, Script second, const std::string& second_text) {
  if (first == Script::kHiragana) return false;
  if (second != Script::kHiragana) return first == second;
  static const auto* const kParticles = new std::set<std::string>{
      "は", "が", "を", "に", "の", "と", "も", "で", "へ", "や", "か", "な", "す", "さ", "し",
  };
  return kParticles->count(second_text) == 0;
}

// Reads a text once and collects its terms.
class TermReader {
 public:
  std::vector<Term> Read(absl::string_view text) {
    const std::string folded = Fold(text);
    const auto length = static_cast<int64_t>(folded.size());
    for (int64_t i = 0; i < length;) {
      const int64_t start = i;
      UChar32 c;
      U8_NEXT(folded.data(), i, length, c);
      Add(c < 0 ? Script::kNone : ScriptOf(c), folded.substr(start, i - start));
    }
    EndWord();
    EndRun();
    return std::move(terms_);
  }

 private:
  void Add(Script script, const std::string& character) {
    if (script != Script::kWord) EndWord();
    if (script == Script::kNone || script == Script::kWord) EndRun();
    if (script == Script::kNone) return;
    if (script == Script::kWord) {
      word_ += character;
      return;
    }
    if (run_length_ > 0) {
      terms_.push_back({last_ + character, IsSpecificPair(last_script_, script, character), false});
    }
    ++run_length_;
    last_ = character;
    last_script_ = script;
  }

  void EndWord() {
    if (!word_.empty()) terms_.push_back({word_, !IsStopWord(word_), false});
    word_.clear();
  }

  void EndRun() {
    if (run_length_ == 1) terms_.push_back({last_, last_script_ != Script::kHiragana, true});
    run_length_ = 0;
  }

  std::vector<Term> terms_;
  std::string word_;
  size_t run_length_ = 0;  // characters since a word or a gap
  std::string last_;       // the last of these characters
  Script last_script_ = Script::kNone;
};

}  // namespace

std::string IndexTerms(absl::string_view text) {
  return absl::StrJoin(TermReader().Read(text), " ",
                       [](std::string* out, const Term& term) { out->append(term.text); });
}

std::string MatchQuery(absl::string_view question) {
  const std::vector<Term> terms = TermReader().Read(question);
  const bool grammar_only =
      std::none_of(terms.begin(), terms.end(), [](const Term& term) { return term.is_specific; });
  std::set<std::string> seen;
  std::string query;
  for (const Term& term : terms) {
    if (!term.is_specific && !grammar_only) continue;
    if (seen.size() == kMaxQueryTerms) break;
    if (!seen.insert(term.text).second) continue;
    // Terms contain only letters, digits and combining marks, so there is no quotation mark to
    // escape.
    absl::StrAppend(&query, query.empty() ? "" : " OR ", "\"", term.text, "\"",
                    term.is_prefix ? "*" : "");
  }
  return query;
}

}  // namespace footnote::client
