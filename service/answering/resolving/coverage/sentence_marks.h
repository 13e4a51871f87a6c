// SPDX-License-Identifier: Apache-2.0
// Punctuation marks by their function in a sentence, in all scripts.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_SENTENCE_MARKS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_SENTENCE_MARKS_H_

namespace footnote::answering::resolving {

// True if `c` marks emphasis in Markdown.
inline bool IsEmphasis(char32_t c) { return c == '*' || c == '_'; }

// True if `c` ends a question. U+037E is the Greek question mark; the Armenian mark U+055E is
// written inside a word.
inline bool IsQuestionMark(char32_t c) {
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

// True if `c` separates clauses, each of which may make a claim.
inline bool IsClauseMark(char32_t c) {
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

// True if `c` ends a statement.
inline bool IsStop(char32_t c) {
  return c == '.' || c == '!' || c == 0x3002 || c == 0xFF0E || c == 0xFF01 || c == 0xFF61 ||
         c == 0x0964 || c == 0x06D4 || c == 0x1362 || c == 0x0589 || c == 0x104B;
}

// True if `c` is an opening bracket or quotation mark.
inline bool IsOpening(char32_t c) {
  return c == '(' || c == '[' || c == '"' || c == 0x201C || c == 0x201E || c == 0xAB ||
         c == 0x300C || c == 0x300E || c == 0xFF08 || c == 0x3010;
}

// True if `c` is a closing bracket or quotation mark.
inline bool IsClosing(char32_t c) {
  return c == ')' || c == ']' || c == '"' || c == 0x201D || c == 0xBB || c == 0x300D ||
         c == 0x300F || c == 0xFF09 || c == 0x3011;
}

// True if `c` is written as "'" in phrases.
inline bool IsApostrophe(char32_t c) {
  return c == 0x2018 || c == 0x2019 || c == 0x02BC || c == 0xFF07;
}

// True if `c` is a colon of any script.
inline bool IsColon(char32_t c) { return c == ':' || c == 0xFF1A || c == 0xFE55 || c == 0x1365; }

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_COVERAGE_SENTENCE_MARKS_H_
