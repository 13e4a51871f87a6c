// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_escape.h"

#include <cstring>

#include "service/messages/json/json_scan.h"

namespace footnote::messages {
namespace {

constexpr size_t kHalfBytes = 3;
constexpr char kHalfLead = '\xed';

bool IsContinuation(unsigned char c) { return c >> 6 == 2; }

// Reads a number of four hexadecimal digits. Reads no further than the first other byte.
std::optional<uint32_t> Hex4(const char* p) {
  uint32_t value = 0;
  for (const char* end = p + 4; p != end; ++p) {
    value <<= 4;
    if ('0' <= *p && *p <= '9') {
      value += static_cast<uint32_t>(*p - '0');
    } else if ('a' <= (*p | 0x20) && (*p | 0x20) <= 'f') {
      value += static_cast<uint32_t>((*p | 0x20) - 'a' + 10);
    } else {
      return std::nullopt;
    }
  }
  return value;
}

// Returns the character of the escape sequence of a backslash and `c`; 0 if there is none.
char SimpleEscape(char c) {
  switch (c) {
    case '"':
    case '\\':
    case '/':
      return c;
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return 0;
  }
}

void AppendEscape(char c, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out->append("\\\"", 2);
      return;
    case '\\':
      out->append("\\\\", 2);
      return;
    case '\b':
      out->append("\\b", 2);
      return;
    case '\f':
      out->append("\\f", 2);
      return;
    case '\n':
      out->append("\\n", 2);
      return;
    case '\r':
      out->append("\\r", 2);
      return;
    case '\t':
      out->append("\\t", 2);
      return;
    default:
      out->append("\\u00", 4);
      out->push_back(kHex[static_cast<unsigned char>(c) >> 4]);
      out->push_back(kHex[static_cast<unsigned char>(c) & 0xf]);
  }
}

}  // namespace

std::optional<uint32_t> ReadEscape(const char** p) {
  const char* escape = *p;
  if (const char plain = SimpleEscape(escape[1]); plain != 0) {
    *p = escape + 2;
    return plain;
  }
  if (escape[1] != 'u') return std::nullopt;
  const std::optional<uint32_t> unit = Hex4(escape + 2);
  if (!unit) return std::nullopt;
  *p = escape += 6;
  if (IsHighSurrogate(*unit) && escape[0] == '\\' && escape[1] == 'u') {
    const std::optional<uint32_t> low = Hex4(escape + 2);
    if (!low) return std::nullopt;
    if (IsLowSurrogate(*low)) {
      *p = escape + 6;
      return JoinSurrogates(*unit, *low);
    }
  }
  return unit;
}

char* WriteUtf8(uint32_t code_point, char* out) {
  const auto byte = [&out](uint32_t value) { *out++ = static_cast<char>(value); };
  if (code_point < 0x80) {
    byte(code_point);
  } else if (code_point < 0x800) {
    byte(0xc0 | code_point >> 6);
    byte(0x80 | (code_point & 0x3f));
  } else if (code_point < 0x10000) {
    byte(0xe0 | code_point >> 12);
    byte(0x80 | (code_point >> 6 & 0x3f));
    byte(0x80 | (code_point & 0x3f));
  } else {
    byte(0xf0 | code_point >> 18);
    byte(0x80 | (code_point >> 12 & 0x3f));
    byte(0x80 | (code_point >> 6 & 0x3f));
    byte(0x80 | (code_point & 0x3f));
  }
  return out;
}

void AppendEscaped(absl::string_view text, std::string* out) {
  while (true) {
    const size_t plain = FindEscape(text);
    out->append(text.data(), plain);
    if (plain == text.size()) return;
    AppendEscape(text[plain], out);
    text.remove_prefix(plain + 1);
  }
}

std::optional<uint32_t> HalfAt(absl::string_view text) {
  if (text.size() < kHalfBytes || text[0] != kHalfLead) return std::nullopt;
  const auto second = static_cast<unsigned char>(text[1]);
  const auto third = static_cast<unsigned char>(text[2]);
  if (second < 0xa0 || !IsContinuation(second) || !IsContinuation(third)) return std::nullopt;
  return 0xd000u | (second & 0x3fu) << 6 | (third & 0x3fu);
}

size_t FindHalf(absl::string_view text, size_t from) {
  while (from + kHalfBytes <= text.size()) {
    const void* lead = std::memchr(text.data() + from, kHalfLead, text.size() - from);
    if (lead == nullptr) break;
    from = static_cast<size_t>(static_cast<const char*>(lead) - text.data());
    if (HalfAt(text.substr(from))) return from;
    ++from;
  }
  return absl::string_view::npos;
}

bool EndsInHighHalf(absl::string_view text) {
  if (text.size() < kHalfBytes) return false;
  const std::optional<uint32_t> half = HalfAt(text.substr(text.size() - kHalfBytes));
  return half && IsHighSurrogate(*half);
}

bool AppendWellFormed(absl::string_view text, std::string* out) {
  bool lone = false;
  SplitAtHalves(
      text, [out](absl::string_view run) { out->append(run.data(), run.size()); },
      [&lone, out](uint32_t) {
        lone = true;
        out->append("\xef\xbf\xbd", 3);
      });
  return lone;
}

}  // namespace footnote::messages
