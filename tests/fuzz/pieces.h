// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_FUZZ_PIECES_H_
#define FOOTNOTE_TESTS_FUZZ_PIECES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::fuzz {

// An input without its first byte, and the same input in pieces.
struct SplitInput {
  absl::string_view complete;
  std::vector<absl::string_view> pieces;
};

// Splits an input into pieces, whose sizes its first byte determines.
inline SplitInput SplitByFirstByte(const uint8_t* data, size_t size) {
  SplitInput input;
  if (size == 0) return input;
  const size_t largest = data[0] % 32 + 1;
  input.complete = {reinterpret_cast<const char*>(data) + 1, size - 1};
  // Pieces have different sizes, so that every offset can be the start of a piece.
  size_t piece = largest;
  for (size_t begin = 0; begin < input.complete.size(); begin += piece) {
    piece = piece % largest + 1;
    input.pieces.push_back(input.complete.substr(begin, piece));
  }
  return input;
}

}  // namespace footnote::fuzz

#endif  // FOOTNOTE_TESTS_FUZZ_PIECES_H_
