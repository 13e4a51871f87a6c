// One answer that is told as it comes.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_

#include <optional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/answering/message_stream.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/source_index.h"
#include "service/answering/upstream_call.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Used once: Start, then any number of the others.
//
// It must live until the listener's OnEnd and until Start has returned, whichever is later.
class AnswerStream final : private upstream::MessagesObserver {
 public:
  // Hears one answer, on an upstream thread or, if it ends at once, on the one that called Start.
  // Must not block.
  class Listener {
   public:
    virtual ~Listener() = default;
    // Some events, never none; good during the call.
    virtual void OnEvents(const v1::StreamAnswerResponse& events) = 0;
    // All that can be told by now has been. It is not called where the end follows at once.
    virtual void OnBatchEnd() = 0;
    // The end, exactly once. OK: the answer is whole. Else what was told belongs to no answer, and
    // the error says how much it was. The stream may be destroyed from within.
    virtual void OnEnd(absl::Status status) = 0;
  };

  // `engine` must outlive the stream.
  explicit AnswerStream(const AnswerEngine* engine)
      : engine_(*engine), upstream_(&engine->transport()) {}
  AnswerStream(const AnswerStream&) = delete;
  AnswerStream& operator=(const AnswerStream&) = delete;

  // Builds, sends, and tells. `last`, which must be empty, gets the last event, with the whole
  // answer, which grows in it from the start; it is the listener's to tell after an OK end.
  // `last` and `listener` must live until the end, `request` until Start has returned.
  void Start(const v1::AnswerRequest& request, const building::FieldPath& root,
             AnswerContext context, v1::StreamAnswerResponse* last, Listener* listener);

  // Gives the answer up: the listener hears CANCELLED unless the end was under way. Thread-safe, as
  // are the next two; may come at any time of the stream's life.
  void Cancel() { upstream_.Cancel(); }

  // Reads no further until Resume: what is under way is still told.
  void Pause() { upstream_.Pause(); }
  void Resume() { upstream_.Resume(); }

 private:
  void OnEvents(absl::Span<upstream::MessagesEvent> events) override;
  void OnEnd(upstream::MessagesResult end) override;

  absl::Status Take(upstream::MessagesEvent&& event, resolving::AnswerResolver::Events* events);
  // The end's status, once the answer is whole.
  absl::Status Finish(upstream::MessagesResult& end, resolving::AnswerResolver::Events* events);
  v1::Answer* answer() { return last_->mutable_events(0)->mutable_completed()->mutable_answer(); }

  const AnswerEngine& engine_;
  SourceIndex sources_;
  resolving::AcceptancePolicy acceptance_policy_;
  v1::StreamAnswerResponse* last_ = nullptr;
  Listener* listener_ = nullptr;
  std::optional<MessageStream> message_;
  bool is_whole_ = false;       // it came in one piece
  bool delivered_any_ = false;  // anything
  absl::Status fault_;          // why the stream was given up
  UpstreamCall upstream_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_STREAM_H_
