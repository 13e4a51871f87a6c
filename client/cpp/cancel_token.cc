// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/cancel_token.h"

#include <memory>
#include <mutex>
#include <set>
#include <utility>

namespace footnote::client {

struct CancelToken::State {
  std::mutex mutex;
  bool cancelled = false;                                  // guarded by mutex
  std::set<std::shared_ptr<grpc::ClientContext>> watched;  // guarded by mutex
};

CancelToken::CancelToken() : state_(std::make_shared<State>()) {}

void CancelToken::Cancel() const {
  std::set<std::shared_ptr<grpc::ClientContext>> calls;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->cancelled = true;
    calls = state_->watched;
  }
  // Without the lock: gRPC may run a call's callback, which ends its watch, on this thread.
  for (const auto& call : calls) call->TryCancel();
}

bool CancelToken::cancelled() const {
  std::lock_guard<std::mutex> lock(state_->mutex);
  return state_->cancelled;
}

std::shared_ptr<void> CancelToken::Watch(std::shared_ptr<grpc::ClientContext> call) const {
  bool cancelled;
  {
    std::lock_guard<std::mutex> lock(state_->mutex);
    state_->watched.insert(call);
    cancelled = state_->cancelled;
  }
  if (cancelled) call->TryCancel();
  return std::shared_ptr<void>(nullptr, [state = state_, call = std::move(call)](void*) {
    std::lock_guard<std::mutex> lock(state->mutex);
    state->watched.erase(call);
  });
}

}  // namespace footnote::client
