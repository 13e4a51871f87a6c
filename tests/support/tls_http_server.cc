// SPDX-License-Identifier: Apache-2.0
#include "tests/support/tls_http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace footnote::testing_support {
namespace {

void Check(bool ok, const char* what) {
  if (ok) return;
  std::fprintf(stderr, "TlsHttpServer: %s failed\n", what);
  std::abort();
}

}  // namespace

TlsHttpServer::TlsHttpServer(const std::string& alt_name, std::string certificate_path,
                             std::string reply)
    : certificate_path_(std::move(certificate_path)), reply_(std::move(reply)) {
  const std::string key_path = certificate_path_ + ".key";
  const std::string command =
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
      " -subj /CN=footnote-test -addext subjectAltName=" +
      alt_name + " -keyout '" + key_path + "' -out '" + certificate_path_ + "' 2>/dev/null";
  Check(std::system(command.c_str()) == 0, "openssl req");

  context_.reset(SSL_CTX_new(TLS_server_method()));
  Check(SSL_CTX_use_certificate_chain_file(context_.get(), certificate_path_.c_str()) == 1,
        "reading the certificate");
  Check(SSL_CTX_use_PrivateKey_file(context_.get(), key_path.c_str(), SSL_FILETYPE_PEM) == 1,
        "reading the key");

  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  Check(bind(listener_, any, size) == 0 && listen(listener_, 16) == 0 &&
            getsockname(listener_, any, &size) == 0,
        "listen");
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { Run(); });
}

TlsHttpServer::~TlsHttpServer() {
  stopping_ = true;
  shutdown(listener_, SHUT_RDWR);  // interrupts accept
  thread_.join();
  close(listener_);
}

std::string TlsHttpServer::url() const { return "https://127.0.0.1:" + std::to_string(port_); }

void TlsHttpServer::Run() {
  // A client that refuses the certificate closes the connection, and OpenSSL writes without
  // MSG_NOSIGNAL.
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  while (!stopping_) {
    const int fd = accept(listener_, nullptr, nullptr);
    if (fd < 0) continue;
    Serve(fd);
    close(fd);
  }
}

void TlsHttpServer::Serve(int fd) {
  SSL* const ssl = SSL_new(context_.get());
  SSL_set_fd(ssl, fd);
  if (SSL_accept(ssl) == 1) {
    std::string in;
    std::array<char, 4096> buffer;
    int n;
    // The requests of tests are small, so the read that completes the head also has the body.
    while ((n = SSL_read(ssl, buffer.data(), buffer.size())) > 0) {
      in.append(buffer.data(), static_cast<size_t>(n));
      if (in.find("\r\n\r\n") == std::string::npos) continue;
      in.clear();
      ++requests_;
      SSL_write(ssl, reply_.data(), static_cast<int>(reply_.size()));
    }
  }
  SSL_free(ssl);
}

}  // namespace footnote::testing_support
