// One hit: its rules, its blocks, and its entry in the SourceIndex.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_HIT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_HIT_BUILDER_H_

#include <utility>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_marks.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/violations.h"
#include "service/answering/chunking/chunker.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"

namespace footnote::answering {

// Builds the hits of one request, in the API's order.
class HitBuilder {
 public:
  // `default_chunking` is for hits that say nothing. The pointers must outlive the builder.
  HitBuilder(ChunkingRules default_chunking, bool citable, SourceRegister* sources,
             CacheMarks* marks, Violations* violations)
      : default_chunking_(std::move(default_chunking)),
        citable_(citable),
        sources_(sources),
        marks_(marks),
        violations_(violations) {}

  // Checks `hit`, gives it its place in the index, and returns what is sent of it: views of `hit`.
  messages::SearchResultParam Build(const v1::SearchResult& hit, const SourcePlace& place,
                                    const FieldPath& path);

 private:
  // Fills what `source` says of the text of `hit`.
  void ReadText(const v1::SearchResult& hit, const FieldPath& path, Source* source);
  void ReadBlocks(const v1::SearchResult& hit, const FieldPath& path, Source* source);

  const ChunkingRules default_chunking_;
  const bool citable_;
  SourceRegister* const sources_;
  CacheMarks* const marks_;
  Violations* const violations_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_HIT_BUILDER_H_
