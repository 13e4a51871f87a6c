// SPDX-License-Identifier: Apache-2.0
// A TCP connection to an emulator, for tests that an HTTP client cannot do.
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

// A blocking connection. The destructor closes it.
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

  // Sends `bytes` until they are sent or the connection accepts none for `patience`. Returns the
  // number of bytes that were sent.
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

  // Closes the sending half.
  void Finish() { shutdown(socket_, SHUT_WR); }

  // Resets the connection. Data that is not sent yet is discarded.
  void Reset() {
    const linger immediate{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &immediate, sizeof(immediate));
    close(std::exchange(socket_, -1));
  }

  // The number of bytes that were received and not read.
  size_t Unread() const {
    int size = 0;
    ioctl(socket_, FIONREAD, &size);
    return static_cast<size_t>(size);
  }

  // Waits until the connection ends, and returns 0, or ECONNRESET if it was reset.
  int AwaitEnd() {
    char buffer[4096];
    ssize_t size = 1;
    while (size > 0) size = recv(socket_, buffer, sizeof(buffer), 0);
    return size == 0 ? 0 : errno;
  }

  // Reads until the received data contains `end` or the connection ends, and returns the data.
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

// Returns a request to /v1/messages with these additional header lines.
inline std::string RawPost(const std::string& body, const std::string& headers) {
  return "POST /v1/messages HTTP/1.1\r\nhost: x\r\nx-api-key: k\r\nanthropic-version: "
         "2023-06-01\r\n" +
         headers + "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace footnote::emulator

#endif  // FOOTNOTE_TESTS_EMULATOR_RAW_CONNECTION_H_
