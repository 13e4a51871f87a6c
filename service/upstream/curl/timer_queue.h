// SPDX-License-Identifier: Apache-2.0
// Actions that wait for their time. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_

#include <functional>
#include <optional>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/http/timer.h"

namespace footnote::upstream {

// Whose thread runs the actions is the owner's business; no action is run by the queue.
// Thread-safe.
class TimerQueue {
 public:
  using Action = std::function<void()>;

  enum class Added {
    kWaits,   // after others, or at the same time
    kIsNext,  // before all others: the thread that waits for the earliest must be woken
    kClosed,  // not added; `action` is unchanged
  };
  Added Add(TimerId id, SteadyTime due, Action&& action);

  // Returns false if the action was already taken or forgotten.
  bool Forget(TimerId id);

  std::optional<SteadyTime> Earliest();

  // Removes and returns the actions that are due, in the order of their times.
  std::vector<Action> TakeDue(SteadyTime now);

  // Removes and returns all actions, in the order of their times. No more can be added.
  std::vector<Action> Close();

 private:
  std::vector<Action> TakeDueLocked(SteadyTime now) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  absl::Mutex mutex_;
  bool closed_ ABSL_GUARDED_BY(mutex_) = false;
  absl::flat_hash_map<TimerId, Action> actions_ ABSL_GUARDED_BY(mutex_);
  DueTimes due_ ABSL_GUARDED_BY(mutex_);  // of current and of former elements of actions_
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_
