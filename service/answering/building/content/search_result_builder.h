// SPDX-License-Identifier: Apache-2.0
// Validation of search results, and their form in the Messages API.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_

#include <utility>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/content/source_register.h"
#include "service/answering/building/validation/field.h"
#include "service/answering/source_index.h"
#include "service/messages/request_params.h"
#include "service/segmentation/chunker.h"

namespace footnote::answering::building {

// Builds the search results of one request, in the order in which the API counts them.
class SearchResultBuilder {
 public:
  // `default_chunking` applies to search results without `chunking`. The pointers must outlive the
  // builder.
  SearchResultBuilder(segmentation::ChunkingRules default_chunking, SourceRegister* sources,
                      CacheBreakpoints* breakpoints)
      : default_chunking_(std::move(default_chunking)),
        sources_(sources),
        breakpoints_(breakpoints) {}

  // Adds `search_result` to the source index, and returns the parameters for it, which are views of
  // `search_result`. Reports violations to `field`, the field of `search_result`.
  messages::SearchResultParam Build(const v1::SearchResult& search_result,
                                    const SourcePosition& position, const Field& field);

 private:
  // Each sets the blocks of `source` and how they were split.
  void ReadText(const v1::SearchResult& search_result, const Field& field, Source* source);
  static void ReadBlocks(const v1::TextBlocks& blocks, const Field& field, Source* source);

  const segmentation::ChunkingRules default_chunking_;
  SourceRegister* const sources_;
  CacheBreakpoints* const breakpoints_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CONTENT_SEARCH_RESULT_BUILDER_H_
