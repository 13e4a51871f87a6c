// SPDX-License-Identifier: Apache-2.0
// The cache breakpoints that the caller sets, and the API's rules for them.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "footnote/v1/content.pb.h"
#include "service/answering/building/validation/field.h"
#include "service/messages/request_params.h"

namespace footnote::answering::building {

// The maximum number of breakpoints in a request:
// https://platform.claude.com/docs/en/build-with-claude/prompt-caching
inline constexpr size_t kMaxCacheBreakpoints = 4;

// Returns the API's form of `ttl`, the value of `field`. Reports a violation if the value is
// unknown.
messages::CacheTtl ReadCacheTtl(v1::CacheControl::Ttl ttl, const Field& field);

struct CacheBreakpoint {
  // The path of the caller's `cache_control`.
  std::string field;
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
};

// The caller's breakpoints of one request, in the order in which the API reads them: tools, system,
// messages.
class CacheBreakpoints {
 public:
  // Adds the breakpoint of `carrier`, the value of `field`, and returns its API form. Returns
  // nullopt if it has none. Must be called in the API's order.
  template <typename Carrier>
  std::optional<messages::CacheTtl> Take(const Carrier& carrier, const Field& field) {
    if (!carrier.has_cache_control()) return std::nullopt;
    return Take(carrier.cache_control(), field.Child("cache_control"));
  }
  // Does the same for `control`, the value of `field`.
  messages::CacheTtl Take(const v1::CacheControl& control, const Field& field);

  // Reports a violation of each breakpoint if there are more than kMaxCacheBreakpoints.
  void CheckCount(Violations* violations) const;
  // Reports a violation of each breakpoint that has a longer time to live than an earlier one.
  void CheckOrder(Violations* violations) const;

  const std::vector<CacheBreakpoint>& breakpoints() const { return breakpoints_; }

 private:
  std::vector<CacheBreakpoint> breakpoints_;
};

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_BREAKPOINTS_H_
