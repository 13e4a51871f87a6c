// HTTP for one purpose: sending requests to an upstream and hearing what it answers, as it comes.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_CLIENT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_CLIENT_H_

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::upstream {

// Names and values; see http_header.h for what is valid.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string url;
  // Values may hold credentials: they are never logged.
  HttpHeaders headers;
  // Sent by POST. Never null. Let go of when the first byte of the response is heard.
  std::shared_ptr<const std::string> body;

  // Limits; the first that passes ends the transfer.
  // When the caller wants no answer any more.
  absl::Time deadline = absl::InfiniteFuture();
  // From the start to the end.
  absl::Duration total_timeout = absl::InfiniteDuration();
  // From the start to the first byte of the response's body.
  absl::Duration first_byte_timeout = absl::InfiniteDuration();
  // From one byte of the body to the next. Time while the transfer is paused does not count.
  absl::Duration idle_timeout = absl::InfiniteDuration();

  // Whether the response is expected to come in small pieces over a long time. The transfer then
  // keeps little memory while it waits, where otherwise it reads and sends in large pieces.
  bool streams = false;
};

// How a transfer ended.
struct TransferResult {
  enum class Cause {
    kComplete,          // a whole response was heard, whatever its status
    kCancelled,         // by Cancel
    kDeadline,          // HttpRequest::deadline passed
    kTotalTimeout,      // HttpRequest::total_timeout passed
    kFirstByteTimeout,  // HttpRequest::first_byte_timeout passed
    kIdleTimeout,       // HttpRequest::idle_timeout passed
    kConnectTimeout,    // no connection within the client's connect limit
    kConnect,           // no connection: refused, no such host, TLS refused
    kConnectionLost,    // the connection broke before the end
    kTooLarge,          // the body grew past the client's limit
    kProtocol,          // what came was not HTTP
    kInvalidRequest,  // what should be sent was not HTTP: such as a line break in a header's value
    kShutdown,        // the client was shut down
  };
  Cause cause = Cause::kComplete;
  // Whether any byte of the request was sent, as far as is known.
  bool sent = false;
  // Whether any byte of a response was heard.
  bool response_started = false;
  // kTooLarge: the client's limit, in bytes.
  int64_t max_response_bytes = 0;
  // What went wrong, without addresses, header values or bodies. Empty for kComplete.
  std::string message;
};

// Hears one response. Called on one of the client's threads, in the order OnHead, OnBody..., OnEnd;
// must not block. Nothing is called after OnEnd, and OnEnd is called exactly once.
class HttpObserver {
 public:
  virtual ~HttpObserver() = default;

  // The final response's status and headers (names in lower case). Not called if none was heard.
  virtual void OnHead(int status, std::vector<std::pair<std::string, std::string>> headers) = 0;
  // Some bytes of the body, decoded if they were compressed. `bytes` is valid during the call.
  virtual void OnBody(absl::string_view bytes) = 0;
  // The end. The observer may be destroyed from within.
  virtual void OnEnd(const TransferResult& end) = 0;
};

// Names a transfer to its client. 0 names none.
using HttpTransferId = uint64_t;

// Thread-safe.
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  // Starts a transfer. `observer` must live until its OnEnd, which may come before Start returns.
  virtual HttpTransferId Start(HttpRequest request, HttpObserver* observer) = 0;

  // Closes a transfer; its observer hears kCancelled, unless the end was under way. Does nothing if
  // it has ended.
  virtual void Cancel(HttpTransferId id) = 0;
  // The same, unless the transfer has ended before `delay` has passed.
  virtual void CancelAfter(HttpTransferId id, absl::Duration delay) = 0;

  // Stops reading from the connection until Resume. Called by the transfer's own observer from
  // within OnBody, it holds from that call on; from elsewhere, soon. Each does nothing if it is
  // already so, or if the transfer has ended.
  virtual void Pause(HttpTransferId id) = 0;
  virtual void Resume(HttpTransferId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_CLIENT_H_
