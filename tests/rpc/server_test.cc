// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/server.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "service/answering/answer_engine.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"

namespace footnote::rpc {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class ServerTest : public ::testing::Test {
 protected:
  absl::StatusOr<std::unique_ptr<Server>> Start(const std::string& listen) {
    options_.listen = listen;
    return Server::Start(options_, &service_);
  }

  ServerOptions options_;
  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  AnswerService service_{&engine_, AnswerServiceOptions()};
};

std::chrono::system_clock::time_point Soon() {
  return absl::ToChronoTime(absl::Now() + absl::Seconds(30));
}

// Returns a channel that shares no connection.
std::shared_ptr<grpc::Channel> NewChannel(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

// Returns the status of a call with an empty request, which is INVALID_ARGUMENT from the service.
grpc::StatusCode Call(const std::shared_ptr<grpc::Channel>& channel) {
  grpc::ClientContext context;
  context.set_deadline(Soon());
  v1::PreviewAnswerResponse response;
  return v1::AnswerService::NewStub(channel)
      ->PreviewAnswer(&context, v1::PreviewAnswerRequest(), &response)
      .error_code();
}

// True if a server at `address` answers a call of the service.
bool Answers(const std::string& address) {
  const auto stub =
      v1::AnswerService::NewStub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(30)));
  v1::PreviewAnswerResponse response;
  return stub->PreviewAnswer(&context, v1::PreviewAnswerRequest(), &response).error_code() ==
         grpc::StatusCode::INVALID_ARGUMENT;
}

TEST_F(ServerTest, TheAddressHasTheActualPort) {
  const auto server = Start("127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_THAT((*server)->address(), StartsWith("127.0.0.1:"));
  EXPECT_THAT((*server)->address(), Not(EndsWith(":0")));
  EXPECT_TRUE(Answers((*server)->address()));
  EXPECT_EQ((*server)->Drain(absl::ZeroDuration()), 0);
}

TEST_F(ServerTest, ListensOnAUnixSocket) {
  // Not in TempDir, whose path may exceed the 107 bytes that a socket allows.
  const std::string address = absl::StrCat("unix:/tmp/footnote_server_test_", getpid());
  const auto server = Start(address);
  ASSERT_TRUE(server.ok()) << server.status();
  EXPECT_EQ((*server)->address(), address);
  EXPECT_TRUE(Answers(address));
  const auto second = Start(address);
  EXPECT_FALSE(second.ok()) << "the socket is in use";
  EXPECT_EQ((*server)->Drain(absl::ZeroDuration()), 0);
}

TEST_F(ServerTest, APortThatIsInUseIsNamedInTheError) {
  const auto server = Start("127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const auto second = Start((*server)->address());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(std::string(second.status().message()), HasSubstr((*server)->address()));
  (*server)->Drain(absl::ZeroDuration());
}

TEST_F(ServerTest, ACompressedRequestIsRefused) {
  const auto server = Start("127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const auto stub = v1::AnswerService::NewStub(
      grpc::CreateChannel((*server)->address(), grpc::InsecureChannelCredentials()));
  for (const grpc_compression_algorithm algorithm : {GRPC_COMPRESS_GZIP, GRPC_COMPRESS_DEFLATE}) {
    grpc::ClientContext context;
    context.set_compression_algorithm(algorithm);
    v1::PreviewAnswerRequest request;
    request.mutable_request()->set_question(std::string(100'000, ' '));
    v1::PreviewAnswerResponse response;
    const grpc::Status status = stub->PreviewAnswer(&context, request, &response);
    EXPECT_EQ(status.error_code(), grpc::StatusCode::UNIMPLEMENTED);
    EXPECT_THAT(status.error_message(), HasSubstr("is disabled"));
  }
  (*server)->Drain(absl::ZeroDuration());
}

TEST_F(ServerTest, AConnectionBeyondTheLimitIsRefused) {
  options_.connections.max_connections = 1;
  const auto server = Start("127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const auto first = NewChannel((*server)->address());
  ASSERT_TRUE(first->WaitForConnected(Soon()));
  EXPECT_EQ(Call(first), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(Call(NewChannel((*server)->address())), grpc::StatusCode::UNAVAILABLE);
  EXPECT_EQ(Call(first), grpc::StatusCode::INVALID_ARGUMENT) << "the first one still works";
  (*server)->Drain(absl::ZeroDuration());
}

TEST_F(ServerTest, AConnectionThatBreaksARuleIsClosed) {
  options_.rules.max_new_calls_per_second = 10;
  const auto server = Start("127.0.0.1:0");
  ASSERT_TRUE(server.ok()) << server.status();
  const auto channel = NewChannel((*server)->address());
  ASSERT_EQ(Call(channel), grpc::StatusCode::INVALID_ARGUMENT);
  // The channel is idle, or its call fails, when the server has closed the connection.
  bool is_closed = false;
  for (const auto end = Soon(); !is_closed && std::chrono::system_clock::now() < end;) {
    is_closed = Call(channel) != grpc::StatusCode::INVALID_ARGUMENT ||
                channel->GetState(/*try_to_connect=*/false) != GRPC_CHANNEL_READY;
  }
  EXPECT_TRUE(is_closed);
  (*server)->Drain(absl::ZeroDuration());
}

TEST_F(ServerTest, AnInvalidAddressIsAnError) { EXPECT_FALSE(Start("127.0.0.1:no-port").ok()); }

}  // namespace
}  // namespace footnote::rpc
