// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/fallback_chain.h"

#include <utility>

namespace footnote::upstream {

FallbackChain::FallbackChain(ModelChoice first, std::vector<ModelChoice> fallbacks)
    : models_(std::move(fallbacks)) {
  for (ModelChoice& fallback : models_) {
    if (fallback.route.empty()) fallback.route = first.route;
  }
  models_.insert(models_.begin(), std::move(first));
}

bool FallbackChain::Advance() {
  if (!has_next()) return false;
  ++current_;
  return true;
}

}  // namespace footnote::upstream
