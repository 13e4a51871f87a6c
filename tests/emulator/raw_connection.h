// SPDX-License-Identifier: Apache-2.0
// A bare connection to an emulator, for what an HTTP client would not do.
#ifndef FOOTNOTE_TESTS_EMULATOR_RAW_CONNECTION_H_
#define FOOTNOTE_TESTS_EMULATOR_RAW_CONNECTION_H_

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace footnote::emulator {

// Blocks. Closes itself at its end.
class RawConnection {
 public:
  explicit RawConnection(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
  }
  ~RawConnection() {
    if (socket_ >= 0) close(socket_);
  }

  void Send(const std::string& bytes) {
    EXPECT_EQ(send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
  }

  // Sends until the server takes no more for `patience`, or `bytes` are sent; says how many were.
  size_t SendUntilStuck(const std::string& bytes, std::chrono::milliseconds patience) {
    const timeval timeout{0, static_cast<suseconds_t>(patience.count() * 1000)};
    setsockopt(socket_, SOL_SOCKET, SO_SNDTIMEO, &timeout, sizeof(timeout));
    size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t size = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (size <= 0) break;
      sent += static_cast<size_t>(size);
    }
    return sent;
  }

  // Half-closes: no more is sent.
  void Finish() { shutdown(socket_, SHUT_WR); }

  // Closes by a reset, which overtakes what is still to be sent.
  void Reset() {
    const linger at_once{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    close(std::exchange(socket_, -1));
  }

  // How many bytes have come and are not read.
  size_t Unread() const {
    int size = 0;
    ioctl(socket_, FIONREAD, &size);
    return static_cast<size_t>(size);
  }

  // Waits until the connection ends or is reset, and says which: 0 or ECONNRESET.
  int AwaitEnd() {
    char buffer[4096];
    ssize_t size = 1;
    while (size > 0) size = recv(socket_, buffer, sizeof(buffer), 0);
    return size == 0 ? 0 : errno;
  }

  // Reads until what was read has `end`, or to the end of the connection.
  std::string ReadUntil(const std::string& end) {
    std::string received;
    char buffer[4096];
    while (received.find(end) == std::string::npos) {
      const ssize_t size = recv(socket_, buffer, sizeof(buffer), 0);
      if (size <= 0) break;
      received.append(buffer, static_cast<size_t>(size));
    }
    return received;
  }

 private:
  int socket_;
};

inline std::string RawPost(const std::string& body, const std::string& headers) {
  return "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\nanthropic-version: "
         "2023-06-01\r\n" +
         headers + "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_RAW_CONNECTION_H_
