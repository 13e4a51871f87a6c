#include "service/segmentation/sentences/sentence_rules.h"

#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "service/text/graphemes.h"

namespace footnote::segmentation {
namespace {

// A word of more bytes is no abbreviation.
constexpr size_t kMaxWordBytes = 48;

// A word in lower case, as LanguageData spells it.
class Key {
 public:
  void Add(char32_t c) {
    if (size_ + 4 > bytes_.size()) return;
    if (c < 0x80) {
      bytes_[size_++] = static_cast<char>(c);
      return;
    }
    U8_APPEND_UNSAFE(reinterpret_cast<uint8_t*>(bytes_.data()), size_, static_cast<UChar32>(c));
  }
  absl::string_view view() const { return {bytes_.data(), size_}; }

 private:
  std::array<char, kMaxWordBytes + 8> bytes_;
  size_t size_ = 0;
};

Key Lowered(absl::string_view word) {
  Key key;
  for (size_t at = 0; at < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, at);
    key.Add(c.value == 0x2019 ? U'\'' : text::ToLower(c.value));
    at += c.size;
  }
  return key;
}

bool JoinsWords(char32_t c) {
  return c == '.' || c == '-' || c == '\'' || c == 0x2019 || c == '/' || c == '&' || c == 0xB0 ||
         c == '_' || c == '@' || c == '"' || c == 0x200C || c == 0x2011;
}

// Direction marks, written around full stops in right-to-left text.
bool IsDirectionMark(char32_t c) {
  return c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

bool IsWordCharacter(char32_t c) {
  return text::IsLetter(c) || text::IsDigit(c) || JoinsWords(c) || text::IsGraphemeExtender(c);
}

// The word that ends at `end`, with its inner full stops.
absl::string_view WordBefore(absl::string_view text, size_t end) {
  size_t begin = end;
  while (begin > 0 && end - begin < kMaxWordBytes) {
    const text::CodePoint c = text::DecodeBefore(text, begin);
    if (!IsWordCharacter(c.value)) break;
    begin -= c.size;
  }
  while (begin < end && (text[begin] == '"' || text[begin] == '\'')) ++begin;
  return text.substr(begin, end - begin);
}

// The word that begins at `begin`, without full stops.
absl::string_view WordAt(absl::string_view text, size_t begin) {
  size_t end = begin;
  while (end < text.size() && end - begin < kMaxWordBytes) {
    const text::CodePoint c = text::DecodeAt(text, end);
    if (!text::IsLetter(c.value) && !text::IsDigit(c.value) && c.value != '\'' && c.value != 0x2019)
      break;
    end += c.size;
  }
  return text.substr(begin, end - begin);
}

struct WordShape {
  size_t letters = 0;
  size_t digits = 0;
  size_t stops = 0;
  size_t others = 0;
  bool capital = false;      // the first letter
  bool all_capitals = true;  // all letters
  bool vowel = false;
  size_t longest_part = 0;  // letters between two full stops, at most
};

bool IsVowel(char32_t lower) {
  return lower >= 0x80 || lower == 'a' || lower == 'e' || lower == 'i' || lower == 'o' ||
         lower == 'u' || lower == 'y';
}

WordShape ShapeOf(absl::string_view word) {
  WordShape shape;
  size_t part = 0;
  for (size_t at = 0; at < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, at);
    at += c.size;
    if (c.value == '.') {
      ++shape.stops;
      part = 0;
    } else if (text::IsDigit(c.value)) {
      ++shape.digits;
    } else if (text::IsLetter(c.value)) {
      const bool upper = text::IsUpper(c.value);
      if (shape.letters == 0) shape.capital = upper;
      if (!upper) shape.all_capitals = false;
      shape.vowel = shape.vowel || IsVowel(text::ToLower(c.value));
      ++shape.letters;
      shape.longest_part = std::max(shape.longest_part, ++part);
    } else if (!text::IsGraphemeExtender(c.value)) {
      ++shape.others;
    }
  }
  return shape;
}

bool IsRoman(absl::string_view word) {
  if (word.empty() || word.size() > 7) return false;
  const absl::string_view digits =
      word[0] >= 'a' ? absl::string_view("ivxlcdm") : absl::string_view("IVXLCDM");
  return word.find_first_not_of(digits) == absl::string_view::npos;
}

// Words of one sentence that set a time or place before its subject: "At 5 a.m. Mr. Smith ...".
constexpr absl::string_view kFronting[] = {"at",    "on",    "in",     "by",    "from", "around",
                                           "until", "since", "before", "after", "about"};

bool IsTimeOrEra(absl::string_view key) {
  constexpr absl::string_view kTimes[] = {"a.m", "p.m", "a.d", "b.c", "c.e", "b.c.e", "am", "pm"};
  return std::find(std::begin(kTimes), std::end(kTimes), key) != std::end(kTimes);
}

// Whether the part of a sentence up to `stop` is only an adverbial of time, as in "At 5 a.m.".
bool OnlyFronting(absl::string_view text, size_t sentence, size_t stop) {
  constexpr size_t kMaxBytes = 60;
  size_t begin = std::max(sentence, stop - std::min(stop, kMaxBytes));
  const size_t colon = text.substr(begin, stop - begin).find_last_of(":;");
  // Not the one of a time.
  if (colon != absl::string_view::npos && begin + colon + 1 < stop &&
      text[begin + colon + 1] == ' ') {
    begin += colon + 1;
  } else if (begin > sentence) {
    return false;
  }
  begin = text::SkipBlanks(text, begin);
  size_t words = 0;
  for (size_t at = begin; at < stop; ++at) words += text[at] == ' ' ? 1 : 0;
  if (words > 4) return false;
  const Key first = Lowered(WordAt(text, begin));
  return std::find(std::begin(kFronting), std::end(kFronting), first.view()) != std::end(kFronting);
}

// The letters of "z. B." or "J. R. R." as one word, "z.b", given that the last of them is `word`.
Key SpacedChain(absl::string_view text, absl::string_view word) {
  constexpr size_t kMaxLetters = 5;
  std::array<char32_t, kMaxLetters> letters;
  size_t count = 0;
  letters[count++] = text::ToLower(text::DecodeAt(word, 0).value);
  size_t at = static_cast<size_t>(word.data() - text.data());
  while (count < kMaxLetters) {
    const text::CodePoint blank = text::DecodeBefore(text, at);
    if (blank.size == 0 || !text::IsBlank(blank.value) || text::IsLineEnd(blank.value)) break;
    const size_t dot = at - blank.size;
    if (dot == 0 || text[dot - 1] != '.') break;
    const text::CodePoint letter = text::DecodeBefore(text, dot - 1);
    if (!text::IsLetter(letter.value)) break;
    const size_t begin = dot - 1 - letter.size;
    if (begin > 0) {
      const text::CodePoint before = text::DecodeBefore(text, begin);
      if (IsWordCharacter(before.value)) break;
    }
    letters[count++] = text::ToLower(letter.value);
    at = begin;
  }
  Key key;
  for (size_t i = count; i > 0; --i) {
    key.Add(letters[i - 1]);
    if (i > 1) key.Add('.');
  }
  return key;
}

// Whether the word before the one at `at` only stands before numbers: "S. 12", "hod. 14".
bool FollowsNumberWord(absl::string_view text, size_t at, const Language& language) {
  while (at > 0 && text[at - 1] == ' ') --at;
  if (at == 0 || text[at - 1] != '.') return false;
  const absl::string_view word = WordBefore(text, at - 1);
  return (language.KindOf(Lowered(word).view()) & kBeforeNumber) != 0;
}

// The key of "v. Chr", given that `word` is its last part: "v.chr"; `word` alone if no short word
// with a full stop stands before it.
Key JoinedWithWordBefore(absl::string_view text, absl::string_view word) {
  constexpr size_t kMaxPartBytes = 8;
  const size_t at = static_cast<size_t>(word.data() - text.data());
  const text::CodePoint blank = text::DecodeBefore(text, at);
  if (blank.value != ' ' && blank.value != 0xA0) return Lowered(word);
  const size_t dot = at - blank.size;
  if (dot == 0 || text[dot - 1] != '.') return Lowered(word);
  const absl::string_view before = WordBefore(text, dot - 1);
  if (before.empty() || before.size() > kMaxPartBytes) return Lowered(word);
  Key key = Lowered(before);
  key.Add('.');
  for (size_t i = 0; i < word.size();) {
    const text::CodePoint c = text::DecodeAt(word, i);
    key.Add(text::ToLower(c.value));
    i += c.size;
  }
  return key;
}

// Whether `word` and the one that follows are an abbreviation of two parts, as "v. Chr.".
bool BeginsJoinedWord(absl::string_view text, absl::string_view word, const NextText& next,
                      const Language& language) {
  constexpr size_t kMaxPartBytes = 8;
  if (word.size() > kMaxPartBytes || !text::IsLetter(next.first.value)) return false;
  const absl::string_view second = WordAt(text, next.at);
  const size_t dot = next.at + second.size();
  if (second.empty() || second.size() > kMaxPartBytes || dot >= text.size() || text[dot] != '.') {
    return false;
  }
  const Key joined = JoinedWithWordBefore(text, second);
  return joined.view().size() > second.size() && language.KindOf(joined.view()) != 0;
}

// Whether "X." follows, one letter with a full stop.
bool SingleLetterFollows(absl::string_view text, const NextText& next) {
  if (!text::IsLetter(next.first.value)) return false;
  const size_t dot = next.at + next.first.size;
  return dot < text.size() && text[dot] == '.';
}

bool NumberFollows(absl::string_view text, const NextText& next) {
  if (text::IsDigit(next.lead.value)) return true;
  const absl::string_view word = WordAt(text, next.lead_at);
  if (word.empty()) return next.first.value == 0xA7;
  // A roman numeral or the letter of an annex, but not a pronoun or article.
  const text::CodePoint behind = text::DecodeAt(text, next.lead_at + word.size());
  const bool small_end = behind.size == 0 || !text::IsBlank(behind.value);
  if (IsRoman(word) && word[0] < 'a') return word.size() > 1 || small_end || word != "I";
  return word.size() == next.lead.size && text::IsUpper(next.lead.value) && small_end;
}

uint8_t KindOf(const Language& language, absl::string_view word, absl::string_view lowered) {
  return static_cast<uint8_t>(
      language.KindOf(lowered) |
      (text::IsUpper(text::DecodeAt(word, 0).value) ? language.KindOf(word) : 0));
}

// The language whose words to look up for a word that `language` may not write.
const Language& LanguageFor(text::Script script, const Language& language) {
  if (script == text::Script::kNone || script == language.script()) return language;
  const Language* usual = UsualLanguage(script);
  return usual == nullptr ? language : *usual;
}

// "Chapter 3", "Section 3.1", "§ 4": all that the sentence has so far is the head of a section.
bool IsSectionHead(absl::string_view text, size_t sentence, absl::string_view number,
                   const Language& language) {
  constexpr size_t kMaxHeadBytes = 64;
  const size_t end = static_cast<size_t>(number.data() - text.data());
  size_t begin = text::SkipBlanks(text, sentence);
  if (end <= begin || end - begin > kMaxHeadBytes) return false;
  while (begin < end && (text[begin] == '(' || text[begin] == '*' || text[begin] == '#' ||
                         text[begin] == '"' || text[begin] == ' ')) {
    ++begin;
  }
  absl::string_view words = text.substr(begin, end - begin);
  while (!words.empty() &&
         (words.back() == ' ' || words.back() == '\xA0' || words.back() == '\xC2')) {
    words.remove_suffix(1);
  }
  const Key whole = Lowered(words.substr(0, std::min(words.size(), kMaxWordBytes)));
  const absl::string_view key = whole.view();
  if ((language.KindOf(key) & kHeading) != 0) return true;
  // "Sura ya 1", "Бөлімі 2": a word between, at most.
  const size_t space = key.find(' ');
  return space != absl::string_view::npos && key.find(' ', space + 1) == absl::string_view::npos &&
         key.size() - space <= 4 && (language.KindOf(key.substr(0, space)) & kHeading) != 0;
}

bool IsOnlyListMarker(absl::string_view text, size_t sentence, absl::string_view word,
                      const WordShape& shape) {
  size_t begin = text::SkipBlanks(text, sentence);
  const size_t word_at = static_cast<size_t>(word.data() - text.data());
  while (begin < word_at) {
    const text::CodePoint c = text::DecodeAt(text, begin);
    if (text::IsLetter(c.value) || text::IsDigit(c.value)) return false;
    begin += c.size;
  }
  if (shape.others > 0 || shape.stops > 3) return false;
  if (shape.letters == 0) return shape.digits <= 3 + shape.stops;
  if (shape.digits == 0 && shape.stops == 0) return shape.letters == 1 || IsRoman(word);
  return false;
}

}  // namespace

NextText LookBehind(absl::string_view text, size_t at) {
  NextText next;
  while (at < text.size()) {
    const text::CodePoint c = text::DecodeAt(text, at);
    if (!text::IsBlank(c.value)) break;
    if (text::IsLineEnd(c.value)) next.line_end = true;
    next.blanks = true;
    at += c.size;
  }
  next.at = at;
  next.first = text::DecodeAt(text, at);
  // Opening marks are few; a text of nothing else is no word's beginning.
  constexpr size_t kMaxMarks = 8;
  for (size_t marks = 0; marks <= kMaxMarks && at < text.size(); ++marks) {
    const text::CodePoint c = text::DecodeAt(text, at);
    if (text::IsLetter(c.value) || text::IsDigit(c.value)) {
      next.lead = c;
      next.lead_at = at;
      return next;
    }
    if (c.value == '-' || (c.value >= 0x2010 && c.value <= 0x2015)) next.dash = true;
    if (!text::IsBlank(c.value)) next.opener = true;
    at += c.size;
  }
  next.lead = next.first;
  next.lead_at = next.at;
  return next;
}

bool IsStarter(absl::string_view text, const NextText& next, const Language& language) {
  const absl::string_view word = WordAt(text, next.lead_at);
  if (word.empty() || !text::IsUpper(next.lead.value)) return false;
  const Language& words = LanguageFor(text::ScriptOf(next.lead.value), language);
  // "A." is an initial.
  if (word.size() == next.lead.size) {
    const size_t behind = next.lead_at + word.size();
    if (behind < text.size() && text[behind] == '.') return false;
  }
  const Key key = Lowered(word);
  if ((words.KindOf(key.view()) & kStarter) != 0) return true;
  const size_t apostrophe = key.view().find('\'');
  return apostrophe != absl::string_view::npos &&
         (words.KindOf(key.view().substr(0, apostrophe)) & kStarter) != 0;
}

bool GoesOnInLowerCase(absl::string_view text, const NextText& next) {
  if (!text::IsLower(next.lead.value)) return false;
  // "¿y tú?"
  if (next.first.value == 0xBF || next.first.value == 0xA1) return false;
  const size_t behind = next.lead_at + next.lead.size;
  const text::CodePoint second = text::DecodeAt(text, behind);
  if (text::IsUpper(second.value)) return false;
  // "(b) Second" and "(ii) Second" are items.
  const size_t close = text.find_first_not_of("ivx", next.lead_at);
  const bool item = second.value == ')' || (close != absl::string_view::npos && text[close] == ')');
  return next.first.value != '(' || !item;
}

bool FullStopEnds(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
                  const Language& language) {
  size_t end = stop;
  while (end > sentence && IsDirectionMark(text::DecodeBefore(text, end).value)) {
    end -= text::DecodeBefore(text, end).size;
  }
  absl::string_view word = WordBefore(text, end);
  // The words of a sentence before are none of this one's.
  const size_t word_at = static_cast<size_t>(word.data() - text.data());
  if (word_at < sentence) word.remove_prefix(sentence - word_at);
  if (word.empty()) return true;
  const WordShape shape = ShapeOf(word);
  const text::CodePoint last = text::DecodeBefore(word, word.size());
  const text::Script script = text::ScriptOf(last.value);
  const Language& words = LanguageFor(script, language);
  if (words.Has(kColonEnds)) return false;
  const bool starter = IsStarter(text, next, language);
  const bool number = NumberFollows(text, next);
  const bool cased = script == text::Script::kLatin || script == text::Script::kCyrillic ||
                     script == text::Script::kGreek || script == text::Script::kNone;

  if (IsOnlyListMarker(text, sentence, word, shape)) return false;
  if (shape.letters == 0 || (IsRoman(word) && word.size() > 1 && shape.all_capitals)) {
    if (IsSectionHead(text, sentence, word, language)) return false;
    if (shape.digits == 0 && shape.letters == 0) return true;
    // "18. Jahrhundert", but not "1998. Sie" or "12. Die".
    if (language.Has(kOrdinals) && shape.stops == 0 && shape.others == 0 &&
        (shape.letters > 0 || shape.digits <= 2)) {
      return starter || number || next.opener || !text::IsUpper(next.lead.value) ||
             FollowsNumberWord(text, word_at, words);
    }
    return true;
  }
  if (shape.letters == 1 && shape.stops == 0 && shape.digits == 0 &&
      IsSectionHead(text, sentence, word, language)) {
    return false;
  }

  Key key = Lowered(word);
  uint8_t kind = KindOf(words, word, key.view());
  const bool single =
      shape.letters == 1 && shape.digits == 0 && shape.others == 0 && shape.stops == 0;
  if (BeginsJoinedWord(text, word, next, words)) return false;
  const Key joined = JoinedWithWordBefore(text, word);
  if (joined.view().size() > key.view().size() && words.KindOf(joined.view()) != 0) {
    key = joined;
    kind = words.KindOf(key.view());
  } else if (single) {
    const Key chain = SpacedChain(text, word);
    if (chain.view().size() > key.view().size()) {
      key = chain;
      kind = words.KindOf(key.view());
      if (kind == 0 && cased) kind = kMayEnd;
    }
  } else if (kind == 0 && shape.others > 0 && word.size() > 2) {
    // "l'art", "(z.B", "5km/h": the part behind the last joint.
    const size_t joint = word.find_last_of("'/&\"-\x99");
    if (joint != absl::string_view::npos && joint + 1 < word.size()) {
      const absl::string_view part = word.substr(joint + 1);
      const Key part_key = Lowered(part);
      kind = KindOf(words, part, part_key.view());
    }
  } else if (kind == 0 && shape.digits > 0 && shape.stops > 0) {
    // "6a.m": the letters behind a number.
    const size_t digit = word.find_last_of("0123456789");
    const absl::string_view part = word.substr(digit + 1);
    if (IsTimeOrEra(Lowered(part).view())) {
      word = part;
      key = Lowered(part);
    }
  }

  if (IsTimeOrEra(key.view())) {
    if (number && text::SkipBlanks(text, sentence) == word_at) return false;
    if (starter || next.opener) return true;
    return !OnlyFronting(text, sentence, stop);
  }
  if (single && SingleLetterFollows(text, next) && (kind & kMayEnd) == 0) return false;
  if ((kind & kBeforeName) != 0 && (kind & kMayEnd) == 0) return false;
  if ((kind & kBeforeNumber) != 0 && number) return false;
  if ((kind & kMayEnd) != 0) {
    return starter || (!cased && (kind & (kBeforeName | kBeforeNumber)) == 0);
  }
  if ((kind & kBeforeNumber) != 0 && !single) return true;
  if (words.Has(kDandaEnds) && shape.longest_part <= 2 && shape.letters > 0) return false;

  if (single) {
    if (!cased) return script == text::Script::kHan;
    const text::CodePoint before = text::DecodeBefore(text, word_at);
    // "2 º C."
    if (before.value == ' ' && word_at > 1) {
      const text::CodePoint degree = text::DecodeBefore(text, word_at - 1);
      if (degree.value == 0xB0 || degree.value == 0xBA) return true;
    }
    if (!shape.capital) {
      // "1.5 s." is a measure, "s. 12" an abbreviation.
      size_t number_end = word_at;
      while (number_end > 0 && text::IsBlank(text::DecodeBefore(text, number_end).value) &&
             word_at - number_end < 8) {
        number_end -= text::DecodeBefore(text, number_end).size;
      }
      if (text::IsDigit(text::DecodeBefore(text, number_end).value)) return true;
      return starter;
    }
    return starter && (before.size == 0 || before.value != '.');
  }
  // "U.S.", "V.S.A.": letters with full stops between.
  if (shape.stops > 0 && shape.digits == 0 && shape.others == 0 && shape.longest_part <= 2) {
    return starter || (cased ? false : shape.longest_part > 2);
  }
  // "blz.", "hfst.": no word of a language.
  if (script == text::Script::kLatin && !shape.vowel && !shape.all_capitals && shape.digits == 0 &&
      shape.letters >= 2 && shape.letters <= 5 && shape.others == 0) {
    return starter;
  }
  return true;
}

}  // namespace footnote::segmentation
