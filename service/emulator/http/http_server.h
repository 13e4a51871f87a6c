// SPDX-License-Identifier: Apache-2.0
// An HTTP/1.1 server for tests. It supports keep-alive, bodies that are sent in pieces with delays,
// and connections that end before the reply is complete.
#ifndef FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_
#define FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// Serves all connections on one thread, which it owns. A delayed reply or piece uses a timer and no
// thread. During a delay, the server detects that the client disconnected; a client that closes its
// sending half counts as disconnected. A piece is written after the kernel accepted the previous
// one, so a slow client delays only its own stream.
//
// While a reply is pending, the server reads about 1 MiB of the client's next requests at most.
// After this limit, it detects a reset of the connection immediately, but it may detect that the
// client closed its sending half only at its next write, because TCP can withhold the end of the
// stream while data before it is unread.
class HttpServer {
 public:
  // Called on the server's thread. Must not block.
  using Handler = std::function<HttpReply(const HttpRequest&)>;

  struct Options {
    std::string listen = "127.0.0.1:0";  // address:port; port 0 selects a free port
    // The name of an abstract Unix socket to listen on instead of `listen`. Only processes of this
    // process's user can connect; others are disconnected at once.
    std::string abstract_socket;
    size_t max_body_bytes = 32u << 20;
    // Returns the reply to a request that cannot be passed to `handler`: its body exceeds the limit
    // (413), or it is not HTTP (400). Called on the server's thread; must not block.
    std::function<HttpReply(int status)> refuse;
  };

  // Listens and starts the thread. Returns InvalidArgument if the address or name is malformed, and
  // Unavailable if the server cannot listen on it.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(Options options, Handler handler);

  // Closes all connections. After it returns, there are no more calls of `handler` and `on_end`.
  // Replies that are not complete are dropped, and their `on_end` is not called.
  ~HttpServer();

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The port on which the server listens; 0 for a Unix socket.
  int port() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_
