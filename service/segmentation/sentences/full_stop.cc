// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/full_stop.h"

#include <algorithm>
#include <iterator>

namespace footnote::segmentation {
namespace {

// True for marks of direction, which right-to-left text has around full stops.
bool IsDirectionMark(char32_t c) {
  return c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

// True for the punctuation that can precede the head of a section.
bool IsBeforeHead(char c) { return c == '(' || c == '*' || c == '#' || c == '"' || c == ' '; }

}  // namespace

FullStop::FullStop(absl::string_view text, size_t sentence, size_t stop, const NextText& next,
                   const Language& language)
    : text_(text),
      sentence_(sentence),
      stop_(stop),
      next_(next),
      language_(language),
      word_language_(&language) {
  size_t end = stop;
  while (end > sentence && IsDirectionMark(text::DecodeBefore(text, end).value)) {
    end -= text::DecodeBefore(text, end).size;
  }
  word_ = WordBefore(text, end);
  word_at_ = static_cast<size_t>(word_.data() - text.data());
  // The word may begin in the sentence before.
  if (word_at_ < sentence) word_.remove_prefix(sentence - word_at_);
  if (word_.empty()) return;
  shape_ = ShapeOf(word_);
  script_ = text::ScriptOf(text::DecodeBefore(word_, word_.size()).value);
  is_cased_ = script_ == text::Script::kLatin || script_ == text::Script::kCyrillic ||
              script_ == text::Script::kGreek || script_ == text::Script::kNone;
  word_language_ = &LanguageForScript(script_, language);
  starter_follows_ = IsStarter(text, next, language);
  number_follows_ = NumberFollows(text, next);
  is_numeric_ =
      shape_.letters == 0 || (word_.size() > 1 && shape_.all_capitals && IsRomanNumeral(word_));
  if (is_numeric_) return;
  abbreviation_ = ReadAbbreviation(text, word_, shape_, is_cased_, *word_language_);
  is_time_or_era_ = segmentation::IsTimeOrEra(abbreviation_.key.view());
}

bool FullStop::IsListMarker() const {
  const size_t word_at = static_cast<size_t>(word_.data() - text_.data());
  for (size_t at = text::SkipBlanks(text_, sentence_); at < word_at;) {
    const text::CodePoint c = text::DecodeAt(text_, at);
    if (text::IsLetter(c.value) || text::IsDigit(c.value)) return false;
    at += c.size;
  }
  if (shape_.others > 0 || shape_.stops > 3) return false;
  if (shape_.letters == 0) return shape_.digits <= 3 + shape_.stops;
  if (shape_.digits == 0 && shape_.stops == 0) return shape_.letters == 1 || IsRomanNumeral(word_);
  return false;
}

bool FullStop::IsSectionNumber() const {
  if (!is_numeric_ && !(shape_.letters == 1 && shape_.stops == 0 && shape_.digits == 0)) {
    return false;
  }
  constexpr size_t kMaxHeadBytes = 64;
  const size_t end = static_cast<size_t>(word_.data() - text_.data());
  size_t begin = text::SkipBlanks(text_, sentence_);
  if (end <= begin || end - begin > kMaxHeadBytes) return false;
  while (begin < end && IsBeforeHead(text_[begin])) ++begin;
  absl::string_view head = text_.substr(begin, end - begin);
  // Spaces and non-breaking spaces, \xC2\xA0.
  while (!head.empty() && (head.back() == ' ' || head.back() == '\xA0' || head.back() == '\xC2')) {
    head.remove_suffix(1);
  }
  const WordKey lowered = Lowered(head.substr(0, std::min(head.size(), kMaxWordBytes)));
  const absl::string_view key = lowered.view();
  if ((language_.KindOf(key) & kHeading) != 0) return true;
  // "Sura ya 1", "Бөлімі 2": at most one short word in between.
  const size_t space = key.find(' ');
  return space != absl::string_view::npos && key.find(' ', space + 1) == absl::string_view::npos &&
         key.size() - space <= 4 && (language_.KindOf(key.substr(0, space)) & kHeading) != 0;
}

bool FullStop::IsFrontedTime() const {
  constexpr absl::string_view kPrepositions[] = {
      "at", "on", "in", "by", "from", "around", "until", "since", "before", "after", "about"};
  constexpr size_t kMaxBytes = 60;
  constexpr size_t kMaxSpaces = 4;
  size_t begin = std::max(sentence_, stop_ - std::min(stop_, kMaxBytes));
  const size_t colon = text_.substr(begin, stop_ - begin).find_last_of(":;");
  // A clause begins after a colon with a space. The colon of "5:30" has none.
  if (colon != absl::string_view::npos && begin + colon + 1 < stop_ &&
      text_[begin + colon + 1] == ' ') {
    begin += colon + 1;
  } else if (begin > sentence_) {
    return false;
  }
  begin = text::SkipBlanks(text_, begin);
  size_t spaces = 0;
  for (size_t at = begin; at < stop_; ++at) spaces += text_[at] == ' ' ? 1 : 0;
  if (spaces > kMaxSpaces) return false;
  const WordKey first = Lowered(WordAt(text_, begin));
  return std::find(std::begin(kPrepositions), std::end(kPrepositions), first.view()) !=
         std::end(kPrepositions);
}

bool FullStop::BeginsSentence() const { return text::SkipBlanks(text_, sentence_) == word_at_; }

bool FullStop::BeginsTwoPartAbbreviation() const {
  return segmentation::BeginsTwoPartAbbreviation(text_, word_, next_, *word_language_);
}

bool FullStop::FollowsNumberAbbreviation() const {
  return segmentation::FollowsNumberAbbreviation(text_, word_at_, *word_language_);
}

bool FullStop::FollowsDegreeSign() const {
  if (word_at_ < 2 || text_[word_at_ - 1] != ' ') return false;
  const char32_t degree = text::DecodeBefore(text_, word_at_ - 1).value;
  return degree == 0xB0 || degree == 0xBA;
}

bool FullStop::FollowsNumber() const {
  constexpr size_t kMaxBlankBytes = 8;
  size_t end = word_at_;
  while (end > 0 && text::IsBlank(text::DecodeBefore(text_, end).value) &&
         word_at_ - end < kMaxBlankBytes) {
    end -= text::DecodeBefore(text_, end).size;
  }
  return text::IsDigit(text::DecodeBefore(text_, end).value);
}

bool FullStop::InitialFollows() const { return segmentation::InitialFollows(text_, next_); }

}  // namespace footnote::segmentation
