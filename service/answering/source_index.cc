#include "service/answering/source_index.h"

namespace footnote::answering {

const std::string& Source::address() const {
  static const auto& none = *new std::string();
  switch (kind) {
    case Kind::kHit:
      return hit->source();
    case Kind::kUrl:
      return document->url();
    case Kind::kFile:
      return document->file_id();
    case Kind::kPlainText:
    case Kind::kBlocks:
    case Kind::kPdf:
      break;
  }
  return none;
}

void DescribeSource(const Source& source, size_t index, v1::CitedSource* out) {
  out->set_kind(source.hit != nullptr ? v1::CitedSource::KIND_HIT : v1::CitedSource::KIND_DOCUMENT);
  out->set_id(source.id());
  out->set_index(static_cast<int32_t>(index));
  out->set_turn(source.place.turn);
  if (source.place.tool_result.has_value()) out->set_tool_result(*source.place.tool_result);
  out->set_position(source.place.position);
}

}  // namespace footnote::answering
