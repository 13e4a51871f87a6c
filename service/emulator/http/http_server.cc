// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/http/http_server.h"

#include <sys/socket.h>
#include <unistd.h>

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
using Local = asio::local::stream_protocol;
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

// Prepare a connection. Return false if it must be closed.
bool Prepare(tcp::socket* socket) {
  error_code ignored;
  socket->set_option(tcp::no_delay(true), ignored);
  return true;
}
bool Prepare(Local::socket* socket) {
  ucred peer = {};
  socklen_t size = sizeof(peer);
  return getsockopt(socket->native_handle(), SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 &&
         peer.uid == geteuid();
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

  absl::Status Listen(const std::string& address, const std::string& abstract_socket) {
    return abstract_socket.empty() ? ListenOnTcp(address) : ListenOnSocket(abstract_socket);
  }

  void Run() {
    tcp_acceptor_.is_open() ? Accept(&tcp_acceptor_) : Accept(&local_acceptor_);
    thread_ = std::thread([this] { io_.run(); });
  }

  int port() const { return port_; }

 private:
  absl::Status ListenOnTcp(const std::string& listen) {
    absl::StatusOr<tcp::endpoint> endpoint = ParseEndpoint(listen);
    if (!endpoint.ok()) return endpoint.status();
    error_code error;
    tcp_acceptor_.open(endpoint->protocol(), error);
    if (!error) tcp_acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) tcp_acceptor_.bind(*endpoint, error);
    if (!error) tcp_acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return absl::UnavailableError(Concat({"cannot listen on ", listen, ": ", error.message()}));
    }
    port_ = tcp_acceptor_.local_endpoint(error).port();
    return absl::OkStatus();
  }

  absl::Status ListenOnSocket(const std::string& name) {
    constexpr size_t kMaxNameBytes = 100;
    if (name.size() > kMaxNameBytes) {
      return absl::InvalidArgumentError("the name of the socket is too long");
    }
    error_code error;
    local_acceptor_.open(Local(), error);
    // A path that begins with NUL is an abstract name.
    if (!error) local_acceptor_.bind(Local::endpoint(std::string(1, '\0') + name), error);
    if (!error) local_acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) {
      return absl::UnavailableError(
          Concat({"cannot listen on the socket ", name, ": ", error.message()}));
    }
    return absl::OkStatus();
  }

  template <typename Acceptor>
  void Accept(Acceptor* acceptor) {
    using Socket = typename Acceptor::protocol_type::socket;
    acceptor->async_accept([this, acceptor](error_code error, Socket socket) {
      if (error == asio::error::operation_aborted) return;
      if (error) return AcceptLater(acceptor);
      if (Prepare(&socket)) StartHttpSession(std::move(socket), callbacks_);
      Accept(acceptor);
    });
  }

  // Usually the process is out of file descriptors, and some become free soon.
  template <typename Acceptor>
  void AcceptLater(Acceptor* acceptor) {
    accept_timer_.expires_after(std::chrono::milliseconds(10));
    accept_timer_.async_wait([this, acceptor](error_code error) {
      if (!error) Accept(acceptor);
    });
  }

  const HttpCallbacks callbacks_;
  // Declared after the callbacks: its destructor destroys the remaining sessions, which refer to
  // them.
  asio::io_context io_{1};
  tcp::acceptor tcp_acceptor_{io_};
  Local::acceptor local_acceptor_{io_};
  asio::steady_timer accept_timer_{io_};
  int port_ = 0;
  std::thread thread_;
};

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::Start(Options options, Handler handler) {
  const std::string listen = options.listen;
  const std::string abstract_socket = options.abstract_socket;
  auto impl = std::make_unique<Impl>(std::move(options), std::move(handler));
  if (absl::Status status = impl->Listen(listen, abstract_socket); !status.ok()) return status;
  impl->Run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(impl)));
}

HttpServer::HttpServer(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}

HttpServer::~HttpServer() = default;

int HttpServer::port() const { return impl_->port(); }

}  // namespace footnote::emulator
