// The places at which the caller ends cacheable prefixes, and the API's rules for them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/violations.h"
#include "service/messages/request.h"

namespace footnote::answering::building {

// How many marks the API takes:
// https://platform.claude.com/docs/en/build-with-claude/prompt-caching
inline constexpr size_t kMaxCacheBreakpoints = 4;

// The API's form of `ttl`, which stands at `path`.
messages::CacheTtl ReadCacheTtl(v1::CacheControl::Ttl ttl, const FieldPath& path,
                                Violations* violations);

struct CacheBreakpoint {
  std::string field;  // the caller's field that carries it
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
};

// The marks of one request, in the order in which the API reads them: tools, system, messages.
class CacheBreakpoints {
 public:
  // Takes the mark that the message at `path` carries, if it has one, and gives it in the API's
  // form.
  template <typename Carrier>
  std::optional<messages::CacheTtl> Take(const Carrier& carrier, const FieldPath& path,
                                         Violations* violations) {
    if (!carrier.has_cache_control()) return std::nullopt;
    return Take(carrier.cache_control(), path.Field("cache_control"), violations);
  }
  // The same for a mark that stands at `path` itself.
  messages::CacheTtl Take(const v1::CacheControl& breakpoint, const FieldPath& path,
                          Violations* violations);

  // Checks that there are at most four.
  void CheckCount(Violations* violations) const;
  // Checks that those with a longer time to live come first.
  void CheckOrder(Violations* violations) const;

  const std::vector<CacheBreakpoint>& breakpoints() const { return breakpoints_; }

 private:
  std::vector<CacheBreakpoint> breakpoints_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_
