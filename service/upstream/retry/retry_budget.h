// SPDX-License-Identifier: Apache-2.0
// A limit on the proportion of retries, so that retries do not amplify an outage.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace footnote::upstream {

// A token bucket: each call adds a part of a token, and each retry or fallback takes one.
// Thread-safe.
class RetryBudget {
 public:
  struct Options {
    // The number of tokens that each call adds. Not negative.
    double per_call = 0;
    // The maximum number of tokens, and the number at the start. 0 allows no retries and no
    // fallbacks.
    double capacity = 0;
  };
  explicit RetryBudget(const Options& options);

  // Adds the tokens of one call.
  void AddCall();
  // Takes a token. Returns false if there is none.
  bool TryTakeRetry();

 private:
  const Options options_;
  absl::Mutex mutex_;
  double left_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRY_BUDGET_H_
