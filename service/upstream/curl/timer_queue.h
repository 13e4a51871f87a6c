// Actions that wait for their time. A part of CurlHttpClient.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_

#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "service/upstream/curl/due_times.h"
#include "service/upstream/http/timer.h"

namespace footnote::upstream {

// Whose thread runs the actions is the owner's business; no action is run by the queue.
// Thread-safe.
class TimerQueue {
 public:
  using Action = std::function<void()>;

  enum class Added {
    kWaits,   // behind others, or at the same time
    kIsNext,  // before all others: whoever waits for the earliest has to be woken
    kClosed,  // not taken, and `action` is untouched
  };
  Added Add(TimerId id, SteadyTime due, Action&& action);

  // False if the action was taken or forgotten before.
  bool Forget(TimerId id);

  std::optional<SteadyTime> Earliest();

  // The actions whose time has come, in its order. They are no longer in the queue.
  std::vector<Action> TakeDue(SteadyTime now);

  // All that waits, in the order of its time. Nothing is added any more.
  std::vector<Action> Close();

 private:
  std::vector<Action> TakeDueLocked(SteadyTime now);

  std::mutex mutex_;
  // Guarded by mutex_.
  bool closed_ = false;
  absl::flat_hash_map<TimerId, Action> actions_;
  DueTimes due_;  // of what is in actions_, and of what was
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_TIMER_QUEUE_H_
