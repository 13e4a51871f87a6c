// SPDX-License-Identifier: Apache-2.0
// An accepted connection whose descriptor belongs to gRPC.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <optional>

#include "service/rpc/connection/peer_name.h"

namespace footnote::rpc {

// Refers to the socket without another descriptor, which would double the number of descriptors for
// connections. gRPC closes the socket without notice, and the system reuses its number; what the
// number refers to is therefore compared with the socket that was accepted. Thread-safe.
class Connection {
 public:
  // `fd` is open.
  Connection(int fd, PeerName peer);

  int fd() const { return fd_; }
  const PeerName& peer() const { return peer_; }

  // False once gRPC has closed the socket.
  bool IsOpen() const;

  // The bytes that gRPC has read from the peer. Empty if the socket is closed, or is no TCP socket.
  std::optional<int64_t> BytesRead() const;

  // The bytes of the messages that gRPC has delivered.
  int64_t message_bytes() const { return message_bytes_; }
  void AddMessage(int64_t bytes) { message_bytes_ += bytes; }

  // Ends the connection in both directions, so that gRPC closes it. Returns false if it is closed.
  bool ShutDown() const;

 private:
  const int fd_;
  const PeerName peer_;
  dev_t device_ = 0;
  ino_t inode_ = 0;  // 0: unknown, and never open
  std::atomic<int64_t> message_bytes_{0};
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_CONNECTION_H_
