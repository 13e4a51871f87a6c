// One hit: its rules, its blocks, and its entry in the SourceIndex.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_

#include <utility>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/violations.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// Builds the hits of one request, in the API's order.
class SearchResultBuilder {
 public:
  // `default_chunking` is for hits that say nothing. The pointers must outlive the builder.
  SearchResultBuilder(segmentation::ChunkingRules default_chunking, bool citable,
                      SourceRegister* sources, CacheBreakpoints* breakpoints,
                      Violations* violations)
      : default_chunking_(std::move(default_chunking)),
        citable_(citable),
        sources_(sources),
        breakpoints_(breakpoints),
        violations_(violations) {}

  // Checks `hit`, gives it its place in the index, and returns what is sent of it: views of `hit`.
  messages::SearchResultParam Build(const v1::SearchResult& hit, const SourcePosition& place,
                                    const FieldPath& path);

 private:
  // Fills what `source` says of the text of `hit`.
  void ReadText(const v1::SearchResult& hit, const FieldPath& path, Source* source);
  void ReadBlocks(const v1::SearchResult& hit, const FieldPath& path, Source* source);

  const segmentation::ChunkingRules default_chunking_;
  const bool citable_;
  SourceRegister* const sources_;
  CacheBreakpoints* const breakpoints_;
  Violations* const violations_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_
