// SPDX-License-Identifier: Apache-2.0
// Texts for measurements: ordinary, hostile and random ones.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_TEXTS_H_
#define FOOTNOTE_BENCH_SEGMENTATION_TEXTS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "bench/segmentation/rows.h"

namespace footnote::bench {

// Returns at least `bytes` bytes of the rows of `lang`, or of all if it is empty, as paragraphs.
std::string JoinRows(const std::vector<Row>& rows, const std::string& lang, size_t bytes);

// Texts for which a careless splitter takes quadratic time.
struct Hostile {
  const char* name;
  std::string prefix;
  std::string unit;  // repeated
};
const std::vector<Hostile>& HostileTexts();
std::string Repeated(const Hostile& hostile, size_t bytes);

// Calls `use` with `count` random texts of Unicode characters and pieces of Markdown. The texts are
// the same in each run.
void ForRandomTexts(size_t count, const std::function<void(const std::string&)>& use);

// Returns the CPU time of `work` in seconds: the minimum of `runs` runs.
double CpuSeconds(int runs, const std::function<void()>& work);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_TEXTS_H_
