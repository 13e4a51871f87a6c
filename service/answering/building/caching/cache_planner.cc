// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_planner.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/caching/cache_minimum.h"

namespace footnote::answering::building {
namespace {

using messages::CacheTtl;
using Policy = CacheRules::Policy;

// A breakpoint to send. `field` is as in PlannedBreakpoint.
struct ChosenBreakpoint {
  CacheBreakpointPosition position;
  CacheTtl ttl = CacheTtl::k5Minutes;
  std::string field;
};

// The positions at which Footnote plans breakpoints.
struct Candidates {
  std::optional<CacheBreakpointPosition> last_tool;
  std::optional<CacheBreakpointPosition> system;
  std::optional<CacheBreakpointPosition> first_sources;
  std::optional<CacheBreakpointPosition> last_earlier;
  std::optional<CacheBreakpointPosition> last_present;

  // Returns the candidates, the best first.
  std::vector<std::optional<CacheBreakpointPosition>> InOrder() const {
    return {system.has_value() ? system : last_tool, first_sources, last_earlier, last_present,
            last_tool};
  }
};

// Returns the number of turns that start at or before `message`.
size_t TurnOf(size_t message, const std::vector<size_t>& turn_starts) {
  return std::upper_bound(turn_starts.begin(), turn_starts.end(), message) - turn_starts.begin();
}

// Finds the candidates among the positions of a request.
class CandidateFinder {
 public:
  // The arguments must outlive the finder.
  CandidateFinder(const messages::MessagesRequest& request, const std::vector<size_t>& turn_starts)
      : request_(request),
        turn_starts_(turn_starts),
        present_start_(turn_starts.empty() ? 0 : turn_starts.back()) {}

  // Must be called for each position, in the API's order.
  void Take(const CacheBreakpointPosition& position) {
    if (!position.takes_breakpoint) return;
    switch (position.part) {
      case CacheBreakpointPosition::Part::kTools:
        found_.last_tool = position;
        return;
      case CacheBreakpointPosition::Part::kSystem:
        found_.system = position;
        return;
      case CacheBreakpointPosition::Part::kMessages:
        break;
    }
    // A breakpoint on a tool result is preferred to an equivalent one inside of it. The content of
    // an assistant message is part of the prefix that ends at the next user message.
    if (position.inner.has_value() ||
        request_.messages[position.index].role != messages::Role::kUser) {
      return;
    }
    (position.index < present_start_ ? found_.last_earlier : found_.last_present) = position;
    if (!position.has_source) return;
    const size_t turn = TurnOf(position.index, turn_starts_);
    if (!first_turn_with_sources_.has_value()) first_turn_with_sources_ = turn;
    if (turn == *first_turn_with_sources_) found_.first_sources = position;
  }

  const Candidates& found() const { return found_; }

 private:
  const messages::MessagesRequest& request_;
  const std::vector<size_t>& turn_starts_;
  const size_t present_start_;
  std::optional<size_t> first_turn_with_sources_;
  Candidates found_;
};

bool ComesFirst(const ChosenBreakpoint& a, const ChosenBreakpoint& b) {
  return a.position.ordinal < b.position.ordinal;
}

// Returns how often requests will repeat a prefix: 0 for most often.
int ReuseClass(const CacheBreakpointPosition& position, size_t present_start) {
  if (position.part != CacheBreakpointPosition::Part::kMessages) return 0;
  return position.index < present_start ? 1 : 2;
}

// Keeps the best four of `breakpoints`, in the API's order. Removes the others from the request,
// and returns their fields.
std::vector<std::string> DropAllButTheBest(size_t present_start,
                                           std::vector<ChosenBreakpoint>* breakpoints) {
  std::vector<std::string> dropped;
  if (breakpoints->size() <= kMaxCacheBreakpoints) return dropped;
  const auto rank = [present_start](const ChosenBreakpoint& breakpoint) {
    return std::make_tuple(ReuseClass(breakpoint.position, present_start),
                           breakpoint.ttl == CacheTtl::k5Minutes,
                           -static_cast<int64_t>(breakpoint.position.ordinal));
  };
  std::vector<ChosenBreakpoint>& all = *breakpoints;
  std::sort(all.begin(), all.end(), [&rank](const ChosenBreakpoint& a, const ChosenBreakpoint& b) {
    return rank(a) < rank(b);
  });
  const auto rest = all.begin() + kMaxCacheBreakpoints;
  std::sort(rest, all.end(), ComesFirst);
  for (auto breakpoint = rest; breakpoint != all.end(); ++breakpoint) {
    breakpoint->position.breakpoint->reset();
    dropped.push_back(std::move(breakpoint->field));
  }
  all.erase(rest, all.end());
  std::sort(all.begin(), all.end(), ComesFirst);
  return dropped;
}

// Returns the time to live of a planned breakpoint at `position`, given the caller's `breakpoints`.
CacheTtl PlannedTtl(CacheTtl wanted, const CacheBreakpointPosition& position,
                    const std::vector<ChosenBreakpoint>& breakpoints) {
  for (const ChosenBreakpoint& breakpoint : breakpoints) {
    const bool is_later = breakpoint.position.ordinal > position.ordinal;
    if (is_later && breakpoint.ttl == CacheTtl::k1Hour) return CacheTtl::k1Hour;
    if (!is_later && breakpoint.ttl == CacheTtl::k5Minutes) return CacheTtl::k5Minutes;
  }
  return wanted;
}

// Adds planned breakpoints to `breakpoints`, which has the caller's.
void AddPlannedBreakpoints(const CacheRules& rules, const Candidates& candidates, int64_t minimum,
                           std::vector<ChosenBreakpoint>* breakpoints) {
  std::vector<ChosenBreakpoint> all = *breakpoints;
  for (const std::optional<CacheBreakpointPosition>& position : candidates.InOrder()) {
    if (all.size() >= kMaxCacheBreakpoints) break;
    if (!position.has_value()) continue;
    if (position->prefix_tokens < minimum && !position->may_have_more_tokens) continue;
    const bool is_taken =
        std::any_of(all.begin(), all.end(), [&position](const ChosenBreakpoint& breakpoint) {
          return SamePrefix(breakpoint.position, *position);
        });
    if (is_taken) continue;
    ChosenBreakpoint planned{*position, PlannedTtl(rules.ttl, *position, *breakpoints), ""};
    *position->breakpoint = planned.ttl;
    all.push_back(std::move(planned));
  }
  std::sort(all.begin(), all.end(), ComesFirst);
  *breakpoints = std::move(all);
}

}  // namespace

CacheRules ReadCacheRules(const v1::CacheOptions& options, const Field& field) {
  CacheRules rules;
  rules.ttl = ReadCacheTtl(options.ttl(), field.Child("ttl"));
  field.Child("policy").CheckEnum(options.policy(),
                                  v1::CacheOptions::Policy_IsValid(options.policy()));
  switch (options.policy()) {
    case v1::CacheOptions::POLICY_NONE:
      rules.policy = Policy::kNone;
      break;
    case v1::CacheOptions::POLICY_AUTO:
      rules.policy = Policy::kAuto;
      break;
    case v1::CacheOptions::POLICY_UNSPECIFIED:
    case v1::CacheOptions::POLICY_EXPLICIT:
    default:
      rules.policy = Policy::kExplicit;
      break;
  }
  return rules;
}

void CheckCacheBreakpoints(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                           Violations* violations) {
  if (rules.policy == Policy::kExplicit) breakpoints.CheckCount(violations);
  if (rules.policy != Policy::kNone) breakpoints.CheckOrder(violations);
}

CachePlan PlanCache(const CacheRules& rules, const CacheBreakpoints& breakpoints,
                    const std::vector<size_t>& turn_starts, TokenCounting counting,
                    messages::MessagesRequest* request) {
  CachePlan plan;
  const bool is_auto = rules.policy == Policy::kAuto;
  if (is_auto) counting = TokenCounting::kEstimated;
  // The usual case.
  if (counting == TokenCounting::kNone && breakpoints.breakpoints().empty()) return plan;

  std::vector<ChosenBreakpoint> chosen;
  CandidateFinder finder(*request, turn_starts);
  size_t next = 0;
  plan.request_tokens =
      VisitCachePositions(request, counting, [&](const CacheBreakpointPosition& position) {
        if (is_auto) finder.Take(position);
        if (!position.breakpoint->has_value()) return;
        if (rules.policy == Policy::kNone) {
          position.breakpoint->reset();
          return;
        }
        // The builder adds the caller's breakpoints in the order of this walk.
        ChosenBreakpoint breakpoint{position, **position.breakpoint, ""};
        if (next < breakpoints.breakpoints().size()) {
          breakpoint.field = breakpoints.breakpoints()[next].field;
        }
        ++next;
        chosen.push_back(std::move(breakpoint));
      });
  if (is_auto) {
    plan.dropped = DropAllButTheBest(turn_starts.empty() ? 0 : turn_starts.back(), &chosen);
    AddPlannedBreakpoints(rules, finder.found(), MinimumCacheableTokens(request->model), &chosen);
  }
  plan.breakpoints.reserve(chosen.size());
  for (ChosenBreakpoint& breakpoint : chosen) {
    plan.breakpoints.push_back({std::move(breakpoint.field), breakpoint.ttl,
                                breakpoint.position.ToString(), breakpoint.position.prefix_tokens,
                                breakpoint.position.may_have_more_tokens});
  }
  return plan;
}

}  // namespace footnote::answering::building
