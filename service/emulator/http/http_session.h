// SPDX-License-Identifier: Apache-2.0
// One connection of an HttpServer.
#ifndef FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_
#define FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_

#include <boost/asio/generic/stream_protocol.hpp>
#include <cstddef>
#include <functional>

#include "service/emulator/http/http_message.h"

namespace footnote::emulator {

// The functions and limits of the server that a session uses; see HttpServer::Options.
struct HttpCallbacks {
  std::function<HttpReply(const HttpRequest&)> handler;
  std::function<HttpReply(int status)> refuse;
  size_t max_body_bytes;
};

// The maximum number of bytes of later requests that a session reads while a reply is pending. It
// can exceed the limit by the size of one read (16 KiB). The rest stays in the kernel, so flow
// control stops the client.
constexpr size_t kMaxReadAheadBytes = 1 << 20;

// Serves the requests on `socket` in order, on the executor of the socket, until either side ends
// the connection. `callbacks` must outlive the last handler that the executor runs. One piece at a
// time is passed to the kernel; the body is not copied.
void StartHttpSession(boost::asio::generic::stream_protocol::socket socket,
                      const HttpCallbacks& callbacks);

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_SESSION_H_
