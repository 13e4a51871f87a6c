// A table for a terminal or a file: cells in columns that are aligned, on lines that are no longer
// than they should be.
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
    bool is_number = false;   // aligned to the right
    bool may_shrink = false;  // cut where the table would be too wide
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  // Adds a row of one cell for each column, made safe for a terminal here and put on one line.
  void Add(const std::vector<std::string>& cells);

  // The head and the rows, each indented by two and ended by a line feed. Columns in which every
  // cell is empty are left out. Where lines would take more than `width` columns, those that may
  // shrink are cut, the widest first, down to 8; no other is. Empty without rows.
  std::string Render(size_t width) const;

 private:
  std::vector<size_t> Widths(size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_TEXT_TABLE_H_
