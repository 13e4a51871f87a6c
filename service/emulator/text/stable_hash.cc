// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/stable_hash.h"

#include <cstring>

namespace footnote::emulator {
namespace {

constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;

uint64_t Mix(uint64_t state, uint64_t word) {
  state = (state ^ word) * kMultiplier;
  return state ^ (state >> 29);
}

}  // namespace

uint64_t StableHash(std::string_view bytes, uint64_t seed) {
  uint64_t state = Mix(seed, bytes.size());
  size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    uint64_t word;
    std::memcpy(&word, bytes.data() + i, 8);
    state = Mix(state, word);
  }
  uint64_t rest = 0;
  for (; i < bytes.size(); ++i) rest = (rest << 8) | static_cast<unsigned char>(bytes[i]);
  return Mix(Mix(state, rest), kMultiplier);
}

std::string MakeId(std::string_view prefix, uint64_t seed) {
  constexpr std::string_view kAlphabet =
      "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  constexpr int kLetters = 22;
  std::string id(prefix);
  uint64_t state = StableHash(prefix, seed);
  for (int i = 0; i < kLetters; ++i) {
    id.push_back(kAlphabet[(state >> 32) % kAlphabet.size()]);
    state = Mix(state, kMultiplier);
  }
  return id;
}

}  // namespace footnote::emulator
