// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/connection.h"

#include <gtest/gtest.h>

#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

TEST(ConnectionTest, IsOpenUntilTheDescriptorIsClosed) {
  SocketPair pair = TcpPair();
  const Connection connection(pair.accepted.get(), {});
  EXPECT_TRUE(connection.IsOpen());
  pair.accepted.Reset();
  EXPECT_FALSE(connection.IsOpen());
  EXPECT_EQ(connection.BytesRead(), std::nullopt);
  EXPECT_FALSE(connection.ShutDown());
}

TEST(ConnectionTest, AnotherSocketWithTheSameNumberIsNotTheConnection) {
  SocketPair pair = TcpPair();
  const int number = pair.accepted.get();
  const Connection connection(number, {});
  SocketPair other = TcpPair();
  ASSERT_EQ(dup2(other.accepted.get(), number), number);
  EXPECT_FALSE(connection.IsOpen());
  EXPECT_EQ(connection.BytesRead(), std::nullopt);
  EXPECT_FALSE(connection.ShutDown());
  ASSERT_EQ(send(other.client.get(), "x", 1, 0), 1);
  char byte;
  EXPECT_EQ(recv(number, &byte, 1, 0), 1) << "the other connection still works";
}

TEST(ConnectionTest, CountsTheBytesThatWereRead) {
  SocketPair pair = TcpPair();
  const Connection connection(pair.accepted.get(), {});
  EXPECT_EQ(connection.BytesRead(), 0);
  ASSERT_EQ(send(pair.client.get(), "hello", 5, 0), 5);
  char buffer[5];
  pollfd polled = {pair.accepted.get(), POLLIN, 0};
  ASSERT_EQ(poll(&polled, 1, 10'000), 1);
  EXPECT_EQ(connection.BytesRead(), 0);
  ASSERT_EQ(recv(pair.accepted.get(), buffer, 5, MSG_WAITALL), 5);
  EXPECT_EQ(connection.BytesRead(), 5);
}

TEST(ConnectionTest, AUnixSocketHasNoCountOfBytes) {
  int fds[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  const FileDescriptor accepted(fds[0]);
  const FileDescriptor client(fds[1]);
  const Connection connection(accepted.get(), {});
  EXPECT_TRUE(connection.IsOpen());
  EXPECT_EQ(connection.BytesRead(), std::nullopt);
}

TEST(ConnectionTest, ShutDownEndsTheConnectionForBothPeers) {
  SocketPair pair = TcpPair();
  const Connection connection(pair.accepted.get(), {});
  ASSERT_EQ(send(pair.client.get(), "unread", 6, 0), 6);
  EXPECT_TRUE(connection.ShutDown());
  char byte;
  EXPECT_LE(recv(pair.accepted.get(), &byte, 1, 0), 0) << "what was not read is dropped";
  EXPECT_LE(recv(pair.client.get(), &byte, 1, 0), 0);
  EXPECT_TRUE(connection.IsOpen()) << "the owner of the descriptor closes it";
}

}  // namespace
}  // namespace footnote::rpc
