// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/transfer_limits.h"

#include <iterator>

namespace footnote::upstream {

TransferLimits::TransferLimits(const HttpRequest& request, absl::Time wall_now, SteadyTime now)
    : deadline_(After(now, request.deadline - wall_now)),
      total_(After(now, request.total_timeout)),
      first_byte_(After(now, request.first_byte_timeout)),
      idle_timeout_(request.idle_timeout),
      idle_since_(now) {}

std::optional<TransferResult::Cause> TransferLimits::Passed(SteadyTime now) const {
  struct Limit {
    SteadyTime due;
    TransferResult::Cause cause;
  };
  const bool idles = began_ && !paused_;
  const Limit limits[] = {
      {deadline_, TransferResult::Cause::kDeadline},
      {connect_by_, TransferResult::Cause::kConnectTimeout},
      {cancel_at_, TransferResult::Cause::kCancelled},
      {total_, TransferResult::Cause::kTotalTimeout},
      {began_ ? SteadyTime::max() : first_byte_, TransferResult::Cause::kFirstByteTimeout},
      {idles ? After(idle_since_, idle_timeout_) : SteadyTime::max(),
       TransferResult::Cause::kIdleTimeout},
  };
  const Limit* const first =
      std::min_element(std::begin(limits), std::end(limits),
                       [](const Limit& a, const Limit& b) { return a.due < b.due; });
  if (first->due == SteadyTime::max() || now < first->due) return std::nullopt;
  return first->cause;
}

SteadyTime TransferLimits::NextCheck(SteadyTime now) const {
  // Idle time may begin to count at any time, at the earliest now.
  const SteadyTime idle = After(began_ && !paused_ ? idle_since_ : now, idle_timeout_);
  return std::min(
      {deadline_, connect_by_, cancel_at_, total_, began_ ? SteadyTime::max() : first_byte_, idle});
}

}  // namespace footnote::upstream
