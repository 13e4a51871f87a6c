// What of a request can carry a cache mark, in the order in which the API reads it.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "service/messages/request.h"

namespace footnote::answering::building {

// A place of a request that can carry a cache mark.
struct CacheBreakpointPosition {
  enum class Part { kTools, kSystem, kMessages };

  Part part = Part::kTools;
  // Of the tool (the API's web search is the last) or the message.
  size_t index = 0;
  // Of the block in the message.
  size_t block = 0;
  // Of the block in the tool result that `block` is, if it is inside one.
  std::optional<size_t> inner;
  // Whether nothing of the same tool, system or message block comes behind it.
  bool ends_block = true;
  // Whether it is a hit or a document, or a tool result with one in it.
  bool has_source = false;
  // Whether the API takes a mark here: not on text of white space only.
  bool takes_breakpoint = true;
  // About how many tokens the request has up to its end. 0 if they are not counted.
  int64_t prefix_tokens = 0;
  // Whether the prefix may have many more: nobody here can count those of a PDF, or of a document
  // at a URL or in a file.
  bool may_have_more_tokens = false;
  // How many places come before it.
  size_t ordinal = 0;
  // Its mark in the request.
  std::optional<messages::CacheTtl>* breakpoint = nullptr;

  // Where it is in the request's JSON, such as `messages[2].content[0]`, `tools[1]` or `system[0]`.
  std::string ToString() const;
};

// Whether a mark at one place ends the same prefix as a mark at the other, but for the end of a
// tool result.
bool SamePrefix(const CacheBreakpointPosition& a, const CacheBreakpointPosition& b);

enum class TokenCounting { kNone, kEstimated };

// Calls `visit` for every place of `request` in the API's order: tools, its web search, the system
// prompt, messages; what is inside a tool result comes before the result. `breakpoint` is good as
// long as nothing is added to the request. Returns about how many tokens the whole request has, 0
// if they are not counted; PDFs, and documents at URLs and in files, are not in it. A picture
// counts the same wherever it is.
int64_t VisitCachePositions(messages::MessagesRequest* request, TokenCounting counting,
                            const std::function<void(const CacheBreakpointPosition&)>& visit);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_POSITIONS_H_
