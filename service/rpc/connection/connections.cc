// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connections.h"

#include <algorithm>
#include <utility>

namespace footnote::rpc {
namespace {

// A look at all connections costs some milliseconds. One that is refused must not cost it each
// time.
constexpr absl::Duration kMinTimeBetweenLooks = absl::Milliseconds(50);

}  // namespace

bool Connections::Add(int fd, PeerName peer) {
  bool may_look = false;
  {
    const absl::MutexLock lock(&mutex_);
    // The system gives a number again only when its socket is closed.
    Forget(fd);
    may_look = IsFull(peer) && clock_() - last_look_ >= kMinTimeBetweenLooks;
  }
  if (may_look) Open();
  const absl::MutexLock lock(&mutex_);
  if (refusing_ || IsFull(peer)) {
    ++refused_;
    return false;
  }
  ++per_peer_[peer.key];
  const auto connection = std::make_shared<Connection>(fd, std::move(peer));
  by_uri_[connection->peer().uri] = connection;
  by_fd_.emplace(fd, connection);
  return true;
}

std::vector<std::shared_ptr<Connection>> Connections::Open() {
  std::vector<std::shared_ptr<Connection>> open;
  {
    const absl::MutexLock lock(&mutex_);
    last_look_ = clock_();
    open.reserve(by_fd_.size());
    for (const auto& [fd, connection] : by_fd_) open.push_back(connection);
  }
  // The look at each of them must not hold up calls.
  const auto closed =
      std::partition(open.begin(), open.end(),
                     [](const std::shared_ptr<Connection>& each) { return each->IsOpen(); });
  const absl::MutexLock lock(&mutex_);
  for (auto each = closed; each != open.end(); ++each) {
    const auto found = by_fd_.find((*each)->fd());
    if (found != by_fd_.end() && found->second == *each) Forget((*each)->fd());
  }
  open.erase(closed, open.end());
  return open;
}

void Connections::CountMessage(absl::string_view uri, int64_t bytes) {
  const absl::ReaderMutexLock lock(&mutex_);
  const auto found = by_uri_.find(uri);
  if (found != by_uri_.end()) found->second->AddMessage(bytes);
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

void Connections::Forget(int fd) {
  const auto found = by_fd_.find(fd);
  if (found == by_fd_.end()) return;
  const PeerName& name = found->second->peer();
  const auto peer = per_peer_.find(name.key);
  if (--peer->second == 0) per_peer_.erase(peer);
  const auto by_uri = by_uri_.find(name.uri);
  if (by_uri != by_uri_.end() && by_uri->second == found->second) by_uri_.erase(by_uri);
  by_fd_.erase(found);
}

}  // namespace footnote::rpc
