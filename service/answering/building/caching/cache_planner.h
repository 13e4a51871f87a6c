// Which prefixes of a request the API is to keep.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/caching/cache_breakpoints.h"
#include "service/answering/building/caching/cache_positions.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request.h"

namespace footnote::answering::building {

// What v1::CacheOptions states.
struct CacheRules {
  enum class Policy { kNone, kExplicit, kAuto };
  Policy policy = Policy::kExplicit;
  // Of planned marks.
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
};

// Reads `options`, at `path`.
CacheRules ReadCacheRules(const v1::CacheOptions& options, const FieldPath& path,
                          Violations* violations);

// Checks the caller's marks as the policy asks: their number if they are sent as they are, their
// order if they are sent at all.
void CheckCacheBreakpoints(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                           Violations* violations);

// A mark that is sent.
struct PlannedBreakpoint {
  // The caller's field that sets it; empty for one of Footnote's own.
  std::string field;
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
  // As CacheBreakpointPosition has them.
  std::string position;
  int64_t prefix_tokens = 0;
  bool may_have_more_tokens = false;
};

struct CachePlan {
  // In the order in which the API reads them.
  std::vector<PlannedBreakpoint> breakpoints;
  // The caller's fields whose marks are not sent because there are more than the API takes.
  std::vector<std::string> dropped;
  // About how many tokens the request has; see VisitCachePositions.
  int64_t request_tokens = 0;
};

// Decides on the marks of `request`, which is whole and valid, and sets them there. It has those of
// the caller, `breakpoints`, which CheckCacheBreakpoints has found no fault with. `turn_starts` has
// the first message of each turn, the present one last; a turn of which nothing is sent starts
// where the next does. Tokens are counted if `counting` says so, and with CacheRules::Policy::kAuto
// in any case.
//
// With kAuto at most four stand. The caller's go first: those before the messages, then those of
// earlier turns, then those of the present one; among equals the longer time to live, then the
// longer prefix. What is left goes to the first of these that ends nothing that is marked already
// and whose prefix is long enough for the model, or may be: the system prompt, or the last tool if
// there is none; the last hit or document of the first turn that has any; the last block of the
// user's last message before the present turn, which is where the request before ended; the last
// block of the present turn; the last tool. Planned marks have the time to live of `rules`, but as
// long a one as a mark behind them and as short a one as a mark before them, which the API asks
// for.
CachePlan PlanCache(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                    const std::vector<size_t>& turn_starts, TokenCounting counting,
                    messages::MessagesRequest* request);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_PLANNER_H_
