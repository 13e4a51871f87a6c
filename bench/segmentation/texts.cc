// SPDX-License-Identifier: Apache-2.0
#include "bench/segmentation/texts.h"

#include <algorithm>
#include <ctime>
#include <iterator>
#include <random>

namespace footnote::bench {
namespace {

constexpr const char* kPieces[] = {"\n",
                                   "\n\n",
                                   "\r\n",
                                   "\r",
                                   "\u0085",
                                   "\u2028",
                                   " ",
                                   "\t",
                                   "\u00A0",
                                   "\u3000",
                                   "\u200B",
                                   "\uFEFF",
                                   ". ",
                                   ".",
                                   "! ",
                                   "?",
                                   "。",
                                   "！",
                                   "…",
                                   "।",
                                   "؟ ",
                                   "(",
                                   ")",
                                   "\"",
                                   "“",
                                   "”",
                                   "「",
                                   "」",
                                   "'",
                                   "`",
                                   "```\n",
                                   "~~~\n",
                                   "\n```",
                                   "- ",
                                   "\n- ",
                                   "\n1. ",
                                   "\n# ",
                                   "> ",
                                   "| a |",
                                   "\n|-|-|\n",
                                   "$$\n",
                                   "<div>\n",
                                   "<!--",
                                   "Mr. ",
                                   "z. B. ",
                                   "U.S. ",
                                   "3.14",
                                   "1,000",
                                   "http://a.b/c. d ",
                                   "e\u0301",
                                   "\U0001F468\u200D\U0001F469",
                                   "\U0001F1E9\U0001F1EA",
                                   "한국어",
                                   "ไทย",
                                   "日本語",
                                   "नमस्ते",
                                   "Term: x",
                                   "Q1. ",
                                   "第一条 ",
                                   "\n\n    ",
                                   "---\n",
                                   "===\n",
                                   "The ",
                                   "the ",
                                   "[1] ",
                                   "a) "};

void Append(char32_t c, std::string* out) {
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xC0 | (c >> 6)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | (c >> 12)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else {
    out->push_back(static_cast<char>(0xF0 | (c >> 18)));
    out->push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
}

}  // namespace

std::string JoinRows(const std::vector<Row>& rows, const std::string& lang, size_t bytes) {
  std::string text;
  while (text.size() < bytes) {
    const size_t before = text.size();
    for (const Row& row : rows) {
      if (!lang.empty() && row.lang != lang) continue;
      text += row.text;
      text += "\n\n";
      if (text.size() >= bytes) break;
    }
    if (text.size() == before) break;
  }
  return text;
}

const std::vector<Hostile>& HostileTexts() {
  static const auto* const texts = new std::vector<Hostile>{
      {"full stops", "", "."},
      {"initials", "", "A. "},
      {"numbers", "", "1. "},
      {"open brackets", "", "("},
      {"brackets", "", "()"},
      {"quotation marks", "", "\""},
      {"apostrophes", "", "' "},
      {"backticks", "", "` `` "},
      {"line ends", "x", "\n"},
      {"blanks", "x", " "},
      {"corner brackets", "", "「"},
      {"zero-width spaces", "x", "\u200B"},
      {"combining marks", "x", "\u0301"},
      {"joined pictures", "", "\U0001F468\u200D\U0001F469"},
      {"flags", "", "\U0001F1E9"},
      {"spaced dots", "", ". "},
      {"one word", "", "lorem"},
      {"words", "", "lorem "},
      {"kana", "", "あ"},
      {"fences", "", "```\n"},
      {"list items", "", "- a\n"},
      {"table rows", "| a |\n|---|\n", "| b |\n"},
      {"dollars", "", "$$\na\n"},
      {"comments", "", "<!-- a\n"},
      {"links", "", "[a]("},
      {"terms", "", "Term: a\n"},
      {"underlines", "", "a\n---\n"},
      {"quotes", "", "> a\n\n"},
  };
  return *texts;
}

std::string Repeated(const Hostile& hostile, size_t bytes) {
  std::string text = hostile.prefix;
  while (text.size() < bytes) text += hostile.unit;
  return text;
}

void ForRandomTexts(size_t count, const std::function<void(const std::string&)>& use) {
  std::mt19937_64 random(4);
  std::string text;
  for (size_t i = 0; i < count; ++i) {
    text.clear();
    const size_t pieces = 1 + random() % 40;
    for (size_t k = 0; k < pieces; ++k) {
      const uint64_t dice = random();
      if (dice % 4 != 0) {
        text += kPieces[(dice >> 8) % std::size(kPieces)];
      } else if (dice % 3 == 0) {
        char32_t c = static_cast<char32_t>((dice >> 8) % 0x110000);
        if (c >= 0xD800 && c < 0xE000) c = 'x';
        Append(c, &text);
      } else {
        Append(static_cast<char32_t>((dice >> 8) % 0x3100), &text);
      }
    }
    use(text);
  }
}

double CpuSeconds(int runs, const std::function<void()>& work) {
  double least = 1e9;
  for (int i = 0; i < runs; ++i) {
    timespec start;
    timespec end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
    work();
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    const double seconds = static_cast<double>(end.tv_sec - start.tv_sec) +
                           1e-9 * static_cast<double>(end.tv_nsec - start.tv_nsec);
    least = std::min(least, seconds);
  }
  return least;
}

}  // namespace footnote::bench
