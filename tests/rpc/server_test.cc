// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/server.h"

#include <gmock/gmock.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
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
    ServerOptions options;
    options.listen = listen;
    return Server::Start(options, &service_);
  }

  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  AnswerService service_{&engine_, AnswerServiceOptions()};
};

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

TEST_F(ServerTest, AnInvalidAddressIsAnError) { EXPECT_FALSE(Start("127.0.0.1:no-port").ok()); }

}  // namespace
}  // namespace footnote::rpc
