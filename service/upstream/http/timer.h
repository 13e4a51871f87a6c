// SPDX-License-Identifier: Apache-2.0
// A timer that needs no thread for each wait.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_

#include <cstdint>
#include <functional>

#include "absl/time/time.h"

namespace footnote::upstream {

// Identifies an action of one timer. 0 identifies none.
using TimerId = uint64_t;

// Thread-safe.
class Timer {
 public:
  virtual ~Timer() = default;

  // Runs `action` once, after `delay`, on a thread of the timer; it must not block. While the timer
  // shuts down, the action runs immediately, possibly before RunAfter returns.
  virtual TimerId RunAfter(absl::Duration delay, std::function<void()> action) = 0;

  // Removes an action. Returns false if it has run, is running, or was already removed.
  virtual bool Forget(TimerId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_TIMER_H_
