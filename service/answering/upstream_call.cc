#include "service/answering/upstream_call.h"

#include <memory>
#include <string>
#include <utility>

namespace footnote::answering {

void UpstreamCall::Send(building::BuiltRequest* built, AnswerContext context, bool stream,
                        upstream::MessagesObserver* observer) {
  upstream::MessagesCall call;
  call.json = std::make_shared<const std::string>(std::move(built->json));
  call.model = std::move(built->model);
  call.stream = stream;
  call.headers = std::move(context.headers);
  call.deadline = context.deadline;
  call.retry = std::move(built->retry);
  id_ = transport_.Send(std::move(call), observer);
  // What came before the id was known was left to us.
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_paused_) transport_.Pause(id_);
  }
  if (cancelled_) transport_.Cancel(id_);
}

void UpstreamCall::Pause() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_paused_ = true;
  transport_.Pause(id_);
}

void UpstreamCall::Resume() {
  const std::lock_guard<std::mutex> lock(mutex_);
  is_paused_ = false;
  transport_.Resume(id_);
}

void UpstreamCall::Cancel() {
  cancelled_ = true;
  transport_.Cancel(id_);
}

}  // namespace footnote::answering
