// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/curl/timer_queue.h"

#include <utility>

namespace footnote::upstream {

TimerQueue::Added TimerQueue::Add(TimerId id, SteadyTime due, Action&& action) {
  const absl::MutexLock lock(&mutex_);
  if (closed_) return Added::kClosed;
  const std::optional<SteadyTime> earliest = due_.Earliest();
  actions_.emplace(id, std::move(action));
  due_.Add(due, id);
  return !earliest.has_value() || due < *earliest ? Added::kIsNext : Added::kWaits;
}

bool TimerQueue::Forget(TimerId id) {
  Action forgotten;  // destroyed outside the lock: it may own anything
  const absl::MutexLock lock(&mutex_);
  const auto it = actions_.find(id);
  if (it == actions_.end()) return false;
  forgotten = std::move(it->second);
  actions_.erase(it);
  due_.Shed(actions_.size(), [this](const DueTimes::Entry& entry) {
    mutex_.AssertHeld();
    return actions_.contains(entry.id);
  });
  return true;
}

std::optional<SteadyTime> TimerQueue::Earliest() {
  const absl::MutexLock lock(&mutex_);
  return due_.Earliest();
}

std::vector<TimerQueue::Action> TimerQueue::TakeDue(SteadyTime now) {
  const absl::MutexLock lock(&mutex_);
  return TakeDueLocked(now);
}

std::vector<TimerQueue::Action> TimerQueue::Close() {
  const absl::MutexLock lock(&mutex_);
  closed_ = true;
  return TakeDueLocked(SteadyTime::max());
}

std::vector<TimerQueue::Action> TimerQueue::TakeDueLocked(SteadyTime now) {
  std::vector<Action> actions;
  while (const std::optional<DueTimes::Entry> entry = due_.TakeDue(now)) {
    const auto it = actions_.find(entry->id);
    if (it == actions_.end()) continue;
    actions.push_back(std::move(it->second));
    actions_.erase(it);
  }
  return actions;
}

}  // namespace footnote::upstream
