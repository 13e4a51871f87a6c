// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retry_budget.h"

#include <algorithm>

namespace footnote::upstream {
namespace {

// The tolerance for rounding: the sum of ten tenths is less than one.
constexpr double kRounding = 1e-6;

}  // namespace

RetryBudget::RetryBudget(const Options& options) : options_(options), left_(options.capacity) {}

void RetryBudget::AddCall() {
  const absl::MutexLock lock(&mutex_);
  left_ = std::min(left_ + options_.per_call, options_.capacity);
}

bool RetryBudget::TryTakeRetry() {
  const absl::MutexLock lock(&mutex_);
  if (left_ < 1 - kRounding) return false;
  left_ = std::max(left_ - 1, 0.0);
  return true;
}

}  // namespace footnote::upstream
