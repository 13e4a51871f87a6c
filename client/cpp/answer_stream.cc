// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/answer_stream.h"

#include <grpcpp/support/client_callback.h>
#include <grpcpp/support/sync_stream.h>

#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "client/cpp/error_details.h"

namespace footnote::client {
namespace {

// Owned by gRPC from Start until OnDone, which deletes it.
class StreamReader final : public grpc::ClientReadReactor<v1::StreamAnswerResponse> {
 public:
  StreamReader(StreamCall call, std::function<void(absl::StatusOr<v1::Answer>)> done)
      : call_(std::move(call)), done_(std::move(done)) {}

  void Start(v1::AnswerService::Stub* stub) {
    stub->async()->StreamAnswer(call_.context.get(), &call_.request, this);
    StartRead(&response_);
    StartCall();  // this object may be deleted from here on
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    call_.sink.Take(&response_);
    StartRead(&response_);
  }

  void OnDone(const grpc::Status& status) override {
    call_.watch.reset();
    done_(call_.sink.Finish(status));
    delete this;
  }

 private:
  StreamCall call_;
  std::function<void(absl::StatusOr<v1::Answer>)> done_;
  v1::StreamAnswerResponse response_;
};

}  // namespace

EventSink::EventSink(std::function<void(const v1::AnswerEvent&)> on_event, CancelToken cancel,
                     bool assembles)
    : on_event_(std::move(on_event)), cancel_(std::move(cancel)) {
  if (assembles) assembler_.emplace();
}

void EventSink::Take(v1::StreamAnswerResponse* response) {
  for (v1::AnswerEvent& event : *response->mutable_events()) {
    if (cancel_.cancelled()) {
      withheld_ = true;
      return;
    }
    on_event_(event);
    Keep(&event);
  }
}

void EventSink::Keep(v1::AnswerEvent* event) {
  if (assembler_) assembly_.Update(assembler_->Add(*event));
  if (!event->completed().has_answer()) return;
  answer_ = assembler_ ? assembler_->TakeAnswer()
                       : std::move(*event->mutable_completed()->mutable_answer());
}

absl::StatusOr<v1::Answer> EventSink::Finish(const grpc::Status& status) {
  if (!status.ok()) return StatusFromGrpc(status);
  // The server may have sent the complete answer before it received the cancellation.
  if (withheld_) return absl::CancelledError("cancelled before the end of the stream");
  if (!assembly_.ok()) return assembly_;
  if (!answer_) return absl::DataLossError("the server's stream ended without an answer");
  return *std::move(answer_);
}

absl::StatusOr<v1::Answer> ReadStream(v1::AnswerService::Stub* stub, StreamCall call,
                                      const std::function<void()>& on_pause) {
  const auto reader = stub->StreamAnswer(call.context.get(), call.request);
  v1::StreamAnswerResponse response;
  while (reader->Read(&response)) {
    call.sink.Take(&response);
    if (on_pause) on_pause();
  }
  return call.sink.Finish(reader->Finish());
}

void StartStream(v1::AnswerService::Stub* stub, StreamCall call,
                 std::function<void(absl::StatusOr<v1::Answer>)> done) {
  (new StreamReader(std::move(call), std::move(done)))->Start(stub);
}

}  // namespace footnote::client
