// SPDX-License-Identifier: Apache-2.0
// The key under which the calls of one peer are counted.
#ifndef FOOTNOTE_SERVICE_RPC_PEER_KEY_H_
#define FOOTNOTE_SERVICE_RPC_PEER_KEY_H_

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::rpc {

// Returns the key of the peer that gRPC names `peer`, such as "ipv4:192.0.2.1:5000":
//
// - an IPv4 address, also one that is mapped to IPv6: the address without the port;
// - an IPv6 address: its first 64 bits, since one host can use all addresses that begin with them;
// - other peers, such as those of a Unix socket: "", since the file mode of the socket decides who
//   may call. Calls with this key are not limited by peer.
std::string PeerKey(absl::string_view peer);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_PEER_KEY_H_
