// SPDX-License-Identifier: Apache-2.0
// A minimal upstream: HTTP/1.1 with keep-alive on loopback, one thread; every request gets the
// payload's reply, or the delivery that its model selects (see delivery.h). It uses the same cores
// as the measured server, so it does nothing else: no routing, no validation, no pipelining.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iostream>
#include <memory>
#include <queue>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "bench/delivery.h"
#include "bench/stub_replies.h"

namespace footnote::bench {
namespace {

// Below the range of ephemeral ports, since thousands of outgoing connections may be open.
constexpr int kFirstPort = 21000;
constexpr int kLastPort = 32000;
constexpr int64_t kSecond = 1'000'000'000;  // in nanoseconds, as stamps
// The number of offsets within an interval at which paced streams start.
constexpr int kPhases = 97;

// Returns the size of the complete request whose head is complete in `bytes`, or 0 if it is not.
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

// Returns the model, the first member of the body of the request in `bytes`, whose head is
// complete; empty if it has not arrived yet.
absl::string_view ModelIn(absl::string_view bytes) {
  constexpr absl::string_view kBefore = "\r\n\r\n{\"model\":\"";
  const size_t begin = bytes.find(kBefore);
  if (begin == absl::string_view::npos) return {};
  bytes.remove_prefix(begin + kBefore.size());
  const size_t end = bytes.find('"');
  return end == absl::string_view::npos ? absl::string_view() : bytes.substr(0, end);
}

class Connection {
 public:
  explicit Connection(int fd) : fd_(fd) {}
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { close(fd_); }

  // Reads the available bytes and starts the reply to a complete request. Returns false if the peer
  // is gone.
  bool Serve(StubReplies* replies) {
    char buffer[64 << 10];
    while (true) {
      const ssize_t count = read(fd_, buffer, sizeof(buffer));
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      if (count == 0) return false;
      if (!Take({buffer, static_cast<size_t>(count)}, replies)) return false;
      if (static_cast<size_t>(count) < sizeof(buffer)) return true;
    }
  }

  // The time of the next stamp; 0 if there is none.
  int64_t next_stamp() const { return next_stamp_; }

  // Sends the stamp, or the end after the last one. Returns false if the peer is gone.
  bool SendStamp() {
    const Pace& pace = reply_->pace;
    next_stamp_ = ++stamps_ < pace.deltas ? next_stamp_ + Interval(pace) : 0;
    return Send(StampChunk(StampClock())) && (next_stamp_ != 0 || Send(reply_->closing));
  }

  // Returns true if there is more to send when the socket is writable.
  bool is_endless() const { return reply_ != nullptr && !reply_->endless.empty(); }

  // Sends until the socket is not writable. Returns false if the peer is gone.
  bool SendEndless() {
    const absl::string_view bytes = reply_->endless;
    while (true) {
      const absl::string_view rest = bytes.substr(endless_sent_);
      const ssize_t count = send(fd_, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      endless_sent_ = (endless_sent_ + static_cast<size_t>(count)) % bytes.size();
    }
  }

 private:
  static int64_t Interval(const Pace& pace) { return kSecond / pace.deltas_per_second; }

  bool Take(absl::string_view bytes, StubReplies* replies) {
    if (missing_ == 0) {
      head_.append(bytes.data(), bytes.size());
      const size_t size = RequestSize(head_);
      if (size == 0) return true;
      const absl::string_view model = ModelIn(head_);
      if (model.empty()) return true;
      reply_ = &replies->For(model);
      missing_ = size - std::min(size, head_.size());
      head_.clear();
    } else {
      missing_ -= std::min(missing_, bytes.size());
    }
    return missing_ > 0 || Begin();
  }

  bool Begin() {
    for (const std::string& bytes : reply_->writes) {
      if (!Send(bytes)) return false;
      if (reply_->pause_us > 0) usleep(static_cast<useconds_t>(reply_->pause_us));
    }
    stamps_ = 0;
    endless_sent_ = 0;
    if (reply_->pace.deltas > 0) {
      // Streams that begin together send at different offsets.
      const int64_t interval = Interval(reply_->pace);
      next_stamp_ = StampClock() + interval * (fd_ % kPhases + 1) / kPhases;
    }
    return true;
  }

  // The socket's buffer has room for a complete response, since the peer waits for it.
  bool Send(absl::string_view bytes) {
    return send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }

  const int fd_;
  std::string head_;
  size_t missing_ = 0;  // missing bytes of the body, after the head
  const StubReply* reply_ = nullptr;
  int64_t next_stamp_ = 0;
  int stamps_ = 0;           // sent
  size_t endless_sent_ = 0;  // of the piece that is sent repeatedly
};

// Listens on the first free port. Returns the socket, or -1.
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

class Server {
 public:
  explicit Server(int listener) : listener_(listener), epoll_(epoll_create1(EPOLL_CLOEXEC)) {
    Watch(listener_, EPOLLIN, EPOLL_CTL_ADD);
  }

  [[noreturn]] void ServeForever() {
    epoll_event events[64];
    while (true) {
      const int count = epoll_wait(epoll_, events, 64, SendDueStamps());
      for (int i = 0; i < count; ++i) {
        const int fd = events[i].data.fd;
        if (fd == listener_) {
          Accept();
        } else if (!Handle(fd, events[i].events)) {
          connections_.erase(fd);
        }
      }
    }
  }

 private:
  void Watch(int fd, uint32_t what, int operation) {
    epoll_event event = {};
    event.events = what;
    event.data.fd = fd;
    epoll_ctl(epoll_, operation, fd, &event);
  }

  void Accept() {
    const int accepted = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (accepted < 0) return;
    const int on = 1;
    setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    connections_.emplace(accepted, std::make_unique<Connection>(accepted));
    Watch(accepted, EPOLLIN, EPOLL_CTL_ADD);
  }

  // Returns false if the connection has ended.
  bool Handle(int fd, uint32_t events) {
    Connection& connection = *connections_.at(fd);
    if ((events & EPOLLIN) != 0 && !connection.Serve(&replies_)) return false;
    if (connection.next_stamp() != 0) due_.push({connection.next_stamp(), fd});
    if (!connection.is_endless()) return (events & EPOLLERR) == 0;
    if ((events & EPOLLOUT) == 0) Watch(fd, EPOLLIN | EPOLLOUT, EPOLL_CTL_MOD);
    return connection.SendEndless();
  }

  // Returns the milliseconds until the next stamp is due; -1 if there is none.
  int SendDueStamps() {
    while (!due_.empty()) {
      const auto [time, fd] = due_.top();
      const int64_t left = time - StampClock();
      if (left > 0) return static_cast<int>((left + kSecond / 1000 - 1) / (kSecond / 1000));
      due_.pop();
      const auto connection = connections_.find(fd);
      // Otherwise it is gone, or another connection has its descriptor.
      if (connection == connections_.end() || connection->second->next_stamp() != time) continue;
      if (!connection->second->SendStamp()) {
        connections_.erase(connection);
      } else if (const int64_t next = connection->second->next_stamp(); next != 0) {
        due_.push({next, fd});
      }
    }
    return -1;
  }

  using Due = std::pair<int64_t, int>;

  const int listener_;
  const int epoll_;
  StubReplies replies_;
  std::unordered_map<int, std::unique_ptr<Connection>> connections_;
  std::priority_queue<Due, std::vector<Due>, std::greater<Due>> due_;  // stamps
};

void RaiseFileLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int Main() {
  RaiseFileLimit();
  int port = 0;
  const int listener = Listen(&port);
  if (listener < 0) {
    std::cerr << "upstream_stub: cannot listen" << std::endl;
    return 1;
  }
  Server server(listener);
  std::cout << "listening on 127.0.0.1:" << port << std::endl;
  server.ServeForever();
}

}  // namespace
}  // namespace footnote::bench

int main() { return footnote::bench::Main(); }
