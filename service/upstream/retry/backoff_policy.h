// How long to wait before another attempt.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_

#include <optional>

#include "absl/time/time.h"

namespace footnote::upstream {

struct BackoffPolicy {
  absl::Duration initial = absl::Milliseconds(500);
  absl::Duration maximum = absl::Seconds(8);
  // Of a wait, the most that chance takes off: from 0 to 1.
  double jitter = 0.25;

  // The wait before retry number `retry`, from 0: the server's hint if there is one above 0,
  // whatever its length (a negative one is none at all); else `initial`, doubled for each retry
  // before it, at most `maximum`, less a part of it that `chance`, in [0, 1), decides.
  absl::Duration Wait(int retry, std::optional<absl::Duration> server_hint, double chance) const;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_BACKOFF_POLICY_H_
