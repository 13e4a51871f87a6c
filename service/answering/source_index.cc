// SPDX-License-Identifier: Apache-2.0
#include "service/answering/source_index.h"

#include <cstring>

namespace footnote::answering {
namespace {

// Calls visit(&view) for each text of `source`, always in the same order.
template <typename Visit>
void VisitTexts(Source* source, const Visit& visit) {
  for (absl::string_view* name :
       {&source->id, &source->title, &source->document_key, &source->address}) {
    visit(name);
  }
  for (auto& [key, value] : source->metadata) {
    visit(&key);
    visit(&value);
  }
  for (absl::string_view& block : source->blocks) visit(&block);
}

}  // namespace

void SourceIndex::Detach() {
  size_t bytes = 0;
  for (std::vector<Source>* sources : {&search_results_, &documents_}) {
    for (Source& source : *sources) {
      VisitTexts(&source, [&bytes](absl::string_view* text) { bytes += text->size(); });
    }
    sources->shrink_to_fit();
  }
  text_.reset(new char[bytes]);
  text_bytes_ = bytes;
  char* free = text_.get();
  for (std::vector<Source>* sources : {&search_results_, &documents_}) {
    for (Source& source : *sources) {
      VisitTexts(&source, [&free](absl::string_view* text) {
        if (text->empty()) {
          *text = absl::string_view();
          return;
        }
        std::memcpy(free, text->data(), text->size());
        *text = absl::string_view(free, text->size());
        free += text->size();
      });
      source.search_result = nullptr;
      source.document = nullptr;
    }
  }
}

size_t SourceIndex::held_bytes() const {
  size_t bytes = text_bytes_;
  for (const std::vector<Source>* sources : {&search_results_, &documents_}) {
    bytes += sources->capacity() * sizeof(Source);
    for (const Source& source : *sources) {
      bytes += source.blocks.capacity() * sizeof(source.blocks[0]) + source.block_flags.capacity() +
               source.metadata.capacity() * sizeof(source.metadata[0]);
    }
  }
  return bytes;
}

void DescribeSource(const Source& source, size_t index, v1::CitedSource* out) {
  out->set_kind(source.kind == Source::Kind::kSearchResult ? v1::CitedSource::KIND_SEARCH_RESULT
                                                           : v1::CitedSource::KIND_DOCUMENT);
  out->set_id(source.id.data(), source.id.size());
  out->set_api_index(static_cast<int32_t>(index));
  out->set_turn_index(source.position.turn);
  if (source.position.tool_result.has_value())
    out->set_tool_result_index(*source.position.tool_result);
  out->set_item_index(source.position.position);
}

}  // namespace footnote::answering
