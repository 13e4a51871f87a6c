// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/admission.h"

#include <algorithm>
#include <chrono>

#include "service/status/errors.h"

namespace footnote::rpc {
namespace {

using Clock = std::chrono::steady_clock;

// The delay after which a refused caller may find capacity, here or on another server.
constexpr absl::Duration kRetryDelay = absl::Seconds(1);
// The interval at which a drain polls `interrupted`.
constexpr absl::Duration kPollInterval = absl::Milliseconds(50);
// The time that aborted calls have to end.
constexpr absl::Duration kAbortTimeout = absl::Seconds(5);
// The maximum of a drain's timeout; far below what a clock can represent.
constexpr absl::Duration kMaxTimeout = absl::Hours(24);

}  // namespace

absl::Status Admission::Enter(Call* call) {
  const absl::MutexLock lock(&mutex_);
  if (draining_) return status::Draining(kRetryDelay);
  if (calls_ >= max_calls_) return status::Overloaded(max_calls_, kRetryDelay);
  ++calls_;
  if (call != nullptr) running_.insert(call);
  return absl::OkStatus();
}

void Admission::Forget(Call* call) {
  const absl::MutexLock lock(&mutex_);
  running_.erase(call);
}

void Admission::Leave() {
  const absl::MutexLock lock(&mutex_);
  --calls_;
}

int Admission::Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
  const auto end = Clock::now() + absl::ToChronoMilliseconds(std::min(timeout, kMaxTimeout));
  const absl::MutexLock lock(&mutex_);
  draining_ = true;
  const absl::Condition idle(this, &Admission::IsIdle);
  while (!IsIdle() && !(interrupted && interrupted())) {
    const absl::Duration left = absl::FromChrono(end - Clock::now());
    if (left <= absl::ZeroDuration()) break;
    mutex_.AwaitWithTimeout(idle, std::min(left, kPollInterval));
  }
  const auto aborted = static_cast<int>(running_.size());
  aborting_ = true;
  for (Call* call : running_) call->Abort();
  mutex_.AwaitWithTimeout(idle, kAbortTimeout);
  return aborted;
}

absl::Status Admission::ResultOf(absl::Status status) const {
  if (!aborting_ || status.code() != absl::StatusCode::kCancelled) return status;
  return status::DrainTimeout(status, kRetryDelay);
}

}  // namespace footnote::rpc
