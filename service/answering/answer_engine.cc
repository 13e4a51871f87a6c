#include "service/answering/answer_engine.h"

#include <variant>

#include "absl/status/statusor.h"
#include "service/answering/answer_resolver.h"
#include "service/rich_status.h"

namespace footnote::answering {

void AnswerCall::Start(const v1::AnswerRequest& request, AnswerContext context, v1::Answer* answer,
                       std::function<void(absl::Status)> done) {
  absl::StatusOr<BuiltRequest> built = BuildRequest(request, engine_.defaults());
  if (!built.ok()) {
    done(built.status());
    return;
  }
  if (cancelled_) {  // while it was built; nothing need be sent
    done(ErrorWithInfo(absl::StatusCode::kCancelled, "CANCELLED", "the call was cancelled"));
    return;
  }
  sources_ = std::move(built->sources);
  strict_ = request.citations().strict();
  answer_ = answer;
  done_ = std::move(done);
  sent_ = engine_.transport().Send(
      {std::move(built->json), std::move(context.headers), context.deadline}, this);
  // A Cancel that came before the id was known left it to us.
  if (cancelled_) engine_.transport().Cancel(sent_);
}

void AnswerCall::Cancel() {
  cancelled_ = true;
  engine_.transport().Cancel(sent_);
}

void AnswerCall::OnEvent(upstream::MessagesEvent event) {
  ResolveAnswer(std::move(std::get<messages::Message>(event)), sources_, answer_);
}

void AnswerCall::OnEnd(upstream::MessagesEnd end) {
  if (end.status.ok()) {
    answer_->set_request_id(std::move(end.request_id));
    if (strict_) end.status = CheckStrict(*answer_);
  }
  // `done` may destroy this call.
  const std::function<void(absl::Status)> done = std::move(done_);
  done(std::move(end.status));
}

}  // namespace footnote::answering
