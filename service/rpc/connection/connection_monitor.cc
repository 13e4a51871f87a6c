// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connection_monitor.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "service/log.h"
#include "service/rpc/connection/channelz.h"

namespace footnote::rpc {
namespace {

// The connections that one Look looks at: some milliseconds.
constexpr size_t kMaxLooks = 1'000;
// A connection that sends nothing is judged for this long, until what it did is counted completely.
constexpr absl::Duration kSettleTime = absl::Seconds(2);
// Fewer bytes are not worth a connection.
constexpr int64_t kMinUnfinished = 4 << 10;
// An attack must not fill the log.
constexpr absl::Duration kLogInterval = absl::Seconds(1);

}  // namespace

void ConnectionMonitor::Look() {
  const absl::Time now = clock_();
  Update(connections_.Open(), now);
  FindSockets();
  const size_t looks = std::min(kMaxLooks, watched_.size());
  for (size_t i = 0; i < looks; ++i) {
    next_ = (next_ + 1) % watched_.size();
    LookAt(watched_[next_].get(), now);
  }
  Report(now);
}

void ConnectionMonitor::Update(const std::vector<std::shared_ptr<Connection>>& open,
                               absl::Time now) {
  absl::flat_hash_set<const Connection*> known;
  absl::flat_hash_set<const Connection*> is_open;
  for (const std::shared_ptr<Connection>& connection : open) is_open.insert(connection.get());
  const auto closed = std::partition(watched_.begin(), watched_.end(),
                                     [&is_open](const std::unique_ptr<Watched>& watched) {
                                       return is_open.contains(watched->connection.get());
                                     });
  for (auto each = closed; each != watched_.end(); ++each) {
    const auto found = by_uri_.find((*each)->connection->peer().uri);
    if (found != by_uri_.end() && found->second == each->get()) by_uri_.erase(found);
  }
  watched_.erase(closed, watched_.end());
  for (const std::unique_ptr<Watched>& watched : watched_) known.insert(watched->connection.get());
  for (const std::shared_ptr<Connection>& connection : open) {
    if (known.contains(connection.get())) continue;
    if (absl::StartsWith(connection->peer().uri, "unix:")) continue;
    watched_.push_back(std::make_unique<Watched>(connection, &rules_, now));
    by_uri_[connection->peer().uri] = watched_.back().get();
  }
}

void ConnectionMonitor::FindSockets() {
  const std::vector<ChannelzSocket> sockets = SocketsOf(server_, first_new_socket_);
  first_new_socket_ = last_socket_ + 1;
  for (const ChannelzSocket& socket : sockets) {
    last_socket_ = std::max(last_socket_, socket.id);
    const auto found = by_uri_.find(socket.peer);
    if (found != by_uri_.end()) found->second->socket = socket.id;
  }
}

void ConnectionMonitor::LookAt(Watched* watched, absl::Time now) {
  if (watched->socket == 0 || watched->is_shut_down) return;
  const std::optional<int64_t> bytes = watched->connection->BytesRead();
  if (!bytes.has_value()) return;
  if (*bytes != watched->bytes_read) watched->last_change = now;
  watched->bytes_read = *bytes;
  const bool is_settled = now - watched->last_change > kSettleTime;
  if (is_settled && watched->history.unfinished_bytes() == 0) return;

  const std::optional<ChannelzCounts> calls = CountsOf(watched->socket);
  if (!calls.has_value()) return;
  ConnectionCounts counts;
  counts.bytes_read = *bytes;
  counts.calls_started = calls->calls_started;
  counts.calls_ended = calls->calls_succeeded + calls->calls_failed;
  counts.calls_reset = calls->calls_failed;
  counts.messages = calls->messages_received;
  counts.message_bytes = watched->connection->message_bytes();
  const BrokenRule broken = watched->history.Look(counts, now);
  if (broken != BrokenRule::kNone) ShutDown(watched, NameOf(broken));
}

int ConnectionMonitor::ShutDownLargest() {
  const absl::Time now = clock_();
  Update(connections_.Open(), now);
  FindSockets();
  for (const std::unique_ptr<Watched>& watched : watched_) LookAt(watched.get(), now);
  std::vector<Watched*> largest;
  int64_t total = 0;
  for (const std::unique_ptr<Watched>& watched : watched_) {
    if (watched->history.unfinished_bytes() < kMinUnfinished || watched->is_shut_down) continue;
    largest.push_back(watched.get());
    total += watched->history.unfinished_bytes();
  }
  std::sort(largest.begin(), largest.end(), [](const Watched* a, const Watched* b) {
    return a->history.unfinished_bytes() > b->history.unfinished_bytes();
  });
  int64_t left = total;
  int count = 0;
  for (Watched* watched : largest) {
    if (left <= total / 2) break;
    left -= watched->history.unfinished_bytes();
    ShutDown(watched, "memory");
    ++count;
  }
  return count;
}

void ConnectionMonitor::ShutDown(Watched* watched, const char* reason) {
  watched->is_shut_down = true;
  if (!watched->connection->ShutDown()) return;
  ++shut_down_;
  last_reason_ = reason;
  last_peer_ = watched->connection->peer().key;
}

void ConnectionMonitor::Report(absl::Time now) {
  if (now < next_log_) return;
  const int64_t refused = connections_.refused();
  if (shut_down_ == logged_shut_down_ && refused == logged_refused_) return;
  next_log_ = now + kLogInterval;
  if (shut_down_ > logged_shut_down_) {
    LogError("connections_closed", {{"count", absl::StrCat(shut_down_ - logged_shut_down_)},
                                    {"last_reason", last_reason_},
                                    {"last_peer", last_peer_}});
  }
  if (refused > logged_refused_) {
    LogError("connections_refused", {{"count", absl::StrCat(refused - logged_refused_)},
                                     {"open", absl::StrCat(connections_.size())}});
  }
  logged_shut_down_ = shut_down_;
  logged_refused_ = refused;
}

}  // namespace footnote::rpc
