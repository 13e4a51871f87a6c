// SPDX-License-Identifier: Apache-2.0
// A queue of times, the earliest first.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_DUE_TIMES_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_DUE_TIMES_H_

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/time/time.h"

namespace footnote::upstream {

// A monotonic clock, which is not affected by changes of the system time.
using SteadyTime = std::chrono::steady_clock::time_point;

// Returns `now` + `delay`; `now` for a negative delay; SteadyTime::max() if the clock cannot
// represent it.
inline SteadyTime After(SteadyTime now, absl::Duration delay) {
  if (delay <= absl::ZeroDuration()) return now;
  const auto room = absl::FromChrono(SteadyTime::max() - now);
  return delay >= room ? SteadyTime::max() : now + absl::ToChronoNanoseconds(delay);
}

// A heap of times with ids. An id may occur several times. Obsolete entries remain until they are
// due or until Shed; the caller must recognize them. Not thread-safe.
class DueTimes {
 public:
  struct Entry {
    SteadyTime due;
    uint64_t id = 0;
  };

  void Add(SteadyTime due, uint64_t id) {
    heap_.push_back({due, id});
    std::push_heap(heap_.begin(), heap_.end(), IsLater);
  }

  std::optional<SteadyTime> Earliest() const {
    if (heap_.empty()) return std::nullopt;
    return heap_.front().due;
  }

  // Removes and returns the earliest entry if it is due.
  std::optional<Entry> TakeDue(SteadyTime now) {
    if (heap_.empty() || now < heap_.front().due) return std::nullopt;
    std::pop_heap(heap_.begin(), heap_.end(), IsLater);
    const Entry entry = heap_.back();
    heap_.pop_back();
    return entry;
  }

  // Removes the entries that are not `wanted` if they outnumber the `live` ones, so that memory and
  // time are proportional to the number of live entries. Cheap if called after every change.
  template <typename Predicate>
  void Shed(size_t live, Predicate wanted) {
    constexpr size_t kSlack = 64;
    if (heap_.size() <= 2 * live + kSlack) return;
    heap_.erase(std::remove_if(heap_.begin(), heap_.end(),
                               [&wanted](const Entry& entry) { return !wanted(entry); }),
                heap_.end());
    std::make_heap(heap_.begin(), heap_.end(), IsLater);
  }

  size_t size() const { return heap_.size(); }

 private:
  static bool IsLater(const Entry& a, const Entry& b) { return a.due > b.due; }

  std::vector<Entry> heap_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_DUE_TIMES_H_
