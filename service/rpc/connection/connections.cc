// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connections.h"

#include <utility>

namespace footnote::rpc {
namespace {

// A look at all connections costs some milliseconds. One that is refused must not cost it each
// time.
constexpr absl::Duration kMinTimeBetweenLooks = absl::Milliseconds(50);

}  // namespace

bool Connections::Add(int fd, PeerName peer) {
  const absl::MutexLock lock(&mutex_);
  // The system gives a number again only when its socket is closed.
  if (const auto previous = by_fd_.find(fd); previous != by_fd_.end()) {
    Forget(*previous->second);
    by_fd_.erase(previous);
  }
  if (IsFull(peer) && clock_() - last_look_ >= kMinTimeBetweenLooks) ForgetClosed();
  if (IsFull(peer)) {
    ++refused_;
    return false;
  }
  ++per_peer_[peer.key];
  by_fd_.emplace(fd, std::make_shared<const Connection>(fd, std::move(peer)));
  return true;
}

std::vector<std::shared_ptr<const Connection>> Connections::Open() {
  const absl::MutexLock lock(&mutex_);
  ForgetClosed();
  std::vector<std::shared_ptr<const Connection>> open;
  open.reserve(by_fd_.size());
  for (const auto& [fd, connection] : by_fd_) open.push_back(connection);
  return open;
}

int Connections::size() const {
  const absl::MutexLock lock(&mutex_);
  return static_cast<int>(by_fd_.size());
}

int64_t Connections::refused() const {
  const absl::MutexLock lock(&mutex_);
  return refused_;
}

bool Connections::IsFull(const PeerName& peer) const {
  if (static_cast<int>(by_fd_.size()) >= limits_.max_connections) return true;
  const auto found = per_peer_.find(peer.key);
  return found != per_peer_.end() && found->second >= limits_.max_connections_per_peer;
}

void Connections::ForgetClosed() {
  last_look_ = clock_();
  for (auto next = by_fd_.begin(); next != by_fd_.end();) {
    const auto current = next++;
    if (current->second->IsOpen()) continue;
    Forget(*current->second);
    by_fd_.erase(current);
  }
}

void Connections::Forget(const Connection& connection) {
  const auto peer = per_peer_.find(connection.peer().key);
  if (--peer->second == 0) per_peer_.erase(peer);
}

}  // namespace footnote::rpc
