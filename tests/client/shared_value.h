// SPDX-License-Identifier: Apache-2.0
// What a handler of a server saw, for the test to look at.
#ifndef FOOTNOTE_TESTS_CLIENT_SHARED_VALUE_H_
#define FOOTNOTE_TESTS_CLIENT_SHARED_VALUE_H_

#include <mutex>
#include <utility>

namespace footnote::client {

// A value that one thread sets and another gets.
template <typename T>
class SharedValue {
 public:
  void Set(T value) {
    std::lock_guard<std::mutex> lock(mutex_);
    value_ = std::move(value);
  }
  T Get() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  T value_{};  // guarded by mutex_
};

}  // namespace footnote::client

#endif  // FOOTNOTE_TESTS_CLIENT_SHARED_VALUE_H_
