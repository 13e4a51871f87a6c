// SPDX-License-Identifier: Apache-2.0
// The minimum length of a cacheable prefix.
#ifndef FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_
#define FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_

#include <cstdint>

#include "absl/strings/string_view.h"

namespace footnote::answering::building {

// Returns the number of tokens of the shortest prefix that `model` caches. The API accepts a cache
// breakpoint after a shorter prefix and ignores it. `model` is a name on any platform. Returns
// 1,024 if the model is not known.
int64_t MinimumCacheableTokens(absl::string_view model);

}  // namespace footnote::answering::building

#endif  // FOOTNOTE_SERVICE_ANSWERING_BUILDING_CACHING_CACHE_MINIMUM_H_
