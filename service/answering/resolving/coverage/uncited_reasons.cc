#include "service/answering/resolving/coverage/uncited_reasons.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/answering/resolving/coverage/coverage_phrases.h"
#include "service/answering/resolving/coverage/phrase_list.h"
#include "service/segmentation/line_shapes.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {
namespace {

using Reason = v1::AnswerSentence::Reason;

// Code points up to which a line may be a title or a label, and a phrase with what belongs to it a
// mere phrase. What is longer says something.
constexpr size_t kMaxTitle = 80;
constexpr size_t kMaxLabel = 60;
constexpr size_t kMaxLeadIn = 120;
constexpr size_t kMaxPhrase = 250;
// A greeting may have a name behind it.
constexpr int kMaxNameWords = 2;

// ---- Marks ----

bool IsEmphasis(char32_t c) { return c == '*' || c == '_'; }

// Last of a sentence that asks. U+037E is what ';' is in Greek; the Armenian mark stands inside of
// a word.
bool IsQuestionMark(char32_t c) {
  switch (c) {
    case '?':
    case 0x037E:
    case 0x055E:
    case 0x061F:
    case 0x1367:
    case 0x1945:
    case 0x203D:
    case 0x2047:
    case 0x2048:
    case 0x2049:
    case 0x2CFA:
    case 0x2CFB:
    case 0x2E2E:
    case 0xA60F:
    case 0xA6F7:
    case 0xFE16:
    case 0xFE56:
    case 0xFF1F:
    case 0x11143:
    case 0x1E95F:
      return true;
    default:
      return false;
  }
}

// Between two clauses, of which each may claim something.
bool IsClauseMark(char32_t c) {
  switch (c) {
    case ',':
    case ';':
    case ':':
    case 0x055D:
    case 0x060C:
    case 0x061B:
    case 0x1363:
    case 0x1364:
    case 0x1365:
    case 0x2013:
    case 0x2014:
    case 0x3001:
    case 0xFE55:
    case 0xFF0C:
    case 0xFF1A:
    case 0xFF1B:
      return true;
    default:
      return false;
  }
}

// Ends a statement, as opposed to a title.
bool IsStop(char32_t c) {
  return c == '.' || c == '!' || c == 0x3002 || c == 0xFF0E || c == 0xFF01 || c == 0xFF61 ||
         c == 0x0964 || c == 0x06D4 || c == 0x1362 || c == 0x0589 || c == 0x104B;
}

bool IsOpening(char32_t c) {
  return c == '(' || c == '[' || c == '"' || c == 0x201C || c == 0x201E || c == 0xAB ||
         c == 0x300C || c == 0x300E || c == 0xFF08 || c == 0x3010;
}

bool IsClosing(char32_t c) {
  return c == ')' || c == ']' || c == '"' || c == 0x201D || c == 0xBB || c == 0x300D ||
         c == 0x300F || c == 0xFF09 || c == 0x3011;
}

// Whether Unicode's apostrophes and quotation marks are "'" in the phrases.
bool IsApostrophe(char32_t c) { return c == 0x2018 || c == 0x2019 || c == 0x02BC || c == 0xFF07; }

absl::string_view TrimEmphasis(absl::string_view text) {
  while (!text.empty() && IsEmphasis(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsEmphasis(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

// Whether there is a letter or a digit: without, a sentence is a lone mark, such as the bullet of
// an item that is left empty.
bool HasWord(absl::string_view sentence) {
  for (size_t at = 0; at < sentence.size();) {
    const text::CodePoint c = text::DecodeAt(sentence, at);
    if (text::IsLetter(c.value) || text::IsDigit(c.value)) return true;
    at += c.size;
  }
  return false;
}

bool Asks(absl::string_view sentence, const segmentation::Language& language) {
  sentence = TrimEmphasis(sentence);
  // What is quoted or bracketed as a whole asks inside.
  if (!sentence.empty() && IsOpening(text::DecodeAt(sentence, 0).value)) {
    const text::CodePoint last = text::DecodeBefore(sentence, sentence.size());
    if (IsClosing(last.value)) sentence.remove_suffix(last.size);
  }
  const char32_t last = text::DecodeBefore(sentence, sentence.size()).value;
  if (IsQuestionMark(last)) return true;
  if (last == ';') return language.Has(segmentation::kSemicolonAsks);
  return language.Has(segmentation::kColonEnds) && absl::StrContains(sentence, "\xD5\x9E");
}

// ---- Phrases ----

// CoveragePhrases, made ready.
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

// nullptr if nothing is known of the language.
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

// A sentence as phrases are written.
struct FoldedSentence {
  std::string text;
  size_t code_points = 0;
  bool has_digit = false;
  bool ends_with_colon = false;
};

// Takes out emphasis, what cannot be seen, and the mark of an item or quotation at the beginning.
FoldedSentence Fold(absl::string_view sentence) {
  FoldedSentence folded;
  folded.text.reserve(sentence.size());
  bool space = false;
  for (size_t at = 0; at < sentence.size();) {
    // Most characters, and nothing that is taken out.
    if (const auto byte = static_cast<unsigned char>(sentence[at]); text::IsAsciiLetter(byte)) {
      if (space) folded.text.push_back(' ');
      space = folded.ends_with_colon = false;
      ++folded.code_points;
      folded.text.push_back(absl::ascii_tolower(byte));
      ++at;
      continue;
    }
    const text::CodePoint c = text::DecodeAt(sentence, at);
    at += c.size;
    if (text::IsWhiteSpace(c.value)) {
      space = !folded.text.empty();
      continue;
    }
    if (IsEmphasis(c.value) || c.value == '`' || text::IsBlank(c.value)) continue;
    if (folded.text.empty() &&
        (c.value == '-' || c.value == '>' || c.value == '#' || c.value == 0x2022 ||
         c.value == 0xA1 || c.value == 0xBF || c.value == 0x30FB)) {
      continue;
    }
    if (space) folded.text.push_back(' ');
    space = false;
    folded.has_digit |= text::IsDigit(c.value);
    folded.ends_with_colon = IsColon(c.value);
    ++folded.code_points;
    if (c.value < 0x80) {
      folded.text.push_back(static_cast<char>(text::ToLower(c.value)));
    } else {
      uint8_t encoded[U8_MAX_LENGTH];
      size_t length = 0;
      U8_APPEND_UNSAFE(encoded, length, IsApostrophe(c.value) ? U'\'' : text::ToLower(c.value));
      folded.text.append(reinterpret_cast<const char*>(encoded), length);
    }
  }
  return folded;
}

// Finds phrases in one sentence.
class Matcher {
 public:
  // `by_words`: whether a phrase is whole words.
  Matcher(absl::string_view text, bool by_words) : text_(text), by_words_(by_words) {}

  bool BeginsWithAny(const PhraseList& phrases) const { return Reads(phrases, 0); }

  // Whether the text says that nothing was found, and nothing that contrasts with that.
  bool SaysThatNothingWasFound(const Phrases& phrases) const {
    bool has_subject = false;  // one of phrases.sources, in this clause
    for (size_t at = 0; at < text_.size(); ++at) {
      if (!MayBegin(at)) continue;
      size_t end = 0;
      if (Stands(phrases.nothing_found, at, &end) ||
          (has_subject && Stands(phrases.silence, at, &end))) {
        return !HasAny(phrases.contrasts, end);
      }
      if (IsClauseMark(text::DecodeAt(text_, at).value)) has_subject = false;
      has_subject = has_subject || Stands(phrases.sources, at, &end);
    }
    return false;
  }

  // Whether the text, which ends with a colon, is no more than words that lead on.
  bool LeadsOn(const Phrases& phrases) const {
    size_t at = 0;
    while (!Reads(phrases.lead_ins, at)) {
      if (!Reads(phrases.openings, at)) return false;
      at = ClauseEnd(at);
      if (at == text_.size()) return true;
      while (at < text_.size() && text_[at] == ' ') ++at;
    }
    return true;
  }

  // Whether the text announces what follows, and claims nothing beside.
  bool Announces(const Phrases& phrases) const {
    size_t end = 0;
    for (size_t at = 0; at < text_.size(); ++at) {
      if (!MayBegin(at) || !Stands(phrases.announcements, at, &end)) continue;
      return ClauseEnd(end) == text_.size() &&
             (ClauseEnd(0) >= at || BeginsWithAny(phrases.openings));
    }
    return false;
  }

  // Whether the text is one of `phrases`, but for marks and a few words behind it.
  bool IsAny(const PhraseList& phrases) const {
    return phrases.IsAt(text_, 0, [this](size_t end) {
      return EndsAWord(end) && IsAtMostAName(text_.substr(end));
    });
  }

  // Whether the text ends with one of `phrases` and the mark of a sentence.
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
  // False only inside of characters and, where phrases are whole words, of words: a quick look at
  // most places. A mark of its own is never passed over.
  bool MayBegin(size_t at) const {
    const auto byte = static_cast<unsigned char>(text_[at]);
    if (!by_words_ || at == 0) return (byte & 0xC0) != 0x80;
    const auto before = static_cast<unsigned char>(text_[at - 1]);
    return (byte & 0xC0) != 0x80 && !(text::IsAsciiLetter(before) && text::IsAsciiLetter(byte));
  }

  // Whether one of `phrases`, as whole words, is what the text goes on with at `at`.
  bool Reads(const PhraseList& phrases, size_t at) const {
    return phrases.IsAt(text_, at, [this](size_t end) { return EndsAWord(end); });
  }

  // The same where no word goes on at `at`. Gives the byte behind the phrase.
  bool Stands(const PhraseList& phrases, size_t at, size_t* behind) const {
    if (!phrases.MayBeAt(text_, at)) return false;
    return phrases.IsAt(text_, at, [this, behind](size_t end) {
      *behind = end;
      return EndsAWord(end);
    }) && BeginsAWord(at);
  }

  bool HasAny(const PhraseList& phrases, size_t from) const {
    size_t end = 0;
    for (size_t at = from; at < text_.size(); ++at) {
      if (MayBegin(at) && Stands(phrases, at, &end)) return true;
    }
    return false;
  }

  // The byte behind the mark that ends the clause at `at`; the text's end if it is the last.
  size_t ClauseEnd(size_t at) const {
    while (at < text_.size()) {
      const text::CodePoint c = text::DecodeAt(text_, at);
      at += c.size;
      if (IsClauseMark(c.value)) break;
    }
    return at;
  }

  bool BeginsAWord(size_t at) const {
    return !by_words_ || at == 0 || !text::IsLetter(text::DecodeBefore(text_, at).value);
  }
  bool EndsAWord(size_t at) const {
    return !by_words_ || at == text_.size() || !text::IsLetter(text::DecodeAt(text_, at).value);
  }

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
      // Marks inside of words: vowels of Indic scripts, apostrophes.
      in_word = is_letter || (in_word && c.value != ' ' && c.value != ',');
    }
    return by_words_ ? words <= kMaxNameWords : letters <= 3 * kMaxNameWords;
  }

  const absl::string_view text_;
  const bool by_words_;
};

bool WritesWordsApart(text::Script script) {
  return script != text::Script::kHan && script != text::Script::kThai &&
         script != text::Script::kMyanmar && script != text::Script::kHangul;
}

Reason MatchPhrases(const FoldedSentence& sentence, const Phrases& phrases, bool by_words) {
  const Matcher matcher(sentence.text, by_words);
  if (matcher.SaysThatNothingWasFound(phrases)) return v1::AnswerSentence::REASON_NOTHING_FOUND;
  if (matcher.IsAny(phrases.greetings) ||
      (!sentence.has_digit && matcher.BeginsWithAny(phrases.offers))) {
    return v1::AnswerSentence::REASON_GREETING;
  }
  if (sentence.has_digit || sentence.code_points > kMaxLeadIn) {
    return v1::AnswerSentence::REASON_UNSPECIFIED;
  }
  if (matcher.BeginsWithAny(phrases.asides) || matcher.Announces(phrases) ||
      (sentence.ends_with_colon && matcher.LeadsOn(phrases))) {
    return v1::AnswerSentence::REASON_CONNECTIVE;
  }
  if (matcher.EndsWithAny(phrases.questions)) return v1::AnswerSentence::REASON_QUESTION;
  return v1::AnswerSentence::REASON_UNSPECIFIED;
}

}  // namespace

bool IsColon(char32_t c) { return c == ':' || c == 0xFF1A || c == 0xFE55 || c == 0x1365; }

bool IsBoldTitle(absl::string_view line) {
  for (const absl::string_view mark : {"**", "__"}) {
    if (line.size() <= 2 * mark.size() || !absl::StartsWith(line, mark)) continue;
    const size_t close = line.find(mark, mark.size());
    if (close == absl::string_view::npos) continue;
    // A colon may stand on either side of the mark.
    const absl::string_view behind = line.substr(close + mark.size());
    if (!behind.empty() && behind != ":" && behind != "\xEF\xBC\x9A" && behind != mark.substr(1)) {
      continue;
    }
    const absl::string_view title = line.substr(mark.size(), close - mark.size());
    return text::Measure(title).code_points <= kMaxTitle &&
           !IsStop(text::DecodeBefore(title, title.size()).value);
  }
  return false;
}

bool IsRule(absl::string_view line) {
  const char mark = line.empty() ? '\0' : line[0];
  if (mark != '-' && mark != '*' && mark != '_' && mark != '=') return false;
  size_t marks = 0;
  for (const char c : line) {
    if (c == mark) {
      ++marks;
    } else if (c != ' ' && c != '\t') {
      return false;
    }
  }
  return marks >= 3;
}

Reason WhyNoneIsNeeded(absl::string_view sentence, const SentenceShape& shape,
                       const segmentation::Language& language) {
  if (shape.kind == SentenceShape::kCode) return v1::AnswerSentence::REASON_CODE;
  if (shape.kind == SentenceShape::kHeading || IsRule(sentence) ||
      (shape.whole_lines && (segmentation::HeadingLevel(sentence) > 0 || IsBoldTitle(sentence)))) {
    return v1::AnswerSentence::REASON_HEADING;
  }
  if (Asks(sentence, language)) return v1::AnswerSentence::REASON_QUESTION;
  if (!HasWord(sentence)) return v1::AnswerSentence::REASON_HEADING;
  if (sentence.size() > 4 * kMaxPhrase) return v1::AnswerSentence::REASON_UNSPECIFIED;
  FoldedSentence folded = Fold(sentence);
  if (language.Has(segmentation::kColonEnds)) folded.ends_with_colon = false;
  if (folded.code_points > kMaxPhrase) return v1::AnswerSentence::REASON_UNSPECIFIED;
  const bool by_words = WritesWordsApart(language.script());
  for (const absl::string_view tag : {absl::string_view(language.tag()), absl::string_view("en")}) {
    const Phrases* phrases = PhrasesOf(tag);
    if (phrases == nullptr) continue;
    const Reason reason = MatchPhrases(folded, *phrases, by_words || tag == "en");
    if (reason != v1::AnswerSentence::REASON_UNSPECIFIED) return reason;
    if (tag == "en") break;
  }
  if (folded.ends_with_colon && shape.leads_to_list && !folded.has_digit &&
      folded.code_points <= kMaxLabel) {
    return v1::AnswerSentence::REASON_HEADING;
  }
  return v1::AnswerSentence::REASON_UNSPECIFIED;
}

}  // namespace footnote::answering::resolving
