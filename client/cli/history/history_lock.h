// SPDX-License-Identifier: Apache-2.0
// Runs that extend the same conversation one after another.
#ifndef FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_LOCK_H_
#define FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_LOCK_H_

#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace footnote::client {

// Holds the lock of a history file. The lock is that of the file `PATH.lock` beside it, or beside
// the target of a symbolic link; it remains, and is empty. The system gives the lock back when the
// process ends, in whatever way.
class HistoryLock {
 public:
  // Takes the lock of the history file at `path`. Calls `on_wait` once if another process holds it,
  // and fails if it still does after `timeout`.
  static absl::StatusOr<HistoryLock> Take(const std::string& path, absl::Duration timeout,
                                          const std::function<void()>& on_wait);

  HistoryLock(HistoryLock&& other) noexcept;
  HistoryLock& operator=(HistoryLock&&) = delete;
  ~HistoryLock();

 private:
  explicit HistoryLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_;  // negative: none
};

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CLI_HISTORY_HISTORY_LOCK_H_
