// A transport that tries again, and asks another model when one refuses.
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

// What a caller of it can rely on:
//
// - Nothing is tried again once something of the message was handed on: text, a citation, a tool's
//   input, or a whole block of another kind. What is content-free (message_start, pings, thinking,
//   blocks that opened empty) waits until then, so an attempt that fails before leaves no trace;
//   see held_events.h.
// - Nothing is waited for that the call's deadline would cut off: the call ends at once with the
//   last error and its hint (RetryInfo).
// - A refusal of which nothing was handed on goes to the next model of the chain; if that one
//   fails, or refuses too and is the last, the last refusal is the answer. Errors never stand in
//   for it.
// - Each attempt is in MessagesResult::attempts.
// - An error that another call may mend carries RetryInfo: upstream's hint, or the wait that would
//   have come next. One that may be billed twice does so only if the call allowed that.
// - After Cancel nothing more is sent: neither another attempt nor another model's. (One that is
//   just being sent is cancelled as soon as it has been.) A call that waits ends at once, on one of
//   the timer's threads, or within Cancel while the timer shuts down. An answer that had come whole
//   is still handed on.
// - A pause outlasts the attempt: one that starts while the call is paused is paused too.
// - The body is let go of as soon as no further attempt can need it.
//
// Thread-safe.
class RetryingTransport final : public MessagesTransport {
 public:
  // `inner` and `timer` must outlive the transport and every call. `now` and `chance` (uniform in
  // [0, 1)) are called from any thread.
  RetryingTransport(MessagesTransport* inner, Timer* timer, const RetryOptions& options,
                    std::function<absl::Time()> now, std::function<double()> chance);
  // Cancels every call. Their observers may hear of it later.
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
