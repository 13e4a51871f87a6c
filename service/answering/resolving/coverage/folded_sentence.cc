// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/coverage/folded_sentence.h"

#include <unicode/utf8.h>

#include <cstdint>

#include "absl/strings/ascii.h"
#include "service/answering/resolving/coverage/sentence_marks.h"
#include "service/text/characters.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

FoldedSentence Fold(absl::string_view sentence) {
  FoldedSentence folded;
  folded.text.reserve(sentence.size());
  bool space = false;
  for (size_t at = 0; at < sentence.size();) {
    // The fast path for ASCII letters, which are the most frequent and never removed.
    if (const auto byte = static_cast<unsigned char>(sentence[at]); text::IsAsciiLetter(byte)) {
      if (space) folded.text.push_back(' ');
      space = folded.ends_with_colon = false;
      ++folded.code_points;
      folded.text.push_back(absl::ascii_tolower(byte));
      ++at;
      continue;
    }
    const text::CodePoint c = text::DecodeAt(sentence, at);
    at += c.size;
    if (text::IsWhiteSpace(c.value)) {
      space = !folded.text.empty();
      continue;
    }
    if (IsEmphasis(c.value) || c.value == '`' || text::IsBlank(c.value)) continue;
    if (folded.text.empty() &&
        (c.value == '-' || c.value == '>' || c.value == '#' || c.value == 0x2022 ||
         c.value == 0xA1 || c.value == 0xBF || c.value == 0x30FB)) {
      continue;
    }
    if (space) folded.text.push_back(' ');
    space = false;
    folded.has_digit |= text::IsDigit(c.value);
    folded.ends_with_colon = IsColon(c.value);
    ++folded.code_points;
    if (c.value < 0x80) {
      folded.text.push_back(static_cast<char>(text::ToLower(c.value)));
    } else {
      uint8_t encoded[U8_MAX_LENGTH];
      size_t length = 0;
      U8_APPEND_UNSAFE(encoded, length, IsApostrophe(c.value) ? U'\'' : text::ToLower(c.value));
      folded.text.append(reinterpret_cast<const char*>(encoded), length);
    }
  }
  return folded;
}

}  // namespace footnote::answering::resolving
