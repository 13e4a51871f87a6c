// The cheapest upstream that there can be: HTTP/1.1 with keep-alive on loopback, one thread, every
// request answered with the payload's reply. Its CPU time is taken from the same cores as that of
// what is measured, so it does nothing else: no routing, no checks, no pipelining.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <string>
#include <unordered_map>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "bench/payload.h"

namespace footnote::bench {
namespace {

// Below the range that outgoing connections take their ports from: thousands of those may be open.
constexpr int kFirstPort = 21000;
constexpr int kLastPort = 32000;

// The size of a whole request whose head is complete in `bytes`, or 0 if it is not.
size_t RequestSize(absl::string_view bytes) {
  const size_t head = bytes.find("\r\n\r\n");
  if (head == absl::string_view::npos) return 0;
  size_t body = 0;
  absl::string_view lines = bytes.substr(0, head);
  while (!lines.empty()) {
    const size_t end = std::min(lines.find("\r\n"), lines.size());
    const absl::string_view line = lines.substr(0, end);
    constexpr absl::string_view kLength = "content-length:";
    if (absl::StartsWithIgnoreCase(line, kLength)) {
      uint64_t length = 0;
      if (absl::SimpleAtoi(line.substr(kLength.size()), &length)) body = length;
    }
    lines.remove_prefix(std::min(end + 2, lines.size()));
  }
  return head + 4 + body;
}

class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(fd_); }

  // Reads what is there and answers what is complete. Returns false when the peer is gone.
  bool Serve(absl::string_view response) {
    char buffer[64 << 10];
    while (true) {
      const ssize_t count = read(fd_, buffer, sizeof(buffer));
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      if (!Take({buffer, static_cast<size_t>(count)}, response)) return false;
      if (static_cast<size_t>(count) < sizeof(buffer)) return true;
    }
  }

 private:
  bool Take(absl::string_view bytes, absl::string_view response) {
    if (missing_ == 0) {
      head_.append(bytes.data(), bytes.size());
      const size_t size = RequestSize(head_);
      if (size == 0) return true;
      missing_ = size - std::min(size, head_.size());
      head_.clear();
    } else {
      missing_ -= std::min(missing_, bytes.size());
    }
    return missing_ > 0 || Send(response);
  }

  // The socket's buffer takes a whole response: the peer waits for it and has sent nothing else.
  bool Send(absl::string_view response) {
    return send(fd_, response.data(), response.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(response.size());
  }

  const int fd_;
  std::string head_;
  size_t missing_ = 0;  // bytes of the body, once the head was read
};

// Listens on the first free port; returns the socket, or -1.
int Listen(int* port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  const int on = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
  for (*port = kFirstPort; *port <= kLastPort; ++*port) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<uint16_t>(*port));
    if (bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0 &&
        listen(fd, SOMAXCONN) == 0) {
      return fd;
    }
  }
  return -1;
}

void Watch(int epoll, int fd) {
  epoll_event event = {};
  event.events = EPOLLIN;
  event.data.fd = fd;
  epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

[[noreturn]] void ServeForever(int listener, absl::string_view response) {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  Watch(epoll, listener);
  std::unordered_map<int, std::unique_ptr<Connection>> connections;
  epoll_event events[64];
  while (true) {
    const int count = epoll_wait(epoll, events, 64, -1);
    for (int i = 0; i < count; ++i) {
      const int fd = events[i].data.fd;
      if (fd != listener) {
        if (!connections.at(fd)->Serve(response)) connections.erase(fd);
        continue;
      }
      const int accepted = accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (accepted < 0) continue;
      const int on = 1;
      setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
      connections.emplace(accepted, std::make_unique<Connection>(accepted));
      Watch(epoll, accepted);
    }
  }
}

int Main() {
  int port = 0;
  const int listener = Listen(&port);
  if (listener < 0) {
    std::cerr << "upstream_stub: cannot listen" << std::endl;
    return 1;
  }
  const std::string body = ReplyJsonFor(MakePayload());
  const std::string response = absl::StrCat(
      "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ", body.size(),
      "\r\nrequest-id: req_bench\r\n\r\n", body);
  std::cout << "listening on 127.0.0.1:" << port << std::endl;
  ServeForever(listener, response);
}

}  // namespace
}  // namespace footnote::bench

int main() { return footnote::bench::Main(); }
