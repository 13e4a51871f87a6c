// SPDX-License-Identifier: Apache-2.0
// The names of the two ends of an accepted connection.
#ifndef FOOTNOTE_SERVICE_RPC_CONNECTION_PEER_NAME_H_
#define FOOTNOTE_SERVICE_RPC_CONNECTION_PEER_NAME_H_

#include <sys/socket.h>

#include <string>

namespace footnote::rpc {

struct PeerName {
  // The name that gRPC gives the connection, such as "ipv4:192.0.2.1:5000". It is the same for all
  // connections of a Unix socket.
  std::string uri;
  // The key under which the connections of one peer are counted: what PeerKey returns for `uri`, or
  // "unix:" and the number of the user for a Unix socket.
  std::string key;
};

// Returns the name of the peer at `address` of the connected socket `fd`, which is used only for a
// Unix socket.
PeerName PeerNameOf(int fd, const sockaddr_storage& address);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_CONNECTION_PEER_NAME_H_
