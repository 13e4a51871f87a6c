// How AnswerClient reads a stream of events, on the caller's thread or on gRPC's.
#ifndef FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_
#define FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_

#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <functional>
#include <memory>
#include <optional>

#include "absl/status/statusor.h"
#include "client/cpp/cancel_token.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "footnote/v1/answer_service.pb.h"

namespace footnote::client {

// Hands the events of a stream on, one by one, and keeps the answer that it ends with.
class EventSink {
 public:
  // Hands nothing more on once `cancel` is cancelled.
  EventSink(std::function<void(const v1::AnswerEvent&)> on_event, CancelToken cancel);

  // Hands on the events of `response`, which is left in no particular state.
  void Take(v1::StreamAnswerResponse* response);

  // What the stream came to, once it has ended with `status`. Called once.
  absl::StatusOr<v1::Answer> Finish(const grpc::Status& status);

 private:
  std::function<void(const v1::AnswerEvent&)> on_event_;
  CancelToken cancel_;
  bool withheld_ = false;  // whether an event was not handed on
  std::optional<v1::Answer> answer_;
};

// One stream: what to call it with, and what makes of its events.
struct StreamCall {
  std::shared_ptr<grpc::ClientContext> context;
  std::shared_ptr<void> watch;  // let go when the call ends
  v1::StreamAnswerRequest request;
  EventSink sink;
};

// Reads the stream to its end on this thread, one message at a time. `on_pause`, if there is one,
// is called after the events of each message.
absl::StatusOr<v1::Answer> ReadStream(v1::AnswerService::Stub* stub, StreamCall call,
                                      const std::function<void()>& on_pause);

// Starts the stream, whose next message is asked for when the events of the last are handed on.
// `done` is called once, last of all, and maybe before this returns. `stub` need not outlive the
// call of this function.
void StartStream(v1::AnswerService::Stub* stub, StreamCall call,
                 std::function<void(absl::StatusOr<v1::Answer>)> done);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ANSWER_STREAM_H_
