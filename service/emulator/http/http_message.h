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

struct HttpReply {
  int status = 200;
  HttpHeaders headers;
  // Shared, so that a reply which is given a thousand times is stored once. Never null.
  std::shared_ptr<const std::string> body;
  // How long to wait before the first byte.
  std::chrono::milliseconds delay{0};
  // Close the connection after so many bytes of the body, though Content-Length promises all of it.
  std::optional<size_t> cut_after;
  // Called once, on the server's thread: with true if the client went away before all was written.
  std::function<void(bool cancelled)> on_end;
};

}  // namespace footnote::emulator

#endif  // FOOTNOTE_SERVICE_EMULATOR_HTTP_HTTP_MESSAGE_H_
