// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/peer_key.h"

#include <gtest/gtest.h>

namespace footnote::rpc {
namespace {

TEST(PeerKeyTest, IsTheAddressOrItsNetwork) {
  struct Case {
    const char* peer;
    const char* key;
  };
  const Case cases[] = {
      {"ipv4:192.0.2.1:5000", "ipv4:192.0.2.1"},
      {"ipv4:192.0.2.1:6000", "ipv4:192.0.2.1"},
      {"ipv6:%5B2001:db8:1:2:3:4:5:6%5D:5000", "ipv6:2001:db8:1:2::"},
      {"ipv6:[2001:db8:1:2:ffff::1]:5000", "ipv6:2001:db8:1:2::"},
      {"ipv6:%5B2001:db8:1:3::1%5D:5000", "ipv6:2001:db8:1:3::"},
      {"ipv6:%5B::1%5D:5000", "ipv6:::"},
      {"ipv6:%5Bfe80::1%25eth0%5D:5000", "ipv6:fe80::"},
      {"ipv6:%5B::ffff:192.0.2.1%5D:5000", "ipv4:192.0.2.1"},
      {"ipv6:%5Bnonsense%5D:5000", "ipv6:%5Bnonsense%5D"},
      {"unix:/run/footnote.sock", ""},
      {"unix:", ""},
      {"inproc", ""},
      {"", ""},
  };
  for (const Case& row : cases) EXPECT_EQ(PeerKey(row.peer), row.key) << row.peer;
}

}  // namespace
}  // namespace footnote::rpc
