// SPDX-License-Identifier: Apache-2.0
// Blocks with a beginning and an end whose lines are not parsed: code fences, display math, HTML
// and tables.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_ENCLOSED_BLOCK_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_ENCLOSED_BLOCK_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/line_shapes.h"
#include "service/segmentation/lines.h"

namespace footnote::segmentation {

// Tracks the open block of a text, of which there is at most one.
class EnclosedBlock {
 public:
  // The relation of a line to the block.
  enum class LineKind { kOutside, kInside, kTableRow };

  // `text` must outlive this.
  explicit EnclosedBlock(absl::string_view text) : text_(text) {}

  bool is_open() const { return kind_ != Kind::kNone; }

  // Opens a fence after its first line. `quoted` is true inside a block quotation.
  // `content_columns` is the indentation of the list item that has the fence, or 0.
  void OpenFence(const FenceLine& fence, bool quoted, size_t content_columns);

  // Opens math that ends with a line that ends with `closer`, which must outlive this.
  void OpenMath(absl::string_view closer);

  // Opens HTML that ends with a line that contains `closer`, which must outlive this; or before a
  // blank line if `closer` is empty.
  void OpenHtml(absl::string_view closer);

  // Opens a table after its first line. `delimiter` is the offset of the line below the head.
  void OpenTable(size_t delimiter);

  void Close() { kind_ = Kind::kNone; }

  // Classifies the next line of an open block. Closes the block after or, for kOutside, before it.
  LineKind Take(const Line& line, absl::string_view content);

  // True if `closer` occurs after `line` or, for HTML, in it. Searches the text to its end at most
  // once for each closer that is missing. `closer` must outlive this.
  bool HasCloser(absl::string_view closer, const Line& line);

 private:
  enum class Kind { kNone, kFence, kMath, kHtml, kTable };

  LineKind TakeFenced(absl::string_view content);
  LineKind CloseBefore();

  const absl::string_view text_;
  Kind kind_ = Kind::kNone;
  absl::string_view closer_;
  FenceLine fence_;
  bool fence_quoted_ = false;
  size_t fence_content_ = 0;
  size_t table_delimiter_ = 0;
  std::vector<absl::string_view> missing_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_ENCLOSED_BLOCK_H_
