// SPDX-License-Identifier: Apache-2.0
// Calls of StreamAnswer of the end-to-end tests.
#ifndef FOOTNOTE_TESTS_END_TO_END_STREAMS_H_
#define FOOTNOTE_TESTS_END_TO_END_STREAMS_H_

#include <grpcpp/grpcpp.h>

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {

// The events of a stream, and its status.
struct StreamReply {
  grpc::Status status;
  std::vector<v1::AnswerEvent> events;  // of all messages, in order
  std::vector<int> batches;             // the number of events of each message

  // The answer of the last event; empty if that has none.
  v1::Answer answer() const;
  // The concatenated text deltas.
  std::string text() const;
  // The kinds of the events: the names of their fields.
  std::vector<std::string> kinds() const;
};

struct StreamCallOptions {
  std::string script;  // of the emulator
  absl::Duration timeout = absl::Seconds(60);
  // The number of messages to read before ReadMore.
  size_t reads = std::numeric_limits<size_t>::max();
};

// A stream that runs while the test continues. It needs no thread.
class StreamCall final : private grpc::ClientReadReactor<v1::StreamAnswerResponse> {
 public:
  StreamCall(TestServer& server, const v1::AnswerRequest& request, StreamCallOptions options = {});
  StreamCall(const StreamCall&) = delete;
  StreamCall& operator=(const StreamCall&) = delete;
  // Cancels the stream if it is not done, and waits for the end.
  ~StreamCall() override;

  // Reads up to `reads` more messages.
  void ReadMore(size_t reads);
  // Also reads the rest, since only a read receives the end.
  void Cancel();
  // Waits until `count` events were delivered or the stream is done; returns true in the first
  // case.
  bool WaitForEvents(size_t count);
  StreamReply Wait();
  bool is_done();

 private:
  void OnReadDone(bool ok) override;
  void OnDone(const grpc::Status& status) override;

  grpc::ClientContext context_;
  v1::StreamAnswerRequest request_;
  v1::StreamAnswerResponse message_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_:
  size_t reads_left_;
  bool is_reading_ = false;
  bool is_held_ = false;  // delays OnDone while no read is in flight
  bool done_ = false;
  StreamReply reply_;
};

// Calls StreamAnswer and waits for the end.
StreamReply Stream(TestServer& server, const v1::AnswerRequest& request,
                   const std::string& script = "");

// `answer` without the fields that describe the call.
v1::Answer WithoutCall(v1::Answer answer);

}  // namespace footnote::testing

#endif  // FOOTNOTE_TESTS_END_TO_END_STREAMS_H_
