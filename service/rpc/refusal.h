// SPDX-License-Identifier: Apache-2.0
// Sends the refusal of a call, at once or after a delay.
#ifndef FOOTNOTE_SERVICE_RPC_REFUSAL_H_
#define FOOTNOTE_SERVICE_RPC_REFUSAL_H_

#include <grpcpp/alarm.h>

#include <functional>
#include <memory>
#include <utility>

#include "absl/time/clock.h"
#include "absl/time/time.h"

namespace footnote::rpc {

// A member of the call that it refuses.
class Refusal {
 public:
  // Calls `finish`, which may delete this object, after `delay` on a thread of gRPC, or on this
  // thread if `delay` is zero. Called at most once.
  void Send(absl::Duration delay, std::function<void()> finish) {
    if (delay <= absl::ZeroDuration()) return finish();
    // The alarm may be deleted in its callback.
    alarm_ = std::make_unique<grpc::Alarm>();
    alarm_->Set(absl::ToChronoTime(absl::Now() + delay),
                [finish = std::move(finish)](bool /*ok*/) { finish(); });
  }

 private:
  std::unique_ptr<grpc::Alarm> alarm_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_REFUSAL_H_
