// How a Messages API request reaches a model and what comes back, whatever the platform.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/messages/message.h"
#include "service/messages/stream/stream_event.h"
#include "service/upstream/attempt.h"

namespace footnote::upstream {

// The most attempts on one model that anyone can ask for.
inline constexpr int kMaxAttempts = 10;

// How often a call may be tried.
struct RetryLimits {
  // Attempts on one model, the first included. 0: the transport's own limit.
  int max_attempts = 0;
  // Whether an attempt that upstream may have worked on, and may bill, is repeated: after a
  // time-out or a broken connection.
  bool retry_possibly_billed = false;
  // Models to ask in turn when one refuses.
  std::vector<std::string> fallback_models;
};

// One request, ready to send.
struct MessagesCall {
  // The body in the Messages API's own form, as messages::AppendJson wrote it; `Platform` adapts
  // it. Shared, so that one body serves several attempts.
  std::shared_ptr<const std::string> json;
  // The model that `json` names.
  std::string model;
  // Whether `json` asks for a stream.
  bool stream = false;
  // Headers of this call beyond those that every call has.
  std::vector<std::pair<std::string, std::string>> headers;
  absl::Time deadline = absl::InfiniteFuture();
  RetryLimits retry;
};

// One thing that upstream said: a whole message, or an event of one that is streamed. (An upstream
// that was asked for a stream may give a whole message all the same.) ErrorEvents are never among
// them: they end the call.
using MessagesEvent = std::variant<messages::Message, messages::StreamEvent>;

// How a call ended.
struct MessagesResult {
  // OK, or the error of the table in upstream_error.h with its details.
  absl::Status status;
  // Upstream's id of the request; empty if none was heard.
  std::string request_id;
  // After an OK end: a stream broke off behind its stop reason.
  bool truncated = false;
  // With an error: what is known of it.
  Failure failure;
  // What was tried, oldest first. A transport that tries once leaves it empty.
  std::vector<Attempt> attempts;
};

// Hears one call. Called on an upstream thread; must not block. OnEnd is called exactly once, last;
// after an OK end the events made up a whole message.
class MessagesObserver {
 public:
  virtual ~MessagesObserver() = default;
  // What was heard at once, never nothing. The events may be moved from. A Message and a
  // MessageStop are the last, and OnEnd follows each at once.
  virtual void OnEvents(absl::Span<MessagesEvent> events) = 0;
  // The observer may be destroyed from within.
  virtual void OnEnd(MessagesResult end) = 0;
};

// Names a call to its transport. 0 names none.
using MessagesCallId = uint64_t;

// Thread-safe.
class MessagesTransport {
 public:
  virtual ~MessagesTransport() = default;

  // Starts a call. `observer` must live until its OnEnd, which may come before Send returns.
  virtual MessagesCallId Send(MessagesCall call, MessagesObserver* observer) = 0;

  // Gives a call up; its observer hears CANCELLED, unless the end was under way. Does nothing if it
  // has ended.
  virtual void Cancel(MessagesCallId id) = 0;

  // Stops reading what upstream says, so that no more events than are under way reach the observer,
  // until Resume. Upstream's silence meanwhile is ours and does not count as its. Each does nothing
  // if it is already so, or if the call has ended. Neither calls the observer.
  virtual void Pause(MessagesCallId id) = 0;
  virtual void Resume(MessagesCallId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_
