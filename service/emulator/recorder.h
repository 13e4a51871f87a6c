// SPDX-License-Identifier: Apache-2.0
// Records the requests that the emulator received, for tests.
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
  // 1-based, in the order of arrival. Numbers are never reused.
  int64_t number = 0;
  std::string method;
  std::string target;  // path and query
  // In the order received, with names in lower case. The values of headers with credentials are
  // "[redacted]", or "Bearer [redacted]" for this scheme of `authorization`.
  HttpHeaders headers;
  std::shared_ptr<const std::string> body;
  // The HTTP status of the reply; 0 if the emulator closed the connection without a reply.
  int status = 0;
  enum class State {
    kOpen,       // the reply is not complete
    kAnswered,   // the reply is written completely
    kCancelled,  // the client disconnected before the reply was written completely
  };
  State state = State::kOpen;
  // The number of bytes of the reply's body that the kernel has accepted.
  size_t bytes_written = 0;
  // The number of events that these bytes contain completely. A body that is not a stream is one
  // event.
  size_t events_written = 0;
};

// A bounded list of requests: new requests replace the oldest ones. Thread-safe.
class Recorder {
 public:
  // Keeps at most `max_requests` requests, whose bodies have at most `max_bytes` bytes in total.
  // The last request is kept regardless of the limits.
  Recorder(size_t max_requests, size_t max_bytes);

  // Records a request whose reply has `status`, and returns its number.
  int64_t Add(const HttpRequest& request, int status);

  // Sets `bytes_written` and `events_written` of a request. Has no effect if the request is no
  // longer kept.
  void NoteWritten(int64_t number, size_t bytes, size_t events);

  // Sets the state of a request to kCancelled or kAnswered. If the request is no longer kept, only
  // cancelled() changes.
  void End(int64_t number, bool cancelled);

  // Returns the requests that are kept, oldest first.
  std::vector<RecordedRequest> Requests() const;

  // The number of clients that disconnected before their reply was complete, since construction or
  // the last call of Clear.
  int64_t cancelled() const;

  // Removes all requests and sets cancelled() to 0. Numbers continue.
  void Clear();

  // Waits until `predicate` returns true for the requests that are kept. Returns false if this does
  // not happen before `timeout`. The predicate is called after each change, with the lock held: it
  // must not call the recorder.
  bool Await(const std::function<bool(const std::deque<RecordedRequest>&)>& predicate,
             std::chrono::milliseconds timeout) const;

 private:
  // Returns the request with this number, or null if it is no longer kept. Requires `mutex_`.
  RecordedRequest* Find(int64_t number);

  const size_t max_requests_;
  const size_t max_bytes_;
  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::deque<RecordedRequest> requests_;
  size_t bytes_ = 0;  // of the bodies in `requests_`
  int64_t last_number_ = 0;
  int64_t cancelled_ = 0;
};

// Returns one JSON object for each request, each on its own line:
// {"number","method","target","headers":[[name,value]...],"body" or "body_base64","status",
// "bytes_written","events_written","state"}
// The body is in `body` if it is UTF-8, else in `body_base64`. `state` is "open", "answered" or
// "cancelled".
std::string RequestsAsJsonLines(const std::vector<RecordedRequest>& requests);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_RECORDER_H_
