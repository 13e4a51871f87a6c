// SPDX-License-Identifier: Apache-2.0
#ifndef FOOTNOTE_TESTS_SUPPORT_EVENT_H_
#define FOOTNOTE_TESTS_SUPPORT_EVENT_H_

#include <condition_variable>
#include <mutex>

namespace footnote::testing_support {

// Something that happens once and that threads wait for. Of the standard library, whose order
// ThreadSanitizer sees.
class Event {
 public:
  void Happen() {
    const std::lock_guard<std::mutex> lock(mutex_);
    happened_ = true;
    changed_.notify_all();
  }
  void Await() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return happened_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool happened_ = false;
};

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_EVENT_H_
