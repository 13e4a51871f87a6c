// Rows of a segmentation set, and how well a segmentation agrees with them.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_
#define FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// A text and where it should be cut.
struct Row {
  std::string id;
  std::string lang;    // BCP 47; "und" if it is of several
  std::string mode;    // "sentence", "paragraph" or "item"
  std::string source;  // who made the row
  std::string group;   // the authors' name for its kind
  std::string text;
  // Its blocks; trimmed, if `exact` is false.
  std::vector<std::string> blocks;
  // Whether the blocks join to the text, and cuts must agree byte for byte.
  bool exact = false;
};

// The rows of a file of JSON lines; ends the process with a message if it cannot be read.
std::vector<Row> ReadRows(const std::string& file);

// How many cuts were right, made and wanted, over some rows.
struct Score {
  size_t rows = 0;
  size_t right_rows = 0;
  size_t right_splits = 0;
  size_t made_splits = 0;
  size_t wanted_splits = 0;

  // Adds `row` as cut into `blocks`; returns whether it is right: a cut is known by the count of
  // characters before it that are not white space or, in an exact row, by that of bytes.
  bool Add(const Row& row, const std::vector<absl::string_view>& blocks);
  void Add(const Score& other);

  double exact() const;  // percent of rows
  double f1() const;     // percent
};

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_
