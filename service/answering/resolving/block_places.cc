#include "service/answering/resolving/block_places.h"

#include <algorithm>

namespace footnote::answering {

BlockPlaces::BlockPlaces(const Source& source) {
  edges_.reserve(source.blocks.size() + 1);
  TextLength edge;
  for (size_t i = 0; i < source.blocks.size(); ++i) {
    edges_.push_back(edge);
    if (source.blocks[i].empty()) pictures_.push_back(i);
    edge += Measure(source.blocks[i]);
  }
  edges_.push_back(edge);
}

bool BlockPlaces::HasPicture(size_t start, size_t end) const {
  const auto picture = std::lower_bound(pictures_.begin(), pictures_.end(), start);
  return picture != pictures_.end() && *picture < end;
}

void BlockPlaces::AddSpans(size_t start, size_t end,
                           google::protobuf::RepeatedPtrField<v1::Span>* spans) const {
  auto picture = std::lower_bound(pictures_.begin(), pictures_.end(), start);
  while (start < end) {
    const size_t run_end = picture == pictures_.end() ? end : std::min(*picture++, end);
    if (start < run_end) SetSpan(edges_[start], edges_[run_end], spans->Add());
    start = run_end + 1;
  }
}

}  // namespace footnote::answering
