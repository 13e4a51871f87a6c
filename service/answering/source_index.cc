#include "service/answering/source_index.h"

namespace footnote::answering {

void DescribeHit(const SourceIndex& sources, size_t index, v1::CitedSource* out) {
  const SourceHit& source = sources.hits()[index];
  out->set_kind(v1::CitedSource::KIND_HIT);
  out->set_id(source.hit->id());
  out->set_index(static_cast<int32_t>(index));
  out->set_turn(source.turn);
  if (source.tool_result.has_value()) out->set_tool_result(*source.tool_result);
  out->set_position(source.position);
}

}  // namespace footnote::answering
