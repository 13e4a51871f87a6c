// One answer in one piece, from the caller's request to the finished Answer.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"
#include "footnote/v1/answer_service.pb.h"
#include "service/answering/answer_engine.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/source_index.h"
#include "service/answering/upstream_call.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Used once: Start, then any number of Cancels.
//
// It must live until `done` was called and Start has returned, whichever is later: an answer may be
// done before Start returns.
class AnswerCall final : private upstream::MessagesObserver {
 public:
  // `engine` must outlive the call.
  explicit AnswerCall(const AnswerEngine* engine)
      : engine_(*engine), upstream_(&engine->transport()) {}
  AnswerCall(const AnswerCall&) = delete;
  AnswerCall& operator=(const AnswerCall&) = delete;

  // Builds, sends, and on the reply fills `answer`, which must be empty; then calls `done` exactly
  // once, on this thread or an upstream one: OK with the whole answer, or the error and an answer
  // that must not be used. `answer` must live until then, `request` until Start has returned.
  void Start(const v1::AnswerRequest& request, AnswerContext context, v1::Answer* answer,
             std::function<void(absl::Status)> done);

  // Gives the answer up: `done` hears CANCELLED unless the end was under way. Thread-safe; may come
  // at any time of the call's life.
  void Cancel() { upstream_.Cancel(); }

 private:
  void OnEvents(absl::Span<upstream::MessagesEvent> events) override;
  void OnEnd(upstream::MessagesResult end) override;

  const AnswerEngine& engine_;
  SourceIndex sources_;
  resolving::AcceptancePolicy acceptance_policy_;
  v1::Answer* answer_ = nullptr;
  std::function<void(absl::Status)> done_;
  UpstreamCall upstream_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_
