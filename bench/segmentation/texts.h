// Texts to measure with: ordinary ones, hostile ones and random ones.
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

// At least `bytes` of the rows of `lang` (of all, if it is empty), each a paragraph, in turn.
std::string JoinRows(const std::vector<Row>& rows, const std::string& lang, size_t bytes);

// Texts that invite a careless splitter to take time in their square, of about `bytes` each.
struct Hostile {
  const char* name;
  std::string prefix;
  std::string unit;  // repeated
};
const std::vector<Hostile>& HostileTexts();
std::string Repeated(const Hostile& hostile, size_t bytes);

// Calls `use` with `count` random texts of any Unicode characters and pieces of Markdown, the same
// ones on every run.
void ForRandomTexts(size_t count, const std::function<void(const std::string&)>& use);

// CPU seconds that `work` takes: the least of `runs`.
double CpuSeconds(int runs, const std::function<void()>& work);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_TEXTS_H_
