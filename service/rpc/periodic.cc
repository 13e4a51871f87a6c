// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/periodic.h"

#include <utility>

namespace footnote::rpc {

Periodic::Periodic(absl::Duration interval, std::function<void()> action)
    : interval_(interval), action_(std::move(action)), thread_([this] {
        while (!WaitUntilStopped()) action_();
      }) {}

Periodic::~Periodic() {
  {
    const absl::MutexLock lock(&mutex_);
    stopped_ = true;
  }
  thread_.join();
}

bool Periodic::WaitUntilStopped() {
  const absl::MutexLock lock(&mutex_);
  return mutex_.AwaitWithTimeout(absl::Condition(&stopped_), interval_);
}

}  // namespace footnote::rpc
