// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/http/http_server.h"

#include <boost/asio.hpp>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "service/emulator/http/http_session.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

absl::StatusOr<tcp::endpoint> ParseEndpoint(const std::string& listen) {
  const size_t colon = listen.rfind(':');
  uint32_t port = 0;
  error_code error;
  if (colon != std::string::npos && absl::SimpleAtoi(listen.substr(colon + 1), &port) &&
      port <= 65535) {
    std::string host = listen.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
      host = host.substr(1, host.size() - 2);
    }
    const asio::ip::address address = asio::ip::make_address(host, error);
    if (!error) return tcp::endpoint(address, static_cast<unsigned short>(port));
  }
  return absl::InvalidArgumentError(
      Concat({"'", listen, "' is not of the form address:port, such as 127.0.0.1:8080"}));
}

}  // namespace

class HttpServer::Impl {
 public:
  Impl(Options options, Handler handler)
      : callbacks_{std::move(handler), std::move(options.refuse), options.max_body_bytes} {}

  ~Impl() {
    io_.stop();
    if (thread_.joinable()) thread_.join();
  }

  absl::Status Listen(const std::string& listen) {
    absl::StatusOr<tcp::endpoint> endpoint = ParseEndpoint(listen);
    if (!endpoint.ok()) return endpoint.status();
    error_code error;
    acceptor_.open(endpoint->protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(*endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return absl::UnavailableError(Concat({"cannot listen on ", listen, ": ", error.message()}));
    }
    port_ = acceptor_.local_endpoint(error).port();
    return absl::OkStatus();
  }

  void Run() {
    Accept();
    thread_ = std::thread([this] { io_.run(); });
  }

  int port() const { return port_; }

 private:
  void Accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return AcceptLater();
      error_code ignored;
      socket.set_option(tcp::no_delay(true), ignored);
      StartHttpSession(std::move(socket), callbacks_);
      Accept();
    });
  }

  // Usually the process is out of file descriptors, and some become free soon.
  void AcceptLater() {
    accept_timer_.expires_after(std::chrono::milliseconds(10));
    accept_timer_.async_wait([this](error_code error) {
      if (!error) Accept();
    });
  }

  const HttpCallbacks callbacks_;
  // Declared after the callbacks: its destructor destroys the remaining sessions, which refer to
  // them.
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  asio::steady_timer accept_timer_{io_};
  int port_ = 0;
  std::thread thread_;
};

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(Options options, Handler handler) {
  const std::string listen = options.listen;
  auto impl = std::make_unique<Impl>(std::move(options), std::move(handler));
  if (absl::Status status = impl->Listen(listen); !status.ok()) return status;
  impl->Run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->port(); }

}  // namespace footnote::emulator
