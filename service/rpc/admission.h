// SPDX-License-Identifier: Apache-2.0
// Limits the number of calls in flight and drains them at shutdown.
#ifndef FOOTNOTE_SERVICE_RPC_ADMISSION_H_
#define FOOTNOTE_SERVICE_RPC_ADMISSION_H_

#include <atomic>
#include <functional>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace footnote::rpc {

// Thread-safe.
class Admission {
 public:
  // A call that can be ended by a drain.
  class Call {
   public:
    virtual ~Call() = default;
    // Cancels the call. Called at most once, on any thread, while the call is admitted. Must not
    // block, and must not call the Admission.
    virtual void Abort() = 0;
  };

  // Admits at most `max_calls` calls at a time.
  explicit Admission(int max_calls) : max_calls_(max_calls) {}

  // Admits a call, or fails with OVERLOADED or DRAINING. `call` is null for a call that ends before
  // its thread does anything else. Every admitted call leaves: Forget while the call still exists,
  // and then Leave.
  absl::Status Enter(Call* call) ABSL_LOCKS_EXCLUDED(mutex_);
  void Forget(Call* call) ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave() ABSL_LOCKS_EXCLUDED(mutex_);

  // Refuses all new calls from now on, and waits until no call is left. Aborts those that are left
  // after `timeout`, or once `interrupted`, which is polled, returns true. Returns the number of
  // aborted calls.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted)
      ABSL_LOCKS_EXCLUDED(mutex_);

  // Returns the status of a call that ended with `status`: DRAINING, with the details of `status`,
  // if the call was aborted, and otherwise `status`.
  absl::Status ResultOf(absl::Status status) const;

 private:
  bool IsIdle() const ABSL_SHARED_LOCKS_REQUIRED(mutex_) { return calls_ == 0; }

  const int max_calls_;
  std::atomic<bool> aborting_{false};
  absl::Mutex mutex_;
  bool draining_ ABSL_GUARDED_BY(mutex_) = false;
  int calls_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_set<Call*> running_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_ADMISSION_H_
