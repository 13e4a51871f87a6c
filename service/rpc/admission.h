// Which calls are let in, and how many are there.
#ifndef FOOTNOTE_SERVICE_RPC_ADMISSION_H_
#define FOOTNOTE_SERVICE_RPC_ADMISSION_H_

#include <atomic>
#include <condition_variable>
#include <mutex>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace footnote {

// Thread-safe.
class Admission {
 public:
  // One call more than `max_calls` is refused.
  explicit Admission(int max_calls) : max_calls_(max_calls) {}

  // Counts a call in. OK, or why it is refused, with RetryInfo: RESOURCE_EXHAUSTED, reason
  // OVERLOADED, or UNAVAILABLE, reason DRAINING. Each call, admitted or not, is counted out by
  // Leave.
  absl::Status Enter();
  void Leave();

  // From now on refuses every call; returns when none is left, or after `timeout`.
  void Drain(absl::Duration timeout);

 private:
  const int max_calls_;
  std::atomic<int> calls_{0};
  std::atomic<bool> draining_{false};
  std::mutex mutex_;
  std::condition_variable idle_;  // while draining: no call is left
};

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_RPC_ADMISSION_H_
