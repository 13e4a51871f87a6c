// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/extractive/prose.h"

#include <algorithm>
#include <cstddef>

#include "service/emulator/extractive/markup.h"
#include "service/emulator/extractive/sentences.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

bool InRange(char32_t c, char32_t first, char32_t last) { return c >= first && c <= last; }

// Returns true for characters of East Asian scripts without spaces and for their punctuation.
// Korean has spaces.
bool IsEastAsian(char32_t c) { return c >= 0x3000 && !InRange(c, 0xAC00, 0xD7AF); }

bool EndsWith(std::string_view text, std::string_view ending) {
  return text.size() >= ending.size() && text.substr(text.size() - ending.size()) == ending;
}

// Joins the lines of `text`, which must have no white space at its ends.
std::string JoinLines(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  for (size_t offset = 0; offset < text.size();) {
    const CodePoint c = DecodeAt(text, offset);
    if (!IsWhiteSpace(c.value)) {
      joined.append(text.substr(offset, c.size));
      offset += c.size;
      continue;
    }
    const size_t begin = offset;
    while (IsWhiteSpace(DecodeAt(text, offset).value)) offset += DecodeAt(text, offset).size;
    const std::string_view space = text.substr(begin, offset - begin);
    const bool ends_line = space.find('\n') != std::string_view::npos;
    if (ends_line) offset += QuotationMarkerSize(text.substr(offset));
    const bool is_east_asian =
        IsEastAsian(LastCodePoint(joined)) && IsEastAsian(DecodeAt(text, offset).value);
    if (!is_east_asian) {
      joined.push_back(' ');
    } else if (!ends_line) {
      joined.append(space);
    }
  }
  return joined;
}

// Converts "| a | b |" to "a, b".
std::string JoinCells(std::string_view row) {
  std::string joined;
  while (!row.empty()) {
    const size_t bar = row.find('|');
    const std::string_view cell = Trim(row.substr(0, bar));
    row = bar == std::string_view::npos ? std::string_view() : row.substr(bar + 1);
    // The delimiter row below the head of a table: ":---:".
    if (cell.find_first_not_of(":-") == std::string_view::npos) continue;
    if (!joined.empty()) joined.append(", ");
    joined.append(cell);
  }
  return joined;
}

// Returns the size of a byte order mark at the start of `text`, or 0.
size_t ByteOrderMarkSize(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.substr(0, kMark.size()) == kMark ? kMark.size() : 0;
}

std::string_view WithoutLeadingMarkers(std::string_view text) {
  while (true) {
    size_t size = 0;
    for (auto marker_size : {ByteOrderMarkSize, HeadingMarkerSize, QuotationMarkerSize, BulletSize,
                             NumberSize, SectionNumberSize, FootnoteMarkerSize}) {
      if (size == 0) size = marker_size(text);
    }
    if (size == 0) return text;
    text = Trim(text.substr(size));
  }
}

std::string_view WithoutFootnoteMarkers(std::string_view text) {
  size_t begin = text.size();  // of the markers at the end
  while (EndsWith(TrimEnd(text.substr(0, begin)), "]")) {
    const size_t end = TrimEnd(text.substr(0, begin)).size();
    const size_t marker = text.rfind('[', end - 1);
    if (marker == std::string_view::npos) break;
    if (FootnoteMarkerSize(text.substr(marker)) != end - marker) break;
    begin = marker;
  }
  const std::string_view before = text.substr(0, begin);
  // Directly after a word it is an index: "argv[1]".
  const bool is_index = TrimEnd(before).size() == begin && !EndsAsSentence(before);
  return is_index ? text : TrimEnd(before);
}

// Removes the conjunction and the punctuation that connect an item to the next one.
std::string_view WithoutConjunction(std::string_view text) {
  constexpr std::string_view kConjunctions[] = {",",  ";",    ":",   "、",   "，",     "；",
                                                "：", " and", " or", " but", " and/or"};
  for (bool changed = true; changed;) {
    changed = false;
    for (std::string_view conjunction : kConjunctions) {
      if (!EndsWith(text, conjunction)) continue;
      text = TrimEnd(text.substr(0, text.size() - conjunction.size()));
      changed = true;
    }
  }
  return text;
}

bool HasLettersOrDigits(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](unsigned char c) {
    return c >= 0x80 || InRange(c, '0', '9') || InRange(c, 'A', 'Z') || InRange(c, 'a', 'z');
  });
}

// Returns the capital letter of `c` if it is a lower-case Latin, Greek or Cyrillic letter of the
// basic ranges, else `c`.
char32_t Capital(char32_t c) {
  if (InRange(c, U'a', U'z') || (InRange(c, 0xE0, 0xFE) && c != 0xF7) || InRange(c, 0x430, 0x44F) ||
      (InRange(c, 0x3B1, 0x3C9) && c != 0x3C2)) {
    return c - 0x20;
  }
  return InRange(c, 0x450, 0x45F) ? c - 0x50 : c;
}

// Returns true if the first word of `text` is an ordinary word, and not a path or a name whose
// spelling matters.
bool StartsWithPlainWord(std::string_view text) {
  const std::string_view word = text.substr(0, text.find(' '));
  const std::string_view letters = word.substr(0, word.find_last_not_of(",;:.!?") + 1);
  for (char byte : letters) {
    const unsigned char c = static_cast<unsigned char>(byte);
    const bool is_plain = InRange(c, 'a', 'z') || c == '-' || c == '\'' || c >= 0x80;
    if (!is_plain) return false;
  }
  return true;
}

void Capitalize(std::string* text) {
  const CodePoint first = DecodeAt(*text, 0);
  const char32_t capital = Capital(first.value);
  if (capital == first.value || !StartsWithPlainWord(*text)) return;
  if (first.size == 1) {
    (*text)[0] = static_cast<char>(capital);
  } else {
    // The capitals of two-byte letters also have two bytes.
    (*text)[0] = static_cast<char>(0xC0 | (capital >> 6));
    (*text)[1] = static_cast<char>(0x80 | (capital & 0x3F));
  }
}

}  // namespace

std::string ToProse(std::string_view sentence) {
  std::string_view text = Trim(sentence);
  // The byte order mark is removed first because the first character identifies a table row.
  text = Trim(text.substr(ByteOrderMarkSize(text)));
  const std::string joined = IsTableRow(text) ? JoinCells(text) : JoinLines(text);
  std::string_view stripped = WithoutFootnoteMarkers(WithoutLeadingMarkers(joined));
  const bool ends = EndsAsSentence(stripped);
  if (!ends) stripped = WithoutConjunction(stripped);
  if (!HasLettersOrDigits(stripped)) return {};
  std::string prose(stripped);
  Capitalize(&prose);
  if (!ends) prose.append(IsEastAsian(LastCodePoint(prose)) ? "。" : ".");
  return prose;
}

void AppendSentence(std::string_view sentence, std::string* text) {
  if (!text->empty() && !IsEastAsian(LastCodePoint(*text))) text->push_back(' ');
  text->append(sentence);
}

}  // namespace footnote::emulator
