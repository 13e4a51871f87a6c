// One hit: its rules, its blocks, and its entry in the SourceIndex.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_HIT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_HIT_BUILDER_H_

#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "footnote/v1/content.pb.h"
#include "service/answering/building/cache_marks.h"
#include "service/answering/building/violations.h"
#include "service/answering/chunking/chunker.h"
#include "service/answering/source_index.h"
#include "service/messages/request.h"

namespace footnote::answering {

// Where a hit stands; see v1::CitedSource.
struct HitPlace {
  int turn = 0;
  std::optional<int> tool_result;
  int position = 0;
};

// The rules that `chunking`, at `path`, states.
ChunkingRules ReadChunking(const v1::Chunking& chunking, const FieldPath& path,
                           Violations* violations);

// Builds the hits of one request, in the API's order.
class HitBuilder {
 public:
  // `default_chunking` is for hits that say nothing. The pointers must outlive the builder.
  HitBuilder(ChunkingRules default_chunking, bool citable, CacheMarks* marks, SourceIndex* sources,
             Violations* violations)
      : default_chunking_(std::move(default_chunking)),
        citable_(citable),
        marks_(marks),
        sources_(sources),
        violations_(violations) {}

  // Checks `hit`, gives it its place in the index, and returns what is sent of it: views of `hit`.
  messages::SearchResultParam Build(const v1::SearchResult& hit, const HitPlace& place,
                                    const FieldPath& path);

 private:
  void CheckId(const v1::SearchResult& hit, const FieldPath& path);
  ChunkingRules OwnChunking(const v1::SearchResult& hit, const FieldPath& path);
  void CutText(const v1::SearchResult& hit, SourceHit* source) const;

  const ChunkingRules default_chunking_;
  const bool citable_;
  CacheMarks* const marks_;
  SourceIndex* const sources_;
  Violations* const violations_;
  // How many blocks all hits so far have.
  size_t block_count_ = 0;
  // How many hits so far have a pattern of their own.
  size_t own_patterns_ = 0;
  // The ids so far, and the position of the hit that has each in the index.
  absl::flat_hash_map<absl::string_view, size_t> ids_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_HIT_BUILDER_H_
