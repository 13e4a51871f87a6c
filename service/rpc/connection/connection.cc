// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connection.h"

#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "service/rpc/connection/file_descriptor.h"

namespace footnote::rpc {
namespace {

bool Is(int fd, dev_t device, ino_t inode) {
  struct stat now;
  return inode != 0 && fstat(fd, &now) == 0 && now.st_dev == device && now.st_ino == inode;
}

}  // namespace

Connection::Connection(int fd, PeerName peer) : fd_(fd), peer_(std::move(peer)) {
  struct stat now;
  if (fstat(fd, &now) != 0) return;
  device_ = now.st_dev;
  inode_ = now.st_ino;
}

bool Connection::IsOpen() const { return Is(fd_, device_, inode_); }

std::optional<int64_t> Connection::BytesRead() const {
  tcp_info info = {};
  socklen_t size = sizeof(info);
  int unread = 0;
  if (!IsOpen() || getsockopt(fd_, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
      ioctl(fd_, FIONREAD, &unread) != 0) {
    return std::nullopt;
  }
  constexpr size_t kNeeded =
      offsetof(tcp_info, tcpi_bytes_received) + sizeof(info.tcpi_bytes_received);
  // The second look makes sure that the number did not come to mean another socket in between.
  if (size < kNeeded || !IsOpen()) return std::nullopt;
  // More may have arrived between the two.
  return std::max<int64_t>(0, static_cast<int64_t>(info.tcpi_bytes_received) - unread);
}

bool Connection::ShutDown() const {
  // The duplicate refers to one socket, whatever happens to the number.
  const FileDescriptor pinned(fcntl(fd_, F_DUPFD_CLOEXEC, 0));
  if (!pinned.is_open() || !Is(pinned.get(), device_, inode_)) return false;
  // Disconnecting a TCP socket resets it and drops what was received, which gRPC would read before
  // it sees the end after shutdown().
  sockaddr nobody = {};
  nobody.sa_family = AF_UNSPEC;
  return connect(pinned.get(), &nobody, sizeof(nobody)) == 0 ||
         shutdown(pinned.get(), SHUT_RDWR) == 0;
}

}  // namespace footnote::rpc
