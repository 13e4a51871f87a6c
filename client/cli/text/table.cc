// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/table.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "client/cli/text/columns.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

constexpr size_t kIndent = 2;
constexpr size_t kGap = 2;
constexpr size_t kMinWidth = 8;  // of a column that may shrink

std::string Padded(const std::string& cell, size_t width, bool to_the_right) {
  const std::string shown = CutToColumns(cell, width);
  const std::string space(width - std::min(width, ColumnsOf(shown)), ' ');
  return to_the_right ? space + shown : shown + space;
}

}  // namespace

void Table::Add(const std::vector<std::string>& cells) {
  std::vector<std::string>& row = rows_.emplace_back();
  for (size_t i = 0; i < columns_.size(); ++i) {
    row.push_back(i < cells.size() ? PrintableLine(cells[i]) : "");
  }
}

std::vector<size_t> Table::Widths(size_t width) const {
  std::vector<size_t> widths(columns_.size(), 0);
  for (const std::vector<std::string>& row : rows_) {
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], ColumnsOf(row[i]));
  }
  size_t total = kIndent;
  for (size_t i = 0; i < widths.size(); ++i) {
    if (widths[i] == 0) continue;
    widths[i] = std::max(widths[i], ColumnsOf(columns_[i].head));
    if (columns_[i].may_shrink) widths[i] = std::min(widths[i], std::max(width, kMinWidth));
    total += widths[i] + (total == kIndent ? 0 : kGap);
  }
  for (; total > width; --total) {
    size_t* widest = nullptr;
    for (size_t i = 0; i < widths.size(); ++i) {
      const bool can_shrink = columns_[i].may_shrink && widths[i] > kMinWidth;
      if (can_shrink && (widest == nullptr || widths[i] > *widest)) widest = &widths[i];
    }
    if (widest == nullptr) break;
    --*widest;
  }
  return widths;
}

std::string Table::Render(size_t width) const {
  if (rows_.empty()) return "";
  const std::vector<size_t> widths = Widths(width);
  std::string out;
  const auto append = [&](auto cell_of) {
    std::string line(kIndent, ' ');
    for (size_t i = 0; i < columns_.size(); ++i) {
      if (widths[i] == 0) continue;
      absl::StrAppend(&line, Padded(cell_of(i), widths[i], columns_[i].is_number),
                      std::string(kGap, ' '));
    }
    absl::StrAppend(&out, absl::StripTrailingAsciiWhitespace(line), "\n");
  };
  append([&](size_t i) { return columns_[i].head; });
  for (const std::vector<std::string>& row : rows_) {
    append([&](size_t i) { return row[i]; });
  }
  return out;
}

}  // namespace footnote::client
