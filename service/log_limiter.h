// SPDX-License-Identifier: Apache-2.0
// Limits how often an event is logged.
#ifndef FOOTNOTE_SERVICE_LOG_LIMITER_H_
#define FOOTNOTE_SERVICE_LOG_LIMITER_H_

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace footnote {

// Admits a number of lines for each key and second, and counts the others. Thread-safe.
class LogLimiter {
 public:
  // A key, and the number of its lines that were suppressed in a second that is over.
  using Suppressed = std::vector<std::pair<std::string, int64_t>>;

  LogLimiter(int lines_per_second, std::function<absl::Time()> now);

  // Returns true if a line with `key` may be logged now. Adds to `suppressed` what was suppressed,
  // with any key, in earlier seconds and not returned before. The keys must be few: names of
  // events and reasons, never words of a request.
  bool Admit(absl::string_view key, Suppressed* suppressed);

  // Returns what was suppressed and not returned before, also in the present second.
  Suppressed TakeAll();

 private:
  struct Counts {
    int64_t admitted = 0;
    int64_t suppressed = 0;
  };

  Suppressed TakeLocked() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const int lines_per_second_;
  const std::function<absl::Time()> now_;
  absl::Mutex mutex_;
  int64_t second_ ABSL_GUARDED_BY(mutex_) = 0;
  // Those of the present second.
  absl::flat_hash_map<std::string, Counts> counts_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace footnote

#endif  // FOOTNOTE_SERVICE_LOG_LIMITER_H_
