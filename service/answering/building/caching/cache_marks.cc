#include "service/answering/building/caching/cache_marks.h"

#include "absl/strings/str_cat.h"

namespace footnote::answering {

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

messages::CacheTtl CacheMarks::Take(const v1::CacheControl& mark, const FieldPath& path,
                                    Violations* violations) {
  const messages::CacheTtl ttl = ReadCacheTtl(mark.ttl(), path.Field("ttl"), violations);
  marks_.push_back({path.ToString(), ttl});
  return ttl;
}

void CacheMarks::CheckCount(Violations* violations) const {
  if (marks_.size() <= kMaxCacheMarks) return;
  for (const CacheMark& mark : marks_) {
    violations->Add(mark.field,
                    absl::StrCat("is one of ", marks_.size(),
                                 " cache marks; the API takes at most ", kMaxCacheMarks));
  }
}

void CacheMarks::CheckOrder(Violations* violations) const {
  const CacheMark* shorter = nullptr;
  for (const CacheMark& mark : marks_) {
    if (mark.ttl == messages::CacheTtl::k5Minutes) {
      if (shorter == nullptr) shorter = &mark;
    } else if (shorter != nullptr) {
      violations->Add(mark.field,
                      absl::StrCat("has a cache mark of one hour after one of five "
                                   "minutes at ",
                                   shorter->field, "; the API needs longer ones first"));
    }
  }
}

}  // namespace footnote::answering
