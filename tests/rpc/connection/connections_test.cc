// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connections.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

absl::Time now = absl::UnixEpoch();
absl::Time Now() { return now; }

class ConnectionsTest : public ::testing::Test {
 protected:
  // Adds a connection of `peer` and returns its sockets.
  SocketPair Add(const std::string& peer, bool* is_added) {
    SocketPair pair = TcpPair();
    *is_added = connections_.Add(pair.accepted.get(), {"uri", peer});
    return pair;
  }
  SocketPair AddOne(const std::string& peer) {
    bool is_added = false;
    SocketPair pair = Add(peer, &is_added);
    EXPECT_TRUE(is_added) << peer;
    return pair;
  }
  bool IsRefused(const std::string& peer) {
    bool is_added = true;
    Add(peer, &is_added);
    return !is_added;
  }
  void PassTime() { now += absl::Milliseconds(50); }

  Connections connections_{{/*max_connections=*/3, /*max_connections_per_peer=*/2}, &Now};
};

TEST_F(ConnectionsTest, OnePeerMayHaveItsLimit) {
  const SocketPair first = AddOne("a");
  const SocketPair second = AddOne("a");
  EXPECT_TRUE(IsRefused("a"));
  const SocketPair other = AddOne("b");
  EXPECT_EQ(connections_.size(), 3);
  EXPECT_EQ(connections_.refused(), 1);
}

TEST_F(ConnectionsTest, AllPeersTogetherMayHaveTheTotalLimit) {
  const SocketPair first = AddOne("a");
  const SocketPair second = AddOne("b");
  const SocketPair third = AddOne("c");
  EXPECT_TRUE(IsRefused("d"));
}

TEST_F(ConnectionsTest, AClosedConnectionGivesItsPlaceBack) {
  const SocketPair first = AddOne("a");
  SocketPair second = AddOne("a");
  second.accepted.Reset();
  PassTime();
  const SocketPair third = AddOne("a");
  EXPECT_EQ(connections_.size(), 2);
}

TEST_F(ConnectionsTest, RefusalsDoNotLookAtAllConnectionsEachTime) {
  const SocketPair first = AddOne("a");
  SocketPair second = AddOne("a");
  EXPECT_TRUE(IsRefused("a"));
  second.accepted.Reset();
  // This socket has a new number, so that the table cannot know that `second` is closed.
  const SocketPair keeps_the_number = TcpPair();
  EXPECT_TRUE(IsRefused("a")) << "in the same moment";
  PassTime();
  EXPECT_FALSE(IsRefused("a"));
}

TEST_F(ConnectionsTest, ANumberThatIsUsedAgainReplacesTheClosedConnection) {
  SocketPair first = AddOne("a");
  const int number = first.accepted.get();
  const SocketPair second = AddOne("a");
  const SocketPair other = TcpPair();
  ASSERT_EQ(dup2(other.accepted.get(), number), number);
  EXPECT_TRUE(connections_.Add(number, {"uri", "a"}));
  EXPECT_EQ(connections_.size(), 2);
}

TEST_F(ConnectionsTest, NoneIsAddedWhileAllAreRefused) {
  connections_.SetRefusing(true);
  EXPECT_TRUE(IsRefused("a"));
  connections_.SetRefusing(false);
  EXPECT_FALSE(IsRefused("a"));
}

TEST_F(ConnectionsTest, CountsTheMessagesOfAConnectionByItsName) {
  const SocketPair first = TcpPair();
  const SocketPair second = TcpPair();
  ASSERT_TRUE(connections_.Add(first.accepted.get(), {"ipv4:192.0.2.1:1", "a"}));
  ASSERT_TRUE(connections_.Add(second.accepted.get(), {"ipv4:192.0.2.1:2", "a"}));
  connections_.CountMessage("ipv4:192.0.2.1:2", 10);
  connections_.CountMessage("ipv4:192.0.2.1:2", 5);
  connections_.CountMessage("ipv4:192.0.2.1:3", 7);
  for (const std::shared_ptr<Connection>& connection : connections_.Open()) {
    EXPECT_EQ(connection->message_bytes(), connection->fd() == second.accepted.get() ? 15 : 0);
  }
}

TEST_F(ConnectionsTest, ListsTheConnectionsThatAreOpen) {
  SocketPair first = AddOne("a");
  const SocketPair second = AddOne("b");
  first.accepted.Reset();
  const std::vector<std::shared_ptr<Connection>> open = connections_.Open();
  ASSERT_EQ(open.size(), 1);
  EXPECT_EQ(open[0]->fd(), second.accepted.get());
  EXPECT_EQ(open[0]->peer().key, "b");
  EXPECT_EQ(connections_.size(), 1);
}

}  // namespace
}  // namespace footnote::rpc
