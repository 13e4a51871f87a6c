// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/citations/block_offsets.h"

#include <algorithm>

namespace footnote::answering::resolving {

BlockOffsets::BlockOffsets(const Source& source) {
  edges_.reserve(source.blocks.size() + 1);
  text::TextLength edge;
  for (size_t i = 0; i < source.blocks.size(); ++i) {
    edges_.push_back(edge);
    if (source.blocks[i].empty()) images_.push_back(i);
    edge += text::Measure(source.blocks[i]);
  }
  edges_.push_back(edge);
}

bool BlockOffsets::HasImage(size_t start, size_t end) const {
  const auto image = std::lower_bound(images_.begin(), images_.end(), start);
  return image != images_.end() && *image < end;
}

std::optional<v1::Span> BlockOffsets::SpanOf(size_t start, size_t end) const {
  if (edges_[start].bytes == edges_[end].bytes) return std::nullopt;
  return text::MakeSpan(edges_[start], edges_[end]);
}

}  // namespace footnote::answering::resolving
