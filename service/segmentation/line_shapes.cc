// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/line_shapes.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::segmentation {
namespace {

bool IsSpaceOrTab(char c) { return c == ' ' || c == '\t'; }

absl::string_view TrimEnd(absl::string_view line) {
  while (!line.empty() && IsSpaceOrTab(line.back())) line.remove_suffix(1);
  return line;
}

// Returns the offset after the blanks at `at`; nullopt if there are none and the line continues.
std::optional<size_t> PassGap(absl::string_view line, size_t at) {
  if (at == line.size()) return at;
  size_t end = at;
  while (end < line.size()) {
    const text::CodePoint c = text::DecodeAt(line, end);
    if (!text::IsBlank(c.value)) break;
    end += c.size;
  }
  if (end == at) return std::nullopt;
  return end;
}

// Decimal digits of any script, at most nine, that begin at `at`.
struct Number {
  size_t value = 0;
  size_t end = 0;
};
std::optional<Number> ReadNumber(absl::string_view line, size_t at) {
  Number number{0, at};
  size_t digits = 0;
  while (number.end < line.size() && digits < 9) {
    const text::CodePoint c = text::DecodeAt(line, number.end);
    if (!text::IsDigit(c.value)) break;
    // The zero of each script is at a multiple of 16 or at 6 after one.
    const size_t low = c.value & 0xF;
    number.value = number.value * 10 + (c.value >= 0x966 && low >= 6 ? low - 6 : low) % 10;
    number.end += c.size;
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  return number;
}

std::optional<ItemMarker> ReadNumbered(absl::string_view line) {
  const std::optional<Number> number = ReadNumber(line, 0);
  if (!number.has_value() || number->end >= line.size()) return std::nullopt;
  const text::CodePoint close = text::DecodeAt(line, number->end);
  ItemMarker marker;
  if (close.value == '.') {
    marker.family = ItemMarker::kNumberStop;
  } else if (close.value == ')') {
    marker.family = ItemMarker::kNumberBracket;
  } else if (close.value == 0x3001 || close.value == 0xFF0E) {
    marker = {ItemMarker::kNumberStop, 0, number->value, number->end + close.size};
    return marker;
  } else {
    return std::nullopt;
  }
  size_t end = number->end + 1;
  if (marker.family == ItemMarker::kNumberStop && end < line.size() && line[end] == ')') ++end;
  const std::optional<size_t> gap = PassGap(line, end);
  if (!gap.has_value()) return std::nullopt;
  marker.number = number->value;
  marker.bytes = *gap;
  return marker;
}

std::optional<ItemMarker> ReadBracketed(absl::string_view line) {
  const text::CodePoint open = text::DecodeAt(line, 0);
  if (open.value != '(' && open.value != 0xFF08) return std::nullopt;
  ItemMarker marker;
  marker.family = ItemMarker::kBracketed;
  size_t at = open.size;
  if (const std::optional<Number> number = ReadNumber(line, at)) {
    at = number->end;
    marker.number = number->value;
    if (number->value > 99) return std::nullopt;
  } else {
    const text::CodePoint letter = text::DecodeAt(line, at);
    if (!text::IsLetter(letter.value)) return std::nullopt;
    at += letter.size;
    // "(iii)"
    while (at < line.size() && (line[at] == 'i' || line[at] == 'v' || line[at] == 'x')) ++at;
  }
  const text::CodePoint close = text::DecodeAt(line, at);
  if (close.value != ')' && close.value != 0xFF09) return std::nullopt;
  at += close.size;
  const std::optional<size_t> gap = PassGap(line, at);
  if (!gap.has_value() && close.value == ')') return std::nullopt;
  marker.bytes = gap.value_or(at);
  return marker;
}

// Reads "a) first", "ハ) 三".
std::optional<ItemMarker> ReadLettered(absl::string_view line) {
  const text::CodePoint letter = text::DecodeAt(line, 0);
  if (!text::IsLetter(letter.value)) return std::nullopt;
  size_t at = letter.size;
  while (at < 4 && at < line.size() && (line[at] == 'i' || line[at] == 'v' || line[at] == 'x')) {
    ++at;
  }
  const bool roman = at > letter.size;
  if (at >= line.size()) return std::nullopt;
  if (line[at] == '.' && at + 1 < line.size() && line[at + 1] == ')') ++at;
  if (line[at] != ')') return std::nullopt;
  const std::optional<size_t> gap = PassGap(line, at + 1);
  if (!gap.has_value()) return std::nullopt;
  ItemMarker marker;
  marker.family = ItemMarker::kLetter;
  // The order of alphabets other than Latin and Cyrillic is not known.
  const char32_t small = text::ToLower(letter.value);
  if (roman) {
    marker.number = 0;
  } else if (small == 'i') {
    marker.number = 1;
  } else if (text::IsAsciiLetter(small)) {
    marker.number = small - 'a' + 1;
  } else if (small >= 0x430 && small < 0x450) {
    marker.number = small - 0x430 + 1;
  }
  marker.bytes = *gap;
  return marker;
}

// Reads "Q1. ", "Q: ", "問1：", "Question 2:".
std::optional<ItemMarker> ReadQuestion(absl::string_view line) {
  constexpr absl::string_view kWords[] = {"Question", "Q",     "Ｑ",       "質問",    "問",
                                          "问",       "Frage", "Pregunta", "Domanda", "Pergunta",
                                          "Вопрос",   "문",    "질문",     "س"};
  for (const absl::string_view word : kWords) {
    if (!absl::StartsWith(line, word)) continue;
    size_t at = word.size();
    if (at < line.size() && line[at] == ' ') ++at;
    const std::optional<Number> number = ReadNumber(line, at);
    if (number.has_value()) at = number->end;
    const text::CodePoint close = text::DecodeAt(line, at);
    if (close.value != '.' && close.value != ':' && close.value != ')' && close.value != 0xFF1A &&
        close.value != 0x3001 && close.value != 0xFF0E && close.value != 0xFF09) {
      continue;
    }
    at += close.size;
    ItemMarker marker;
    marker.family = ItemMarker::kQuestion;
    marker.number = number.has_value() ? number->value : 0;
    const std::optional<size_t> gap = PassGap(line, at);
    if (!gap.has_value() && close.size == 1) continue;
    marker.bytes = gap.value_or(at);
    return marker;
  }
  return std::nullopt;
}

// Reads the sections of East Asian laws and books: "第12条", "第三章".
std::optional<ItemMarker> ReadEastAsianSection(absl::string_view line) {
  constexpr absl::string_view kOrdinal = "第";
  constexpr absl::string_view kUnits[] = {"条", "條", "章", "节", "節", "編", "编",
                                          "款", "項", "项", "部", "回", "問"};
  if (!absl::StartsWith(line, kOrdinal)) return std::nullopt;
  constexpr absl::string_view kNumerals = "〇零一二三四五六七八九十百千两";
  size_t at = kOrdinal.size();
  size_t numerals = 0;
  while (numerals < 8 && at < line.size()) {
    const text::CodePoint c = text::DecodeAt(line, at);
    if (!text::IsDigit(c.value) && !absl::StrContains(kNumerals, line.substr(at, c.size))) break;
    at += c.size;
    ++numerals;
  }
  if (numerals == 0) return std::nullopt;
  for (const absl::string_view unit : kUnits) {
    if (!absl::StartsWith(line.substr(at), unit)) continue;
    at += unit.size();
    // In running text, hiragana follows: "第三条の規定により".
    const text::CodePoint next = text::DecodeAt(line, at);
    if (next.size > 0 && next.value >= 0x3041 && next.value <= 0x309F) return std::nullopt;
    ItemMarker marker;
    marker.family = ItemMarker::kSection;
    marker.bytes = PassGap(line, at).value_or(at);
    const std::optional<Number> number = ReadNumber(line, kOrdinal.size());
    if (number.has_value()) {
      marker.number = number->value;
    } else if (line.substr(kOrdinal.size(), 3) == "一" && numerals == 1) {
      marker.number = 1;
    }
    return marker;
  }
  return std::nullopt;
}

// Reads "Article 1.", "Section 2.3:", "§ 4", "Art. 5 (Scope)".
std::optional<ItemMarker> ReadSection(absl::string_view line, const Language& language) {
  constexpr size_t kMaxWordBytes = 32;
  size_t end = 0;
  if (absl::StartsWith(line, "§")) {
    end = 2;
  } else {
    const text::CodePoint first = text::DecodeAt(line, 0);
    if (!text::IsLetter(first.value) || text::IsLower(first.value)) return std::nullopt;
    while (end < line.size() && end < kMaxWordBytes && line[end] != ' ' && line[end] != '.') ++end;
    if (end == line.size() || end == kMaxWordBytes) return std::nullopt;
  }
  size_t at = end;
  if (at < line.size() && line[at] == '.') ++at;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\xC2' || line[at] == '\xA0')) ++at;
  const std::optional<Number> number = ReadNumber(line, at);
  if (!number.has_value()) return std::nullopt;
  std::string word;
  for (size_t i = 0; i < end;) {
    const text::CodePoint c = text::DecodeAt(line, i);
    if (c.value < 0x80) {
      word.push_back(absl::ascii_tolower(static_cast<unsigned char>(line[i])));
    } else if (i == 0 && text::IsUpper(c.value)) {
      // In the scripts with capitals, the lower-case letter also has two bytes.
      const char32_t lower = text::ToLower(c.value);
      word.push_back(static_cast<char>(0xC0 | (lower >> 6)));
      word.push_back(static_cast<char>(0x80 | (lower & 0x3F)));
    } else {
      word.append(line.data() + i, c.size);
    }
    i += c.size;
  }
  const uint8_t kind = language.KindOf(word);
  const bool abbreviated =
      line[end] == '.' && (kind & kBeforeNumber) != 0 && absl::StartsWith(word, "art");
  if ((kind & kHeading) == 0 && !abbreviated) return std::nullopt;
  at = number->end;
  while (at < line.size() &&
         (line[at] == '.' || text::IsAsciiDigit(static_cast<unsigned char>(line[at]))))
    ++at;
  // "Article 5 of the law" is running text.
  if (at < line.size() && line[at] == ' ') {
    const text::CodePoint next = text::DecodeAt(line, at + 1);
    if (line[at - 1] != '.' && next.value != '(' && next.value != '-' && next.value != 0x2013 &&
        next.value != 0x2014 && !text::IsUpper(next.value)) {
      return std::nullopt;
    }
  } else if (at < line.size() && line[at] != ':' && line[at] != ')' && line[at - 1] != '.') {
    return std::nullopt;
  }
  ItemMarker marker;
  marker.family = ItemMarker::kSection;
  marker.number = number->value;
  marker.bytes = at;
  return marker;
}

}  // namespace

Indent IndentOf(absl::string_view line) {
  Indent indent;
  for (; indent.bytes < line.size(); ++indent.bytes) {
    if (line[indent.bytes] == ' ') {
      ++indent.columns;
    } else if (line[indent.bytes] == '\t') {
      indent.columns += 4 - indent.columns % 4;
    } else {
      break;
    }
  }
  return indent;
}

std::optional<FenceLine> ReadFence(absl::string_view line) {
  if (line.size() < 3 || (line[0] != '`' && line[0] != '~')) return std::nullopt;
  FenceLine fence;
  fence.mark = line[0];
  while (fence.length < line.size() && line[fence.length] == fence.mark) ++fence.length;
  if (fence.length < 3) return std::nullopt;
  const absl::string_view info = line.substr(fence.length);
  fence.bare = !text::HasText(info);
  // Three backticks followed by more on the same line are a code span, not a fence.
  if (fence.mark == '`' && info.find('`') != absl::string_view::npos) return std::nullopt;
  return fence;
}

size_t HeadingLevel(absl::string_view line) {
  size_t level = 0;
  while (level < line.size() && line[level] == '#') ++level;
  if (level == 0 || level > 6) return 0;
  return level == line.size() || IsSpaceOrTab(line[level]) ? level : 0;
}

bool IsUnderline(absl::string_view line) {
  line = TrimEnd(line);
  return line.size() >= 3 && (line[0] == '=' || line[0] == '-') &&
         line.find_first_not_of(line[0]) == absl::string_view::npos;
}

bool IsTableDelimiter(absl::string_view line) {
  line = TrimEnd(line);
  return line.size() >= 3 && line.find_first_not_of("|-: \t") == absl::string_view::npos &&
         line.find('-') != absl::string_view::npos && line.find('|') != absl::string_view::npos;
}

bool IsPipedRow(absl::string_view line) {
  line = TrimEnd(line);
  return line.size() >= 3 && line.front() == '|' && line.back() == '|';
}

std::optional<absl::string_view> ReadHtmlStart(absl::string_view line) {
  if (line.size() < 3 || line[0] != '<') return std::nullopt;
  if (absl::StartsWith(line, "<!--")) return "-->";
  if (absl::StartsWith(line, "<?")) return "?>";
  if (absl::StartsWith(line, "<![CDATA[")) return "]]>";
  size_t at = line[1] == '/' ? 2 : 1;
  size_t end = at;
  while (end < line.size() && end - at < 12 &&
         absl::ascii_isalnum(static_cast<unsigned char>(line[end])))
    ++end;
  const std::string tag = absl::AsciiStrToLower(line.substr(at, end - at));
  if (end < line.size() && line[end] != '>' && line[end] != '/' && !IsSpaceOrTab(line[end])) {
    return std::nullopt;
  }
  if (tag == "pre") return "</pre>";
  if (tag == "script") return "</script>";
  if (tag == "style") return "</style>";
  if (tag == "textarea") return "</textarea>";
  constexpr absl::string_view kBlocks[] = {
      "address", "article", "aside", "blockquote", "body",     "center",     "dd",     "details",
      "dialog",  "div",     "dl",    "dt",         "fieldset", "figcaption", "figure", "footer",
      "form",    "h1",      "h2",    "h3",         "h4",       "h5",         "h6",     "head",
      "header",  "hr",      "html",  "iframe",     "li",       "link",       "main",   "menu",
      "nav",     "ol",      "p",     "section",    "summary",  "table",      "tbody",  "td",
      "tfoot",   "th",      "thead", "title",      "tr",       "ul"};
  if (std::binary_search(std::begin(kBlocks), std::end(kBlocks), absl::string_view(tag))) return "";
  return std::nullopt;
}

std::optional<ItemMarker> ReadItemMarker(absl::string_view line, const Language& language) {
  if (line.empty()) return std::nullopt;
  const text::CodePoint first = text::DecodeAt(line, 0);
  switch (first.value) {
    case '-':
    case '*':
    case '+':
    case 0x2022:
    case 0x2023:
    case 0x2043:
    case 0x25E6:
    case 0x25AA:
    case 0x25CF:
    case 0x25CB:
    case 0x25A0:
    case 0x30FB:
    case 0x2013: {
      std::optional<size_t> gap = PassGap(line, first.size);
      if (!gap.has_value()) {
        if (first.value < 0x2022) return std::nullopt;
        gap = first.size;
      }
      ItemMarker marker;
      marker.bullet = static_cast<char>(first.value);
      marker.bytes = *gap;
      return marker;
    }
    case '(':
    case 0xFF08:
      return ReadBracketed(line);
    case 0xA7:
      return ReadSection(line, language);
    default:
      break;
  }
  if (first.value >= 0x2460 && first.value <= 0x2473) {
    ItemMarker marker;
    marker.family = ItemMarker::kCircled;
    marker.number = first.value - 0x2460 + 1;
    marker.bytes = first.size;
    return marker;
  }
  if (text::IsDigit(first.value)) return ReadNumbered(line);
  if (!text::IsLetter(first.value)) return std::nullopt;
  // Most lines begin with a plain word. Each of these functions rejects them after a few bytes.
  if (const auto lettered = ReadLettered(line)) return lettered;
  if (const auto section = ReadEastAsianSection(line)) return section;
  if (const auto question = ReadQuestion(line)) return question;
  return ReadSection(line, language);
}

absl::string_view StripQuoteMarkers(absl::string_view line) {
  size_t at = 0;
  while (at < line.size() && (line[at] == '>' || line[at] == ' ')) ++at;
  return line.substr(at);
}

bool IsTermLine(absl::string_view line) {
  constexpr size_t kMaxTermBytes = 48;
  constexpr size_t kMaxWords = 4;
  const absl::string_view head = line.substr(0, kMaxTermBytes);
  const size_t colon = head.find(':');
  if (colon == absl::string_view::npos || colon == 0 || colon + 2 >= line.size() ||
      line[colon + 1] != ' ') {
    return false;
  }
  const absl::string_view term = head.substr(0, colon);
  const text::CodePoint first = text::DecodeAt(term, 0);
  if (!text::IsLetter(first.value) || text::IsLower(first.value)) return false;
  size_t words = 1;
  for (const char c : term) {
    if (c == ' ') ++words;
    if (c == '.' || c == ',' || c == '"' || c == '?' || c == '!') return false;
  }
  return words <= kMaxWords;
}

}  // namespace footnote::segmentation
