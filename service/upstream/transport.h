// SPDX-License-Identifier: Apache-2.0
// The interface that sends a request of the Messages API and receives its response, on any
// platform.
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

// The maximum number of attempts for one model.
inline constexpr int kMaxAttempts = 10;

// A model and how to reach it.
struct ModelChoice {
  std::string model;
  // The name of a route; empty for the route of the call.
  std::string route;
};

// The limits on the attempts of one call.
struct RetryLimits {
  // The maximum number of attempts for one model, including the first. 0 selects the transport's
  // own limit.
  int max_attempts = 0;
  // True if an attempt that the API may have processed and billed is repeated: after a timeout or a
  // broken connection.
  bool retry_possibly_billed = false;
  // The models to try in order if the model refuses.
  std::vector<ModelChoice> fallback_models;
};

// One request.
struct MessagesCall {
  // The body in the form of the Claude Messages API, as messages::AppendJson wrote it; `Platform`
  // adapts it. Shared, so that several attempts use one body.
  std::shared_ptr<const std::string> json;
  // The model that `json` names.
  std::string model;
  // The name of a route; empty for the first route.
  std::string route;
  // True if `json` requests a stream.
  bool stream = false;
  // Headers of this call in addition to those of every call of the route.
  std::vector<std::pair<std::string, std::string>> headers;
  absl::Time deadline = absl::InfiniteFuture();
  RetryLimits retry;
};

// A complete message, or an event of a streamed one. (The API may return a complete message where a
// stream was requested.) An ErrorEvent never occurs: it ends the call.
using MessagesEvent = std::variant<messages::Message, messages::StreamEvent>;

// The result of a call.
struct MessagesResult {
  // OK, or an error of upstream_error.h with its details.
  absl::Status status;
  // The API's id of the request; empty if none was received.
  std::string request_id;
  // True if a stream broke off after its stop reason; the status is OK.
  bool truncated = false;
  // The facts about an error that a retry depends on.
  Failure failure;
  // The attempts, oldest first. Empty for a transport that makes only one.
  std::vector<Attempt> attempts;
};

// Receives the events of one call. Called on an upstream thread; must not block. OnEnd is called
// exactly once, last; after a result that is OK, the events are a complete message.
class MessagesObserver {
 public:
  virtual ~MessagesObserver() = default;
  // Receives the events of one read; never empty. The events may be moved from. A Message and a
  // MessageStop are the last events, and OnEnd follows each immediately.
  virtual void OnEvents(absl::Span<MessagesEvent> events) = 0;
  // The observer may be destroyed within this call.
  virtual void OnEnd(MessagesResult end) = 0;
};

// Identifies a call of one transport. 0 identifies no call.
using MessagesCallId = uint64_t;

// Thread-safe.
class MessagesTransport {
 public:
  virtual ~MessagesTransport() = default;

  // Starts a call. `observer` must live until its OnEnd, which may occur before Send returns.
  virtual MessagesCallId Send(MessagesCall call, MessagesObserver* observer) = 0;

  // Cancels a call; its result is CANCELLED, unless another result is already in progress. Does
  // nothing if the call has ended.
  virtual void Cancel(MessagesCallId id) = 0;

  // Stops and restarts reading of the response. After Pause, only events in progress reach the
  // observer. Time in a pause does not count as the API's idle time. Each does nothing if the call
  // is already in that state or has ended. Neither calls the observer.
  virtual void Pause(MessagesCallId id) = 0;
  virtual void Resume(MessagesCallId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_
