// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "bench/delivery.h"
#include "bench/stamped_streams.h"

namespace footnote::bench {
namespace {

// Returns a connection to 127.0.0.1 that has sent `body`; -1 if it failed.
int Ask(int port, const std::string& body) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<uint16_t>(port));
  const std::string request = absl::StrCat("POST /v1/messages HTTP/1.1\r\nhost: stub\r\n",
                                           "content-length: ", body.size(), "\r\n\r\n", body);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
      send(fd, request.data(), request.size(), MSG_NOSIGNAL) ==
          static_cast<ssize_t>(request.size())) {
    return fd;
  }
  close(fd);
  return -1;
}

}  // namespace

std::vector<double> DirectStampAges(const std::string& address, const Pace& pace, int count) {
  int port = 0;
  const std::vector<absl::string_view> parts = absl::StrSplit(address, ':');
  if (!absl::SimpleAtoi(parts.back(), &port)) return {};
  std::vector<pollfd> sockets;
  for (int i = 0; i < count; ++i) {
    const int fd = Ask(port, absl::StrCat(R"({"model":")", PacedModel(pace), R"("})"));
    if (fd >= 0) sockets.push_back({fd, POLLIN, 0});
  }

  std::vector<double> ages;
  const size_t expected = sockets.size() * static_cast<size_t>(pace.deltas);
  char buffer[16 << 10];
  while (ages.size() < expected && poll(sockets.data(), sockets.size(), /*ms=*/5000) > 0) {
    for (pollfd& socket : sockets) {
      if ((socket.revents & (POLLIN | POLLHUP | POLLERR)) == 0) continue;
      const ssize_t bytes = recv(socket.fd, buffer, sizeof(buffer), 0);
      if (bytes <= 0) {
        socket.events = 0;
        continue;
      }
      // A stamp is sent in one write, so it arrives in one piece.
      AppendStampAges({buffer, static_cast<size_t>(bytes)}, StampClock(), &ages);
    }
  }
  for (const pollfd& socket : sockets) close(socket.fd);
  return ages;
}

}  // namespace footnote::bench
