#include "service/upstream/retry/fallback_chain.h"

#include <utility>

namespace footnote::upstream {

FallbackChain::FallbackChain(std::string model, std::vector<std::string> fallbacks)
    : models_(std::move(fallbacks)) {
  models_.insert(models_.begin(), std::move(model));
}

bool FallbackChain::Advance() {
  if (!has_next()) return false;
  ++current_;
  return true;
}

}  // namespace footnote::upstream
