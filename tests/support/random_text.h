// SPDX-License-Identifier: Apache-2.0
// Random texts for property tests, which are the same in every run.
#ifndef FOOTNOTE_TESTS_SUPPORT_RANDOM_TEXT_H_
#define FOOTNOTE_TESTS_SUPPORT_RANDOM_TEXT_H_

#include <cstdint>
#include <random>
#include <string>

namespace footnote::testing_support {

// Makes well-formed UTF-8 texts with mixed scripts, white space and line ends of all kinds, code
// fences, quotation marks, combining characters and control characters.
class RandomText {
 public:
  explicit RandomText(uint64_t seed) : engine_(seed) {}

  // Returns a number from 0 to `bound` - 1.
  int Below(int bound) { return static_cast<int>(engine_() % static_cast<uint64_t>(bound)); }
  bool OneIn(int chances) { return Below(chances) == 0; }

  // Returns at most `max_pieces` pieces, most of which are one character. May be empty or blank.
  std::string Any(int max_pieces);

  // Like Any, with at least one character that is not white space.
  std::string NotBlank(int max_pieces);

 private:
  std::mt19937_64 engine_;
};

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_RANDOM_TEXT_H_
