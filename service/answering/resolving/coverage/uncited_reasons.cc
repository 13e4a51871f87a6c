// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/uncited_reasons.h"

#include <cstddef>

#include "absl/strings/match.h"
#include "service/answering/resolving/coverage/folded_sentence.h"
#include "service/answering/resolving/coverage/phrase_matcher.h"
#include "service/answering/resolving/coverage/sentence_marks.h"
#include "service/segmentation/line_shapes.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {
namespace {

using Reason = v1::AnswerSentence::Reason;

// The maximum code points of a title, of a label, and of a sentence that makes no claim. A longer
// one makes a claim.
constexpr size_t kMaxTitle = 80;
constexpr size_t kMaxLabel = 60;
constexpr size_t kMaxPhrase = 250;

absl::string_view TrimEmphasis(absl::string_view text) {
  while (!text.empty() && IsEmphasis(static_cast<unsigned char>(text.front()))) {
    text.remove_prefix(1);
  }
  while (!text.empty() && IsEmphasis(static_cast<unsigned char>(text.back()))) {
    text.remove_suffix(1);
  }
  return text;
}

// True if `sentence` has a letter or a digit. One without is a mark, such as the bullet of an empty
// list item.
bool HasWord(absl::string_view sentence) {
  for (size_t at = 0; at < sentence.size();) {
    const text::CodePoint c = text::DecodeAt(sentence, at);
    if (text::IsLetter(c.value) || text::IsDigit(c.value)) return true;
    at += c.size;
  }
  return false;
}

bool IsQuestion(absl::string_view sentence, const segmentation::Language& language) {
  sentence = TrimEmphasis(sentence);
  // If the complete sentence is in quotation marks or brackets, the question mark is inside.
  if (!sentence.empty() && IsOpening(text::DecodeAt(sentence, 0).value)) {
    const text::CodePoint last = text::DecodeBefore(sentence, sentence.size());
    if (IsClosing(last.value)) sentence.remove_suffix(last.size);
  }
  const char32_t last = text::DecodeBefore(sentence, sentence.size()).value;
  if (IsQuestionMark(last)) return true;
  if (last == ';') return language.Has(segmentation::kSemicolonAsks);
  return language.Has(segmentation::kColonEnds) && absl::StrContains(sentence, "\xD5\x9E");
}

}  // namespace

bool IsBoldTitle(absl::string_view line) {
  for (const absl::string_view mark : {"**", "__"}) {
    if (line.size() <= 2 * mark.size() || !absl::StartsWith(line, mark)) continue;
    const size_t close = line.find(mark, mark.size());
    if (close == absl::string_view::npos) continue;
    // A colon may be on either side of the mark.
    const absl::string_view rest = line.substr(close + mark.size());
    if (!rest.empty() && rest != ":" && rest != "\xEF\xBC\x9A" && rest != mark.substr(1)) {
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

Reason UncitedReason(absl::string_view sentence, const SentenceShape& shape,
                     const segmentation::Language& language) {
  if (shape.kind == SentenceShape::kCode) return v1::AnswerSentence::REASON_CODE;
  if (shape.kind == SentenceShape::kHeading || IsRule(sentence) ||
      (shape.fills_lines && (segmentation::HeadingLevel(sentence) > 0 || IsBoldTitle(sentence)))) {
    return v1::AnswerSentence::REASON_HEADING;
  }
  if (IsQuestion(sentence, language)) return v1::AnswerSentence::REASON_QUESTION;
  if (!HasWord(sentence)) return v1::AnswerSentence::REASON_HEADING;
  if (sentence.size() > 4 * kMaxPhrase) return v1::AnswerSentence::REASON_UNSPECIFIED;
  FoldedSentence folded = Fold(sentence);
  if (language.Has(segmentation::kColonEnds)) folded.ends_with_colon = false;
  if (folded.code_points > kMaxPhrase) return v1::AnswerSentence::REASON_UNSPECIFIED;
  const Reason reason = MatchPhrases(folded, language);
  if (reason != v1::AnswerSentence::REASON_UNSPECIFIED) return reason;
  if (folded.ends_with_colon && shape.leads_to_list && !folded.has_digit &&
      folded.code_points <= kMaxLabel) {
    return v1::AnswerSentence::REASON_HEADING;
  }
  return v1::AnswerSentence::REASON_UNSPECIFIED;
}

}  // namespace footnote::answering::resolving
