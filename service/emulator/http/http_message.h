// SPDX-License-Identifier: Apache-2.0
// One HTTP exchange as plain data, free of any HTTP library.
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
  std::string target;  // path and query, as sent
  // Names in lower case, in the order sent. Values are UTF-8 whatever was sent.
  HttpHeaders headers;
  std::shared_ptr<const std::string> body;

  // The value of the first header of that name (in lower case), or nullopt.
  std::optional<std::string_view> Header(std::string_view name) const {
    for (const auto& [header, value] : headers) {
      if (header == name) return value;
    }
    return std::nullopt;
  }
};

// A part of a body that is written by itself.
struct HttpPiece {
  // Where it ends in the body; it starts where the piece before ends.
  size_t end = 0;
  // How long to wait before it: since the piece before, or the headers, went to the kernel.
  std::chrono::milliseconds delay{0};
};

struct HttpReply {
  int status = 200;
  HttpHeaders headers;
  // Shared, so that a reply which is given a thousand times is stored once. Never null.
  std::shared_ptr<const std::string> body;
  // How long to wait before the first byte of the headers.
  std::chrono::milliseconds delay{0};
  // Chunked transfer coding, a chunk for each piece, in place of Content-Length.
  bool chunked = false;
  // In order, the last one ending with the body. None: the body is one piece without a delay.
  std::vector<HttpPiece> pieces;
  // How long to wait between the last byte and what follows it: the next request, or the cut.
  std::chrono::milliseconds end_delay{0};
  // End the connection after so many bytes of the body, though the headers promise all of it.
  std::optional<size_t> cut_after;
  // End the connection without an answer: of this reply only `delay` and `on_end` count.
  bool hang_up = false;
  // A cut and a hang-up reset the connection instead of closing it.
  bool reset = false;
  // Called on the server's thread after each write, with the bytes of the body written so far: what
  // the kernel has taken, which the client may not have read.
  std::function<void(size_t body_bytes)> on_written;
  // Called once, on the server's thread: with true if the client went away before all was written.
  std::function<void(bool cancelled)> on_end;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_MESSAGE_H_
