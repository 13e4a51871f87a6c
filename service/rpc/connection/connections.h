// SPDX-License-Identifier: Apache-2.0
// The open connections of the server.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTIONS_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTIONS_H_

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/rpc/connection/connection.h"
#include "service/rpc/connection/peer_name.h"

namespace footnote::rpc {

struct ConnectionLimits {
  int max_connections = 10'000;
  int max_connections_per_peer = 1'000;
};

// Thread-safe.
class Connections {
 public:
  using Clock = absl::Time (*)();

  explicit Connections(const ConnectionLimits& limits, Clock clock = &absl::Now)
      : limits_(limits), clock_(clock) {}

  // Adds the accepted connection `fd` of `peer`, before gRPC owns it. Returns false if a limit
  // refuses it.
  bool Add(int fd, PeerName peer) ABSL_LOCKS_EXCLUDED(mutex_);

  // Forgets the connections that are closed and returns the others. To be called periodically.
  std::vector<std::shared_ptr<Connection>> Open() ABSL_LOCKS_EXCLUDED(mutex_);

  // gRPC has delivered a message of `bytes` of the connection that it names `uri`.
  void CountMessage(absl::string_view uri, int64_t bytes) ABSL_LOCKS_EXCLUDED(mutex_);

  // While true, all new connections are refused.
  void SetRefusing(bool refusing) { refusing_ = refusing; }

  int size() const ABSL_LOCKS_EXCLUDED(mutex_);
  // The number of connections that were refused.
  int64_t refused() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool IsFull(const PeerName& peer) const ABSL_SHARED_LOCKS_REQUIRED(mutex_);
  void Forget(int fd) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const ConnectionLimits limits_;
  const Clock clock_;
  std::atomic<bool> refusing_{false};
  mutable absl::Mutex mutex_;
  absl::flat_hash_map<int, std::shared_ptr<Connection>> by_fd_ ABSL_GUARDED_BY(mutex_);
  // Those of a Unix socket all have the same name: one of them.
  absl::flat_hash_map<std::string, std::shared_ptr<Connection>> by_uri_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, int> per_peer_ ABSL_GUARDED_BY(mutex_);
  absl::Time last_look_ ABSL_GUARDED_BY(mutex_) = absl::InfinitePast();
  int64_t refused_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTIONS_H_
