// SPDX-License-Identifier: Apache-2.0
// A transport that retries failed attempts, and tries another model if one refuses.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRYING_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRYING_TRANSPORT_H_

#include <functional>
#include <memory>

#include "absl/time/time.h"
#include "service/upstream/http/timer.h"
#include "service/upstream/retry/retried_call.h"
#include "service/upstream/transport.h"

namespace footnote::upstream {

struct RetryEnvironment;

// Guarantees:
//
// - No attempt follows after content of the message was delivered: text, a citation, a tool's
// input, or
//   a complete block of another kind. Events without content (message_start, thinking, starts of
//   empty blocks) are held until then, so an attempt that fails before has no effect; see
//   held_events.h.
// - The transport does not wait beyond the call's deadline: the call ends immediately with the last
// error
//   and its RetryInfo.
// - After a refusal of which nothing was delivered, the next model of the chain is tried. If it
// fails,
//   or if it is the last and refuses too, the last refusal is the answer. After an error, no other
//   model is tried.
// - MessagesResult::attempts lists each attempt.
// - An error that another call may resolve has RetryInfo: the API's delay, or the delay that would
// have
//   been next. An error that may be billed twice has it only if the call allowed such retries.
// - After Cancel nothing more is sent, neither another attempt nor a request to another model. (An
//   attempt that is just being sent is cancelled as soon as it has been sent.) A call that waits
//   ends immediately, on a thread of the timer, or within Cancel while the timer shuts down. An
//   answer that was completely received is still delivered.
// - A pause continues across attempts: an attempt that starts while the call is paused is paused
// too.
// - The body is released as soon as no further attempt can need it.
//
// Thread-safe.
class RetryingTransport final : public MessagesTransport {
 public:
  // `inner` and `timer` must outlive the transport and every call. `now` and `chance` (uniform in
  // [0, 1)) are called from any thread.
  RetryingTransport(MessagesTransport* inner, Timer* timer, const RetryOptions& options,
                    std::function<absl::Time()> now, std::function<double()> chance);
  // Cancels every call. Their observers may receive the result later.
  ~RetryingTransport() override;

  // `call.json` must not be null.
  MessagesCallId Send(MessagesCall call, MessagesObserver* observer) override;
  void Cancel(MessagesCallId id) override;
  void Pause(MessagesCallId id) override;
  void Resume(MessagesCallId id) override;

 private:
  class Calls;

  const std::shared_ptr<RetryEnvironment> environment_;
  const std::shared_ptr<Calls> calls_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_RETRY_RETRYING_TRANSPORT_H_
