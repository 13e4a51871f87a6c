// SPDX-License-Identifier: Apache-2.0
// An observer and bodies for the tests of paused transfers.
#ifndef FOOTNOTE_TESTS_UPSTREAM_CURL_CURL_PAUSE_TESTING_H_
#define FOOTNOTE_TESTS_UPSTREAM_CURL_CURL_PAUSE_TESTING_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <future>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "service/upstream/curl/curl_http_client.h"
#include "tests/support/http_recorder.h"
#include "tests/support/raw_http_server.h"
#include "tests/upstream/curl_testing.h"

namespace footnote::upstream {

// Calls `at_body` with its transfer's id and the number of the piece, from 1, before anyone who
// waits learns of it. Records the events.
class Reader : public HttpObserver {
 public:
  using AtBody = std::function<void(HttpTransferId id, int pieces)>;
  explicit Reader(AtBody at_body) : at_body_(std::move(at_body)) {}

  void Start(CurlHttpClient& client, HttpRequest request) {
    started_.set_value(client.Start(std::move(request), this));
  }

  void OnHead(int, std::vector<std::pair<std::string, std::string>>) override {}
  void OnBody(absl::string_view bytes) override {
    if (id_ == 0) id_ = started_.get_future().get();
    if (at_body_) at_body_(id_, pieces_ + 1);
    const std::lock_guard<std::mutex> lock(mutex_);
    ++pieces_;
    body_.append(bytes.data(), bytes.size());
    changed_.notify_all();
  }
  void OnEnd(const TransferResult& end) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    end_ = end;
    ended_ = true;
    changed_.notify_all();
  }

  // Each waits for at most 30 s and returns true if the event occurred.
  bool WaitForPieces(int pieces) {
    return WaitFor([this, pieces] { return pieces_ >= pieces; });
  }
  bool WaitForPiecesOrEnd(int pieces) {
    return WaitFor([this, pieces] { return pieces_ >= pieces || ended_; });
  }
  bool WaitForEnd() {
    return WaitFor([this] { return ended_; });
  }

  HttpTransferId id() const { return id_; }  // known after the first part was received
  int pieces() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return pieces_;
  }
  size_t bytes() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return body_.size();
  }
  bool ended() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ended_;
  }
  // After the end.
  const std::string& body() const { return body_; }
  const TransferResult& end() const { return end_; }

 private:
  template <typename Predicate>
  bool WaitFor(Predicate predicate) {
    std::unique_lock<std::mutex> lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(30), predicate);
  }

  const AtBody at_body_;
  std::promise<HttpTransferId> started_;
  std::atomic<HttpTransferId> id_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  int pieces_ = 0;  // written by the loop's thread alone
  std::string body_;
  bool ended_ = false;
  TransferResult end_;
};

// Returns after the loop has delivered everything that it would still deliver.
inline void LetTheLoopRun(CurlHttpClient& client) {
  testing_support::RawHttpServer other(Always(testing_support::HttpReply("ok")));
  for (int i = 0; i < 20; ++i) {
    testing_support::HttpRecorder recorder;
    Exchange(client, Request(other.url()), &recorder);
  }
}

// Returns text in which every part is different.
inline std::string Numbers(size_t bytes) {
  std::string text;
  for (int i = 0; text.size() < bytes; ++i) absl::StrAppend(&text, i, ",");
  text.resize(bytes);
  return text;
}

inline std::string Chunked(const std::string& body, size_t chunk) {
  std::string reply = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
  for (size_t at = 0; at < body.size(); at += chunk) {
    const std::string piece = body.substr(at, chunk);
    absl::StrAppend(&reply, absl::Hex(piece.size()), "\r\n", piece, "\r\n");
  }
  return reply + "0\r\n\r\n";
}

}  // namespace footnote::upstream

#endif  // FOOTNOTE_TESTS_UPSTREAM_CURL_CURL_PAUSE_TESTING_H_
