// SPDX-License-Identifier: Apache-2.0
// An answer that is returned in one piece.
#ifndef FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_

#include <functional>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"
#include "service/answering/pending_answer.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Controls one call of AnswerEngine::Answer.
//
// It must live until `done` was called and Answer has returned, whichever is later: an answer may
// be done before Answer returns.
class AnswerCall final : public PendingAnswer {
 public:
  using Done = std::function<void(absl::Status)>;

 private:
  friend class AnswerEngine;

  void OnEvents(absl::Span<upstream::MessagesEvent> events) override;
  void OnEnd(upstream::MessagesResult result) override;

  v1::Answer* answer_ = nullptr;
  Done done_;
  absl::Status fault_;  // the reason why the message makes no answer
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_ANSWER_CALL_H_
