// From which length on a model caches a prefix.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::answering::building {

// The tokens of the shortest prefix that `model`, named as any platform names it, caches. The API
// takes a mark on a shorter one and ignores it. 1,024 for a model that is not known.
int64_t MinimumCacheableTokens(absl::string_view model);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_
