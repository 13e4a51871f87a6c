// SPDX-License-Identifier: Apache-2.0
// Server reflection: a client can list the services and get all descriptors of the API.
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/grpcpp.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/end_to_end/test_server.h"

namespace footnote::testing {
namespace {

using ::testing::HasSubstr;

// A length-delimited field of an encoded message of less than 128 bytes.
std::string Field(int number, const std::string& value) {
  return absl::StrCat(std::string(1, static_cast<char>(number << 3 | 2)),
                      std::string(1, static_cast<char>(value.size())), value);
}

// The response to one encoded ServerReflectionRequest.
std::string Reflect(TestServer& server, const std::string& request) {
  grpc::GenericStub stub(server.channel());
  grpc::ClientContext context;
  context.set_deadline(absl::ToChronoTime(absl::Now() + absl::Seconds(60)));
  grpc::CompletionQueue queue;
  const auto call = stub.PrepareCall(
      &context, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", &queue);
  void* tag = nullptr;
  bool ok = false;
  const auto wait = [&] { return queue.Next(&tag, &ok) && ok; };
  call->StartCall(nullptr);
  EXPECT_TRUE(wait());
  const grpc::Slice slice(request);
  call->Write(grpc::ByteBuffer(&slice, 1), nullptr);
  EXPECT_TRUE(wait());
  grpc::ByteBuffer response;
  call->Read(&response, nullptr);
  EXPECT_TRUE(wait());
  call->WritesDone(nullptr);
  EXPECT_TRUE(wait());
  grpc::Status status;
  call->Finish(&status, nullptr);
  EXPECT_TRUE(wait());
  EXPECT_TRUE(status.ok()) << status.error_message();
  grpc::Slice flat;
  if (!response.DumpToSingleSlice(&flat).ok()) return "";
  return {reinterpret_cast<const char*>(flat.begin()), flat.size()};
}

TEST(ReflectionTest, ListsTheServices) {
  TestServer server;
  const std::string response = Reflect(server, Field(7, ""));
  EXPECT_THAT(response, HasSubstr("footnote.v1.AnswerService"));
  EXPECT_THAT(response, HasSubstr("grpc.health.v1.Health"));
}

TEST(ReflectionTest, HasTheFilesOfTheServiceWithTheirImports) {
  TestServer server;
  const std::string response = Reflect(server, Field(4, "footnote.v1.AnswerService"));
  for (const char* file : {"footnote/v1/answer_service.proto", "footnote/v1/answer_request.proto",
                           "footnote/v1/preview.proto", "google/api/annotations.proto"}) {
    EXPECT_THAT(response, HasSubstr(file));
  }
  EXPECT_THAT(Reflect(server, Field(3, "google/api/http.proto")), HasSubstr("HttpRule"));
}

}  // namespace
}  // namespace footnote::testing
