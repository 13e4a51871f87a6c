// SPDX-License-Identifier: Apache-2.0
// Keeps what was sent, so that a test can read it.
#ifndef FOOTNOTE_SERVICE_EMULATOR_RECORDER_H_
#define FOOTNOTE_SERVICE_EMULATOR_RECORDER_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

struct RecordedRequest {
  // From 1, in the order of arrival; never reused.
  int64_t number = 0;
  std::string method;
  std::string target;  // path and query
  // As sent, names in lower case; credentials are replaced by "[redacted]".
  HttpHeaders headers;
  std::shared_ptr<const std::string> body;
  // The status it was answered with; 0 if the emulator hung up without an answer.
  int status = 0;
  enum class State {
    kOpen,       // the answer is not written yet
    kAnswered,   // written
    kCancelled,  // the client went away first
  };
  State state = State::kOpen;
  // How much of the answer's body went to the kernel so far, in bytes and in whole events. A body
  // that is no stream is one event.
  size_t bytes_written = 0;
  size_t events_written = 0;
};

// A bounded ring: the oldest requests make way for new ones. Thread-safe.
class Recorder {
 public:
  // Keeps at most `max_requests` with bodies of `max_bytes` in sum; at least the last request is
  // kept whatever its size.
  Recorder(size_t max_requests, size_t max_bytes);

  // Records a request that will be answered with `status`, and gives its number.
  int64_t Add(const HttpRequest& request, int status);

  // Notes how much of the answer is written. Nothing if the request has left the ring.
  void NoteWritten(int64_t number, size_t bytes, size_t events);

  // Notes how a request ended. Nothing if it has left the ring.
  void End(int64_t number, bool cancelled);

  std::vector<RecordedRequest> Requests() const;

  // How many clients went away before their answer, since the start or the last Clear.
  int64_t cancelled() const;

  void Clear();

  // Waits until `predicate` holds for the requests, and says whether it came to that in time. The
  // predicate is called whenever something changed, with the lock held.
  bool Await(const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
             std::chrono::milliseconds timeout) const;

 private:
  // The request of that number, or null if it has left the ring. Needs the lock.
  RecordedRequest* Find(int64_t number);

  const size_t max_requests_;
  const size_t max_bytes_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::deque<RecordedRequest> requests_;
  size_t bytes_ = 0;
  int64_t last_number_ = 0;
  int64_t cancelled_ = 0;
};

// One JSON object for each request, each on its own line:
// {"number","method","target","headers":[[name,value]...],"body" or "body_base64","status",
// "bytes_written","events_written","state"}
// `body` is a string where the bytes are UTF-8; `state` is "open", "answered" or "cancelled".
std::string RequestsAsJsonLines(const std::vector<RecordedRequest>& requests);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RECORDER_H_
