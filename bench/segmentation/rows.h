// SPDX-License-Identifier: Apache-2.0
// Rows of a segmentation data set, and the score of a segmentation.
#ifndef FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_
#define FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace footnote::bench {

// A text and its expected blocks.
struct Row {
  std::string id;
  std::string lang;    // BCP 47; "und" for several languages
  std::string mode;    // "sentence", "paragraph" or "item"
  std::string source;  // the origin of the row
  std::string group;   // the kind of the row, as its authors name it
  std::string text;
  // The expected blocks; trimmed if `exact` is false.
  std::vector<std::string> blocks;
  // True if the blocks join to the text, and the splits must agree byte for byte.
  bool exact = false;
};

// Reads a file of JSON lines. Exits with a message if it cannot be read.
std::vector<Row> ReadRows(const std::string& file);

// The number of splits that are right, made and expected, over some rows.
struct Score {
  size_t rows = 0;
  size_t right_rows = 0;
  size_t right_splits = 0;
  size_t made_splits = 0;
  size_t wanted_splits = 0;

  // Adds `row` and its actual `blocks`. Returns true if they are right. Splits are compared by the
  // number of characters before them that are not white space or, in an exact row, of bytes.
  bool Add(const Row& row, const std::vector<absl::string_view>& blocks);
  void Add(const Score& other);

  double exact() const;  // percentage of right rows
  double f1() const;     // percentage
};

}  // namespace footnote::bench

#endif  // FOOTNOTE_BENCH_SEGMENTATION_ROWS_H_
