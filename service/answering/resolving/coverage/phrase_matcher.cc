// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/phrase_matcher.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "service/answering/resolving/coverage/coverage_phrases.h"
#include "service/answering/resolving/coverage/phrase_list.h"
#include "service/answering/resolving/coverage/sentence_marks.h"
#include "service/text/characters.h"

namespace footnote::answering::resolving {
namespace {

using Reason = v1::AnswerSentence::Reason;

// The maximum code points of an introduction; a longer one makes a claim.
constexpr size_t kMaxLeadIn = 120;
// The number of words of a name that may follow a greeting.
constexpr int kMaxNameWords = 2;

// CoveragePhrases in the form that is searched.
struct Phrases {
  explicit Phrases(const CoveragePhrases& data)
      : greetings(data.greetings),
        offers(data.offers),
        lead_ins(data.lead_ins),
        openings(data.openings),
        announcements(data.announcements),
        asides(data.asides),
        nothing_found(data.nothing_found),
        sources(data.sources),
        silence(data.silence),
        contrasts(data.contrasts),
        questions(data.questions) {}

  PhraseList greetings;
  PhraseList offers;
  PhraseList lead_ins;
  PhraseList openings;
  PhraseList announcements;
  PhraseList asides;
  PhraseList nothing_found;
  PhraseList sources;
  PhraseList silence;
  PhraseList contrasts;
  PhraseList questions;
};

// Returns nullptr if there are no phrases of `language`.
const Phrases* PhrasesOf(absl::string_view language) {
  static const auto& all = *[] {
    auto* by_tag = new absl::flat_hash_map<absl::string_view, Phrases>();
    for (const auto& phrases : {LatinCoveragePhrases(), OtherCoveragePhrases()}) {
      for (const CoveragePhrases& data : phrases) by_tag->try_emplace(data.language, data);
    }
    return by_tag;
  }();
  const auto found = all.find(language);
  return found == all.end() ? nullptr : &found->second;
}

// Finds phrases in one sentence.
class Matcher {
 public:
  // With `by_words`, a phrase matches complete words only.
  Matcher(absl::string_view text, bool by_words) : text_(text), by_words_(by_words) {}

  bool StartsWithAny(const PhraseList& phrases) const { return ContinuesWith(phrases, 0); }

  // True if the text states that nothing was found, without a contrasting statement.
  bool StatesThatNothingWasFound(const Phrases& phrases) const {
    bool has_subject = false;  // one of phrases.sources, in this clause
    for (size_t at = 0; at < text_.size(); ++at) {
      if (!MayBegin(at)) continue;
      size_t end = 0;
      if (HasPhraseAt(phrases.nothing_found, at, &end) ||
          (has_subject && HasPhraseAt(phrases.silence, at, &end))) {
        return !HasAny(phrases.contrasts, end);
      }
      if (IsClauseMark(text::DecodeAt(text_, at).value)) has_subject = false;
      has_subject = has_subject || HasPhraseAt(phrases.sources, at, &end);
    }
    return false;
  }

  // True if the text, which ends with a colon, only introduces what follows.
  bool IsLeadIn(const Phrases& phrases) const {
    size_t at = 0;
    while (!ContinuesWith(phrases.lead_ins, at)) {
      if (!ContinuesWith(phrases.openings, at)) return false;
      at = ClauseEnd(at);
      if (at == text_.size()) return true;
      while (at < text_.size() && text_[at] == ' ') ++at;
    }
    return true;
  }

  // True if the text announces what follows and makes no other statement.
  bool IsAnnouncement(const Phrases& phrases) const {
    size_t end = 0;
    for (size_t at = 0; at < text_.size(); ++at) {
      if (!MayBegin(at) || !HasPhraseAt(phrases.announcements, at, &end)) continue;
      return ClauseEnd(end) == text_.size() &&
             (ClauseEnd(0) >= at || StartsWithAny(phrases.openings));
    }
    return false;
  }

  // True if the text is one of `phrases`, followed by at most punctuation and a name.
  bool IsAny(const PhraseList& phrases) const {
    return phrases.IsAt(text_, 0, [this](size_t end) {
      return IsWordEnd(end) && IsAtMostAName(text_.substr(end));
    });
  }

  // True if the text ends with one of `phrases`, followed by sentence-ending punctuation.
  bool EndsWithAny(const PhraseList& phrases) const {
    absl::string_view text = text_;
    for (text::CodePoint last = text::DecodeBefore(text, text.size());
         last.size > 0 && IsStop(last.value); last = text::DecodeBefore(text, text.size())) {
      text.remove_suffix(last.size);
    }
    const std::vector<absl::string_view>& all = phrases.phrases();
    return std::any_of(all.begin(), all.end(),
                       [text](absl::string_view phrase) { return absl::EndsWith(text, phrase); });
  }

 private:
  // A fast check that excludes most positions. Returns false only inside a character, and with
  // `by_words_` inside a word.
  bool MayBegin(size_t at) const {
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (!by_words_ || at == 0) return (byte & 0xC0) != 0x80;
    const auto before = static_cast<unsigned char>(text_[at - 1]);
    return (byte & 0xC0) != 0x80 && !(text::IsAsciiLetter(before) && text::IsAsciiLetter(byte));
  }

  // True if the text at byte `at` starts with one of `phrases`, which ends at a word end.
  bool ContinuesWith(const PhraseList& phrases, size_t at) const {
    return phrases.IsAt(text_, at, [this](size_t end) { return IsWordEnd(end); });
  }

  // As ContinuesWith, and `at` is a word start. Sets `end` to the end of the phrase; `end` may also
  // change if the result is false.
  bool HasPhraseAt(const PhraseList& phrases, size_t at, size_t* end) const {
    if (!phrases.MayBeAt(text_, at)) return false;
    return phrases.IsAt(text_, at, [this, end](size_t phrase_end) {
      *end = phrase_end;
      return IsWordEnd(phrase_end);
    }) && IsWordStart(at);
  }

  bool HasAny(const PhraseList& phrases, size_t from) const {
    size_t end = 0;
    for (size_t at = from; at < text_.size(); ++at) {
      if (MayBegin(at) && HasPhraseAt(phrases, at, &end)) return true;
    }
    return false;
  }

  // Returns the end of the clause at byte `at`, after the mark that ends it.
  size_t ClauseEnd(size_t at) const {
    while (at < text_.size()) {
      const text::CodePoint c = text::DecodeAt(text_, at);
      at += c.size;
      if (IsClauseMark(c.value)) break;
    }
    return at;
  }

  bool IsWordStart(size_t at) const {
    return !by_words_ || at == 0 || !text::IsLetter(text::DecodeBefore(text_, at).value);
  }
  bool IsWordEnd(size_t at) const {
    return !by_words_ || at == text_.size() || !text::IsLetter(text::DecodeAt(text_, at).value);
  }

  // True if `rest` has no digit and at most kMaxNameWords words.
  bool IsAtMostAName(absl::string_view rest) const {
    int words = 0;
    int letters = 0;
    bool in_word = false;
    for (size_t at = 0; at < rest.size();) {
      const text::CodePoint c = text::DecodeAt(rest, at);
      at += c.size;
      if (text::IsDigit(c.value)) return false;
      const bool is_letter = text::IsLetter(c.value);
      letters += is_letter;
      words += is_letter && !in_word;
      // Other characters can be inside words: vowel signs of Indic scripts, apostrophes.
      in_word = is_letter || (in_word && c.value != ' ' && c.value != ',');
    }
    return by_words_ ? words <= kMaxNameWords : letters <= 3 * kMaxNameWords;
  }

  const absl::string_view text_;
  const bool by_words_;
};

// True if words in `script` match exactly: it has spaces between words, and no endings on them as
// Korean has.
bool HasSeparateWords(text::Script script) {
  return script != text::Script::kHan && script != text::Script::kThai &&
         script != text::Script::kMyanmar && script != text::Script::kHangul;
}

Reason MatchPhrases(const FoldedSentence& sentence, const Phrases& phrases, bool by_words) {
  const Matcher matcher(sentence.text, by_words);
  if (matcher.StatesThatNothingWasFound(phrases)) return v1::AnswerSentence::REASON_NOTHING_FOUND;
  if (matcher.IsAny(phrases.greetings) ||
      (!sentence.has_digit && matcher.StartsWithAny(phrases.offers))) {
    return v1::AnswerSentence::REASON_GREETING;
  }
  if (sentence.has_digit || sentence.code_points > kMaxLeadIn) {
    return v1::AnswerSentence::REASON_UNSPECIFIED;
  }
  if (matcher.StartsWithAny(phrases.asides) || matcher.IsAnnouncement(phrases) ||
      (sentence.ends_with_colon && matcher.IsLeadIn(phrases))) {
    return v1::AnswerSentence::REASON_CONNECTIVE;
  }
  if (matcher.EndsWithAny(phrases.questions)) return v1::AnswerSentence::REASON_QUESTION;
  return v1::AnswerSentence::REASON_UNSPECIFIED;
}

}  // namespace

v1::AnswerSentence::Reason MatchPhrases(const FoldedSentence& sentence,
                                        const segmentation::Language& language) {
  const bool by_words = HasSeparateWords(language.script());
  for (const absl::string_view tag : {absl::string_view(language.tag()), absl::string_view("en")}) {
    const Phrases* phrases = PhrasesOf(tag);
    if (phrases == nullptr) continue;
    const Reason reason = MatchPhrases(sentence, *phrases, by_words || tag == "en");
    if (reason != v1::AnswerSentence::REASON_UNSPECIFIED) return reason;
    if (tag == "en") break;
  }
  return v1::AnswerSentence::REASON_UNSPECIFIED;
}

}  // namespace footnote::answering::resolving
