// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/printable.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <string>

#include "absl/strings/str_format.h"

namespace footnote::client {
namespace {

constexpr absl::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Calls visit(code_point, bytes) for each character; the code point is negative if the bytes are
// not UTF-8.
template <typename Visitor>
void ForEachCharacter(absl::string_view text, Visitor visit) {
  const auto length = static_cast<int64_t>(text.size());
  for (int64_t i = 0; i < length;) {
    const int64_t start = i;
    UChar32 c;
    U8_NEXT(text.data(), i, length, c);
    visit(c, text.substr(start, i - start));
  }
}

bool IsC0(UChar32 c) { return c < 0x20 || c == 0x7F; }
bool IsC1(UChar32 c) { return c >= 0x80 && c < 0xA0; }
// Embeddings, overrides and isolates.
bool IsDirection(UChar32 c) { return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069); }

// Joiners and variation selectors, which shape what they follow.
constexpr UChar32 kZeroWidthJoiner = 0x200D;
bool IsSelector(UChar32 c) {
  return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}
bool IsShaping(UChar32 c) { return c == 0x200C || c == kZeroWidthJoiner || IsSelector(c); }

// Letters of scripts that join, ideographs, symbols and emoji.
bool CanBeShaped(UChar32 c) {
  const bool is_ascii_emoji = c == '#' || c == '*' || (c >= '0' && c <= '9');  // keycaps
  return is_ascii_emoji ||
         (c >= 0x600 && (u_isalpha(c) || u_charType(c) == U_NON_SPACING_MARK ||
                         u_charType(c) == U_COMBINING_SPACING_MARK)) ||
         u_charType(c) == U_OTHER_SYMBOL || u_charType(c) == U_MATH_SYMBOL ||
         u_charType(c) == U_MODIFIER_SYMBOL || u_hasBinaryProperty(c, UCHAR_EMOJI);
}

bool IsInvisible(UChar32 c) {
  return c == 0xAD || c == 0x34F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 ||
         (c >= 0x180B && c <= 0x180F) || (c >= 0x200B && c <= 0x200F) || c == 0x2028 ||
         c == 0x2029 || (c >= 0x2060 && c <= 0x2065) || (c >= 0x206A && c <= 0x206F) ||
         c == 0x3164 || c == 0xFEFF || c == 0xFFA0 || (c >= 0xFFF0 && c <= 0xFFFB) ||
         (c >= 0x1BCA0 && c <= 0x1BCA3) || (c >= 0x1D173 && c <= 0x1D17A) ||
         (c >= 0xE0000 && c <= 0xE0FFF) || IsShaping(c);
}

void AppendControlSymbol(UChar32 c, std::string* out) {
  const UChar32 symbol = c == 0x7F ? 0x2421 : 0x2400 + c;
  char bytes[U8_MAX_LENGTH];
  int length = 0;
  U8_APPEND_UNSAFE(bytes, length, symbol);
  out->append(bytes, length);
}

}  // namespace

std::string PrintableStream::Add(absl::string_view piece) {
  std::string out;
  out.reserve(piece.size());
  ForEachCharacter(piece, [&](UChar32 c, absl::string_view bytes) {
    if (after_cr_ && c != '\n') AppendControlSymbol('\r', &out);
    after_cr_ = c == '\r';
    if (after_cr_) return;
    if (c == '\n' || c == '\t') {
      out.push_back(static_cast<char>(c));
    } else if (c < 0 || IsC1(c) || IsDirection(c)) {
      out.append(kReplacement.data(), kReplacement.size());
    } else if (IsC0(c)) {
      AppendControlSymbol(c, &out);
    } else if (IsInvisible(c) && !(can_be_shaped_ && IsShaping(c)) &&
               !(can_be_joined_ && c == kZeroWidthJoiner)) {
      absl::StrAppendFormat(&out, "<U+%04X>", c);
    } else {
      out.append(bytes.data(), bytes.size());
    }
    // One selector, and a joiner after it, as in a heart on fire: runs of them hide text.
    can_be_joined_ = can_be_shaped_ && IsSelector(c);
    can_be_shaped_ = c >= 0 && !IsInvisible(c) && CanBeShaped(c);
  });
  return out;
}

std::string PrintableStream::End() {
  std::string out;
  if (after_cr_) AppendControlSymbol('\r', &out);
  after_cr_ = false;
  return out;
}

std::string Printable(absl::string_view text) {
  PrintableStream stream;
  std::string out = stream.Add(text);
  return out + stream.End();
}

std::string PrintableLine(absl::string_view text) {
  std::string out = Printable(text);
  for (char& c : out) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return out;
}

std::string PrintableJson(absl::string_view json) {
  std::string out;
  out.reserve(json.size());
  ForEachCharacter(json, [&](UChar32 c, absl::string_view bytes) {
    if (c < 0) {
      out.append(kReplacement.data(), kReplacement.size());
    } else if (c == 0x7F || IsC1(c) || IsDirection(c)) {
      absl::StrAppendFormat(&out, "\\u%04x", c);
    } else {
      out.append(bytes.data(), bytes.size());
    }
  });
  return out;
}

bool IsUtf8(absl::string_view text) {
  bool well_formed = true;
  ForEachCharacter(text, [&](UChar32 c, absl::string_view) { well_formed &= c >= 0; });
  return well_formed;
}

}  // namespace footnote::client
