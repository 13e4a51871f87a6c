// SPDX-License-Identifier: Apache-2.0
// An HttpObserver that records its events.
#ifndef FOOTNOTE_TESTS_SUPPORT_HTTP_RECORDER_H_
#define FOOTNOTE_TESTS_SUPPORT_HTTP_RECORDER_H_

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/upstream/http/http_client.h"

namespace footnote::testing_support {

class HttpRecorder : public upstream::HttpObserver {
 public:
  using Headers = std::vector<std::pair<std::string, std::string>>;

  HttpRecorder() = default;
  // Calls `at_head` after the head was recorded and `at_end` before the end is recorded, on the
  // client's thread.
  explicit HttpRecorder(std::function<void()> at_head, std::function<void()> at_end = nullptr)
      : at_head_(std::move(at_head)), at_end_(std::move(at_end)) {}

  void OnHead(int status, Headers headers) override {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      ++heads_;
      status_ = status;
      headers_ = std::move(headers);
    }
    changed_.notify_all();
    if (at_head_) at_head_();
  }

  void OnBody(absl::string_view bytes) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    body_.append(bytes.data(), bytes.size());
  }

  void OnEnd(const upstream::TransferResult& end) override {
    if (at_end_) at_end_();
    // The waiting thread may destroy this object as soon as the mutex is released.
    const std::lock_guard<std::mutex> lock(mutex_);
    ++ends_;
    end_ = end;
    changed_.notify_all();
  }

  // Each waits for at most 30 s and returns true if the event occurred.
  bool WaitForHead() {
    return WaitFor([this] { return heads_ > 0; });
  }
  bool WaitForEnd() {
    return WaitFor([this] { return ends_ > 0; });
  }

  // The recorded events; read them only after the end.
  int heads() const { return heads_; }
  int ends() const { return ends_; }
  int status() const { return status_; }
  const Headers& headers() const { return headers_; }
  const std::string& body() const { return body_; }
  const upstream::TransferResult& end() const { return end_; }

 private:
  template <typename Predicate>
  bool WaitFor(Predicate predicate) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), predicate);
  }

  const std::function<void()> at_head_;
  const std::function<void()> at_end_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int heads_ = 0;
  int ends_ = 0;
  int status_ = 0;
  Headers headers_;
  std::string body_;
  upstream::TransferResult end_;
};

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_HTTP_RECORDER_H_
