// How a Messages API request reaches a model and what comes back, whatever the platform.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "service/messages/message.h"

namespace footnote::upstream {

// One request, ready to send.
struct MessagesCall {
  // The body in the Messages API's own form; `Platform` adapts it.
  std::string json;
  // Headers of this call beyond those that every call has.
  std::vector<std::pair<std::string, std::string>> headers;
  absl::Time deadline = absl::InfiniteFuture();
};

// One thing that upstream said. In JSON mode that is the whole message at once; SSE mode adds its
// events as further alternatives.
using MessagesEvent = std::variant<messages::Message>;

// How a call ended.
struct MessagesEnd {
  // OK, or the error of the table in upstream_error.h with its details.
  absl::Status status;
  // Upstream's id of the request; empty if none was heard.
  std::string request_id;
};

// Hears one call. Called on an upstream thread; must not block. OnEnd is called exactly once, last;
// after an OK end the events made up a whole message.
class MessagesObserver {
 public:
  virtual ~MessagesObserver() = default;
  virtual void OnEvent(MessagesEvent event) = 0;
  // The observer may be destroyed from within.
  virtual void OnEnd(MessagesEnd end) = 0;
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
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_TRANSPORT_H_
