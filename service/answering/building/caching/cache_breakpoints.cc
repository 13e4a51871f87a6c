#include "service/answering/building/caching/cache_breakpoints.h"

#include "absl/strings/str_cat.h"

namespace footnote::answering::building {

messages::CacheTtl ReadCacheTtl(v1::CacheControl::Ttl ttl, const FieldPath& path,
                                Violations* violations) {
  switch (ttl) {
    case v1::CacheControl::TTL_UNSPECIFIED:
    case v1::CacheControl::TTL_5M:
      return messages::CacheTtl::k5Minutes;
    case v1::CacheControl::TTL_1H:
      return messages::CacheTtl::k1Hour;
    default:
      violations->Add(path, absl::StrCat("has no value ", ttl));
      return messages::CacheTtl::k5Minutes;
  }
}

messages::CacheTtl CacheBreakpoints::Take(const v1::CacheControl& breakpoint, const FieldPath& path,
                                          Violations* violations) {
  const messages::CacheTtl ttl = ReadCacheTtl(breakpoint.ttl(), path.Field("ttl"), violations);
  breakpoints_.push_back({path.ToString(), ttl});
  return ttl;
}

void CacheBreakpoints::CheckCount(Violations* violations) const {
  if (breakpoints_.size() <= kMaxCacheBreakpoints) return;
  for (const CacheBreakpoint& breakpoint : breakpoints_) {
    violations->Add(breakpoint.field,
                    absl::StrCat("is one of ", breakpoints_.size(),
                                 " cache marks; the API takes at most ", kMaxCacheBreakpoints));
  }
}

void CacheBreakpoints::CheckOrder(Violations* violations) const {
  const CacheBreakpoint* shorter = nullptr;
  for (const CacheBreakpoint& breakpoint : breakpoints_) {
    if (breakpoint.ttl == messages::CacheTtl::k5Minutes) {
      if (shorter == nullptr) shorter = &breakpoint;
    } else if (shorter != nullptr) {
      violations->Add(breakpoint.field,
                      absl::StrCat("has a cache mark of one hour after one of five "
                                   "minutes at ",
                                   shorter->field, "; the API needs longer ones first"));
    }
  }
}

}  // namespace footnote::answering::building
