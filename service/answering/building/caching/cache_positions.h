// SPDX-License-Identifier: Apache-2.0
// The positions of a request that accept a cache breakpoint, in the order in which the API reads
// them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "service/messages/request_params.h"

namespace footnote::answering::building {

// A position of a request at which a cache breakpoint can be set: the end of an element.
struct CacheBreakpointPosition {
  enum class Part { kTools, kSystem, kMessages };

  Part part = Part::kTools;
  // The index of the tool or message.
  size_t index = 0;
  // The index of the block in the message.
  size_t block = 0;
  // The index in the content of the tool result that `block` is, if the element is inside of one.
  std::optional<size_t> inner;
  // True if nothing of the same tool, system prompt or message block follows.
  bool ends_block = true;
  // True if the element is a search result or document, or a tool result that has one.
  bool has_source = false;
  // True if the API accepts a breakpoint here. It does not accept one on blank text.
  bool takes_breakpoint = true;
  // The estimated number of tokens of the request up to the end of the element. 0 if tokens are not
  // counted.
  int64_t prefix_tokens = 0;
  // True if the prefix may have many more tokens: those of a PDF, or of a document that is given by
  // URL or file id, cannot be counted.
  bool may_have_more_tokens = false;
  // The number of positions that precede this one.
  size_t ordinal = 0;
  // The breakpoint in the request.
  std::optional<messages::CacheTtl>* breakpoint = nullptr;

  // Returns the path of the element in the JSON of the request, such as `messages[2].content[0]`,
  // `tools[1]` or `system[0]`.
  std::string ToString() const;
};

// True if breakpoints at both positions end the same prefix, except for the end of a tool result.
bool SamePrefix(const CacheBreakpointPosition& a, const CacheBreakpointPosition& b);

enum class TokenCounting { kNone, kEstimated };

// Calls `visit` for every position of `request` in the API's order: tools, system prompt, messages;
// the content of a tool result precedes the tool result. `breakpoint` is valid as long as nothing
// is added to the request. Returns the estimated number of tokens of the entire request, or 0 if
// tokens are not counted. PDFs, and documents that are given by URL or file id, are not counted.
// All images count the same.
int64_t VisitCachePositions(messages::MessagesRequest* request, TokenCounting counting,
                            const std::function<void(const CacheBreakpointPosition&)>& visit);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_
