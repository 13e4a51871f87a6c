// HTTP by libcurl: a few threads drive any number of transfers.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/upstream/http/http_client.h"
#include "service/upstream/http/timer.h"

namespace footnote::upstream {

class CurlLoop;

struct CurlHttpClientOptions {
  // Time to connect, name look-up and TLS included.
  absl::Duration connect_timeout = absl::Seconds(10);
  // The most bytes a body may have, counted after decompression.
  int64_t max_response_bytes = int64_t{64} << 20;
  // A kept connection that the server closed while it was idle shows so at once: only so long after
  // a request was first sent may it be sent again on another one. Later it is the server that gave
  // up on the request, and it may have worked on it.
  absl::Duration max_resend_age = absl::Milliseconds(100);
  // Threads that drive transfers, each with connections of its own.
  int loop_threads = 1;
  // Connections kept open for reuse, per loop thread: at least the calls expected at once.
  int max_idle_connections = 1024;
  enum class HttpVersion {
    k1_1,
    k2Tls,  // HTTP/2 over TLS where the server offers it, else HTTP/1.1
  };
  HttpVersion http_version = HttpVersion::k1_1;
  // A PEM file of certificate authorities to trust in place of the system's. Empty: the system's.
  std::string ca_file;
};

// How it behaves beyond what HttpClient says:
//
// - Start and Cancel only put a command into a queue and may be called from anywhere, observers
//   included. A cancelled transfer's connection is closed as soon as its loop thread is free.
// - A request with an invalid header ends in kInvalidRequest; nothing is sent.
// - Connections are kept and reused. One that the server closed while it was idle is replaced
//   without anyone's notice: the request is sent once more, on a new connection, only if not a byte
//   was heard on the old one.
// - Redirects are not followed: a 3xx is a response like any other. Only http and https are spoken.
// - Certificates are always verified.
// - Compressed bodies are decoded, though none is asked for: at this size the time of a model
//   dwarfs that of the line, and the API's proxies may compress their errors.
// - Proxies are taken from the environment (https_proxy, no_proxy, ...), as curl does, except for
//   loopback addresses, which never need one.
// - The request's body is let go of when the first byte of the response is heard, or at the end if
//   it was not yet sent whole by then.
// - A transfer that is paused holds at most one receive buffer of the response (decoded, if it is
//   compressed) and, with HTTP/2, what its window allows. The rest stays with the sender. The end
//   of a response that was heard whole may be told though the transfer is paused.
// - Silence is no error by itself: nothing but the limits of the request ends a slow transfer.
// - As a Timer it runs actions on its loop threads.
//
// No call has a thread of its own, except that libcurl looks up a host name in a short-lived one
// where its cache (a minute, per loop thread) has none.
//
// Destruction runs all actions that wait, ends all transfers with kShutdown and joins the threads;
// it may not happen on one of them. Nothing may be called after destruction began, except by
// observers and actions: what they Start hears kShutdown at once.
class CurlHttpClient : public HttpClient, public Timer {
 public:
  // Fails if the system grants no threads or descriptors, or if `ca_file` cannot be read.
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
  explicit CurlHttpClient(std::vector<std::unique_ptr<CurlLoop>> loops);

  uint64_t NextId() { return last_id_.fetch_add(1, std::memory_order_relaxed) + 1; }
  CurlLoop& LoopOf(uint64_t id) const { return *loops_[id % loops_.size()]; }

  // Transfer or action `id` is the business of loop `id` modulo their number.
  const std::vector<std::unique_ptr<CurlLoop>> loops_;
  std::atomic<uint64_t> last_id_{0};
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_CURL_HTTP_CLIENT_H_
