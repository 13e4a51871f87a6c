// SPDX-License-Identifier: Apache-2.0
// An HTTP client on libcurl: a few threads drive any number of transfers.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/upstream/curl/host_resolver.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/timer.h"

namespace footnote::upstream {

class CurlLoop;

struct CurlHttpClientOptions {
  // The maximum time to connect, including the name lookup and TLS. Infinite: no limit.
  absl::Duration connect_timeout = absl::InfiniteDuration();
  // The maximum size of a response body in bytes, after decompression.
  int64_t max_response_bytes = std::numeric_limits<int64_t>::max();
  // The time after a request was first sent in which it may be sent again on another connection. If
  // the server closed an idle connection, the client notices immediately. A connection that is
  // closed later was closed because of the request, which the server may have processed.
  absl::Duration max_resend_age = absl::Milliseconds(100);
  // The number of threads that drive transfers, each with separate connections. At least 1.
  int loop_threads = 1;
  // The number of idle connections that each loop thread keeps open. Should be at least the
  // expected number of concurrent calls.
  int max_idle_connections = 1;
  // The number of connections over all loop threads, which share it equally; at least
  // `loop_threads`. Further transfers wait for one. 0: no limit.
  int max_connections = 0;
  enum class HttpVersion {
    k1_1,
    k2Tls,  // HTTP/2 over TLS if the server supports it, else HTTP/1.1
  };
  HttpVersion http_version = HttpVersion::k1_1;
  // A PEM file of certificate authorities that replace those of the system. Empty: those of the
  // system.
  std::string ca_file;
  // The URL of a proxy for all hosts except loopback addresses, with its port and perhaps a user
  // and a password. Empty: no proxy. The proxies of the environment are never used: whoever sets a
  // variable would receive the credentials of requests to http URLs.
  std::string proxy;
  // Looks up a host; empty: in the way of the system.
  std::function<HostAddresses(const std::string& host)> lookup;
};

// Guarantees in addition to those of HttpClient:
//
// - Start and Cancel only add a command to a queue, and may be called from anywhere, including
//   observers. The connection of a cancelled transfer is closed as soon as its loop thread is free.
// - A request with an invalid header ends in kInvalidRequest; nothing is sent.
// - Connections are kept and reused. A connection that the server closed while it was idle is
// replaced:
//   the request is sent once more, on a new connection, only if no byte was received on the old
//   one.
// - Redirects are not followed: a 3xx is an ordinary response. Only http and https are supported.
// - Certificates are always verified.
// - Compressed bodies are decompressed, but not requested: the time of a model is much longer than
// that
//   of the transfer. Proxies of the API may compress their errors.
// - The body of a request is released when the first byte of the response is received, or at the
// end if
//   it has not been sent completely by then.
// - A paused transfer holds at most one receive buffer of the response (decompressed) and, with
// HTTP/2,
//   its window. The rest remains with the sender. The result of a completely received response may
//   be delivered although the transfer is paused.
// - Only the limits of the request end a slow transfer.
// - As a Timer, it runs actions on its loop threads.
//
// No call has its own thread. Host names are looked up on at most four threads; all calls share a
// look-up and its result (host_resolver.h), and its time counts towards `connect_timeout`.
//
// Destruction runs all actions that wait, ends all transfers with kShutdown and joins the threads;
// it must not happen on one of them. After destruction has begun, only observers and actions may
// call this object: a transfer that they start ends immediately with kShutdown.
class CurlHttpClient : public HttpClient, public Timer {
 public:
  // Fails if no thread or file descriptor can be created, or if `ca_file` cannot be read or has no
  // certificate.
  static absl::StatusOr<std::unique_ptr<CurlHttpClient>> Create(
      const CurlHttpClientOptions& options);
  ~CurlHttpClient() override;
  CurlHttpClient(const CurlHttpClient&) = delete;
  CurlHttpClient& operator=(const CurlHttpClient&) = delete;

  HttpTransferId Start(HttpRequest request, HttpObserver* observer) override;
  void Cancel(HttpTransferId id) override;
  void CancelAfter(HttpTransferId id, absl::Duration delay) override;
  void Pause(HttpTransferId id) override;
  void Resume(HttpTransferId id) override;

  TimerId RunAfter(absl::Duration delay, std::function<void()> action) override;
  bool Forget(TimerId id) override;

 private:
  CurlHttpClient(std::unique_ptr<HostResolver> resolver,
                 std::vector<std::unique_ptr<CurlLoop>> loops);

  uint64_t NextId() { return last_id_.fetch_add(1, std::memory_order_relaxed) + 1; }
  CurlLoop& LoopOf(uint64_t id) const { return *loops_[id % loops_.size()]; }

  // Loop `id` modulo the number of loops owns the transfer or action `id`.
  const std::vector<std::unique_ptr<CurlLoop>> loops_;
  std::atomic<uint64_t> last_id_{0};
  // Destroyed first, because its callbacks use the loops.
  std::unique_ptr<HostResolver> resolver_;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_
