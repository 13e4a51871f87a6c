// SPDX-License-Identifier: Apache-2.0
// A reporter for Google Benchmark that keeps the medians.
#ifndef FOOTNOTE_BENCH_MEDIAN_REPORTER_H_
#define FOOTNOTE_BENCH_MEDIAN_REPORTER_H_

#include <map>
#include <string>
#include <vector>

#include "benchmark/benchmark.h"

namespace footnote::bench {

// Prints to the console and keeps the median CPU time of each benchmark.
class MedianReporter : public benchmark::ConsoleReporter {
 public:
  MedianReporter() : ConsoleReporter(OO_None) {}

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.aggregate_name == "median") {
        medians_[run.run_name.function_name] = run.GetAdjustedCPUTime();
      }
    }
    ConsoleReporter::ReportRuns(runs);
  }

  // Returns the median CPU time of `name` in its unit; 0 if it did not run.
  double MedianOf(const std::string& name) const {
    const auto median = medians_.find(name);
    return median == medians_.end() ? 0 : median->second;
  }

 private:
  std::map<std::string, double> medians_;
};

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_MEDIAN_REPORTER_H_
