// How patient a retrying transport is.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_OPTIONS_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_OPTIONS_H_

#include "absl/time/time.h"
#include "service/upstream/retry/backoff_policy.h"
#include "service/upstream/retry/retry_budget.h"

namespace footnote::upstream {

struct RetryOptions {
  // Attempts on one model, the first included, where the call does not say. Whoever makes options
  // or a call sees to it that neither asks for fewer than 1 nor more than kMaxAttempts.
  int max_attempts = 3;
  BackoffPolicy backoff;
  // A server that asks for a longer wait is not waited for: the call ends with its hint.
  absl::Duration max_server_wait = absl::Seconds(60);
  RetryBudget::Options budget;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_OPTIONS_H_
