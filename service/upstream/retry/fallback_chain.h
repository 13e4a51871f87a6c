// SPDX-License-Identifier: Apache-2.0
// The sequence of models of one call.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_

#include <cstddef>
#include <vector>

#include "service/upstream/transport.h"

namespace footnote::upstream {

// The models of one call: the requested one, then those that are tried if it refuses. Only a
// refusal advances to the next model; an error does not.
class FallbackChain {
 public:
  // A fallback without a route has the route of `first`.
  FallbackChain(ModelChoice first, std::vector<ModelChoice> fallbacks);

  const ModelChoice& current() const { return models_[current_]; }
  bool is_fallback() const { return current_ > 0; }
  bool has_next() const { return current_ + 1 < models_.size(); }

  // Advances to the next model. Returns false, and changes nothing, if there is none.
  bool Advance();

 private:
  std::vector<ModelChoice> models_;  // never empty
  size_t current_ = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_FALLBACK_CHAIN_H_
