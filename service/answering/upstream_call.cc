#include "service/answering/upstream_call.h"

#include <memory>
#include <string>
#include <utility>

namespace footnote::answering {

void UpstreamCall::Send(BuiltRequest* built, AnswerContext context, bool stream,
                        upstream::MessagesObserver* observer) {
  upstream::MessagesCall call;
  call.json = std::make_shared<const std::string>(std::move(built->json));
  call.model = std::move(built->model);
  call.stream = stream;
  call.headers = std::move(context.headers);
  call.deadline = context.deadline;
  call.retry = std::move(built->retry);
  id_ = transport_.Send(std::move(call), observer);
  // A Cancel that came before the id was known left it to us.
  if (cancelled_) transport_.Cancel(id_);
}

void UpstreamCall::Cancel() {
  cancelled_ = true;
  transport_.Cancel(id_);
}

}  // namespace footnote::answering
