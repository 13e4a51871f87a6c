// SPDX-License-Identifier: Apache-2.0
#include "service/answering/answer_call.h"

#include <utility>
#include <variant>

#include "service/answering/attempts.h"
#include "service/answering/resolving/acceptance.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/message.h"

namespace footnote::answering {

void AnswerCall::OnEvents(absl::Span<upstream::MessagesEvent> events) {
  ReleaseJson();
  fault_ = resolving::ResolveMessage(std::move(std::get<messages::Message>(events.front())),
                                     sources(), terms().response, answer_);
}

void AnswerCall::OnEnd(upstream::MessagesResult result) {
  ReleaseJson();
  if (result.status.ok()) result.status = fault_;
  if (result.status.ok()) {
    answer_->set_upstream_request_id(std::move(result.request_id));
    ListAttempts(result.attempts, answer_);
    result.status = resolving::CheckAcceptance(terms().acceptance, *answer_);
  }
  if (!result.status.ok()) ListAttempts(result.attempts, &result.status);
  // `done` may destroy this call.
  const Done done = std::move(done_);
  done(std::move(result.status));
}

}  // namespace footnote::answering
