// Waiting without a thread that waits.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_

#include <cstdint>
#include <functional>

#include "absl/time/time.h"

namespace footnote::upstream {

// Names a waiting action to its timer. 0 names none.
using TimerId = uint64_t;

// Thread-safe.
class Timer {
 public:
  virtual ~Timer() = default;

  // Runs `action` once, after `delay`, on one of the timer's threads; it must not block. While the
  // timer shuts down, at once instead, which may be before RunAfter returns.
  virtual TimerId RunAfter(absl::Duration delay, std::function<void()> action) = 0;

  // Forgets an action. False if it has run, runs, or was forgotten before.
  virtual bool Forget(TimerId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_
