// What the hits and the documents of one request have in common: rules that hold over all of them,
// and their places in the SourceIndex.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_

#include <cstddef>
#include <optional>
#include <string>
#include <type_traits>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// Takes the hits and documents in the order in which the API counts them.
class SourceRegister {
 public:
  // A source's number: what the API calls `search_result_index` or `document_index`.
  struct Number {
    bool is_hit = false;
    size_t index = 0;
  };

  // The pointers must outlive the register.
  SourceRegister(SourceIndex* sources, Violations* violations)
      : sources_(sources), violations_(violations) {}

  // Gives `source`, which Add is to be called with next, the names that the caller has for
  // `content`, a hit or a document at `path`. Checks them: the id is of a sane length and nobody
  // else's.
  template <typename Content>
  void TakeNames(const Content& content, const FieldPath& path, Source* source) {
    constexpr bool kIsHit = std::is_same_v<Content, v1::SearchResult>;
    CheckId(content.id(), {kIsHit, kIsHit ? sources_->hits().size() : sources_->documents().size()},
            path.Field("id"));
    violations_->CheckWellFormed(path.Field("document_key"), content.document_key());
    source->id = content.id();
    source->title = content.title();
    source->document_key = content.document_key();
    source->metadata.assign(content.metadata().begin(), content.metadata().end());
  }

  // The rules that a hit or document has for itself; `path` is of its `chunking`.
  segmentation::ChunkingRules ReadOwnChunking(const v1::Chunking& chunking, const FieldPath& path);

  // Cuts well-formed `text` into the blocks of `source`, by its own rules. Leaves it uncut if the
  // request has too many blocks already.
  void Split(absl::string_view text, Source* source) const;

  // Gives `source`, which stands at `path`, its place in the index. It loses its blocks if they are
  // too many. The reference is good until the next call.
  const Source& Add(Source source, const FieldPath& path);

  // The number of the source with this id among those so far.
  std::optional<Number> Find(absl::string_view id) const;
  // The source with this number, or null if there is none so far.
  const Source* Get(Number number) const;

 private:
  void CheckId(const std::string& id, Number number, const FieldPath& path);

  SourceIndex* const sources_;
  Violations* const violations_;
  // How many blocks all sources so far have.
  size_t block_count_ = 0;
  // How many sources so far have a pattern of their own.
  size_t own_patterns_ = 0;
  absl::flat_hash_map<absl::string_view, Number> ids_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SOURCE_REGISTER_H_
