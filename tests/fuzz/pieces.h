// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_FUZZ_PIECES_H_
#define FOOTNOTE_TESTS_FUZZ_PIECES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::fuzz {

// An input whose first byte says how its rest is cut.
struct CutInput {
  absl::string_view whole;
  std::vector<absl::string_view> pieces;
};

inline CutInput CutByFirstByte(const uint8_t* data, size_t size) {
  CutInput input;
  if (size == 0) return input;
  const size_t largest = data[0] % 32 + 1;
  input.whole = {reinterpret_cast<const char*>(data) + 1, size - 1};
  // Pieces of unequal sizes, so that cuts meet every place.
  size_t piece = largest;
  for (size_t begin = 0; begin < input.whole.size(); begin += piece) {
    piece = piece % largest + 1;
    input.pieces.push_back(input.whole.substr(begin, piece));
  }
  return input;
}

}  // namespace footnote::fuzz

#endif  // FOOTNOTE_TESTS_FUZZ_PIECES_H_
