#include "service/upstream/retry/retried_call.h"

#include <string>
#include <utility>

#include "service/messages/request.h"
#include "service/status/rich_status.h"
#include "service/upstream/retry/retry_policy.h"

namespace footnote::upstream {

RetriedCall::RetriedCall(std::shared_ptr<RetryEnvironment> environment, MessagesCall call,
                         MessagesObserver* observer, std::function<void()> ended)
    : environment_(std::move(environment)),
      observer_(observer),
      ended_(std::move(ended)),
      call_(std::move(call)),
      max_attempts_(call_.retry.max_attempts > 0 ? call_.retry.max_attempts
                                                 : environment_->options.max_attempts),
      chain_(call_.model, std::move(call_.retry.fallback_models)) {}

void RetriedCall::Start() {
  environment_->budget.AddCall();
  MakeAttempt(absl::ZeroDuration());
}

void RetriedCall::MakeAttempt(absl::Duration waited) {
  const std::shared_ptr<RetriedCall> self = shared_from_this();
  uint64_t number = 0;
  bool cancelled = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    cancelled = cancelled_;
    phase_ = cancelled ? Phase::kBetween : Phase::kAttempt;
    number = ++attempt_number_;
    attempt_id_ = 0;
    attempt_paused_ = false;
  }
  if (cancelled) {
    FinishCancelled(absl::OkStatus());
    return;
  }
  held_ = HeldEvents();
  waited_ = waited;
  ++tries_;
  // From here on the attempt drives.
  const MessagesCallId id = environment_->inner.Send(NextMessagesCall(), this);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (phase_ != Phase::kAttempt || attempt_number_ != number) return;
    attempt_id_ = id;
    cancelled = cancelled_;
  }
  if (cancelled) {
    environment_->inner.Cancel(id);
  } else {
    SettlePause();
  }
}

MessagesCall RetriedCall::NextMessagesCall() {
  MessagesCall next;
  next.model = call_.model;
  next.stream = call_.stream;
  next.deadline = call_.deadline;
  if (tries_ < max_attempts_ || chain_.has_next()) {
    next.json = call_.json;
    next.headers = call_.headers;
  } else {
    next.json = std::move(call_.json);
    next.headers = std::move(call_.headers);
  }
  return next;
}

void RetriedCall::OnEvents(absl::Span<MessagesEvent> events) {
  if (handed_on_) {
    held_.Watch(events);
    observer_->OnEvents(events);
    return;
  }
  const absl::Span<MessagesEvent> ready = held_.Add(events);
  if (ready.empty()) return;
  HandOn(ready);
  held_.Take();
}

void RetriedCall::OnEnd(MessagesResult end) {
  const std::shared_ptr<RetriedCall> self = shared_from_this();
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    phase_ = Phase::kBetween;
  }
  NoteAttempt(end);
  if (end.status.ok()) {
    OnMessage(std::move(end));
  } else {
    OnFailure(std::move(end));
  }
}

void RetriedCall::NoteAttempt(const MessagesResult& end) {
  Attempt& attempt = attempts_.emplace_back();
  attempt.model = call_.model;
  attempt.request_id = end.request_id;
  attempt.waited = waited_;
  if (end.status.ok()) {
    attempt.refused = held_.refused();
    return;
  }
  attempt.code = end.status.code();
  attempt.reason = status::ErrorReason(end.status);
  attempt.failure = end.failure;
  attempt.possibly_billed = handed_on_ || IsPossiblyBilled(end.failure);
}

void RetriedCall::OnMessage(MessagesResult end) {
  if (!handed_on_ && held_.refused() && chain_.has_next() && !IsCancelled()) {
    refusal_ = Refusal{held_.Take(), std::move(end)};
    FallBack();
    return;
  }
  if (!handed_on_) {
    std::vector<MessagesEvent> held = held_.Take();
    HandOn(absl::MakeSpan(held));
  }
  Finish(std::move(end));
}

void RetriedCall::OnFailure(MessagesResult end) {
  held_ = HeldEvents();
  if (IsCancelled()) {
    FinishCancelled(std::move(end.status));
    return;
  }
  if (IsRetryable(end.failure, call_.retry.retry_possibly_billed)) {
    const std::optional<absl::Duration> hint = end.failure.retry_after;
    const absl::Duration wait =
        environment_->options.backoff.Wait(tries_ - 1, hint, environment_->chance());
    const char* const stopped_by = TakeRetry(wait, hint);
    if (stopped_by == nullptr) {
      WaitThenRetry(wait);
      return;
    }
    status::AddErrorMetadata({{"retry_stopped_by", stopped_by}}, &end.status);
    if (!status::HasRetryInfo(end.status)) status::AddRetryInfo(wait, &end.status);
  }
  if (refusal_.has_value()) {
    Refusal refusal = *std::exchange(refusal_, std::nullopt);
    HandOn(absl::MakeSpan(refusal.events));
    end = std::move(refusal.end);
  }
  Finish(std::move(end));
}

const char* RetriedCall::TakeRetry(absl::Duration wait, const std::optional<absl::Duration>& hint) {
  if (handed_on_) return "output";
  if (tries_ >= max_attempts_) return "max_attempts";
  if (hint.has_value() && *hint > environment_->options.max_server_wait) return "max_server_wait";
  if (environment_->now() + wait >= call_.deadline) return "deadline";
  // Last, so that only retries that are made cost something.
  return environment_->budget.TryTakeRetry() ? nullptr : "budget";
}

void RetriedCall::WaitThenRetry(absl::Duration wait) {
  uint64_t number = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    phase_ = Phase::kWaiting;
    number = attempt_number_;
    timer_id_ = 0;
  }
  // From here on the timer drives. A call that was cancelled meanwhile is found out below.
  const TimerId id = environment_->timer.RunAfter(
      wait, [self = shared_from_this(), wait] { self->MakeAttempt(wait); });
  bool cancelled = false;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (phase_ != Phase::kWaiting || attempt_number_ != number) return;
    timer_id_ = id;
    cancelled = cancelled_;
  }
  if (cancelled) CutWaitShort(id);
}

void RetriedCall::FallBack() {
  chain_.Advance();
  call_.model = chain_.model();
  call_.json = std::make_shared<const std::string>(messages::WithModel(*call_.json, call_.model));
  tries_ = 0;
  MakeAttempt(absl::ZeroDuration());
}

void RetriedCall::HandOn(absl::Span<MessagesEvent> events) {
  handed_on_ = true;
  refusal_.reset();
  ReleaseRequest();
  if (!events.empty()) observer_->OnEvents(events);
}

void RetriedCall::FinishCancelled(absl::Status status) {
  MessagesResult end;
  end.status = absl::IsCancelled(status)
                   ? std::move(status)
                   : status::ErrorWithInfo(absl::StatusCode::kCancelled, "CANCELLED",
                                           "the call was cancelled");
  end.failure.kind = Failure::Kind::kFinal;
  if (!attempts_.empty()) end.request_id = attempts_.back().request_id;
  Finish(std::move(end));
}

void RetriedCall::ReleaseRequest() {
  call_.json.reset();
  call_.headers = {};
}

void RetriedCall::Finish(MessagesResult end) {
  ReleaseRequest();
  end.attempts = std::move(attempts_);
  ended_();
  observer_->OnEnd(std::move(end));
}

bool RetriedCall::IsCancelled() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return cancelled_;
}

void RetriedCall::Cancel() {
  MessagesCallId attempt_id = 0;
  TimerId timer_id = 0;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (cancelled_) return;
    cancelled_ = true;
    if (phase_ == Phase::kAttempt) attempt_id = attempt_id_;
    if (phase_ == Phase::kWaiting) timer_id = timer_id_;
  }
  // Where an id is not known yet, whoever is about to learn it sees `cancelled_`.
  if (attempt_id != 0) environment_->inner.Cancel(attempt_id);
  if (timer_id != 0) CutWaitShort(timer_id);
}

void RetriedCall::CutWaitShort(TimerId id) {
  if (!environment_->timer.Forget(id)) return;
  environment_->timer.RunAfter(absl::ZeroDuration(), [self = shared_from_this()] {
    self->MakeAttempt(absl::ZeroDuration());  // which sees that there is none to be made
  });
}

void RetriedCall::Pause() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    paused_ = true;
  }
  SettlePause();
}

void RetriedCall::Resume() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    paused_ = false;
  }
  SettlePause();
}

void RetriedCall::SettlePause() {
  std::unique_lock<std::mutex> lock(mutex_);
  // Two who told it at once could do so in the wrong order, and leave it paused for ever. The one
  // who is telling it looks again.
  if (settling_pause_) return;
  settling_pause_ = true;
  while (phase_ == Phase::kAttempt && attempt_id_ != 0 && attempt_paused_ != paused_) {
    attempt_paused_ = paused_;
    const MessagesCallId id = attempt_id_;
    const bool pause = paused_;
    lock.unlock();
    if (pause) {
      environment_->inner.Pause(id);
    } else {
      environment_->inner.Resume(id);
    }
    lock.lock();
  }
  settling_pause_ = false;
}

}  // namespace footnote::upstream
