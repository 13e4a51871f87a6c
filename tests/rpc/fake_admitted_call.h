// SPDX-License-Identifier: Apache-2.0
// A call without gRPC, for tests of admission.
#ifndef FOOTNOTE_TESTS_RPC_FAKE_ADMITTED_CALL_H_
#define FOOTNOTE_TESTS_RPC_FAKE_ADMITTED_CALL_H_

#include <atomic>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/notification.h"
#include "service/rpc/admission.h"

namespace footnote::rpc {

// Records what the admission does with it. Leaves when it is destroyed, unless Leave was called.
class FakeAdmittedCall final : public Admission::Call {
 public:
  ~FakeAdmittedCall() override { Leave(); }

  absl::Status Enter(Admission* admission, absl::string_view peer = "ipv4:192.0.2.1",
                     size_t request_bytes = 0) {
    return admission->Enter(this, peer, request_bytes, ticket.get());
  }
  void Leave() {
    if (has_left_) return;
    has_left_ = true;
    Admission::Share share = ticket->Remove();
    ticket.reset();
    share.Leave();
  }

  void Abort() override {
    ++aborts;
    if (!aborted.HasBeenNotified()) aborted.Notify();
  }
  std::function<void()> EndUnread() override {
    return [this] {
      ++unread_ends;
      if (leaves_when_unread) Leave();
    };
  }

  std::unique_ptr<Admission::Ticket> ticket = std::make_unique<Admission::Ticket>();
  std::atomic<int> aborts{0};
  std::atomic<int> unread_ends{0};
  bool leaves_when_unread = false;
  absl::Notification aborted;

 private:
  bool has_left_ = false;
};

// Returns whether `admission` would admit a call of another peer.
inline bool HasRoom(Admission* admission) {
  FakeAdmittedCall call;
  return call.Enter(admission, "ipv4:198.51.100.9").ok();
}

}  // namespace footnote::rpc

#endif  // FOOTNOTE_TESTS_RPC_FAKE_ADMITTED_CALL_H_
