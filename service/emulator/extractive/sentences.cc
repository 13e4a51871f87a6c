// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/sentences.h"

#include <cstddef>

#include "service/emulator/extractive/markup.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

bool IsFullWidthEnd(char32_t c) { return c == U'。' || c == U'！' || c == U'？' || c == U'｡'; }

bool IsEnd(char32_t c) { return c == U'.' || c == U'!' || c == U'?' || IsFullWidthEnd(c); }

// Returns true for closing quotation marks and brackets, which may follow an end mark.
bool IsCloser(char32_t c) {
  return c == U'"' || c == U'\'' || c == U')' || c == U']' || c == U'”' || c == U'’' ||
         c == U'」' || c == U'』' || c == U'）' || c == U'】';
}

// Returns the offset of the first character at or after `offset` for which `belongs` is false.
template <typename Predicate>
size_t Skip(std::string_view text, size_t offset, Predicate belongs) {
  while (offset < text.size()) {
    const CodePoint c = DecodeAt(text, offset);
    if (!belongs(c.value)) break;
    offset += c.size;
  }
  return offset;
}

size_t SkipFootnoteMarkers(std::string_view text, size_t offset) {
  while (true) {
    const size_t marker = Skip(text, offset, IsWhiteSpace);
    const size_t size = FootnoteMarkerSize(text.substr(marker));
    if (size == 0) return offset;
    offset = marker + size;
  }
}

bool LowerCaseFollows(std::string_view text, size_t offset) {
  return offset < text.size() && text[offset] >= 'a' && text[offset] <= 'z';
}

bool IsNumber(std::string_view text) {
  return text.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool EndsWithItsLine(std::string_view line) {
  return IsTableRow(line) || HeadingMarkerSize(line) > 0 || IsRule(line);
}

bool InterruptsParagraph(std::string_view line) {
  return IsTableRow(line) || HeadingMarkerSize(line) > 0 || BulletSize(line) > 0;
}

bool IsNumberedOne(std::string_view line) {
  return NumberSize(line) > 0 && (line.substr(0, 2) == "1." || line.substr(0, 2) == "1)");
}

// Returns the paragraphs, list items, headings and table rows of `text`. Their concatenation is
// `text`: each includes the white space after it.
std::vector<std::string_view> Paragraphs(std::string_view text) {
  std::vector<std::string_view> paragraphs;
  size_t begin = 0;
  std::string_view previous;  // the last line that is not blank
  bool after_blank = true;    // at the start of the text or after a blank line
  bool in_numbers = false;    // after an item of a numbered list, without a blank line between
  for (size_t offset = 0; offset < text.size();) {
    const size_t feed = text.find('\n', offset);
    const size_t end = feed == std::string_view::npos ? text.size() : feed + 1;
    const std::string_view line = Trim(text.substr(offset, end - offset));
    offset = end;
    if (line.empty()) {
      after_blank = true;
      continue;
    }
    if (after_blank) in_numbers = false;
    const bool is_numbered = after_blank || in_numbers ? NumberSize(line) > 0 : IsNumberedOne(line);
    in_numbers = in_numbers || is_numbered;
    if (!previous.empty() &&
        (after_blank || is_numbered || EndsWithItsLine(previous) || InterruptsParagraph(line))) {
      const size_t start = static_cast<size_t>(line.data() - text.data());
      paragraphs.push_back(text.substr(begin, start - begin));
      begin = start;
    }
    previous = line;
    after_blank = false;
  }
  if (begin < text.size()) paragraphs.push_back(text.substr(begin));
  return paragraphs;
}

void SplitParagraph(std::string_view text, std::vector<std::string_view>* sentences) {
  size_t begin = 0;
  // Leading white space belongs to the first sentence.
  size_t offset = Skip(text, 0, IsWhiteSpace);
  while (offset < text.size()) {
    const CodePoint c = DecodeAt(text, offset);
    offset += c.size;
    if (!IsEnd(c.value)) continue;
    size_t closed = Skip(text, Skip(text, offset, IsEnd), IsCloser);
    closed = SkipFootnoteMarkers(text, closed);
    const size_t end = Skip(text, closed, IsWhiteSpace);
    if (!IsFullWidthEnd(c.value) && end == closed) continue;
    const std::string_view so_far = Trim(text.substr(begin, offset - begin));
    if (c.value == U'.' && (LowerCaseFollows(text, end) || IsNumber(so_far))) continue;
    sentences->push_back(text.substr(begin, end - begin));
    begin = end;
    offset = end;
  }
  if (begin < text.size()) sentences->push_back(text.substr(begin));
}

}  // namespace

std::vector<std::string_view> SplitSentences(std::string_view text) {
  std::vector<std::string_view> sentences;
  for (std::string_view paragraph : Paragraphs(text)) SplitParagraph(paragraph, &sentences);
  return sentences;
}

bool EndsAsSentence(std::string_view text) {
  bool ends = false;
  for (size_t offset = 0; offset < text.size();) {
    const CodePoint c = DecodeAt(text, offset);
    ends = IsEnd(c.value) || c.value == U'…' || (ends && IsCloser(c.value));
    offset += c.size;
  }
  return ends;
}

}  // namespace footnote::emulator
