// SPDX-License-Identifier: Apache-2.0
#include "client/cli/history/history_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

namespace footnote::client {
namespace {

// The interval at which a lock is tried: short beside an answer, and no load.
constexpr absl::Duration kInterval = absl::Milliseconds(50);

absl::Status CannotLock(const std::string& path) {
  return absl::InternalError(absl::StrCat(path, ": cannot be locked: ", std::strerror(errno)));
}

}  // namespace

absl::StatusOr<HistoryLock> HistoryLock::Take(const std::string& path, absl::Duration timeout,
                                              const std::function<void()>& on_wait) {
  std::error_code missing;
  const std::filesystem::path real = std::filesystem::canonical(path, missing);
  const std::string name = absl::StrCat(missing ? path : real.string(), ".lock");
  HistoryLock lock(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (lock.descriptor_ < 0) return CannotLock(name);
  const absl::Time end = absl::Now() + timeout;
  for (bool is_first = true; flock(lock.descriptor_, LOCK_EX | LOCK_NB) != 0; is_first = false) {
    if (errno != EWOULDBLOCK && errno != EINTR) return CannotLock(name);
    if (is_first) on_wait();
    if (absl::Now() >= end) {
      return absl::UnavailableError(absl::StrCat(
          path, ": another process extends this conversation; try again when it has ended"));
    }
    absl::SleepFor(kInterval);
  }
  return lock;
}

HistoryLock::HistoryLock(HistoryLock&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

HistoryLock::~HistoryLock() {
  if (descriptor_ >= 0) close(descriptor_);
}

}  // namespace footnote::client
