// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/deferred_calls.h"

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/upstream/upstream_error.h"

namespace footnote::upstream {

// The calls that have not ended, by id. Thread-safe.
class DeferredCalls::Registry {
 public:
  MessagesCallId NewId() {
    const absl::MutexLock lock(&mutex_);
    return ++last_id_ | kDeferredBit;
  }
  void Add(MessagesCallId id, std::shared_ptr<Call> call) {
    const absl::MutexLock lock(&mutex_);
    calls_.emplace(id, std::move(call));
  }
  // Returns null if the call has ended.
  std::shared_ptr<Call> Find(MessagesCallId id) {
    const absl::MutexLock lock(&mutex_);
    const auto it = calls_.find(id);
    return it == calls_.end() ? nullptr : it->second;
  }
  std::shared_ptr<Call> Remove(MessagesCallId id) {
    const absl::MutexLock lock(&mutex_);
    const auto it = calls_.find(id);
    if (it == calls_.end()) return nullptr;
    std::shared_ptr<Call> call = std::move(it->second);
    calls_.erase(it);
    return call;
  }
  std::vector<std::shared_ptr<Call>> All() {
    const absl::MutexLock lock(&mutex_);
    std::vector<std::shared_ptr<Call>> all;
    all.reserve(calls_.size());
    for (const auto& [id, call] : calls_) all.push_back(call);
    return all;
  }

 private:
  absl::Mutex mutex_;
  MessagesCallId last_id_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<MessagesCallId, std::shared_ptr<Call>> calls_ ABSL_GUARDED_BY(mutex_);
};

// One call: waits for its credentials, then passes on the events of its transfer.
class DeferredCalls::Call final : public std::enable_shared_from_this<Call>,
                                  private MessagesObserver {
 public:
  Call(HttpClient* http, Timer* timer, std::shared_ptr<Registry> registry, MessagesCallId id,
       MessagesCall call, StartTransfer start, MessagesObserver* observer)
      : http_(*http),
        timer_(*timer),
        registry_(std::move(registry)),
        id_(id),
        stream_(call.stream),
        deadline_(call.deadline),
        observer_(observer),
        start_(std::move(start)),
        call_(std::move(call)) {}

  void Wait(CredentialsSource* source) {
    if (deadline_ != absl::InfiniteFuture()) {
      const TimerId id = timer_.RunAfter(deadline_ - absl::Now(), [self = shared_from_this()] {
        if (self->StopWaiting()) self->FinishBy(TransferResult::Cause::kDeadline);
      });
      const absl::MutexLock lock(&mutex_);
      deadline_timer_ = id;
    }
    source->Get([self = shared_from_this()](absl::StatusOr<CredentialsPtr> credentials) {
      self->OnCredentials(std::move(credentials));
    });
  }

  void Cancel() {
    if (StopWaiting()) {
      timer_.RunAfter(absl::ZeroDuration(), [self = shared_from_this()] {
        self->FinishBy(TransferResult::Cause::kCancelled);
      });
      return;
    }
    const absl::MutexLock lock(&mutex_);
    cancelled_ = true;
    if (transfer_ != 0) http_.Cancel(transfer_);
  }

  void SetPaused(bool paused) {
    const absl::MutexLock lock(&mutex_);
    paused_ = paused;
    if (transfer_ != 0) ApplyPause();
  }

  void ShutDown() {
    if (StopWaiting()) FinishBy(TransferResult::Cause::kShutdown);
  }

 private:
  void OnCredentials(absl::StatusOr<CredentialsPtr> credentials) {
    if (!StopWaiting()) return;
    if (!credentials.ok()) {
      UpstreamError error = ErrorFromCredentials(credentials.status());
      MessagesResult result;
      result.status = std::move(error.status);
      result.failure = std::move(error.failure);
      OnEnd(std::move(result));
      return;
    }
    const HttpTransferId transfer = start_(std::move(call_), **credentials, this);
    const absl::MutexLock lock(&mutex_);
    // The transfer may have ended; then the HTTP client ignores its id.
    transfer_ = transfer;
    if (cancelled_) http_.Cancel(transfer_);
    if (paused_) ApplyPause();
  }

  // Returns true for one caller only: the one that determines how the call continues.
  bool StopWaiting() {
    TimerId timer = 0;
    {
      const absl::MutexLock lock(&mutex_);
      if (!waiting_) return false;
      waiting_ = false;
      timer = deadline_timer_;
    }
    if (timer != 0) timer_.Forget(timer);
    return true;
  }

  void ApplyPause() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    if (paused_) {
      http_.Pause(transfer_);
    } else {
      http_.Resume(transfer_);
    }
  }

  void FinishBy(TransferResult::Cause cause) {
    BrokenTransfer transfer;
    transfer.end.cause = cause;
    transfer.stream = stream_;
    UpstreamError error = ErrorFromTransfer(transfer);
    MessagesResult result;
    result.status = std::move(error.status);
    result.failure = std::move(error.failure);
    OnEnd(std::move(result));
  }

  void OnEvents(absl::Span<MessagesEvent> events) override { observer_->OnEvents(events); }
  void OnEnd(MessagesResult result) override {
    const std::shared_ptr<Call> self = registry_->Remove(id_);
    observer_->OnEnd(std::move(result));
  }

  HttpClient& http_;
  Timer& timer_;
  const std::shared_ptr<Registry> registry_;
  const MessagesCallId id_;
  const bool stream_;
  const absl::Time deadline_;
  MessagesObserver* const observer_;
  const StartTransfer start_;
  MessagesCall call_;  // used by the thread for which StopWaiting returned true

  absl::Mutex mutex_;
  bool waiting_ ABSL_GUARDED_BY(mutex_) = true;
  bool cancelled_ ABSL_GUARDED_BY(mutex_) = false;
  bool paused_ ABSL_GUARDED_BY(mutex_) = false;
  TimerId deadline_timer_ ABSL_GUARDED_BY(mutex_) = 0;
  HttpTransferId transfer_ ABSL_GUARDED_BY(mutex_) = 0;
};

DeferredCalls::DeferredCalls(HttpClient* http, Timer* timer)
    : http_(*http), timer_(*timer), registry_(std::make_shared<Registry>()) {}

DeferredCalls::~DeferredCalls() {
  for (const std::shared_ptr<Call>& call : registry_->All()) call->ShutDown();
}

MessagesCallId DeferredCalls::Send(MessagesCall call, CredentialsSource* source,
                                   StartTransfer start, MessagesObserver* observer) {
  const MessagesCallId id = registry_->NewId();
  const auto deferred = std::make_shared<Call>(&http_, &timer_, registry_, id, std::move(call),
                                               std::move(start), observer);
  registry_->Add(id, deferred);
  deferred->Wait(source);
  return id;
}

void DeferredCalls::Cancel(MessagesCallId id) {
  if (const std::shared_ptr<Call> call = registry_->Find(id)) call->Cancel();
}

void DeferredCalls::Pause(MessagesCallId id) {
  if (const std::shared_ptr<Call> call = registry_->Find(id)) call->SetPaused(true);
}

void DeferredCalls::Resume(MessagesCallId id) {
  if (const std::shared_ptr<Call> call = registry_->Find(id)) call->SetPaused(false);
}

}  // namespace footnote::upstream
