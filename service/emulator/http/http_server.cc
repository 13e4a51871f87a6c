#include "service/emulator/http/http_server.h"

#include <poll.h>

#include <algorithm>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "service/emulator/text/concat.h"
#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;

constexpr size_t kMaxHeaderBytes = 64 << 10;

// How much is read of what a client sends while its reply waits. The rest waits in the kernel, and
// the client with it.
constexpr size_t kMaxReadAhead = 64 << 10;
constexpr std::chrono::milliseconds kHangUpInterval(20);

// How much of an unwanted body is read so that the client gets to read the refusal of it.
constexpr size_t kMaxDrainedBytes = 256u << 20;
constexpr std::chrono::seconds kMaxDrainTime(5);

std::string ToStdString(beast::string_view text) { return {text.data(), text.size()}; }

HttpRequest Convert(http::request<http::string_body> message) {
  HttpRequest request;
  request.method = ToStdString(message.method_string());
  request.target = WellFormedOrAscii(ToStdString(message.target()));
  for (const auto& field : message) {
    std::string name = ToStdString(field.name_string());
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    request.headers.emplace_back(std::move(name), WellFormedOrAscii(ToStdString(field.value())));
  }
  request.body = std::make_shared<const std::string>(std::move(message.body()));
  return request;
}

// Whether the client has closed its sending half, or the connection is lost; what it sent before
// that may still be unread.
bool HasHungUp(int socket) {
  pollfd state{socket, POLLRDHUP, 0};
  return poll(&state, 1, 0) > 0;  // POLLERR and POLLHUP are always reported
}

struct Callbacks {
  HttpServer::Handler handler;
  std::function<HttpReply(int status)> refuse;
  size_t max_body_bytes;
};

// One connection: reads a request, waits if the reply is to wait, writes it, and starts again.
// Lives as long as an operation of it is under way.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(tcp::socket socket, const Callbacks& callbacks)
      : socket_(std::move(socket)),
        timer_(socket_.get_executor()),
        hang_up_timer_(socket_.get_executor()),
        callbacks_(callbacks) {}

  void ReadRequest() {
    parser_.emplace();
    parser_->header_limit(kMaxHeaderBytes);
    parser_->body_limit(callbacks_.max_body_bytes);
    http::async_read_header(socket_, buffer_, *parser_,
                            [self = shared_from_this()](error_code error, size_t) {
                              if (error) return self->OnReadError(error);
                              self->OnHeader();
                            });
  }

 private:
  void OnReadError(error_code error) {
    if (error == http::error::body_limit) return Refuse(413);
    const bool is_http_error =
        error.category() == make_error_code(http::error::bad_method).category();
    if (is_http_error && error != http::error::end_of_stream &&
        error != http::error::partial_message) {
      return Refuse(400);
    }
    // The client closed the connection between requests, or lost it.
  }

  void OnHeader() {
    if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return ReadBody();
    static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
    asio::async_write(socket_, asio::buffer(kContinue.data(), kContinue.size()),
                      [self = shared_from_this()](error_code error, size_t) {
                        if (!error) self->ReadBody();
                      });
  }

  void ReadBody() {
    http::async_read(socket_, buffer_, *parser_,
                     [self = shared_from_this()](error_code error, size_t) {
                       if (error) return self->OnReadError(error);
                       self->OnRequest();
                     });
  }

  void OnRequest() {
    keep_alive_ = parser_->get().keep_alive();
    is_head_ = parser_->get().method() == http::verb::head;
    const HttpRequest request = Convert(parser_->release());
    Answer(callbacks_.handler(request));
  }

  // Answers what could not be read; the rest of it is read and dropped, then the connection ends.
  void Refuse(int status) {
    keep_alive_ = false;
    is_head_ = false;
    drain_ = true;
    Answer(callbacks_.refuse(status));
  }

  void Answer(HttpReply reply) {
    reply_ = std::move(reply);
    if (reply_.delay.count() == 0) return WriteReply();
    delay_is_over_ = false;
    timer_.expires_after(reply_.delay);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (error) return;
      self->delay_is_over_ = true;
      // Ends the watch, which then writes.
      error_code ignored;
      self->socket_.cancel(ignored);
      self->hang_up_timer_.cancel();
    });
    WatchClient();
  }

  // Reads ahead while a reply waits, to learn when the client goes away. What comes belongs to the
  // next request.
  void WatchClient() {
    constexpr size_t kReadAhead = 4096;
    if (buffer_.size() >= kMaxReadAhead) return WatchForHangUp();
    socket_.async_read_some(
        buffer_.prepare(kReadAhead), [self = shared_from_this()](error_code error, size_t size) {
          if (!error) self->buffer_.commit(size);
          if (self->delay_is_over_ && (!error || error == asio::error::operation_aborted)) {
            return self->WriteReply();
          }
          if (!error) return self->WatchClient();
          self->timer_.cancel();
          self->End(/*cancelled=*/true);
        });
  }

  // The same without reading. Asked again and again, since Asio can wait for data but not for a
  // hang-up behind data.
  void WatchForHangUp() {
    if (delay_is_over_) return WriteReply();
    if (HasHungUp(socket_.native_handle())) {
      timer_.cancel();
      return End(/*cancelled=*/true);
    }
    hang_up_timer_.expires_after(kHangUpInterval);
    hang_up_timer_.async_wait([self = shared_from_this()](error_code) { self->WatchForHangUp(); });
  }

  void WriteReply() {
    head_ = http::response<http::buffer_body>();
    head_.version(11);
    head_.result(static_cast<unsigned>(reply_.status));
    head_.set(http::field::server, "footnote_emulator");
    for (const auto& [name, value] : reply_.headers) head_.insert(name, value);
    head_.content_length(reply_.body->size());
    const bool cut = reply_.cut_after.has_value() && *reply_.cut_after < reply_.body->size();
    keep_alive_ = keep_alive_ && !cut;
    // A reply that is cut must look like one that meant to go on.
    head_.keep_alive(keep_alive_ || cut);
    size_t size = cut ? *reply_.cut_after : reply_.body->size();
    if (is_head_) size = 0;
    head_.body().data = const_cast<char*>(reply_.body->data());
    head_.body().size = size;
    head_.body().more = cut || is_head_;
    serializer_.emplace(head_);
    http::async_write(socket_, *serializer_, [self = shared_from_this()](error_code error, size_t) {
      // What was to be written is written, and the message is known to be longer than that.
      if (error == http::error::need_buffer) error = {};
      self->OnWritten(error);
    });
  }

  void OnWritten(error_code error) {
    End(/*cancelled=*/static_cast<bool>(error));
    if (error) return;
    if (keep_alive_) return ReadRequest();
    socket_.shutdown(tcp::socket::shutdown_send, error);
    if (drain_) Drain();
  }

  // Without it the kernel would answer the rest of the body with a reset, which can overtake the
  // reply.
  void Drain() {
    timer_.expires_after(kMaxDrainTime);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      error_code ignored;
      if (!error) self->socket_.close(ignored);
    });
    buffer_.clear();
    DrainMore();
  }

  void DrainMore() {
    constexpr size_t kChunk = 64 << 10;
    socket_.async_read_some(buffer_.prepare(kChunk),
                            [self = shared_from_this()](error_code error, size_t size) {
                              self->drained_ += size;
                              if (!error && self->drained_ < kMaxDrainedBytes) {
                                return self->DrainMore();
                              }
                              self->timer_.cancel();
                            });
  }

  void End(bool cancelled) {
    if (reply_.on_end) std::exchange(reply_.on_end, nullptr)(cancelled);
    reply_.body.reset();
  }

  tcp::socket socket_;
  asio::steady_timer timer_;
  asio::steady_timer hang_up_timer_;
  const Callbacks& callbacks_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpReply reply_;
  http::response<http::buffer_body> head_;
  std::optional<http::response_serializer<http::buffer_body>> serializer_;
  bool keep_alive_ = true;
  bool is_head_ = false;
  bool delay_is_over_ = true;
  bool drain_ = false;
  size_t drained_ = 0;
};

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
      std::make_shared<Session>(std::move(socket), callbacks_)->ReadRequest();
      Accept();
    });
  }

  // Mostly out of file descriptors: some may be back in a moment.
  void AcceptLater() {
    accept_timer_.expires_after(std::chrono::milliseconds(10));
    accept_timer_.async_wait([this](error_code error) {
      if (!error) Accept();
    });
  }

  const Callbacks callbacks_;
  // After the callbacks, since sessions that are still alive go with it.
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
