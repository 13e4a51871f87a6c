// How results are summed up and shown.
#ifndef FOOTNOTE_BENCH_TABLE_H_
#define FOOTNOTE_BENCH_TABLE_H_

#include <string>
#include <vector>

namespace footnote::bench {

// One measure, held against its goals.
struct TableRow {
  std::string row;  // of the goals in bench/README.md
  std::string measure;
  double value = 0;
  double goal = 0;
  double stretch =
      0;  // what is best known to be possible; tells by its side of `goal` which is better
};

// Prints `row | measure | value | goal | stretch | verdict` lines to stdout, under a heading.
void PrintTable(const std::vector<TableRow>& rows);

// The median; 0 of nothing.
double Median(std::vector<double> values);

// The smallest value that this share (0 to 1) of all is not greater than; 0 of nothing.
double Quantile(std::vector<double> values, double share);

// The median over rounds of each round's own ratio: what disturbs a round disturbs both of it.
double MedianRatio(const std::vector<double>& over, const std::vector<double>& under);

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_TABLE_H_
