#include "service/answering/answer_call.h"

#include <utility>
#include <variant>

#include "absl/status/statusor.h"
#include "service/answering/attempts.h"
#include "service/answering/building/request_builder.h"
#include "service/answering/resolving/answer_resolver.h"
#include "service/messages/message.h"
#include "service/status/rich_status.h"

namespace footnote::answering {

void AnswerCall::Start(const v1::AnswerRequest& request, AnswerContext context, v1::Answer* answer,
                       std::function<void(absl::Status)> done) {
  absl::StatusOr<building::BuiltRequest> built =
      building::BuildRequest(request, engine_.defaults());
  if (!built.ok()) {
    done(built.status());
    return;
  }
  if (upstream_.cancelled()) {  // while it was built; nothing need be sent
    done(
        status::ErrorWithInfo(absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled"));
    return;
  }
  sources_ = std::move(built->sources);
  sources_.Detach();
  acceptance_policy_ = resolving::AcceptancePolicyFrom(request.citations());
  answer_ = answer;
  done_ = std::move(done);
  upstream_.Send(&*built, std::move(context), /*stream=*/false, this);
}

void AnswerCall::OnEvents(absl::Span<upstream::MessagesEvent> events) {
  resolving::ResolveMessage(std::move(std::get<messages::Message>(events.front())), sources_,
                            answer_);
}

void AnswerCall::OnEnd(upstream::MessagesResult end) {
  if (end.status.ok()) {
    answer_->set_request_id(std::move(end.request_id));
    ListAttempts(end.attempts, answer_);
    end.status = resolving::CheckAcceptance(acceptance_policy_, *answer_);
  }
  if (!end.status.ok()) ListAttempts(end.attempts, &end.status);
  // `done` may destroy this call.
  const std::function<void(absl::Status)> done = std::move(done_);
  done(std::move(end.status));
}

}  // namespace footnote::answering
