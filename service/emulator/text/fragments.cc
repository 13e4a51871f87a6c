// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/fragments.h"

#include "service/emulator/text/stable_hash.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

constexpr uint64_t kMaxWords = 4;
constexpr size_t kCharactersPerWord = 3;

}  // namespace

std::vector<std::string_view> FragmentsOfCodePoints(std::string_view text, size_t count) {
  std::vector<std::string_view> fragments;
  while (!text.empty()) {
    fragments.push_back(FirstCodePoints(text, static_cast<int64_t>(count)));
    text.remove_prefix(fragments.back().size());
  }
  return fragments;
}

std::vector<std::string_view> FragmentsOfWords(std::string_view text, uint64_t seed) {
  std::vector<std::string_view> fragments;
  const auto next_limit = [&] {
    const char ordinal = static_cast<char>(fragments.size());
    return 1 + StableHash({&ordinal, 1}, seed) % kMaxWords;
  };
  uint64_t limit = next_limit();
  uint64_t words = 0;
  size_t start = 0;
  size_t characters = 0;  // number of characters so far of scripts without spaces
  for (size_t at = 0; at < text.size();) {
    const CodePoint point = DecodeAt(text, at);
    const bool is_unspaced =
        IsHan(point.value) || IsHiragana(point.value) || IsKatakana(point.value);
    const bool begins_word =
        IsWhiteSpace(point.value) || (is_unspaced && characters++ % kCharactersPerWord == 0);
    if (begins_word && at > start && ++words >= limit) {
      fragments.push_back(text.substr(start, at - start));
      start = at;
      words = 0;
      limit = next_limit();
    }
    at += point.size;
  }
  if (start < text.size()) fragments.push_back(text.substr(start));
  return fragments;
}

}  // namespace footnote::emulator
