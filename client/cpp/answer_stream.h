// SPDX-License-Identifier: Apache-2.0
// Reads a stream of events, on the caller's thread or on gRPC's threads.
#ifndef FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_
#define FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/cpp/answer_assembler.h"
#include "client/cpp/cancel_token.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Passes the events of a stream to a callback, one by one, and keeps the final answer.
class EventSink {
 public:
  // With `assembles`, the answer is assembled from the events, because `completed` omits the
  // content that they delivered. No event is passed after `cancel` is cancelled.
  EventSink(std::function<void(const v1::AnswerEvent&)> on_event, CancelToken cancel,
            bool assembles);

  // Passes the events of `response`, whose state is then unspecified.
  void Take(v1::StreamAnswerResponse* response);

  // Returns the result of the stream, which ended with `status`. Called once.
  absl::StatusOr<v1::Answer> Finish(const grpc::Status& status);

 private:
  void Keep(v1::AnswerEvent* event);

  std::function<void(const v1::AnswerEvent&)> on_event_;
  CancelToken cancel_;
  bool withheld_ = false;                     // an event was not passed
  std::optional<AnswerAssembler> assembler_;  // if the answer is assembled
  absl::Status assembly_;                     // the first error of `assembler_`
  std::optional<v1::Answer> answer_;
};

// One stream: its request, its context, and the consumer of its events.
struct StreamCall {
  std::shared_ptr<grpc::ClientContext> context;
  std::shared_ptr<void> watch;  // released when the call ends
  v1::StreamAnswerRequest request;
  EventSink sink;
};

// Reads the stream to its end on this thread, one message at a time. Calls `on_pause`, if set,
// after the events of each message.
absl::StatusOr<v1::Answer> ReadStream(v1::AnswerService::Stub* stub, StreamCall call,
                                      const std::function<void()>& on_pause);

// Starts the stream. Reads the next message after the events of the previous one were passed. Calls
// `done` once, after everything else, possibly before this function returns. `stub` is not used
// after this function returns.
void StartStream(v1::AnswerService::Stub* stub, StreamCall call,
                 std::function<void(absl::StatusOr<v1::Answer>)> done);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_
