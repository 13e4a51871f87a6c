// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retrying_transport.h"

#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "service/upstream/retry/retried_call.h"

namespace footnote::upstream {

// The calls in flight, by id. Thread-safe; the lock is held for one lookup.
class RetryingTransport::Calls {
 public:
  MessagesCallId NewId() {
    const absl::MutexLock lock(&mutex_);
    return ++last_id_;
  }

  void Add(MessagesCallId id, const std::shared_ptr<RetriedCall>& call) {
    const absl::MutexLock lock(&mutex_);
    calls_.emplace(id, call);
  }

  // Returns null if the call has ended.
  std::shared_ptr<RetriedCall> Find(MessagesCallId id) const {
    const absl::MutexLock lock(&mutex_);
    const auto it = calls_.find(id);
    return it == calls_.end() ? nullptr : it->second;
  }

  void Remove(MessagesCallId id) {
    const absl::MutexLock lock(&mutex_);
    calls_.erase(id);
  }

  std::vector<std::shared_ptr<RetriedCall>> All() const {
    const absl::MutexLock lock(&mutex_);
    std::vector<std::shared_ptr<RetriedCall>> all;
    all.reserve(calls_.size());
    for (const auto& [id, call] : calls_) all.push_back(call);
    return all;
  }

 private:
  mutable absl::Mutex mutex_;
  MessagesCallId last_id_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::flat_hash_map<MessagesCallId, std::shared_ptr<RetriedCall>> calls_ ABSL_GUARDED_BY(mutex_);
};

RetryingTransport::RetryingTransport(MessagesTransport* inner, Timer* timer,
                                     const RetryOptions& options, std::function<absl::Time()> now,
                                     std::function<double()> chance)
    : environment_(new RetryEnvironment{*inner, *timer, options, std::move(now), std::move(chance),
                                        RetryBudget(options.budget)}),
      calls_(std::make_shared<Calls>()) {}

RetryingTransport::~RetryingTransport() {
  for (const std::shared_ptr<RetriedCall>& call : calls_->All()) call->Cancel();
}

MessagesCallId RetryingTransport::Send(MessagesCall call, MessagesObserver* observer) {
  const MessagesCallId id = calls_->NewId();
  const auto retried = std::make_shared<RetriedCall>(environment_, std::move(call), observer,
                                                     [calls = calls_, id] { calls->Remove(id); });
  calls_->Add(id, retried);
  retried->Start();
  return id;
}

void RetryingTransport::Cancel(MessagesCallId id) {
  if (const std::shared_ptr<RetriedCall> call = calls_->Find(id)) call->Cancel();
}

void RetryingTransport::Pause(MessagesCallId id) {
  if (const std::shared_ptr<RetriedCall> call = calls_->Find(id)) call->Pause();
}

void RetryingTransport::Resume(MessagesCallId id) {
  if (const std::shared_ptr<RetriedCall> call = calls_->Find(id)) call->Resume();
}

}  // namespace footnote::upstream
