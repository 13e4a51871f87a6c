#include "service/answering/building/cache_marks.h"

#include "absl/strings/str_cat.h"

namespace footnote::answering {
namespace {

// https://platform.claude.com/docs/en/build-with-claude/prompt-caching
constexpr size_t kMaxMarks = 4;

}  // namespace

messages::CacheTtl CacheMarks::Take(const v1::CacheControl& mark, const FieldPath& path,
                                    Violations* violations) {
  messages::CacheTtl ttl = messages::CacheTtl::k5Minutes;
  switch (mark.ttl()) {
    case v1::CacheControl::TTL_UNSPECIFIED:
    case v1::CacheControl::TTL_5M:
      break;
    case v1::CacheControl::TTL_1H:
      ttl = messages::CacheTtl::k1Hour;
      break;
    default:
      violations->Add(path.Field("ttl"), absl::StrCat("has no value ", mark.ttl()));
  }
  marks_.push_back({path.ToString(), ttl});
  return ttl;
}

void CacheMarks::Check(Violations* violations) const {
  if (marks_.size() > kMaxMarks) {
    for (const CacheMark& mark : marks_) {
      violations->Add(mark.field, absl::StrCat("is one of ", marks_.size(),
                                               " cache marks; the API takes at most ", kMaxMarks));
    }
  }
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
