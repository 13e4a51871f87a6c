#include "service/answering/building/caching/cache_planner.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "service/answering/building/caching/cache_minimum.h"

namespace footnote::answering {
namespace {

using messages::CacheTtl;
using Policy = CacheRules::Policy;

// A mark that is to stand: at `place`, and whose it is.
struct Mark {
  CachePlace place;
  CacheTtl ttl = CacheTtl::k5Minutes;
  std::string field;
};

// The places where Footnote would put marks of its own.
struct Candidates {
  std::optional<CachePlace> last_tool;
  std::optional<CachePlace> system;
  std::optional<CachePlace> first_sources;
  std::optional<CachePlace> last_earlier;
  std::optional<CachePlace> last_present;

  // The best first.
  std::vector<std::optional<CachePlace>> InOrder() const {
    return {system.has_value() ? system : last_tool, first_sources, last_earlier, last_present,
            last_tool};
  }
};

// Which turn message `message` belongs to.
size_t TurnOf(size_t message, const std::vector<size_t>& turn_starts) {
  return std::upper_bound(turn_starts.begin(), turn_starts.end(), message) - turn_starts.begin();
}

// Takes in the places one by one, in the API's order.
class CandidateFinder {
 public:
  // The arguments must outlive it.
  CandidateFinder(const messages::MessagesRequest& request, const std::vector<size_t>& turn_starts)
      : request_(request),
        turn_starts_(turn_starts),
        present_start_(turn_starts.empty() ? 0 : turn_starts.back()) {}

  void Take(const CachePlace& place) {
    if (!place.takes_mark) return;
    switch (place.part) {
      case CachePlace::Part::kTools:
        found_.last_tool = place;
        return;
      case CachePlace::Part::kSystem:
        found_.system = place;
        return;
      case CachePlace::Part::kMessages:
        break;
    }
    // A mark on a tool result is as good as one inside it, and says what it is for. What the
    // assistant says is behind the next message of the user's.
    if (place.inner.has_value() || request_.messages[place.index].role != messages::Role::kUser) {
      return;
    }
    (place.index < present_start_ ? found_.last_earlier : found_.last_present) = place;
    if (!place.has_source) return;
    const size_t turn = TurnOf(place.index, turn_starts_);
    if (!first_turn_with_sources_.has_value()) first_turn_with_sources_ = turn;
    if (turn == *first_turn_with_sources_) found_.first_sources = place;
  }

  const Candidates& found() const { return found_; }

 private:
  const messages::MessagesRequest& request_;
  const std::vector<size_t>& turn_starts_;
  const size_t present_start_;
  std::optional<size_t> first_turn_with_sources_;
  Candidates found_;
};

bool ComesFirst(const Mark& a, const Mark& b) { return a.place.ordinal < b.place.ordinal; }

// How often a prefix will be seen again: 0 most often.
int ReuseClass(const CachePlace& place, size_t present_start) {
  if (place.part != CachePlace::Part::kMessages) return 0;
  return place.index < present_start ? 1 : 2;
}

// Leaves the best four in `marks`, in the API's order, and gives the fields of the others.
std::vector<std::string> DropAllButTheBest(size_t present_start, std::vector<Mark>* marks) {
  std::vector<std::string> dropped;
  if (marks->size() <= kMaxCacheMarks) return dropped;
  const auto rank = [present_start](const Mark& mark) {
    return std::make_tuple(ReuseClass(mark.place, present_start), mark.ttl == CacheTtl::k5Minutes,
                           -static_cast<int64_t>(mark.place.ordinal));
  };
  std::vector<Mark>& all = *marks;
  std::sort(all.begin(), all.end(),
            [&rank](const Mark& a, const Mark& b) { return rank(a) < rank(b); });
  const auto rest = all.begin() + kMaxCacheMarks;
  std::sort(rest, all.end(), ComesFirst);
  for (auto mark = rest; mark != all.end(); ++mark) {
    mark->place.mark->reset();
    dropped.push_back(std::move(mark->field));
  }
  all.erase(rest, all.end());
  std::sort(all.begin(), all.end(), ComesFirst);
  return dropped;
}

// The time to live of a planned mark at `place`, between the caller's `marks`.
CacheTtl PlannedTtl(CacheTtl wanted, const CachePlace& place, const std::vector<Mark>& marks) {
  for (const Mark& mark : marks) {
    const bool comes_behind = mark.place.ordinal > place.ordinal;
    if (comes_behind && mark.ttl == CacheTtl::k1Hour) return CacheTtl::k1Hour;
    if (!comes_behind && mark.ttl == CacheTtl::k5Minutes) return CacheTtl::k5Minutes;
  }
  return wanted;
}

// Puts marks of Footnote's own where none of the caller's `marks` stands.
void AddPlannedMarks(const CacheRules& rules, const Candidates& candidates, int64_t minimum,
                     std::vector<Mark>* marks) {
  std::vector<Mark> all = *marks;
  for (const std::optional<CachePlace>& place : candidates.InOrder()) {
    if (all.size() >= kMaxCacheMarks) break;
    if (!place.has_value()) continue;
    if (place->prefix_tokens < minimum && !place->may_have_more_tokens) continue;
    const bool is_marked = std::any_of(all.begin(), all.end(), [&place](const Mark& mark) {
      return EndAlike(mark.place, *place);
    });
    if (is_marked) continue;
    Mark planned{*place, PlannedTtl(rules.ttl, *place, *marks), ""};
    *place->mark = planned.ttl;
    all.push_back(std::move(planned));
  }
  std::sort(all.begin(), all.end(), ComesFirst);
  *marks = std::move(all);
}

}  // namespace

CacheRules ReadCacheRules(const v1::CacheOptions& options, const FieldPath& path,
                          Violations* violations) {
  CacheRules rules;
  rules.ttl = ReadCacheTtl(options.ttl(), path.Field("ttl"), violations);
  switch (options.policy()) {
    case v1::CacheOptions::POLICY_NONE:
      rules.policy = Policy::kNone;
      break;
    case v1::CacheOptions::POLICY_UNSPECIFIED:
    case v1::CacheOptions::POLICY_EXPLICIT:
      rules.policy = Policy::kExplicit;
      break;
    case v1::CacheOptions::POLICY_AUTO:
      rules.policy = Policy::kAuto;
      break;
    default:
      violations->Add(path.Field("policy"), absl::StrCat("has no value ", options.policy()));
  }
  return rules;
}

void CheckCacheMarks(const CacheRules& rules, const CacheMarks& marks, Violations* violations) {
  if (rules.policy == Policy::kExplicit) marks.CheckCount(violations);
  if (rules.policy != Policy::kNone) marks.CheckOrder(violations);
}

CachePlan PlanCache(const CacheRules& rules, const CacheMarks& marks,
                    const std::vector<size_t>& turn_starts, TokenCounting counting,
                    messages::MessagesRequest* request) {
  CachePlan plan;
  const bool is_auto = rules.policy == Policy::kAuto;
  if (is_auto) counting = TokenCounting::kEstimated;
  // Most requests end here.
  if (counting == TokenCounting::kNone && marks.marks().empty()) return plan;

  std::vector<Mark> chosen;
  CandidateFinder finder(*request, turn_starts);
  size_t next_mark = 0;
  plan.request_tokens = VisitCachePlaces(request, counting, [&](const CachePlace& place) {
    if (is_auto) finder.Take(place);
    if (!place.mark->has_value()) return;
    if (rules.policy == Policy::kNone) {
      place.mark->reset();
      return;
    }
    // The builder takes the marks in the order of this walk.
    Mark mark{place, **place.mark, ""};
    if (next_mark < marks.marks().size()) mark.field = marks.marks()[next_mark].field;
    ++next_mark;
    chosen.push_back(std::move(mark));
  });
  if (is_auto) {
    plan.dropped = DropAllButTheBest(turn_starts.empty() ? 0 : turn_starts.back(), &chosen);
    AddPlannedMarks(rules, finder.found(), MinimumCacheableTokens(request->model), &chosen);
  }
  plan.marks.reserve(chosen.size());
  for (Mark& mark : chosen) {
    plan.marks.push_back({std::move(mark.field), mark.ttl, mark.place.ToString(),
                          mark.place.prefix_tokens, mark.place.may_have_more_tokens});
  }
  return plan;
}

}  // namespace footnote::answering
