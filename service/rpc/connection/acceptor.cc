// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/acceptor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"

namespace footnote::rpc {
namespace {

// The connections that are accepted from one socket before the others have their turn.
constexpr int kMaxAcceptsInARow = 64;
// How long to wait while the kernel lacks memory, or another thread took the reserve descriptor.
constexpr int kWaitMilliseconds = 20;
constexpr int kNoTimeout = -1;

FileDescriptor OpenReserve() { return FileDescriptor(open("/dev/null", O_RDONLY | O_CLOEXEC)); }

FileDescriptor Accept(int listener, sockaddr_storage* address) {
  socklen_t size = sizeof(*address);
  return FileDescriptor(
      accept4(listener, reinterpret_cast<sockaddr*>(address), &size, SOCK_NONBLOCK | SOCK_CLOEXEC));
}

// Closes with a reset: the kernel keeps nothing of the connection.
void Refuse(FileDescriptor connection) {
  const linger at_once = {1, 0};
  setsockopt(connection.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Acceptor>> Acceptor::Start(
    const std::vector<FileDescriptor>& sockets, Handlers handlers) {
  FileDescriptor wake(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  FileDescriptor reserve = OpenReserve();
  if (!wake.is_open() || !reserve.is_open()) {
    return absl::ResourceExhaustedError(absl::StrCat("cannot accept: ", std::strerror(errno)));
  }
  return std::unique_ptr<Acceptor>(
      new Acceptor(sockets, std::move(wake), std::move(reserve), std::move(handlers)));
}

Acceptor::Acceptor(const std::vector<FileDescriptor>& sockets, FileDescriptor wake,
                   FileDescriptor reserve, Handlers handlers)
    : wake_(std::move(wake)), reserve_(std::move(reserve)), handlers_(std::move(handlers)) {
  for (const FileDescriptor& socket : sockets) listeners_.push_back(socket.get());
  thread_ = std::thread([this] { Run(); });
}

void Acceptor::Stop() {
  if (!thread_.joinable()) return;
  const uint64_t one = 1;
  while (write(wake_.get(), &one, sizeof(one)) < 0 && errno == EINTR) {
  }
  thread_.join();
}

void Acceptor::Run() {
  std::vector<pollfd> polled;
  for (const int listener : listeners_) polled.push_back({listener, POLLIN, 0});
  polled.push_back({wake_.get(), POLLIN, 0});
  int timeout = kNoTimeout;
  while (true) {
    // While waiting, only Stop interrupts.
    pollfd* const first = timeout == kNoTimeout ? polled.data() : &polled.back();
    const nfds_t count = timeout == kNoTimeout ? polled.size() : 1;
    const int ready = poll(first, count, timeout);
    timeout = kNoTimeout;
    if (ready < 0 && errno != EINTR) timeout = kWaitMilliseconds;
    if (ready <= 0) continue;
    if (polled.back().revents != 0) return;
    for (size_t i = 0; i + 1 < polled.size(); ++i) {
      if (polled[i].revents == 0) continue;
      Outcome outcome = Outcome::kAccepted;
      for (int n = 0; n < kMaxAcceptsInARow && outcome == Outcome::kAccepted; ++n) {
        outcome = AcceptOne(polled[i].fd);
      }
      if (outcome == Outcome::kGone) return handlers_.gone(gone_);
      if (outcome == Outcome::kWait) timeout = kWaitMilliseconds;
    }
  }
}

Acceptor::Outcome Acceptor::AcceptOne(int listener) {
  sockaddr_storage address = {};
  FileDescriptor connection = Accept(listener, &address);
  if (connection.is_open()) {
    handlers_.accepted(std::move(connection), address);
    return Outcome::kAccepted;
  }
  switch (errno) {
    case EAGAIN:
      return Outcome::kNothing;
    case EMFILE:
    case ENFILE:
      return AcceptWithReserve(listener);
    case ENOBUFS:
    case ENOMEM:
      return Outcome::kWait;
    case EBADF:
    case EFAULT:
    case EINVAL:
    case ENOTSOCK:
    case EOPNOTSUPP:
      gone_ = absl::UnavailableError(
          absl::StrCat("the listening socket failed: ", std::strerror(errno)));
      return Outcome::kGone;
    default:
      // The connection failed before it was accepted, or was refused by a firewall.
      return Outcome::kAccepted;
  }
}

Acceptor::Outcome Acceptor::AcceptWithReserve(int listener) {
  reserve_.Reset();
  sockaddr_storage address = {};
  FileDescriptor connection = Accept(listener, &address);
  const bool is_refused = connection.is_open();
  if (is_refused) {
    ++refused_without_descriptor_;
    Refuse(std::move(connection));
  }
  reserve_ = OpenReserve();
  return is_refused && reserve_.is_open() ? Outcome::kAccepted : Outcome::kWait;
}

}  // namespace footnote::rpc
