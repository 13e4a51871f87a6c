// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retried_call.h"

#include <string>
#include <utility>

#include "service/messages/request.h"
#include "service/status/errors.h"
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
      chain_({call_.model, call_.route}, std::move(call_.retry.fallback_models)) {}

void RetriedCall::Start() {
  environment_->budget.AddCall();
  MakeAttempt(absl::ZeroDuration());
}

void RetriedCall::MakeAttempt(absl::Duration waited) {
  const std::shared_ptr<RetriedCall> self = shared_from_this();
  uint64_t number = 0;
  bool cancelled = false;
  {
    const absl::MutexLock lock(&mutex_);
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
  // The attempt is now the driver.
  const MessagesCallId id = environment_->inner.Send(NextMessagesCall(), this);
  {
    const absl::MutexLock lock(&mutex_);
    if (phase_ != Phase::kAttempt || attempt_number_ != number) return;
    attempt_id_ = id;
    cancelled = cancelled_;
  }
  if (cancelled) {
    environment_->inner.Cancel(id);
  } else {
    ApplyPause();
  }
}

MessagesCall RetriedCall::NextMessagesCall() {
  MessagesCall next;
  next.model = call_.model;
  next.route = call_.route;
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
  if (delivered_any_) {
    held_.Watch(events);
    observer_->OnEvents(events);
    return;
  }
  const absl::Span<MessagesEvent> ready = held_.Add(events);
  if (ready.empty()) return;
  Deliver(ready);
  held_.Take();
}

void RetriedCall::OnEnd(MessagesResult end) {
  const std::shared_ptr<RetriedCall> self = shared_from_this();
  {
    const absl::MutexLock lock(&mutex_);
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
  attempt.route = call_.route;
  attempt.request_id = end.request_id;
  attempt.waited = waited_;
  if (end.status.ok()) {
    attempt.refused = held_.refused();
    return;
  }
  attempt.code = end.status.code();
  attempt.reason = status::ErrorReason(end.status);
  attempt.failure = end.failure;
  attempt.possibly_billed = delivered_any_ || IsPossiblyBilled(end.failure);
}

void RetriedCall::OnMessage(MessagesResult end) {
  // A fallback costs as much as a retry; without budget, the refusal is the answer.
  if (!delivered_any_ && held_.refused() && chain_.has_next() && !IsCancelled() &&
      environment_->budget.TryTakeRetry()) {
    refusal_ = Refusal{held_.Take(), std::move(end)};
    FallBack();
    return;
  }
  if (!delivered_any_) {
    std::vector<MessagesEvent> held = held_.Take();
    Deliver(absl::MakeSpan(held));
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
    Deliver(absl::MakeSpan(refusal.events));
    end = std::move(refusal.end);
  }
  Finish(std::move(end));
}

const char* RetriedCall::TakeRetry(absl::Duration wait, const std::optional<absl::Duration>& hint) {
  if (delivered_any_) return "output";
  if (tries_ >= max_attempts_) return "max_attempts";
  if (hint.has_value() && *hint > environment_->options.max_server_wait) return "max_server_wait";
  if (environment_->now() + wait >= call_.deadline) return "deadline";
  // Last, so that only actual retries take a token.
  return environment_->budget.TryTakeRetry() ? nullptr : "budget";
}

void RetriedCall::WaitThenRetry(absl::Duration wait) {
  uint64_t number = 0;
  {
    const absl::MutexLock lock(&mutex_);
    phase_ = Phase::kWaiting;
    number = attempt_number_;
    timer_id_ = 0;
  }
  // The timer is now the driver. A cancellation since then is handled below.
  const TimerId id = environment_->timer.RunAfter(
      wait, [self = shared_from_this(), wait] { self->MakeAttempt(wait); });
  bool cancelled = false;
  {
    const absl::MutexLock lock(&mutex_);
    if (phase_ != Phase::kWaiting || attempt_number_ != number) return;
    timer_id_ = id;
    cancelled = cancelled_;
  }
  if (cancelled) EndWait(id);
}

void RetriedCall::FallBack() {
  chain_.Advance();
  call_.model = chain_.current().model;
  call_.route = chain_.current().route;
  call_.json = std::make_shared<const std::string>(messages::WithModel(*call_.json, call_.model));
  tries_ = 0;
  MakeAttempt(absl::ZeroDuration());
}

void RetriedCall::Deliver(absl::Span<MessagesEvent> events) {
  delivered_any_ = true;
  refusal_.reset();
  ReleaseRequest();
  if (!events.empty()) observer_->OnEvents(events);
}

void RetriedCall::FinishCancelled(absl::Status status) {
  MessagesResult end;
  end.status = absl::IsCancelled(status) ? std::move(status) : status::Cancelled();
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
  const absl::MutexLock lock(&mutex_);
  return cancelled_;
}

void RetriedCall::Cancel() {
  MessagesCallId attempt_id = 0;
  TimerId timer_id = 0;
  {
    const absl::MutexLock lock(&mutex_);
    if (cancelled_) return;
    cancelled_ = true;
    if (phase_ == Phase::kAttempt) attempt_id = attempt_id_;
    if (phase_ == Phase::kWaiting) timer_id = timer_id_;
  }
  // If an id is not known yet, the thread that receives it checks `cancelled_`.
  if (attempt_id != 0) environment_->inner.Cancel(attempt_id);
  if (timer_id != 0) EndWait(timer_id);
}

void RetriedCall::EndWait(TimerId id) {
  if (!environment_->timer.Forget(id)) return;
  environment_->timer.RunAfter(absl::ZeroDuration(), [self = shared_from_this()] {
    self->MakeAttempt(absl::ZeroDuration());  // makes no attempt, because the call is cancelled
  });
}

void RetriedCall::Pause() {
  {
    const absl::MutexLock lock(&mutex_);
    paused_ = true;
  }
  ApplyPause();
}

void RetriedCall::Resume() {
  {
    const absl::MutexLock lock(&mutex_);
    paused_ = false;
  }
  ApplyPause();
}

void RetriedCall::ApplyPause() {
  mutex_.Lock();
  // Two threads that send the state at the same time could do so in the wrong order, and leave the
  // attempt paused. The thread that sends it checks again after each change.
  if (applying_pause_) {
    mutex_.Unlock();
    return;
  }
  applying_pause_ = true;
  while (phase_ == Phase::kAttempt && attempt_id_ != 0 && attempt_paused_ != paused_) {
    attempt_paused_ = paused_;
    const MessagesCallId id = attempt_id_;
    const bool pause = paused_;
    mutex_.Unlock();
    if (pause) {
      environment_->inner.Pause(id);
    } else {
      environment_->inner.Resume(id);
    }
    mutex_.Lock();
  }
  applying_pause_ = false;
  mutex_.Unlock();
}

}  // namespace footnote::upstream
