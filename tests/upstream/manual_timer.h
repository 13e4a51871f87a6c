// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_UPSTREAM_MANUAL_TIMER_H_
#define FOOTNOTE_TESTS_UPSTREAM_MANUAL_TIMER_H_

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "absl/time/time.h"
#include "service/upstream/http/timer.h"

namespace footnote::upstream {

// A timer whose time changes only when the test advances it.
class ManualTimer final : public Timer {
 public:
  TimerId RunAfter(absl::Duration delay, std::function<void()> action) override {
    const TimerId id = ++last_id_;
    if (shut_down) {
      action();
      return id;
    }
    if (delay > absl::ZeroDuration()) waits.push_back(delay);
    actions_.emplace(std::make_pair(now_ + delay, id), std::move(action));
    if (on_run_after) on_run_after();
    return id;
  }

  bool Forget(TimerId id) override {
    for (auto it = actions_.begin(); it != actions_.end(); ++it) {
      if (it->first.second != id) continue;
      actions_.erase(it);
      return true;
    }
    return false;
  }

  absl::Time now() const { return now_; }
  size_t waiting() const { return actions_.size(); }

  // Also runs actions that are added meanwhile, if they are due.
  void Advance(absl::Duration by) {
    const absl::Time until = now_ + by;
    while (!actions_.empty() && actions_.begin()->first.first <= until) {
      now_ = actions_.begin()->first.first;
      const std::function<void()> action = std::move(actions_.begin()->second);
      actions_.erase(actions_.begin());
      action();
    }
    now_ = until;
  }

  bool shut_down = false;
  // Called when an action was added, before its id is known.
  std::function<void()> on_run_after;
  // The positive delays that were requested.
  std::vector<absl::Duration> waits;

 private:
  absl::Time now_ = absl::UnixEpoch() + absl::Hours(1);
  TimerId last_id_ = 0;
  std::map<std::pair<absl::Time, TimerId>, std::function<void()>> actions_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_MANUAL_TIMER_H_
