// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_breakpoints.h"

#include "absl/strings/str_cat.h"

namespace footnote::answering::building {

messages::CacheTtl ReadCacheTtl(v1::CacheControl::Ttl ttl, const Field& field) {
  field.CheckEnum(ttl, v1::CacheControl::Ttl_IsValid(ttl));
  return ttl == v1::CacheControl::TTL_1H ? messages::CacheTtl::k1Hour
                                         : messages::CacheTtl::k5Minutes;
}

messages::CacheTtl CacheBreakpoints::Take(const v1::CacheControl& control, const Field& field) {
  const messages::CacheTtl ttl = ReadCacheTtl(control.ttl(), field.Child("ttl"));
  breakpoints_.push_back({field.Path(), ttl});
  return ttl;
}

void CacheBreakpoints::CheckCount(Violations* violations) const {
  if (breakpoints_.size() <= kMaxCacheBreakpoints) return;
  for (const CacheBreakpoint& breakpoint : breakpoints_) {
    violations->Add(
        breakpoint.field, v1::TOO_MANY,
        absl::StrCat("is one of ", breakpoints_.size(),
                     " cache breakpoints; the API accepts at most ", kMaxCacheBreakpoints));
  }
}

void CacheBreakpoints::CheckOrder(Violations* violations) const {
  const CacheBreakpoint* shorter = nullptr;
  for (const CacheBreakpoint& breakpoint : breakpoints_) {
    if (breakpoint.ttl == messages::CacheTtl::k5Minutes) {
      if (shorter == nullptr) shorter = &breakpoint;
    } else if (shorter != nullptr) {
      violations->Add(breakpoint.field, v1::CACHE_BREAKPOINT_ORDER,
                      absl::StrCat("has a time to live of one hour and follows a cache breakpoint "
                                   "with one of five minutes at ",
                                   shorter->field, "; longer times to live must come first"));
    }
  }
}

}  // namespace footnote::answering::building
