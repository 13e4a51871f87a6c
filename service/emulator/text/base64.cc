// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/base64.h"

#include <algorithm>
#include <cstdint>

namespace footnote::emulator {
namespace {

// Returns the six bits of a character of the alphabet, or -1.
int BitsOf(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  if (c == '+') return 62;
  if (c == '/') return 63;
  return -1;
}

std::string_view WithoutPadding(std::string_view text) {
  for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
  return text;
}

}  // namespace

bool IsBase64(std::string_view text) {
  if (text.size() % 4 != 0) return false;
  const std::string_view letters = WithoutPadding(text);
  return std::all_of(letters.begin(), letters.end(), [](char c) { return BitsOf(c) >= 0; });
}

std::string DecodeBase64Start(std::string_view text, size_t count) {
  std::string bytes;
  uint32_t bits = 0;
  int pending_bits = 0;
  for (char c : WithoutPadding(text)) {
    bits = bits << 6 | static_cast<uint32_t>(BitsOf(c));
    pending_bits += 6;
    if (pending_bits < 8) continue;
    pending_bits -= 8;
    if (bytes.size() == count) break;
    bytes.push_back(static_cast<char>(bits >> pending_bits & 0xff));
  }
  return bytes;
}

}  // namespace footnote::emulator
