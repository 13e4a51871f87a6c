// SPDX-License-Identifier: Apache-2.0
#include "service/answering/upstream_call.h"

#include <utility>

namespace footnote::answering {

void UpstreamCall::Send(upstream::MessagesCall call, upstream::MessagesTransport* transport,
                        upstream::MessagesObserver* observer) {
  transport_ = transport;
  id_ = transport->Send(std::move(call), observer);
  // Before the id was known, Cancel and Pause could only be recorded.
  {
    const absl::MutexLock lock(&mutex_);
    if (is_paused_) transport->Pause(id_);
  }
  if (cancelled_) transport->Cancel(id_);
}

void UpstreamCall::Pause() {
  const absl::MutexLock lock(&mutex_);
  is_paused_ = true;
  if (id_ != 0) transport_->Pause(id_);
}

void UpstreamCall::Resume() {
  const absl::MutexLock lock(&mutex_);
  is_paused_ = false;
  if (id_ != 0) transport_->Resume(id_);
}

void UpstreamCall::Cancel() {
  cancelled_ = true;
  if (id_ != 0) transport_->Cancel(id_);
}

}  // namespace footnote::answering
