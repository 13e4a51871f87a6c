// SPDX-License-Identifier: Apache-2.0
// The interface of an HTTP client that sends requests and receives responses incrementally.
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

// Names and values; http_header.h defines which are valid.
using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string url;
  // The name of an abstract Unix socket to connect to instead of the URL's host. Empty for none.
  std::string abstract_unix_socket;
  // Values may contain credentials and are never logged.
  HttpHeaders headers;
  // Sent by POST. Never null. Released when the first byte of the response is received.
  std::shared_ptr<const std::string> body;

  // Time limits; the first that passes ends the transfer.
  // The deadline of the caller.
  absl::Time deadline = absl::InfiniteFuture();
  // From the start to the end.
  absl::Duration total_timeout = absl::InfiniteDuration();
  // From the start to the first byte of the response's body.
  absl::Duration first_byte_timeout = absl::InfiniteDuration();
  // From one byte of the body to the next. Time while the transfer is paused does not count.
  absl::Duration idle_timeout = absl::InfiniteDuration();

  // True if the response is expected in small parts over a long time. The transfer then needs
  // little memory while it waits; otherwise it reads and sends large parts.
  bool streams = false;
};

// The result of a transfer.
struct TransferResult {
  enum class Cause {
    kComplete,          // a complete response was received, with any status
    kCancelled,         // by Cancel
    kDeadline,          // HttpRequest::deadline passed
    kTotalTimeout,      // HttpRequest::total_timeout passed
    kFirstByteTimeout,  // HttpRequest::first_byte_timeout passed
    kIdleTimeout,       // HttpRequest::idle_timeout passed
    kConnectTimeout,    // no connection within the client's connect limit
    kConnect,           // no connection: refused, no such host, TLS refused
    kConnectionLost,    // the connection broke before the end
    kTooLarge,          // the body exceeds the client's limit
    kProtocol,          // the response was not HTTP
    kInvalidRequest,    // the request was not valid HTTP, such as a line break in a header value
    kShutdown,          // the client was shut down
  };
  Cause cause = Cause::kComplete;
  // True if any byte of the request was sent, as far as is known.
  bool sent = false;
  // True if any byte of a response was received.
  bool response_started = false;
  // kTooLarge: the client's limit, in bytes.
  int64_t max_response_bytes = 0;
  // The cause of a failure, without addresses, header values or bodies. Empty for kComplete.
  std::string message;
};

// Receives one response. Called on one of the client's threads, in the order OnHead, OnBody...,
// OnEnd; must not block. Nothing is called after OnEnd, and OnEnd is called exactly once.
class HttpObserver {
 public:
  virtual ~HttpObserver() = default;

  // The final response's status and headers (names in lower case). Not called if none was received.
  virtual void OnHead(int status, std::vector<std::pair<std::string, std::string>> headers) = 0;
  // Receives bytes of the body, decompressed. `bytes` is valid during the call.
  virtual void OnBody(absl::string_view bytes) = 0;
  // Receives the result. The observer may be destroyed within this call.
  virtual void OnEnd(const TransferResult& end) = 0;
};

// Identifies a transfer of one client. 0 identifies none.
using HttpTransferId = uint64_t;

// Thread-safe.
class HttpClient {
 public:
  virtual ~HttpClient() = default;

  // Starts a transfer. `observer` must live until its OnEnd, which may occur before Start returns.
  virtual HttpTransferId Start(HttpRequest request, HttpObserver* observer) = 0;

  // Cancels a transfer; its result is kCancelled, unless another result is in progress. Does
  // nothing if the transfer has ended.
  virtual void Cancel(HttpTransferId id) = 0;
  // Like Cancel, after `delay`.
  virtual void CancelAfter(HttpTransferId id, absl::Duration delay) = 0;

  // Stops and restarts reading from the connection. A Pause within the transfer's OnBody takes
  // effect after that call, otherwise soon. Each does nothing if the transfer is already in that
  // state or has ended.
  virtual void Pause(HttpTransferId id) = 0;
  virtual void Resume(HttpTransferId id) = 0;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_HTTP_CLIENT_H_
