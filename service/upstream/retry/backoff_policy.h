// SPDX-License-Identifier: Apache-2.0
// The delay before another attempt.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {

struct BackoffPolicy {
  absl::Duration initial;
  absl::Duration maximum;
  // The maximum part of a delay that is subtracted at random: from 0 to 1.
  double jitter = 0.25;

  // Returns the delay before retry number `retry`, which is 0-based. It is `server_hint` if that is
  // positive, of any length; otherwise `initial`, doubled for each earlier retry, at most
  // `maximum`, minus the part of it that `chance`, in [0, 1), determines.
  absl::Duration Wait(int retry, std::optional<absl::Duration> server_hint, double chance) const;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_
