// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/listen_socket.h"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/un.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace footnote::rpc {
namespace {

// The connections that the kernel completes before they are accepted.
constexpr int kBacklog = 4096;
constexpr int kOn = 1;
constexpr int kOff = 0;
constexpr int kMaxPort = 65535;

struct HostAndPort {
  std::string host;  // without brackets; empty for all addresses
  std::string port;
};

absl::Status SystemError() { return absl::FailedPreconditionError(std::strerror(errno)); }

absl::StatusOr<HostAndPort> Split(absl::string_view listen) {
  const size_t colon = listen.rfind(':');
  int port = -1;
  if (colon == absl::string_view::npos || !absl::SimpleAtoi(listen.substr(colon + 1), &port) ||
      port < 0 || port > kMaxPort) {
    return absl::InvalidArgumentError("it must end with a colon and a port from 0 to 65535");
  }
  absl::string_view host = listen.substr(0, colon);
  if (absl::ConsumePrefix(&host, "[")) {
    if (!absl::ConsumeSuffix(&host, "]")) {
      return absl::InvalidArgumentError("the bracket of the address is not closed");
    }
  } else if (host.find(':') != absl::string_view::npos) {
    return absl::InvalidArgumentError("an IPv6 address must be in brackets");
  }
  return HostAndPort{std::string(host), absl::StrCat(port)};
}

FileDescriptor NewSocket(int family) {
  return FileDescriptor(socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

void SetOption(int fd, int level, int name, const int& value) {
  setsockopt(fd, level, name, &value, sizeof(value));
}

int PortOf(const sockaddr_storage& address) {
  return ntohs(address.ss_family == AF_INET6
                   ? reinterpret_cast<const sockaddr_in6&>(address).sin6_port
                   : reinterpret_cast<const sockaddr_in&>(address).sin_port);
}

int BoundPort(int fd) {
  sockaddr_storage address = {};
  socklen_t size = sizeof(address);
  getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size);
  return PortOf(address);
}

void SetPort(int port, sockaddr* address) {
  if (address->sa_family == AF_INET6) {
    reinterpret_cast<sockaddr_in6*>(address)->sin6_port = htons(port);
  } else {
    reinterpret_cast<sockaddr_in*>(address)->sin_port = htons(port);
  }
}

absl::StatusOr<FileDescriptor> ListenTcp(const addrinfo& address, bool all_addresses) {
  FileDescriptor fd = NewSocket(address.ai_family);
  if (!fd.is_open()) return SystemError();
  SetOption(fd.get(), SOL_SOCKET, SO_REUSEADDR, kOn);
  // Accepted sockets inherit it.
  SetOption(fd.get(), IPPROTO_TCP, TCP_NODELAY, kOn);
  if (address.ai_family == AF_INET6) {
    SetOption(fd.get(), IPPROTO_IPV6, IPV6_V6ONLY, all_addresses ? kOff : kOn);
  }
  if (bind(fd.get(), address.ai_addr, address.ai_addrlen) != 0 || listen(fd.get(), kBacklog) != 0) {
    return SystemError();
  }
  return fd;
}

using AddressList = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

absl::StatusOr<AddressList> Resolve(const std::string& host, const std::string& port) {
  addrinfo hints = {};
  hints.ai_family = host.empty() ? AF_INET6 : AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error =
      getaddrinfo(host.empty() ? nullptr : host.c_str(), port.c_str(), &hints, &found);
  if (error != 0) return absl::FailedPreconditionError(gai_strerror(error));
  return AddressList(found, &freeaddrinfo);
}

bool IsSameFile(const struct stat& a, const struct stat& b) {
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

// Removes the socket of a server that is gone. Fails if `path` is anything else.
absl::Status RemoveStaleSocket(const sockaddr_un& address) {
  struct stat file;
  if (lstat(address.sun_path, &file) != 0) {
    return errno == ENOENT ? absl::OkStatus() : SystemError();
  }
  if (!S_ISSOCK(file.st_mode)) {
    return absl::FailedPreconditionError("a file that is no socket exists at this path");
  }
  const FileDescriptor probe = NewSocket(AF_UNIX);
  if (!probe.is_open()) return SystemError();
  const int result =
      connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address));
  if (result == 0 || errno != ECONNREFUSED) {
    return absl::FailedPreconditionError("another server uses this socket");
  }
  return unlink(address.sun_path) == 0 ? absl::OkStatus() : SystemError();
}

absl::Status CannotListen(const std::string& listen, const absl::Status& reason) {
  return absl::FailedPreconditionError(
      absl::StrCat("cannot listen on ", listen, ": ", reason.message(),
                   "; check the address, and that no other server uses it"));
}

}  // namespace

absl::StatusOr<ListenSocket> ListenSocket::Open(const std::string& listen, mode_t unix_mode) {
  ListenSocket socket;
  absl::Status opened;
  absl::string_view path = listen;
  if (absl::ConsumePrefix(&path, "unix:")) {
    opened = socket.OpenUnix(std::string(path), unix_mode);
  } else if (const absl::StatusOr<HostAndPort> split = Split(listen); split.ok()) {
    opened = socket.OpenTcp(split->host, split->port);
  } else {
    opened = split.status();
  }
  if (!opened.ok()) return CannotListen(listen, opened);
  return socket;
}

ListenSocket::ListenSocket(ListenSocket&& other) noexcept
    : address_(std::move(other.address_)),
      sockets_(std::move(other.sockets_)),
      unix_path_(std::exchange(other.unix_path_, "")),
      unix_file_(other.unix_file_) {}

ListenSocket::~ListenSocket() {
  struct stat now;
  if (unix_path_.empty() || lstat(unix_path_.c_str(), &now) != 0) return;
  if (IsSameFile(now, unix_file_)) unlink(unix_path_.c_str());
}

absl::Status ListenSocket::OpenUnix(const std::string& path, mode_t mode) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof(address.sun_path)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the path must have 1 to ", sizeof(address.sun_path) - 1, " bytes"));
  }
  std::copy(path.begin(), path.end(), address.sun_path);
  if (absl::Status removed = RemoveStaleSocket(address); !removed.ok()) return removed;
  FileDescriptor fd = NewSocket(AF_UNIX);
  if (!fd.is_open() ||
      bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    return SystemError();
  }
  if (lstat(path.c_str(), &unix_file_) != 0) return SystemError();
  unix_path_ = path;
  // Nobody can connect before `listen`.
  if (chmod(path.c_str(), mode) != 0 || listen(fd.get(), kBacklog) != 0) return SystemError();
  address_ = absl::StrCat("unix:", path);
  sockets_.push_back(std::move(fd));
  return absl::OkStatus();
}

absl::Status ListenSocket::OpenTcp(const std::string& host, const std::string& port) {
  const bool all_addresses = host.empty();
  absl::StatusOr<AddressList> addresses = Resolve(host, port);
  // A machine without IPv6 has its IPv4 addresses.
  const bool is_ipv4_only = all_addresses && (!addresses.ok() || !NewSocket(AF_INET6).is_open());
  if (is_ipv4_only) addresses = Resolve("0.0.0.0", port);
  if (!addresses.ok()) return addresses.status();

  int bound_port = 0;
  for (const addrinfo* next = addresses->get(); next != nullptr; next = next->ai_next) {
    // All addresses of a host have the same port.
    if (bound_port != 0) SetPort(bound_port, next->ai_addr);
    absl::StatusOr<FileDescriptor> fd = ListenTcp(*next, all_addresses);
    if (!fd.ok()) return fd.status();
    bound_port = BoundPort(fd->get());
    sockets_.push_back(*std::move(fd));
  }
  const bool is_ipv6 = host.find(':') != std::string::npos;
  const std::string shown = all_addresses ? (is_ipv4_only ? "0.0.0.0" : "[::]")
                            : is_ipv6     ? absl::StrCat("[", host, "]")
                                          : host;
  address_ = absl::StrCat(shown, ":", bound_port);
  return absl::OkStatus();
}

}  // namespace footnote::rpc
