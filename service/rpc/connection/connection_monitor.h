// SPDX-License-Identifier: Apache-2.0
// Watches the connections of a server and ends those that break a rule.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_MONITOR_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_MONITOR_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/rpc/connection/connection.h"
#include "service/rpc/connection/connection_rules.h"
#include "service/rpc/connection/connections.h"

namespace footnote::rpc {

// gRPC 1.51 offers no hook for the frames of a connection. What it counts for channelz, and the
// bytes that it has read, are compared with the rules. Connections of a Unix socket are
// not watched: who may use it is decided by its file mode.
//
// Not thread-safe.
class ConnectionMonitor {
 public:
  using Clock = absl::Time (*)();

  // Watches `connections`, which gRPC's server with the number `server` owns.
  ConnectionMonitor(const ConnectionRules& rules, int64_t server, Connections* connections,
                    Clock clock = &absl::Now)
      : rules_(rules), server_(server), connections_(*connections), clock_(clock) {}

  // Looks at the connections, if there are many at a part of them in turn, and shuts down those
  // that break a rule. To be called about ten times per second.
  void Look();

  // Shuts down the connections with the most bytes of unfinished messages, largest first, until
  // those of all that are left are at most half of what they were. Returns the number of
  // connections.
  int ShutDownLargest();

  // The connections that were shut down.
  int64_t shut_down() const { return shut_down_; }

 private:
  struct Watched {
    Watched(std::shared_ptr<Connection> connection, const ConnectionRules* rules, absl::Time now)
        : connection(std::move(connection)), history(rules, now) {}

    std::shared_ptr<Connection> connection;
    ConnectionHistory history;
    int64_t socket = 0;  // 0: not known yet
    int64_t bytes_read = 0;
    bool is_shut_down = false;
    absl::Time last_change = absl::InfinitePast();
  };

  void Update(const std::vector<std::shared_ptr<Connection>>& open, absl::Time now);
  void FindSockets();
  void LookAt(Watched* watched, absl::Time now);
  void ShutDown(Watched* watched, const char* reason);
  void Report(absl::Time now);

  const ConnectionRules rules_;
  const int64_t server_;
  Connections& connections_;
  const Clock clock_;
  std::vector<std::unique_ptr<Watched>> watched_;
  absl::flat_hash_map<std::string, Watched*> by_uri_;  // of watched_
  size_t next_ = 0;                                    // the position in watched_ to look at next
  // Sockets from here on may be new. gRPC numbers a socket before it lists it, so that the numbers
  // of the last look are read again.
  int64_t first_new_socket_ = 0;
  int64_t last_socket_ = 0;
  int64_t shut_down_ = 0;
  // What the log has, and when it may have more.
  int64_t logged_shut_down_ = 0;
  int64_t logged_refused_ = 0;
  absl::Time next_log_ = absl::InfinitePast();
  const char* last_reason_ = "";
  std::string last_peer_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_MONITOR_H_
