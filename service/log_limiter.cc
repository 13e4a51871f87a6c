// SPDX-License-Identifier: Apache-2.0
#include "service/log_limiter.h"

#include <algorithm>

namespace footnote {

LogLimiter::LogLimiter(int lines_per_second, std::function<absl::Time()> now)
    : lines_per_second_(lines_per_second), now_(std::move(now)) {}

bool LogLimiter::Admit(absl::string_view key, Suppressed* suppressed) {
  const int64_t second = absl::ToUnixSeconds(now_());
  const absl::MutexLock lock(&mutex_);
  if (second != second_) {
    second_ = second;
    Suppressed earlier = TakeLocked();
    suppressed->insert(suppressed->end(), earlier.begin(), earlier.end());
  }
  Counts& counts = counts_[key];
  if (counts.admitted < lines_per_second_) {
    ++counts.admitted;
    return true;
  }
  ++counts.suppressed;
  return false;
}

LogLimiter::Suppressed LogLimiter::TakeAll() {
  const absl::MutexLock lock(&mutex_);
  return TakeLocked();
}

LogLimiter::Suppressed LogLimiter::TakeLocked() {
  Suppressed taken;
  for (const auto& [key, counts] : counts_) {
    if (counts.suppressed > 0) taken.emplace_back(key, counts.suppressed);
  }
  std::sort(taken.begin(), taken.end());
  counts_.clear();
  return taken;
}

}  // namespace footnote
