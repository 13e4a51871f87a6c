// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/connection/channelz.h"

#include <gtest/gtest.h>

#include <vector>

namespace footnote::rpc {
namespace {

// As gRPC 1.51 writes them.
constexpr char kSockets[] =
    R"({"end":true,"socketRef":[{"name":"chttp2 ipv4:127.0.0.1:38206","socketId":"4"},)"
    R"({"name":"chttp2 ipv6:%5B::1%5D:5000","socketId":"17"}]})";
constexpr char kSocket[] =
    R"({"socket":{"data":{"lastRemoteStreamCreatedTimestamp":"2026-12-01T12:42:27.682838798Z",)"
    R"("messagesReceived":"7","streamsFailed":"616","streamsStarted":"4663",)"
    R"("streamsSucceeded":"12"},"ref":{"name":"chttp2 ipv4:127.0.0.1:53864","socketId":"6"}}})";

TEST(ChannelzTest, ReadsTheSocketsOfAServer) {
  const std::vector<ChannelzSocket> sockets = ParseSockets(kSockets);
  ASSERT_EQ(sockets.size(), 2);
  EXPECT_EQ(sockets[0].id, 4);
  EXPECT_EQ(sockets[0].peer, "ipv4:127.0.0.1:38206");
  EXPECT_EQ(sockets[1].id, 17);
  EXPECT_EQ(sockets[1].peer, "ipv6:%5B::1%5D:5000");
}

TEST(ChannelzTest, ReadsWhatASocketHasDone) {
  const ChannelzCounts counts = ParseCounts(kSocket);
  EXPECT_EQ(counts.calls_started, 4663);
  EXPECT_EQ(counts.calls_succeeded, 12);
  EXPECT_EQ(counts.calls_failed, 616);
  EXPECT_EQ(counts.messages_received, 7);
}

TEST(ChannelzTest, WhatIsMissingIsZero) {
  const ChannelzCounts counts = ParseCounts(R"({"socket":{"data":{}}})");
  EXPECT_EQ(counts.calls_started, 0);
  EXPECT_EQ(counts.messages_received, 0);
}

TEST(ChannelzTest, TextThatIsCutOffHasWhatIsComplete) {
  const absl::string_view all = kSockets;
  for (size_t size = 0; size < all.size(); ++size) {
    EXPECT_LE(ParseSockets(all.substr(0, size)).size(), 2) << size;
  }
  EXPECT_TRUE(ParseSockets("").empty());
}

TEST(ChannelzTest, WithoutAServerThereIsNoSocket) {
  EXPECT_TRUE(SocketsOf(/*server=*/1, /*first=*/0).empty());
  EXPECT_FALSE(CountsOf(/*socket=*/1).has_value());
}

}  // namespace
}  // namespace footnote::rpc
