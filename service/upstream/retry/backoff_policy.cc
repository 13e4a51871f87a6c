// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/backoff_policy.h"

#include <algorithm>

namespace footnote::upstream {

absl::Duration BackoffPolicy::Wait(int retry, std::optional<absl::Duration> server_hint,
                                   double chance) const {
  if (server_hint.has_value() && *server_hint > absl::ZeroDuration()) return *server_hint;
  absl::Duration wait = std::min(initial, maximum);
  for (int i = 0; i < retry && wait < maximum; ++i) wait = std::min(2 * wait, maximum);
  return wait - jitter * chance * wait;
}

}  // namespace footnote::upstream
