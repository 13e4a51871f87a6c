// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/peer_name.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/str_cat.h"
#include "service/rpc/peer_key.h"

namespace footnote::rpc {
namespace {

// The number of bytes before the IPv4 address in an IPv6 address that is mapped.
constexpr size_t kMappedPrefixBytes = 12;

std::string Ipv4Uri(const void* address, in_port_t port) {
  char text[INET_ADDRSTRLEN] = {};
  inet_ntop(AF_INET, address, text, sizeof(text));
  return absl::StrCat("ipv4:", text, ":", ntohs(port));
}

std::string Ipv6Uri(const sockaddr_in6& address) {
  // gRPC names an IPv4 peer of a dual-stack socket by its IPv4 address.
  if (IN6_IS_ADDR_V4MAPPED(&address.sin6_addr)) {
    return Ipv4Uri(&address.sin6_addr.s6_addr[kMappedPrefixBytes], address.sin6_port);
  }
  char text[INET6_ADDRSTRLEN] = {};
  inet_ntop(AF_INET6, &address.sin6_addr, text, sizeof(text));
  const std::string zone =
      address.sin6_scope_id == 0 ? "" : absl::StrCat("%25", address.sin6_scope_id);
  return absl::StrCat("ipv6:%5B", text, zone, "%5D:", ntohs(address.sin6_port));
}

std::string UserKey(int fd) {
  ucred credentials = {};
  socklen_t size = sizeof(credentials);
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0) return "unix:";
  return absl::StrCat("unix:", credentials.uid);
}

}  // namespace

PeerName PeerNameOf(int fd, const sockaddr_storage& address) {
  PeerName name;
  if (address.ss_family == AF_INET) {
    const auto& ipv4 = reinterpret_cast<const sockaddr_in&>(address);
    name.uri = Ipv4Uri(&ipv4.sin_addr, ipv4.sin_port);
    name.key = PeerKey(name.uri);
  } else if (address.ss_family == AF_INET6) {
    name.uri = Ipv6Uri(reinterpret_cast<const sockaddr_in6&>(address));
    name.key = PeerKey(name.uri);
  } else {
    name.uri = "unix:";
    name.key = UserKey(fd);
  }
  return name;
}

}  // namespace footnote::rpc
