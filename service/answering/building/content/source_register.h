// SPDX-License-Identifier: Apache-2.0
// The rules that apply to all search results and documents of a request together.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// Adds search results and documents to a SourceIndex, in the order in which the API counts them.
class SourceRegister {
 public:
  // The index of a source in the API's terms: `search_result_index` or `document_index`.
  struct ApiIndex {
    bool is_search_result = false;
    size_t index = 0;
  };

  // `sources` must outlive the register.
  explicit SourceRegister(SourceIndex* sources) : sources_(sources) {}

  // True if the search results and documents of the request are citable.
  bool citable() const { return sources_->citable(); }

  // Copies id, title, document key and metadata from `content`, a search result or document, to
  // `source`, which must be the next argument of Add. Reports invalid values to `field`, the field
  // of `content`: among others an id that is too long, or that another source has.
  template <typename Content>
  void TakeNames(const Content& content, const Field& field, Source* source) {
    constexpr bool kIsSearchResult = std::is_same_v<Content, v1::SearchResult>;
    const size_t index =
        kIsSearchResult ? sources_->search_results().size() : sources_->documents().size();
    CheckId(content.id(), {kIsSearchResult, index}, field.Child("id"));
    field.Child("document_key").CheckWellFormed(content.document_key());
    source->id = content.id();
    source->title = content.title();
    source->document_key = content.document_key();
    source->metadata.assign(content.metadata().begin(), content.metadata().end());
  }

  // Returns the rules of a search result or document that has its own `chunking`, the value of
  // `field`.
  segmentation::ChunkingRules ReadOwnChunking(const v1::Chunking& chunking, const Field& field);

  // Splits well-formed `text` into the blocks of `source` by the rules of `source`. Does nothing if
  // the request already has too many blocks.
  void Split(absl::string_view text, Source* source) const;

  // Adds `source`, the value of `field`, to the index. Removes its blocks and reports a violation
  // if the request has too many blocks. The result is valid until the next call.
  const Source& Add(Source source, const Field& field);

  // Returns the index of the source with this id, or nullopt if no source so far has it.
  std::optional<ApiIndex> Find(absl::string_view id) const;
  // Returns the source with this index, or null if there is none so far.
  const Source* Get(ApiIndex index) const;

 private:
  void CheckId(const std::string& id, ApiIndex index, const Field& field);

  SourceIndex* const sources_;
  // The number of blocks of all sources so far.
  size_t block_count_ = 0;
  // The number of sources so far that have their own pattern.
  size_t own_patterns_ = 0;
  absl::flat_hash_map<absl::string_view, ApiIndex> ids_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_
