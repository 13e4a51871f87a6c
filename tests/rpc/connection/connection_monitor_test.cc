// SPDX-License-Identifier: Apache-2.0
// The monitor, with a gRPC server and clients that write frames.
#include "service/rpc/connection/connection_monitor.h"

#include <grpcpp/generic/async_generic_service.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/rpc/connection/channelz.h"
#include "service/rpc/connection/peer_name.h"
#include "tests/rpc/connection/loopback.h"

namespace footnote::rpc {
namespace {

// Types of HTTP/2 frames.
constexpr char kData = 0;
constexpr char kHeaders = 1;
constexpr char kReset = 3;
constexpr char kSettings = 4;
constexpr char kPing = 6;
constexpr char kNoFlags = 0;
constexpr char kAck = 1;
constexpr char kEndHeaders = 4;

std::string Frame(char type, char flags, int stream, absl::string_view payload) {
  const auto byte = [](size_t value) { return std::string(1, static_cast<char>(value)); };
  return absl::StrCat(byte(payload.size() >> 16), byte(payload.size() >> 8), byte(payload.size()),
                      std::string(1, type), std::string(1, flags), byte(stream >> 24),
                      byte(stream >> 16), byte(stream >> 8), byte(stream), payload);
}

std::string Field(absl::string_view name, absl::string_view value) {
  return absl::StrCat(std::string(1, 0), std::string(1, static_cast<char>(name.size())), name,
                      std::string(1, static_cast<char>(value.size())), value);
}

std::string Headers(int stream) {
  // Two fields of the static table: method POST, scheme http.
  return Frame(kHeaders, kEndHeaders, stream,
               absl::StrCat("\x83\x86", Field(":path", "/a/b"), Field(":authority", "x"),
                            Field("te", "trailers"), Field("content-type", "application/grpc")));
}

std::string Repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

class ConnectionMonitorTest : public ::testing::Test {
 protected:
  ConnectionMonitorTest() {
    grpc::ServerBuilder builder;
    builder.RegisterCallbackGenericService(&service_);
    intake_ = builder.experimental().AddExternalConnectionAcceptor(
        grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
        grpc::InsecureServerCredentials());
    server_ = builder.BuildAndStart();
    monitor_ =
        std::make_unique<ConnectionMonitor>(rules_, NewestServer().value_or(0), &connections_);
  }
  ~ConnectionMonitorTest() override { server_->Shutdown(absl::ToChronoTime(absl::Now())); }

  // Returns the client's end of a connection on which `frames` were sent after the preface.
  FileDescriptor Connect(const std::string& frames) {
    SocketPair pair = TcpPair();
    sockaddr_storage address = {};
    socklen_t size = sizeof(address);
    getpeername(pair.accepted.get(), reinterpret_cast<sockaddr*>(&address), &size);
    EXPECT_TRUE(connections_.Add(pair.accepted.get(), PeerNameOf(pair.accepted.get(), address)));
    grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters connection;
    connection.fd = pair.accepted.Release();
    intake_->HandleNewConnection(&connection);
    const std::string all =
        absl::StrCat("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", Frame(kSettings, kNoFlags, 0, ""), frames);
    EXPECT_EQ(send(pair.client.get(), all.data(), all.size(), MSG_NOSIGNAL), all.size());
    return std::move(pair.client);
  }

  // Looks until `is_done`, at most for ten seconds.
  template <typename Predicate>
  bool LookUntil(Predicate is_done) {
    const absl::Time end = absl::Now() + absl::Seconds(10);
    while (!is_done() && absl::Now() < end) {
      monitor_->Look();
      std::this_thread::yield();
    }
    return is_done();
  }
  bool IsShutDown() {
    return LookUntil([this] { return monitor_->shut_down() == 1; });
  }

  ConnectionRules rules_ = [] {
    ConnectionRules rules;
    rules.max_resets_per_second = 50;
    rules.max_streams = 10;
    rules.max_overhead_bytes_per_second = 64 << 10;
    return rules;
  }();
  Connections connections_{{}};
  grpc::CallbackGenericService service_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> intake_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<ConnectionMonitor> monitor_;
};

TEST_F(ConnectionMonitorTest, ShutsDownAConnectionThatResetsItsCalls) {
  std::string frames;
  for (int stream = 1; stream < 400; stream += 2) {
    frames += Headers(stream) + Frame(kReset, kNoFlags, stream, absl::string_view("\0\0\0\x08", 4));
  }
  const FileDescriptor good = Connect("");
  const FileDescriptor bad = Connect(frames);
  EXPECT_TRUE(IsShutDown());
  EXPECT_TRUE(LookUntil([this] { return connections_.size() == 1; }));
}

TEST_F(ConnectionMonitorTest, ShutsDownAConnectionThatSendsSettingsOnly) {
  const FileDescriptor bad = Connect(Repeat(Frame(kSettings, kAck, 0, ""), 20'000));
  EXPECT_TRUE(IsShutDown());
}

TEST_F(ConnectionMonitorTest, KeepsAConnectionThatDoesLittle) {
  const FileDescriptor good = Connect(Headers(1) + Frame(kPing, kNoFlags, 0, "12345678"));
  for (int i = 0; i < 100; ++i) monitor_->Look();
  EXPECT_EQ(monitor_->shut_down(), 0);
  EXPECT_EQ(connections_.size(), 1);
}

TEST_F(ConnectionMonitorTest, ClosesTheLargestUnfinishedMessagesFirst) {
  const std::string prefix("\0\0\x7f\xff\xff", 5);
  const auto upload = [&prefix](int bytes) {
    return Headers(1) + Frame(kData, kNoFlags, 1, prefix + std::string(bytes, 'x')) +
           Repeat(Frame(kData, kNoFlags, 1, std::string(8'000, 'x')), bytes / 1'000);
  };
  const FileDescriptor idle = Connect("");
  const FileDescriptor large = Connect(upload(7'000));
  int closed = 0;
  EXPECT_TRUE(LookUntil([&] { return (closed += monitor_->ShutDownLargest()) > 0; }));
  EXPECT_EQ(closed, 1);
  EXPECT_TRUE(LookUntil([this] { return connections_.size() == 1; })) << "the idle one stays";
}

}  // namespace
}  // namespace footnote::rpc
