// HTTP by libcurl: a few threads drive any number of transfers.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_CURL_HTTP_CLIENT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_CURL_HTTP_CLIENT_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/upstream/http_client.h"

namespace footnote::upstream {

class CurlLoop;

struct CurlHttpClientOptions {
  // Time to connect, name look-up and TLS included.
  absl::Duration connect_timeout = absl::Seconds(10);
  // Time for one request from start to end, where its own deadline is later.
  absl::Duration request_timeout = absl::Seconds(600);
  // The most bytes a body may have, counted after decompression.
  int64_t max_response_bytes = int64_t{64} << 20;
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
// - The request's body is freed when the first byte of the response is heard, or at the end if it
// was
//   not yet sent whole by then.
//
// No call has a thread of its own, except that libcurl looks up a host name in a short-lived one
// where its cache (a minute, per loop thread) has none.
//
// Destruction ends all transfers with kShutdown and joins the threads; it may not happen on one of
// them. Start must not be called after destruction began, except by an observer, which then hears
// kShutdown at once.
class CurlHttpClient : public HttpClient {
 public:
  // Fails if the system grants no threads or descriptors, or if `ca_file` cannot be read.
  static absl::StatusOr<std::unique_ptr<CurlHttpClient>> Create(
      const CurlHttpClientOptions& options);
  ~CurlHttpClient() override;
  CurlHttpClient(const CurlHttpClient&) = delete;
  CurlHttpClient& operator=(const CurlHttpClient&) = delete;

  HttpTransferId Start(HttpRequest request, HttpObserver* observer) override;
  void Cancel(HttpTransferId id) override;

 private:
  explicit CurlHttpClient(std::vector<std::unique_ptr<CurlLoop>> loops);

  CurlLoop& LoopOf(HttpTransferId id) const;

  // Transfer `id` is driven by loop `id` modulo their number.
  const std::vector<std::unique_ptr<CurlLoop>> loops_;
  std::atomic<HttpTransferId> last_id_{0};
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_CURL_HTTP_CLIENT_H_
