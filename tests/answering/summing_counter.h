// SPDX-License-Identifier: Apache-2.0
// A ByteCounter that a test reads.
#ifndef FOOTNOTE_TESTS_ANSWERING_SUMMING_COUNTER_H_
#define FOOTNOTE_TESTS_ANSWERING_SUMMING_COUNTER_H_

#include <algorithm>
#include <cstdint>

#include "service/answering/byte_counter.h"

namespace footnote::answering {

// Not thread-safe.
class SummingCounter final : public ByteCounter {
 public:
  void Add(int64_t delta) override {
    sum += delta;
    peak = std::max(peak, sum);
    ++reports;
  }

  int64_t sum = 0;
  int64_t peak = 0;
  int reports = 0;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_TESTS_ANSWERING_SUMMING_COUNTER_H_
