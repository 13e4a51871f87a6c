// Which calls are let in, which are there, and how all come to an end.
#ifndef FOOTNOTE_SERVICE_RPC_ADMISSION_H_
#define FOOTNOTE_SERVICE_RPC_ADMISSION_H_

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/time/time.h"

namespace footnote::rpc {

// Thread-safe.
class Admission {
 public:
  // A call that can be ended from outside.
  class Call {
   public:
    virtual ~Call() = default;
    // Cancels the call: from any thread, once at most, while it is admitted. Must not block, and
    // must not leave from within.
    virtual void Abort() = 0;
  };

  // One call more than `max_calls` is refused.
  explicit Admission(int max_calls) : max_calls_(max_calls) {}

  // Admits a call, or says why it is refused, with RetryInfo: RESOURCE_EXHAUSTED, reason
  // OVERLOADED, or UNAVAILABLE, reason DRAINING. Null stands for a call that is over at once. Each
  // call that was admitted leaves: Forget while it still exists, Leave as the last thing.
  absl::Status Enter(Call* call);
  void Forget(Call* call);
  void Leave();

  // From now on refuses every call. Returns when none is left: of its own within `timeout` (or
  // until `interrupted`, asked now and then, says so), else because it was cut off. Returns how
  // many were.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted);

  // How a call ended in the caller's terms: a CANCELLED that comes of Abort is UNAVAILABLE, reason
  // DRAINING, with the details that it had.
  absl::Status ResultOf(absl::Status status) const;

 private:
  const int max_calls_;
  std::atomic<bool> aborting_{false};
  std::mutex mutex_;
  std::condition_variable idle_;  // no call is left
  // Guarded by mutex_:
  bool draining_ = false;
  int calls_ = 0;
  absl::flat_hash_set<Call*> running_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ADMISSION_H_
