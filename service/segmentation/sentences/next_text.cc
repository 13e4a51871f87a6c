// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/sentences/next_text.h"

#include "service/segmentation/sentences/words.h"

namespace footnote::segmentation {

NextText ReadNextText(absl::string_view text, size_t at) {
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
  // Bounds the time for a text that consists of opening punctuation.
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

const Language& LanguageForScript(text::Script script, const Language& language) {
  if (script == text::Script::kNone || script == language.script()) return language;
  const Language* usual = UsualLanguage(script);
  return usual == nullptr ? language : *usual;
}

bool IsStarter(absl::string_view text, const NextText& next, const Language& language) {
  const absl::string_view word = WordAt(text, next.lead_at);
  if (word.empty() || !text::IsUpper(next.lead.value)) return false;
  const Language& words = LanguageForScript(text::ScriptOf(next.lead.value), language);
  // "A." is an initial.
  if (word.size() == next.lead.size) {
    const size_t after = next.lead_at + word.size();
    if (after < text.size() && text[after] == '.') return false;
  }
  const WordKey key = Lowered(word);
  if ((words.KindOf(key.view()) & kStarter) != 0) return true;
  const size_t apostrophe = key.view().find('\'');
  return apostrophe != absl::string_view::npos &&
         (words.KindOf(key.view().substr(0, apostrophe)) & kStarter) != 0;
}

bool ContinuesInLowerCase(absl::string_view text, const NextText& next) {
  if (!text::IsLower(next.lead.value)) return false;
  // "¿y tú?"
  if (next.first.value == 0xBF || next.first.value == 0xA1) return false;
  const text::CodePoint second = text::DecodeAt(text, next.lead_at + next.lead.size);
  if (text::IsUpper(second.value)) return false;
  // "(b) Second" and "(ii) Second" are list items.
  const size_t close = text.find_first_not_of("ivx", next.lead_at);
  const bool item = second.value == ')' || (close != absl::string_view::npos && text[close] == ')');
  return next.first.value != '(' || !item;
}

bool NumberFollows(absl::string_view text, const NextText& next) {
  if (text::IsDigit(next.lead.value)) return true;
  const absl::string_view word = WordAt(text, next.lead_at);
  if (word.empty()) return next.first.value == 0xA7;
  // "I" and "A" before a space are a pronoun and an article.
  const text::CodePoint after = text::DecodeAt(text, next.lead_at + word.size());
  const bool space_follows = after.size > 0 && text::IsBlank(after.value);
  if (IsRomanNumeral(word) && word[0] < 'a') {
    return word.size() > 1 || !space_follows || word != "I";
  }
  return word.size() == next.lead.size && text::IsUpper(next.lead.value) && !space_follows;
}

bool InitialFollows(absl::string_view text, const NextText& next) {
  if (!text::IsLetter(next.first.value)) return false;
  const size_t dot = next.at + next.first.size;
  return dot < text.size() && text[dot] == '.';
}

}  // namespace footnote::segmentation
