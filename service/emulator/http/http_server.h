// SPDX-License-Identifier: Apache-2.0
// A small HTTP/1.1 server: keep-alive, bodies that come in pieces over time, connections cut on
// purpose.
#ifndef FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_
#define FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// Serves on one thread of its own, however many streams are under way. A delayed reply or piece
// costs a timer and no thread, and a client that goes away during such a wait (or closes its
// sending half, which counts as the same) is noticed at once. A client that reads slowly stops its
// own stream: the next piece is written when the kernel has taken the one before. Of what a client
// sends meanwhile only some 64 KiB are read, until it has its reply.
class HttpServer {
 public:
  // Called on the server's thread, so it must not block.
  using Handler = std::function<HttpReply(const HttpRequest&)>;

  struct Options {
    std::string listen = "127.0.0.1:0";  // address:port; port 0 takes any free one
    size_t max_body_bytes = 32u << 20;
    // What to answer to a request that cannot be handed to `handler`: its body is over the limit
    // (413) or it is not HTTP (400). Its `body` is empty. Called like `handler`.
    std::function<HttpReply(int status)> refuse;
  };

  // Listens, and starts the thread. Fails if the address is malformed or cannot be bound.
  static absl::StatusOr<std::unique_ptr<HttpServer>> Start(Options options, Handler handler);

  // Closes all connections, and returns when no call of `handler` or `on_end` can follow. Replies
  // that were not written are dropped without `on_end`.
  ~HttpServer();

  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // The port it listens on.
  int port() const;

 private:
  class Impl;
  explicit HttpServer(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SERVER_H_
