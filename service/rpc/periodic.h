// SPDX-License-Identifier: Apache-2.0
// A thread that does something again and again.
#ifndef FOOTNOTE_SERVICE_RPC_PERIODIC_H_
#define FOOTNOTE_SERVICE_RPC_PERIODIC_H_

#include <functional>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace footnote::rpc {

class Periodic {
 public:
  // Calls `action` until destruction, and waits `interval` before each call.
  Periodic(absl::Duration interval, std::function<void()> action);
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;
  // Returns when the action does not run. Must not be called by it.
  ~Periodic();

 private:
  // Returns true at destruction.
  bool WaitUntilStopped() ABSL_LOCKS_EXCLUDED(mutex_);

  const absl::Duration interval_;
  const std::function<void()> action_;
  absl::Mutex mutex_;
  bool stopped_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;  // last: uses the other members
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_PERIODIC_H_
