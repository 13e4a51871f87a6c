// SPDX-License-Identifier: Apache-2.0
// An answer that is delivered while it is generated.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/message_stream.h"
#include "service/answering/pending_answer.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Controls one call of AnswerEngine::Stream.
//
// It must live until the listener's OnEnd was called and Stream has returned, whichever is later.
class AnswerStream final : public PendingAnswer {
 public:
  // Receives one answer, on an upstream thread or, if it ends immediately, on the thread that calls
  // AnswerEngine::Stream. Must not block.
  class Listener {
   public:
    virtual ~Listener() = default;
    // One or more events, which are valid during the call.
    virtual void OnEvents(const v1::StreamAnswerResponse& events) = 0;
    // All events that are available now were delivered. Not called if the end follows immediately.
    virtual void OnBatchEnd() = 0;
    // The end of the answer; called exactly once. OK: the answer is complete. Otherwise the
    // delivered content belongs to no answer, and the error has its amount. The stream may be
    // destroyed during the call.
    virtual void OnEnd(absl::Status status) = 0;
  };

  // Stops reading the response until Resume. Events that were already received are still delivered.
  // Thread-safe; can be called at any time, also before the start.
  void Pause() { upstream().Pause(); }
  void Resume() { upstream().Resume(); }

 private:
  friend class AnswerEngine;

  void OnStart() override;
  void OnEvents(absl::Span<upstream::MessagesEvent> events) override;
  void OnEnd(upstream::MessagesResult result) override;

  absl::Status AddEvent(upstream::MessagesEvent&& event, resolving::AnswerResolver::Events* events);
  // Completes the answer after an OK end; returns the status of the call.
  absl::Status Complete(upstream::MessagesResult* result,
                        resolving::AnswerResolver::Events* events);
  v1::Answer* answer() { return last_->mutable_events(0)->mutable_completed()->mutable_answer(); }

  v1::StreamAnswerResponse* last_ = nullptr;
  Listener* listener_ = nullptr;
  std::optional<MessageStream> message_;
  bool was_complete_message_ = false;  // the API returned a message instead of a stream
  bool delivered_any_ = false;
  absl::Status fault_;  // the reason why this stream was cancelled
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_
