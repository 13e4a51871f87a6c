// SPDX-License-Identifier: Apache-2.0
// The choice of the cache breakpoints of a request.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/answer_request.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/caching/cache_positions.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The value of v1::CacheOptions.
struct CacheRules {
  enum class Policy { kNone, kExplicit, kAuto };
  Policy policy = Policy::kExplicit;
  // The time to live of planned breakpoints.
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
};

// Returns the rules that `options`, the value of `field`, specifies.
CacheRules ReadCacheRules(const v1::CacheOptions& options, const Field& field);

// Checks the caller's breakpoints: their number with kExplicit, their order unless with kNone.
void CheckCacheBreakpoints(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                           Violations* violations);

// A breakpoint that is sent.
struct PlannedBreakpoint {
  // The path of the caller's field that sets it. Empty for a breakpoint that Footnote planned.
  std::string field;
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
  // The path of the element that carries it; see CacheBreakpointPosition::ToString.
  std::string upstream_path;
  // See CacheBreakpointPosition.
  int64_t prefix_tokens = 0;
  bool may_have_more_tokens = false;
};

struct CachePlan {
  // In the order in which the API reads them.
  std::vector<PlannedBreakpoint> breakpoints;
  // The paths of the caller's fields whose breakpoints are not sent, since the API accepts fewer.
  std::vector<std::string> dropped;
  // The estimated number of tokens of the request; see VisitCachePositions.
  int64_t request_tokens = 0;
};

// Chooses the breakpoints of `request`, which is complete and valid, and sets them. On entry,
// `request` has the caller's breakpoints, which are also in `breakpoints` and must have passed
// CheckCacheBreakpoints. `turn_starts` has the index of the first message of each turn, the present
// turn last; a turn without messages has the index of the next turn. Tokens are counted if
// `counting` requires it, and always with kAuto.
//
// With kAuto, at most four breakpoints are sent. The caller's take precedence, ranked by: before
// the messages, in earlier turns, in the present turn; then by longer time to live; then by longer
// prefix. The remaining ones are planned at the first of these positions whose prefix has no
// breakpoint yet and is, or may be, long enough for the model:
//
// 1. the system prompt, or the last tool if there is none;
// 2. the last search result or document of the first turn that has any;
// 3. the last block of the last user message before the present turn, which is the end of the
//    previous request;
// 4. the last block of the present turn;
// 5. the last tool.
//
// Planned breakpoints have the time to live of `rules`, adjusted to the order that the API
// requires: the longer one before a longer breakpoint, the shorter one after a shorter breakpoint.
CachePlan PlanCache(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                    const std::vector<size_t>& turn_starts, TokenCounting counting,
                    messages::MessagesRequest* request);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_
