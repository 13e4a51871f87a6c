// SPDX-License-Identifier: Apache-2.0
// One call to the transport that can be cancelled, paused and resumed at any time, also before it
// is sent and after it has ended.
#ifndef FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_
#define FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_

#include <atomic>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "service/upstream/transport.h"

namespace footnote::answering {

// Thread-safe, except for Send, which is called at most once.
class UpstreamCall {
 public:
  UpstreamCall() = default;
  UpstreamCall(const UpstreamCall&) = delete;
  UpstreamCall& operator=(const UpstreamCall&) = delete;

  // True once Cancel was called. A call that is cancelled before Send does not need to be sent.
  bool cancelled() const { return cancelled_; }

  // Sends `call`, with the cancellation or pause that preceded it. Events reach `observer` from now
  // on, possibly including the end, before Send returns. `transport` and `observer` must outlive
  // the call.
  void Send(upstream::MessagesCall call, upstream::MessagesTransport* transport,
            upstream::MessagesObserver* observer);

  // See upstream::MessagesTransport.
  void Cancel();
  void Pause();
  void Resume();

 private:
  // Set before `id_`, and read only once `id_` is set.
  upstream::MessagesTransport* transport_ = nullptr;
  std::atomic<upstream::MessagesCallId> id_{0};
  std::atomic<bool> cancelled_{false};
  absl::Mutex mutex_;  // keeps pauses and resumes in order
  bool is_paused_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_UPSTREAM_CALL_H_
