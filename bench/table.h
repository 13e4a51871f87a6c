// SPDX-License-Identifier: Apache-2.0
// Statistics of results, and their output.
#ifndef FOOTNOTE_BENCH_TABLE_H_
#define FOOTNOTE_BENCH_TABLE_H_

#include <string>
#include <vector>

namespace footnote::bench {

// One measure with its goals.
struct TableRow {
  std::string row;  // of the goals in bench/README.md
  std::string measure;
  double value = 0;
  double goal = 0;
  double stretch = 0;  // the best that is known to be possible; its side of `goal` determines which
                       // direction is better
};

// Prints `row | measure | value | goal | stretch | verdict` lines to stdout, under a heading.
void PrintTable(const std::vector<TableRow>& rows);

// Returns the median; 0 if there are no values.
double Median(std::vector<double> values);

// Returns the smallest value that this share (0 to 1) of all values does not exceed; 0 if there are
// no values.
double Quantile(std::vector<double> values, double share);

// Returns the median of the ratios of the rounds: a disturbance of a round affects both of its
// values.
double MedianRatio(const std::vector<double>& over, const std::vector<double>& under);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_TABLE_H_
