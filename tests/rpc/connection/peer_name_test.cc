// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/peer_name.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

constexpr int kNoSocket = -1;

sockaddr_storage Ipv6(const char* text, int port) {
  sockaddr_storage storage = {};
  auto& address = reinterpret_cast<sockaddr_in6&>(storage);
  address.sin6_family = AF_INET6;
  address.sin6_port = htons(port);
  EXPECT_EQ(inet_pton(AF_INET6, text, &address.sin6_addr), 1);
  return storage;
}

TEST(PeerNameTest, AnIpv4PeerIsItsAddress) {
  sockaddr_storage storage = {};
  reinterpret_cast<sockaddr_in&>(storage) = LoopbackAddress(5000);
  const PeerName name = PeerNameOf(kNoSocket, storage);
  EXPECT_EQ(name.uri, "ipv4:127.0.0.1:5000");
  EXPECT_EQ(name.key, "ipv4:127.0.0.1");
}

TEST(PeerNameTest, AnIpv6PeerIsItsNetwork) {
  const PeerName name = PeerNameOf(kNoSocket, Ipv6("2001:db8:1:2:3:4:5:6", 5000));
  EXPECT_EQ(name.uri, "ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000");
  EXPECT_EQ(name.key, "ipv6:2001:db8:1:2::");
}

TEST(PeerNameTest, AnIpv4PeerOfADualStackSocketIsItsIpv4Address) {
  const PeerName name = PeerNameOf(kNoSocket, Ipv6("::ffff:192.0.2.1", 5000));
  EXPECT_EQ(name.uri, "ipv4:192.0.2.1:5000");
  EXPECT_EQ(name.key, "ipv4:192.0.2.1");
}

TEST(PeerNameTest, APeerOfAUnixSocketIsItsUser) {
  int fds[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  const FileDescriptor accepted(fds[0]);
  const FileDescriptor client(fds[1]);
  sockaddr_storage storage = {};
  storage.ss_family = AF_UNIX;
  const PeerName name = PeerNameOf(accepted.get(), storage);
  EXPECT_EQ(name.uri, "unix:");
  EXPECT_EQ(name.key, absl::StrCat("unix:", getuid()));
}

}  // namespace
}  // namespace footnote::rpc
