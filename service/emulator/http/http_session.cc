// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/http/http_session.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

#include "service/emulator/text/utf8.h"

namespace footnote::emulator {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using Socket = asio::generic::stream_protocol::socket;
using boost::system::error_code;

constexpr size_t kMaxHeaderBytes = 64 << 10;

constexpr std::chrono::milliseconds kHangUpPollInterval(20);

// Limits of reading a rejected body, which is necessary so that the client receives the reply.
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

// Returns true if the client has closed its sending half or the connection is lost. There may still
// be unread data.
bool HasHungUp(int socket) {
  pollfd state{socket, POLLRDHUP, 0};
  return poll(&state, 1, 0) > 0;  // POLLERR and POLLHUP are always reported
}

// Reads a request, writes the reply with its delays, and repeats. Pending asynchronous operations
// own the session.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Socket socket, const HttpCallbacks& callbacks)
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
    // The client closed the connection between requests, or the connection is lost.
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

  // Replies to a request that could not be read, reads and drops the rest of it, and ends the
  // connection.
  void Refuse(int status) {
    keep_alive_ = false;
    is_head_ = false;
    drain_ = true;
    Answer(callbacks_.refuse(status));
  }

  void Answer(HttpReply reply) {
    reply_ = std::move(reply);
    if (reply_.pieces.empty()) reply_.pieces.push_back({reply_.body->size()});
    next_piece_ = 0;
    written_ = 0;
    Wait(reply_.delay, &Session::StartReply);
  }

  void Wait(std::chrono::milliseconds duration, void (Session::*next)()) {
    if (duration.count() == 0) return (this->*next)();
    after_wait_ = next;
    wait_is_over_ = false;
    timer_.expires_after(duration);
    timer_.async_wait([self = shared_from_this()](error_code error) {
      if (error) return;
      self->wait_is_over_ = true;
      // Completes the pending read or poll, whose handler then continues with `after_wait_`.
      error_code ignored;
      self->socket_.cancel(ignored);
      self->hang_up_timer_.cancel();
    });
    WatchClient();
  }

  // Reads during a wait, to detect that the client disconnects: TCP reports the end of the stream
  // only after the data before it fits into the receive window. The data belongs to the next
  // request.
  void WatchClient() {
    constexpr size_t kReadSize = 16 << 10;
    if (buffer_.size() >= kMaxReadAheadBytes) return WatchForHangUp();
    socket_.async_read_some(
        buffer_.prepare(kReadSize), [self = shared_from_this()](error_code error, size_t size) {
          if (!error) self->buffer_.commit(size);
          if (self->wait_is_over_ && (!error || error == asio::error::operation_aborted)) {
            return (*self.*self->after_wait_)();
          }
          if (!error) return self->WatchClient();
          self->timer_.cancel();
          self->End(/*cancelled=*/true);
        });
  }

  // Detects that the client disconnects, without reading. Polls, because Asio cannot wait for a
  // disconnect that follows unread data. An orderly disconnect may remain undetected, see
  // HttpServer.
  void WatchForHangUp() {
    if (wait_is_over_) return (this->*after_wait_)();
    if (HasHungUp(socket_.native_handle())) {
      timer_.cancel();
      return End(/*cancelled=*/true);
    }
    hang_up_timer_.expires_after(kHangUpPollInterval);
    hang_up_timer_.async_wait([self = shared_from_this()](error_code) { self->WatchForHangUp(); });
  }

  void StartReply() {
    if (reply_.hang_up) return EndConnection();
    const size_t size = reply_.body->size();
    // A chunked body can also be cut at its end: before the last chunk.
    is_cut_ = reply_.cut_after.has_value() &&
              (*reply_.cut_after < size || (reply_.chunked && *reply_.cut_after == size));
    limit_ = is_cut_ ? *reply_.cut_after : size;
    if (is_head_) limit_ = 0;
    keep_alive_ = keep_alive_ && !is_cut_;
    head_ = Head();
    // The headers of a stream are sent immediately; otherwise they share a write with the body.
    const bool is_separate =
        reply_.chunked || limit_ == 0 || reply_.pieces.front().delay.count() > 0;
    if (!is_separate) return NextPiece();
    Write(asio::buffer(head_), [](Session* self) {
      self->head_.clear();
      self->NextPiece();
    });
  }

  std::string Head() const {
    http::response<http::empty_body> head;
    head.version(11);
    head.result(static_cast<unsigned>(reply_.status));
    head.set(http::field::server, "footnote_emulator");
    for (const auto& [name, value] : reply_.headers) head.insert(name, value);
    if (reply_.chunked) {
      head.chunked(true);
    } else {
      head.content_length(reply_.body->size());
    }
    // The headers of a reply that is cut are those of a complete reply.
    head.keep_alive(keep_alive_ || is_cut_);
    std::ostringstream text;
    text << head.base();
    return text.str();
  }

  void NextPiece() {
    if (written_ >= limit_) return Wait(reply_.end_delay, &Session::FinishReply);
    Wait(reply_.pieces[next_piece_].delay, &Session::WritePiece);
  }

  void WritePiece() {
    const size_t end = std::min(reply_.pieces[next_piece_++].end, limit_);
    const asio::const_buffer piece(reply_.body->data() + written_, end - written_);
    written_ = end;
    const auto after = [](Session* self) {
      self->head_.clear();
      if (self->reply_.on_written) self->reply_.on_written(self->written_);
      self->NextPiece();
    };
    if (reply_.chunked) return Write(http::make_chunk(piece), after);
    Write(std::array<asio::const_buffer, 2>{asio::buffer(head_), piece}, after);
  }

  void FinishReply() {
    if (is_cut_) return EndConnection();
    if (!reply_.chunked || is_head_) return OnReplyWritten();
    Write(http::make_chunk_last(), [](Session* self) { self->OnReplyWritten(); });
  }

  // Writes `buffers`, whose bytes must stay valid, and then calls `after`.
  template <typename Buffers>
  void Write(const Buffers& buffers, void (*after)(Session*)) {
    asio::async_write(socket_, buffers,
                      [self = shared_from_this(), after](error_code error, size_t) {
                        if (error) return self->End(/*cancelled=*/true);
                        after(self.get());
                      });
  }

  void OnReplyWritten() {
    End(/*cancelled=*/false);
    if (keep_alive_) return ReadRequest();
    error_code ignored;
    socket_.shutdown(Socket::shutdown_send, ignored);
    if (drain_) Drain();
  }

  void EndConnection() {
    error_code ignored;
    if (reply_.reset) socket_.set_option(asio::socket_base::linger(true, 0), ignored);
    End(/*cancelled=*/false);
    socket_.close(ignored);
  }

  // Reads and drops the rest of the request. Otherwise the kernel would respond to it with a reset,
  // and the client could lose the reply.
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

  Socket socket_;
  asio::steady_timer timer_;
  asio::steady_timer hang_up_timer_;
  const HttpCallbacks& callbacks_;
  beast::flat_buffer buffer_;
  std::optional<http::request_parser<http::string_body>> parser_;
  HttpReply reply_;
  std::string head_;  // the status line and headers; empty after they are written
  size_t next_piece_ = 0;
  size_t written_ = 0;  // bytes of the body
  size_t limit_ = 0;    // bytes of the body to write
  bool is_cut_ = false;
  bool keep_alive_ = true;
  bool is_head_ = false;
  void (Session::*after_wait_)() = nullptr;
  bool wait_is_over_ = true;
  bool drain_ = false;
  size_t drained_ = 0;
};

}  // namespace

void StartHttpSession(Socket socket, const HttpCallbacks& callbacks) {
  std::make_shared<Session>(std::move(socket), callbacks)->ReadRequest();
}

}  // namespace footnote::emulator
