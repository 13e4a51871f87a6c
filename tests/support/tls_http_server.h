// SPDX-License-Identifier: Apache-2.0
// An HTTPS server for tests with a self-signed certificate.
#ifndef FOOTNOTE_TESTS_SUPPORT_TLS_HTTP_SERVER_H_
#define FOOTNOTE_TESTS_SUPPORT_TLS_HTTP_SERVER_H_

#include <openssl/ssl.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>

namespace footnote::testing_support {

// Listens on 127.0.0.1. Serves one connection at a time, and sends `reply` to each request.
class TlsHttpServer {
 public:
  // Writes a certificate for `alt_name`, such as "IP:127.0.0.1", to `certificate_path`, and its key
  // to a file in the same folder. Requires the openssl program.
  TlsHttpServer(const std::string& alt_name, std::string certificate_path, std::string reply);
  ~TlsHttpServer();
  TlsHttpServer(const TlsHttpServer&) = delete;
  TlsHttpServer& operator=(const TlsHttpServer&) = delete;

  std::string url() const;
  const std::string& certificate_path() const { return certificate_path_; }
  // The number of requests that were read.
  int requests() const { return requests_; }

 private:
  struct ContextDeleter {
    void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
  };

  void Run();
  void Serve(int fd);

  const std::string certificate_path_;
  const std::string reply_;
  std::unique_ptr<SSL_CTX, ContextDeleter> context_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> requests_{0};
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace footnote::testing_support

#endif  // FOOTNOTE_TESTS_SUPPORT_TLS_HTTP_SERVER_H_
