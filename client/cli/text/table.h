// SPDX-License-Identifier: Apache-2.0
// A table for a terminal or a file with aligned columns and a maximum width.
#ifndef FOOTNOTE_CLIENT_CLI_TEXT_TABLE_H_
#define FOOTNOTE_CLIENT_CLI_TEXT_TABLE_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace footnote::client {

class Table {
 public:
  struct Column {
    std::string head;
    bool is_number = false;   // right-aligned
    bool may_shrink = false;  // truncated if the table is too wide
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Adds a row with one cell for each column. Cells are converted with PrintableLine.
  void Add(const std::vector<std::string>& cells);

  // Returns the header and the rows, each indented by two and ended by a line feed. Columns whose
  // cells are all empty are omitted. If lines exceed `width` columns, the columns that may shrink
  // are truncated, the widest first, down to 8. Empty if there are no rows.
  std::string Render(size_t width) const;

 private:
  std::vector<size_t> Widths(size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_TABLE_H_
