// SPDX-License-Identifier: Apache-2.0
#include "tests/support/raw_http_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace footnote::testing_support {
namespace {

void Check(bool ok, const char* what) {
  if (ok) return;
  std::perror(what);
  std::abort();
}

size_t ContentLength(const std::string& head) {
  std::string lower = head;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const size_t at = lower.find("\r\ncontent-length:");
  return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + 17, nullptr, 10);
}

}  // namespace

std::string HttpReply(const std::string& body, const std::string& headers,
                      const std::string& status) {
  return "HTTP/1.1 " + status + "\r\ncontent-length: " + std::to_string(body.size()) + "\r\n" +
         headers + "\r\n" + body;
}

RawHttpServer::RawHttpServer(Handler handler, bool at_head)
    : handler_(std::move(handler)), at_head_(at_head) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  Check(listener_ >= 0, "socket");
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  Check(bind(listener_, any, size) == 0, "bind");
  Check(listen(listener_, 4096) == 0, "listen");
  Check(getsockname(listener_, any, &size) == 0, "getsockname");
  port_ = ntohs(address.sin_port);
  epoll_ = epoll_create1(EPOLL_CLOEXEC);
  wake_up_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  Check(epoll_ >= 0 && wake_up_ >= 0, "epoll");
  Watch(listener_, false);
  Watch(wake_up_, false);
  thread_ = std::thread([this] { Run(); });
}

RawHttpServer::~RawHttpServer() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    stopping_ = true;
  }
  eventfd_write(wake_up_, 1);
  thread_.join();
  for (const auto& [fd, connection] : connections_) close(fd);
  close(listener_);
  close(wake_up_);
  close(epoll_);
}

std::string RawHttpServer::url() const { return "http://127.0.0.1:" + std::to_string(port_); }

void RawHttpServer::Release() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    released_ = true;
  }
  eventfd_write(wake_up_, 1);
}

void RawHttpServer::SendToAll(const std::string& bytes) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    pending_bytes_ += bytes;
  }
  eventfd_write(wake_up_, 1);
}

template <typename Predicate>
bool RawHttpServer::WaitFor(Predicate predicate) {
  std::unique_lock<std::mutex> lock(mutex_);
  return changed_.wait_for(lock, std::chrono::seconds(30), predicate);
}

bool RawHttpServer::WaitForRequests(size_t count) {
  return WaitFor([this, count] { return requests_.size() >= count; });
}

bool RawHttpServer::WaitForClosed(int count) {
  return WaitFor([this, count] { return closed_ >= count; });
}

bool RawHttpServer::WaitForAllClosed() {
  return WaitFor([this] { return closed_ == accepted_; });
}

std::vector<RawRequest> RawHttpServer::requests() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return requests_;
}

int RawHttpServer::accepted() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return accepted_;
}

int RawHttpServer::closed() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return closed_;
}

void RawHttpServer::Run() {
  while (true) {
    std::array<epoll_event, 64> events;
    const int n = epoll_wait(epoll_, events.data(), events.size(), -1);
    for (int i = 0; i < n; ++i) {
      const int fd = events[i].data.fd;
      if (fd == listener_) {
        Accept();
      } else if (fd == wake_up_) {
        eventfd_t ignored;
        eventfd_read(wake_up_, &ignored);
        {
          const std::lock_guard<std::mutex> lock(mutex_);
          if (stopping_) return;
        }
        ReleaseHeld();
        SendPending();
      } else {
        if (events[i].events & EPOLLOUT) Write(fd);
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) Read(fd);
      }
    }
  }
}

void RawHttpServer::Accept() {
  while (true) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    if (fd < 0) return;
    const int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    const std::lock_guard<std::mutex> lock(mutex_);
    connections_[fd].number = ++accepted_;
    Watch(fd, false);
  }
}

void RawHttpServer::Read(int fd) {
  if (connections_.count(fd) == 0) return;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t n = recv(fd, buffer.data(), buffer.size(), 0);
    if (n < 0 && errno == EAGAIN) break;
    if (n <= 0) return Close(fd);
    connections_[fd].in.append(buffer.data(), static_cast<size_t>(n));
  }
  Handle(fd);
}

void RawHttpServer::Handle(int fd) {
  while (connections_.count(fd) != 0) {
    Connection& connection = connections_[fd];
    const size_t skipped = std::min(connection.to_skip, connection.in.size());
    connection.in.erase(0, skipped);
    connection.to_skip -= skipped;
    const size_t end = connection.in.find("\r\n\r\n");
    if (end == std::string::npos) return;
    RawRequest request;
    request.connection = connection.number;
    request.head = connection.in.substr(0, end + 4);
    const size_t body_size = ContentLength(request.head);
    if (at_head_) {
      connection.in.erase(0, end + 4);
      connection.to_skip = body_size;
    } else {
      if (connection.in.size() < end + 4 + body_size) return;
      request.body = connection.in.substr(end + 4, body_size);
      connection.in.erase(0, end + 4 + body_size);
    }
    RawReply reply = handler_(request);
    bool hold = reply.hold;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      requests_.push_back(std::move(request));
      hold = hold && !released_;
    }
    changed_.notify_all();
    if (hold) {
      connection.held.push_back(std::move(reply));
    } else {
      Send(fd, std::move(reply));
    }
  }
}

void RawHttpServer::Send(int fd, RawReply reply) {
  Connection& connection = connections_[fd];
  connection.out += reply.bytes;
  connection.piece = reply.piece;
  connection.close_after = reply.close;
  Write(fd);
}

void RawHttpServer::Write(int fd) {
  const auto it = connections_.find(fd);
  if (it == connections_.end()) return;
  Connection& connection = it->second;
  size_t sent = 0;
  while (sent < connection.out.size()) {
    const size_t left = connection.out.size() - sent;
    const size_t piece = connection.piece == 0 ? left : std::min(connection.piece, left);
    const ssize_t n = send(fd, connection.out.data() + sent, piece, MSG_NOSIGNAL);
    if (n < 0 && errno == EAGAIN) break;
    if (n < 0) return Close(fd);
    sent += static_cast<size_t>(n);
  }
  connection.out.erase(0, sent);
  if (connection.out.empty() && connection.close_after) return Close(fd);
  Watch(fd, !connection.out.empty());
}

void RawHttpServer::Close(int fd) {
  connections_.erase(fd);
  close(fd);
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++closed_;
  }
  changed_.notify_all();
}

void RawHttpServer::ReleaseHeld() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!released_) return;
  }
  std::vector<int> fds;
  for (const auto& [fd, connection] : connections_) fds.push_back(fd);
  for (const int fd : fds) {
    std::vector<RawReply> held = std::move(connections_[fd].held);
    for (RawReply& reply : held) {
      if (connections_.count(fd) != 0) Send(fd, std::move(reply));
    }
  }
}

void RawHttpServer::SendPending() {
  RawReply reply;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    reply.bytes.swap(pending_bytes_);
  }
  if (reply.bytes.empty()) return;
  std::vector<int> fds;
  for (const auto& [fd, connection] : connections_) fds.push_back(fd);
  for (const int fd : fds) Send(fd, reply);
}

void RawHttpServer::Watch(int fd, bool writing) {
  epoll_event event = {};
  event.events = writing ? EPOLLIN | EPOLLOUT : EPOLLIN;
  event.data.fd = fd;
  if (epoll_ctl(epoll_, EPOLL_CTL_MOD, fd, &event) != 0) {
    Check(epoll_ctl(epoll_, EPOLL_CTL_ADD, fd, &event) == 0, "epoll_ctl");
  }
}

}  // namespace footnote::testing_support
