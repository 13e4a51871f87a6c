// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/peer_key.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace footnote::rpc {
namespace {

// The number of bytes of an IPv6 address that identify a network.
constexpr size_t kNetworkBytes = 8;
// The number of bytes before the IPv4 address in an IPv6 address that is mapped.
constexpr size_t kMappedPrefixBytes = 12;

absl::string_view WithoutPort(absl::string_view address) {
  return address.substr(0, address.rfind(':'));
}

std::string Ipv6Key(absl::string_view address) {
  // gRPC encodes the peer as a URI: "ipv6:%5B::1%5D:5000".
  std::string text = absl::StrReplaceAll(
      address, {{"%5B", ""}, {"%5b", ""}, {"%5D", ""}, {"%5d", ""}, {"[", ""}, {"]", ""}});
  text.resize(text.find('%') == std::string::npos ? text.size() : text.find('%'));  // the zone
  in6_addr parsed;
  if (inet_pton(AF_INET6, text.c_str(), &parsed) != 1) return absl::StrCat("ipv6:", address);
  char out[INET6_ADDRSTRLEN] = {};
  if (IN6_IS_ADDR_V4MAPPED(&parsed)) {
    inet_ntop(AF_INET, &parsed.s6_addr[kMappedPrefixBytes], out, sizeof(out));
    return absl::StrCat("ipv4:", out);
  }
  for (size_t i = kNetworkBytes; i < sizeof(parsed.s6_addr); ++i) parsed.s6_addr[i] = 0;
  inet_ntop(AF_INET6, &parsed, out, sizeof(out));
  return absl::StrCat("ipv6:", out);
}

}  // namespace

std::string PeerKey(absl::string_view peer) {
  absl::string_view address = peer;
  if (absl::ConsumePrefix(&address, "ipv4:")) return std::string(WithoutPort(peer));
  if (absl::ConsumePrefix(&address, "ipv6:")) return Ipv6Key(WithoutPort(address));
  return "";
}

}  // namespace footnote::rpc
