// SPDX-License-Identifier: Apache-2.0
#include "service/segmentation/enclosed_block.h"

#include <optional>

#include "absl/strings/match.h"

namespace footnote::segmentation {

void EnclosedBlock::OpenFence(const FenceLine& fence, bool quoted, size_t content_columns) {
  kind_ = Kind::kFence;
  fence_ = fence;
  fence_quoted_ = quoted;
  fence_content_ = content_columns;
}

void EnclosedBlock::OpenMath(absl::string_view closer) {
  kind_ = Kind::kMath;
  closer_ = closer;
}

void EnclosedBlock::OpenHtml(absl::string_view closer) {
  kind_ = Kind::kHtml;
  closer_ = closer;
}

void EnclosedBlock::OpenTable(size_t delimiter) {
  kind_ = Kind::kTable;
  table_delimiter_ = delimiter;
}

EnclosedBlock::LineKind EnclosedBlock::Take(const Line& line, absl::string_view content) {
  switch (kind_) {
    case Kind::kFence:
      return TakeFenced(content);
    case Kind::kMath:
      if (absl::EndsWith(content, closer_)) Close();
      return LineKind::kInside;
    case Kind::kHtml:
      if (closer_.empty()) return IsBlankLine(content) ? CloseBefore() : LineKind::kInside;
      if (absl::StrContains(content, closer_)) Close();
      return LineKind::kInside;
    case Kind::kTable:
      if (IsBlankLine(content) || !absl::StrContains(content, '|')) return CloseBefore();
      return line.begin == table_delimiter_ ? LineKind::kInside : LineKind::kTableRow;
    case Kind::kNone:
      break;
  }
  return LineKind::kOutside;
}

EnclosedBlock::LineKind EnclosedBlock::TakeFenced(absl::string_view content) {
  // In a block quotation, each line of the fence has the quotation marker.
  if (IsBlankLine(content)) return fence_quoted_ ? CloseBefore() : LineKind::kInside;
  Indent indent = IndentOf(content);
  content.remove_prefix(indent.bytes);
  if (fence_quoted_) {
    if (content[0] != '>') return CloseBefore();
    content = StripQuoteMarkers(content);
    indent.columns = 0;
  }
  const std::optional<FenceLine> fence = ReadFence(content);
  const bool same_mark = fence.has_value() && fence->mark == fence_.mark;
  // The fence ends with the list item that has it.
  if (!fence_quoted_ && indent.columns < fence_content_ && !same_mark) return CloseBefore();
  if (same_mark && fence->bare && fence->length >= fence_.length &&
      indent.columns <= fence_content_ + 3) {
    Close();
  }
  return LineKind::kInside;
}

EnclosedBlock::LineKind EnclosedBlock::CloseBefore() {
  Close();
  return LineKind::kOutside;
}

bool EnclosedBlock::HasCloser(absl::string_view closer, const Line& line) {
  for (const absl::string_view missing : missing_) {
    if (missing == closer) return false;
  }
  const size_t from = closer[0] == '$' || closer[0] == '\\' ? line.end : line.begin;
  if (text_.find(closer, from) != absl::string_view::npos) return true;
  missing_.push_back(closer);
  return false;
}

}  // namespace footnote::segmentation
