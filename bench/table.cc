// SPDX-License-Identifier: Apache-2.0
#include "bench/table.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <utility>

namespace footnote::bench {
namespace {

const char* Verdict(const TableRow& row) {
  const bool more_is_better = row.stretch > row.goal;
  const auto reaches = [&](double mark) {
    return more_is_better ? row.value >= mark : row.value <= mark;
  };
  if (reaches(row.stretch)) return "stretch";
  return reaches(row.goal) ? "goal" : "missed";
}

}  // namespace

void PrintTable(const std::vector<TableRow>& rows) {
  std::printf("row | %-54s | %10s | %10s | %10s | verdict\n", "measure", "value", "goal",
              "stretch");
  for (const TableRow& row : rows) {
    const char* sign = row.stretch > row.goal ? ">=" : "<=";
    std::printf("%3s | %-54s | %10.2f | %2s %7.2f | %2s %7.2f | %s\n", row.row.c_str(),
                row.measure.c_str(), row.value, sign, row.goal, sign, row.stretch, Verdict(row));
  }
}

double Median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double Quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const double rank = std::ceil(share * static_cast<double>(values.size()));
  return values[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

double MedianRatio(const std::vector<double>& over, const std::vector<double>& under) {
  std::vector<double> ratios;
  for (size_t i = 0; i < over.size(); ++i) ratios.push_back(under[i] == 0 ? 0 : over[i] / under[i]);
  return Median(std::move(ratios));
}

}  // namespace footnote::bench
