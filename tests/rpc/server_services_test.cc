// SPDX-License-Identifier: Apache-2.0
// The services that a server has in addition to its own.
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>
#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "service/answering/answer_engine.h"
#include "service/rpc/server.h"
#include "tests/answering/scripted_transport.h"
#include "tests/answering/test_support.h"

namespace footnote::rpc {
namespace {

constexpr char kHealth[] = "/grpc.health.v1.Health/Check";
constexpr char kReflection[] = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo";
constexpr char kAnswer[] = "/footnote.v1.AnswerService/Answer";

// The code of a call of `method` with an empty message.
grpc::StatusCode CodeOf(const std::string& address, const char* method) {
  grpc::GenericStub stub(grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(30)));
  const grpc::ByteBuffer request(nullptr, 0);
  grpc::ByteBuffer response;
  std::promise<grpc::StatusCode> code;
  stub.UnaryCall(&context, method, grpc::StubOptions(), &request, &response,
                 [&code](grpc::Status status) { code.set_value(status.error_code()); });
  return code.get_future().get();
}

class ServerServicesTest : public ::testing::Test {
 protected:
  std::unique_ptr<Server> StartWith(bool health, bool reflection) {
    ServerOptions options;
    options.listen = "127.0.0.1:0";
    options.health = health;
    options.reflection = reflection;
    absl::StatusOr<std::unique_ptr<Server>> server = Server::Start(options, &service_);
    EXPECT_TRUE(server.ok()) << server.status();
    return *std::move(server);
  }

  answering::ScriptedTransport transport_;
  const answering::EchoingRoutes routes_;
  const answering::AnswerEngine engine_{&transport_, &routes_, answering::TestDefaults()};
  AnswerService service_{&engine_, AnswerServiceOptions()};
};

TEST_F(ServerServicesTest, DisabledServicesAreUnimplemented) {
  const auto server = StartWith(false, false);
  EXPECT_EQ(CodeOf(server->address(), kHealth), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(CodeOf(server->address(), kReflection), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_NE(CodeOf(server->address(), kAnswer), grpc::StatusCode::UNIMPLEMENTED);
  server->Drain(absl::ZeroDuration());
}

TEST_F(ServerServicesTest, BothAreEnabledByDefault) {
  EXPECT_TRUE(ServerOptions().health);
  EXPECT_TRUE(ServerOptions().reflection);
  const auto server = StartWith(true, true);
  EXPECT_EQ(CodeOf(server->address(), kHealth), grpc::StatusCode::OK);
  EXPECT_NE(CodeOf(server->address(), kReflection), grpc::StatusCode::UNIMPLEMENTED);
  EXPECT_EQ(server->Drain(absl::ZeroDuration()), 0);
}

TEST_F(ServerServicesTest, HealthAloneCanBeEnabled) {
  const auto server = StartWith(true, false);
  EXPECT_EQ(CodeOf(server->address(), kHealth), grpc::StatusCode::OK);
  EXPECT_EQ(server->Drain(absl::ZeroDuration()), 0);
}

}  // namespace
}  // namespace footnote::rpc
