// SPDX-License-Identifier: Apache-2.0
// HTTP requests and replies as plain data, independent of an HTTP library.
#ifndef FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_MESSAGE_H_
#define FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_MESSAGE_H_

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace footnote::emulator {

using HttpHeaders = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method;  // "POST"
  std::string target;  // path and query
  // In the order received, with names in lower case. Values and `target` are well-formed UTF-8: if
  // they are not on the wire, each byte that is not ASCII is replaced with '?'.
  HttpHeaders headers;
  std::shared_ptr<const std::string> body;

  // Returns the value of the first header with this name, which must be in lower case.
  std::optional<std::string_view> Header(std::string_view name) const {
    for (const auto& [header, value] : headers) {
      if (header == name) return value;
    }
    return std::nullopt;
  }
};

// A part of a body that is written separately.
struct HttpPiece {
  // The offset in the body after its last byte, in bytes. It begins at the end of the previous
  // piece.
  size_t end = 0;
  // The delay after the previous piece, or the headers, were passed to the kernel.
  std::chrono::milliseconds delay{0};
};

struct HttpReply {
  int status = 200;
  HttpHeaders headers;
  // Shared, so that many replies with the same body store it once. Never null.
  std::shared_ptr<const std::string> body;
  // The delay before the first byte of the headers.
  std::chrono::milliseconds delay{0};
  // Uses the chunked transfer coding, with one chunk per piece, instead of Content-Length.
  bool chunked = false;
  // In order; the last one ends at the end of the body. If empty, the body is one piece without a
  // delay.
  std::vector<HttpPiece> pieces;
  // The delay between the last byte of the body and the next request or the end of the connection.
  std::chrono::milliseconds end_delay{0};
  // Ends the connection after this number of bytes of the body. The headers are those of a complete
  // reply.
  std::optional<size_t> cut_after;
  // Ends the connection without a reply. Only `delay`, `reset` and `on_end` are used.
  bool hang_up = false;
  // `cut_after` and `hang_up` reset the connection instead of closing it.
  bool reset = false;
  // Called on the server's thread after each write, with the number of bytes of the body that the
  // kernel has accepted so far. The client may not have read them yet.
  std::function<void(size_t body_bytes)> on_written;
  // Called at most once, on the server's thread, when the reply is complete. `cancelled` is true if
  // the client disconnected before everything was written.
  std::function<void(bool cancelled)> on_end;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_MESSAGE_H_
