// SPDX-License-Identifier: Apache-2.0
// One connection of an HttpServer.
#ifndef FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_
#define FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_

#include <boost/asio/ip/tcp.hpp>
#include <cstddef>
#include <functional>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// What a connection asks of the server; HttpServer::Options explains them.
struct HttpCallbacks {
  std::function<HttpReply(const HttpRequest&)> handler;
  std::function<HttpReply(int status)> refuse;
  size_t max_body_bytes;
};

// Serves one request after the other on `socket`, on its executor, until either side ends the
// connection. `callbacks` must outlive the executor's last call. Of a body no more is in memory
// than the reply itself: one piece is handed to the kernel at a time.
void StartHttpSession(boost::asio::ip::tcp::socket socket, const HttpCallbacks& callbacks);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_
