// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/markup.h"

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr std::string_view kDigits = "0123456789";

// Returns the number of digits at the start of `text`.
size_t DigitsSize(std::string_view text) {
  const size_t size = text.find_first_not_of(kDigits);
  return size == std::string_view::npos ? text.size() : size;
}

// Returns the size of a marker of `marker` bytes with the white space after it, or 0 if there is no
// white space, so that "-5" is not an item.
size_t WithSpace(std::string_view line, size_t marker) {
  const size_t rest = line.find_first_not_of(" \t", marker);
  return rest == std::string_view::npos || rest == marker ? 0 : rest;
}

bool StartsTitle(std::string_view text) {
  if (text.empty()) return false;
  const char32_t c = DecodeAt(text, 0).value;
  return (c >= U'A' && c <= U'Z') || IsHan(c) || IsKatakana(c);
}

}  // namespace

size_t HeadingMarkerSize(std::string_view line) {
  constexpr size_t kMaxLevel = 6;
  const size_t level = line.find_first_not_of('#');
  if (level == std::string_view::npos || level == 0 || level > kMaxLevel) return 0;
  return WithSpace(line, level);
}

size_t BulletSize(std::string_view line) {
  constexpr std::string_view kJapaneseBullet = "・";
  constexpr std::string_view kBullet = "•";
  if (line.substr(0, kJapaneseBullet.size()) == kJapaneseBullet) return kJapaneseBullet.size();
  if (line.substr(0, kBullet.size()) == kBullet) return WithSpace(line, kBullet.size());
  if (line.empty() || (line[0] != '*' && line[0] != '-' && line[0] != '+')) return 0;
  return WithSpace(line, 1);
}

size_t NumberSize(std::string_view line) {
  constexpr size_t kMaxDigits = 3;
  const size_t digits = DigitsSize(line);
  if (digits == 0 || digits > kMaxDigits || digits == line.size()) return 0;
  if (line[digits] != '.' && line[digits] != ')') return 0;
  return WithSpace(line, digits + 1);
}

size_t SectionNumberSize(std::string_view line) {
  size_t end = 0;
  int numbers = 0;
  bool dot_ends = false;
  for (size_t digits = DigitsSize(line); digits > 0; digits = DigitsSize(line.substr(end))) {
    end += digits;
    ++numbers;
    dot_ends = end < line.size() && line[end] == '.';
    if (!dot_ends) break;
    ++end;
  }
  const size_t size = WithSpace(line, end);
  if (numbers < 2 || size == 0) return 0;
  return dot_ends || (numbers > 2 && StartsTitle(line.substr(size))) ? size : 0;
}

size_t QuotationMarkerSize(std::string_view line) {
  const size_t depth = line.find_first_not_of('>');
  return depth == std::string_view::npos || depth == 0 ? 0 : WithSpace(line, depth);
}

size_t FootnoteMarkerSize(std::string_view text) {
  if (text.empty() || text[0] != '[') return 0;
  const size_t number = text.size() > 1 && text[1] == '^' ? 2 : 1;
  const size_t end = number + DigitsSize(text.substr(number));
  return end > number && end < text.size() && text[end] == ']' ? end + 1 : 0;
}

bool IsTableRow(std::string_view line) { return line.size() > 1 && line[0] == '|'; }

bool IsRule(std::string_view line) {
  constexpr std::string_view kMarks = "=-*^~_\"";
  return line.size() >= 3 && kMarks.find(line[0]) != std::string_view::npos &&
         line.find_first_not_of(line[0]) == std::string_view::npos;
}

bool IsHeading(std::string_view text) {
  const std::string_view lines = Trim(text);
  const size_t last_feed = lines.rfind('\n');
  if (last_feed == std::string_view::npos) return HeadingMarkerSize(lines) > 0 || IsRule(lines);
  const std::string_view title = lines.substr(0, last_feed);
  return title.find('\n') == std::string_view::npos && IsRule(Trim(lines.substr(last_feed)));
}

}  // namespace footnote::emulator
