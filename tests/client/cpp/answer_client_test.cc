// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/answer_client.h"

#include <chrono>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"
#include "gtest/gtest.h"
#include "tests/client/fake_answer_service.h"
#include "tests/client/shared_value.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;

v1::AnswerRequest Question(const std::string& text) {
  v1::AnswerRequest request;
  request.set_question(text);
  return request;
}

// An error with three details.
grpc::Status InvalidRequest() {
  google::rpc::Status details;
  details.set_message("two things are wrong");
  google::rpc::ErrorInfo info;
  info.set_reason("INVALID_REQUEST");
  details.add_details()->PackFrom(info);
  google::rpc::BadRequest violations;
  violations.add_field_violations()->set_field("search_results[0].title");
  violations.add_field_violations()->set_field("question");
  details.add_details()->PackFrom(violations);
  details.add_details()->PackFrom(google::rpc::RetryInfo());
  return grpc::Status(grpc::StatusCode::INVALID_ARGUMENT, details.message(),
                      details.SerializeAsString());
}

// Answers with the question itself.
grpc::Status Echo(grpc::ServerContext*, const v1::AnswerRequest& request,
                  v1::AnswerResponse* response) {
  response->mutable_answer()->set_text(request.question());
  return grpc::Status::OK;
}

TEST(AnswerClientTest, ReturnsTheAnswerOfTheServer) {
  FakeAnswerService server(Echo);
  const absl::StatusOr<v1::Answer> answer = AnswerClient(server.address()).Answer(Question("Why?"));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->text(), "Why?");
}

TEST(AnswerClientTest, AcceptsAnswersAboveTheDefaultMessageLimit) {
  FakeAnswerService server(
      [](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse* response) {
        response->mutable_answer()->set_text(std::string(20 << 20, 'a'));
        return grpc::Status::OK;
      });
  const absl::StatusOr<v1::Answer> answer = AnswerClient(server.address()).Answer(Question("?"));
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->text().size(), 20u << 20);
}

TEST(AnswerClientTest, SendsMetadata) {
  std::promise<std::string> tenant;
  FakeAnswerService server([&tenant](grpc::ServerContext* context, const v1::AnswerRequest& request,
                                     v1::AnswerResponse* response) {
    const auto found = context->client_metadata().find("x-tenant");
    if (found != context->client_metadata().end()) {
      tenant.set_value(std::string(found->second.data(), found->second.size()));
    }
    return Echo(context, request, response);
  });
  CallOptions options;
  options.metadata = {{"x-tenant", "blue"}};
  ASSERT_TRUE(AnswerClient(server.address()).Answer(Question("?"), options).ok());
  std::future<std::string> arrived = tenant.get_future();
  ASSERT_EQ(arrived.wait_for(std::chrono::seconds(0)), std::future_status::ready);
  EXPECT_EQ(arrived.get(), "blue");
}

// What gRPC would end the process for.
CallOptions OptionsThatCannotBeSent() {
  CallOptions options;
  options.metadata = {{"x-fine", "1"}, {"X-Tenant", "blue"}};
  return options;
}

void ExpectRefusalOfTenant(const absl::Status& status) {
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("X-Tenant"));
}

TEST(AnswerClientTest, RefusesInvalidMetadata) {
  FakeAnswerService server(Echo);
  const AnswerClient client(server.address());
  ExpectRefusalOfTenant(client.Answer(Question("?"), OptionsThatCannotBeSent()).status());
  ExpectRefusalOfTenant(client.PreviewAnswer(Question("?"), OptionsThatCannotBeSent()).status());
  CallOptions broken_line;
  broken_line.metadata = {{"x-tenant", "blue\ngreen"}};
  EXPECT_EQ(client.Answer(Question("?"), broken_line).status().code(),
            absl::StatusCode::kInvalidArgument);
}

TEST(AnswerClientTest, PassesInvalidMetadataToTheCallbackAsAnError) {
  FakeAnswerService server(Echo);
  absl::Status status;
  AnswerClient(server.address())
      .AnswerAsync(
          Question("?"), OptionsThatCannotBeSent(),
          [&status](const absl::StatusOr<v1::Answer>& answer) { status = answer.status(); });
  ExpectRefusalOfTenant(status);
}

// Among them names that gRPC or HTTP/2 use themselves.
TEST(AnswerClientTest, SendsEveryKindOfValidMetadata) {
  FakeAnswerService server(Echo);
  const AnswerClient client(server.address());
  const std::string bytes("\0\xff\n", 3);
  const std::pair<std::string, std::string> pairs[] = {
      {"a", ""},
      {"0", " ~"},
      {"_.-", "1"},
      {"-bin", "1"},
      {"x-bin", bytes},
      {"te", "1"},
      {"host", "1"},
      {"content-type", "1"},
      {"user-agent", "1"},
      {"connection", "1"},
      {"content-length", "1"},
      {"lb-token", "1"},
      {"lb-cost-bin", bytes},
  };
  for (const auto& pair : pairs) {
    CallOptions options;
    options.metadata = {pair};
    // Whether the server takes the call or not, the process goes on.
    EXPECT_NE(client.Answer(Question("?"), options).status().code(),
              absl::StatusCode::kInvalidArgument)
        << pair.first;
  }
  EXPECT_TRUE(client.Answer(Question("?")).ok());
}

TEST(AnswerClientTest, ReturnsTheDetailsOfAnErrorAsPayloads) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return InvalidRequest();
  });
  const absl::Status status = AnswerClient(server.address()).Answer(Question("?")).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(status.message(), "two things are wrong");
  for (const char* name : {"ErrorInfo", "BadRequest", "RetryInfo"}) {
    EXPECT_TRUE(status.GetPayload(std::string("type.googleapis.com/google.rpc.") + name)) << name;
  }
}

TEST(AnswerClientTest, AResponseWithoutAnAnswerIsInternal) {
  FakeAnswerService server([](grpc::ServerContext*, const v1::AnswerRequest&, v1::AnswerResponse*) {
    return grpc::Status::OK;
  });
  EXPECT_EQ(AnswerClient(server.address()).Answer(Question("?")).status().code(),
            absl::StatusCode::kInternal);
}

TEST(AnswerClientTest, IsUnavailableIfNothingListens) {
  std::string address;
  {
    FakeAnswerService gone(Echo);
    address = gone.address();
  }
  EXPECT_EQ(AnswerClient(address).Answer(Question("?")).status().code(),
            absl::StatusCode::kUnavailable);
}

TEST(AnswerClientTest, EndsTheCallAtItsTimeout) {
  FakeAnswerService server(FakeAnswerService::WaitForCancel);
  EXPECT_EQ(AnswerClient(server.address())
                .Answer(Question("?"), Within(absl::Milliseconds(50)))
                .status()
                .code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(AnswerClientTest, TheEarlierOfDeadlineAndTimeoutApplies) {
  FakeAnswerService server(FakeAnswerService::WaitForCancel);
  CallOptions options = Within(absl::Hours(1));
  options.deadline = absl::Now() + absl::Milliseconds(50);
  EXPECT_EQ(AnswerClient(server.address()).Answer(Question("?"), options).status().code(),
            absl::StatusCode::kDeadlineExceeded);
}

TEST(AnswerClientTest, CancelEndsACallInFlight) {
  std::promise<void> arrived;
  FakeAnswerService server([&arrived](grpc::ServerContext* context,
                                      const v1::AnswerRequest& request,
                                      v1::AnswerResponse* response) {
    arrived.set_value();
    return FakeAnswerService::WaitForCancel(context, request, response);
  });
  CallOptions options;
  std::thread canceller([&arrived, token = options.cancel] {
    arrived.get_future().wait();
    token.Cancel();
  });
  EXPECT_EQ(AnswerClient(server.address()).Answer(Question("?"), options).status().code(),
            absl::StatusCode::kCancelled);
  canceller.join();
}

TEST(AnswerClientTest, ACallWithACancelledTokenEndsAtOnce) {
  FakeAnswerService server(Echo);
  CallOptions options;
  options.cancel.Cancel();
  EXPECT_TRUE(options.cancel.cancelled());
  EXPECT_EQ(AnswerClient(server.address()).Answer(Question("?"), options).status().code(),
            absl::StatusCode::kCancelled);
}

TEST(AnswerClientTest, ATokenCanOutliveItsCalls) {
  FakeAnswerService server(Echo);
  CallOptions options;
  ASSERT_TRUE(AnswerClient(server.address()).Answer(Question("?"), options).ok());
  options.cancel.Cancel();
}

TEST(AnswerClientTest, PassesAnAsynchronousAnswerToItsCallback) {
  FakeAnswerService server(Echo);
  const AnswerClient client(server.address());
  std::promise<absl::StatusOr<v1::Answer>> promise;
  client.AnswerAsync(Question("Later?"), {}, [&promise](absl::StatusOr<v1::Answer> answer) {
    promise.set_value(std::move(answer));
  });
  const absl::StatusOr<v1::Answer> answer = promise.get_future().get();
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->text(), "Later?");
}

TEST(AnswerClientTest, AnAsynchronousCallOutlivesItsClient) {
  std::promise<void> release;
  std::shared_future<void> released = release.get_future().share();
  FakeAnswerService server([released](grpc::ServerContext* context,
                                      const v1::AnswerRequest& request,
                                      v1::AnswerResponse* response) {
    released.wait();
    return Echo(context, request, response);
  });
  std::promise<absl::StatusOr<v1::Answer>> promise;
  auto client = std::make_unique<AnswerClient>(server.address());
  client->AnswerAsync(Question("Still?"), {}, [&promise](absl::StatusOr<v1::Answer> answer) {
    promise.set_value(std::move(answer));
  });
  client.reset();
  release.set_value();
  EXPECT_EQ(promise.get_future().get()->text(), "Still?");
}

TEST(AnswerClientTest, ACallbackCanDestroyTheLastClient) {
  FakeAnswerService server(Echo);
  auto client = std::make_shared<AnswerClient>(server.address());
  AnswerClient* const borrowed = client.get();
  std::promise<void> promise;
  borrowed->AnswerAsync(
      Question("?"), {},
      [&promise, client = std::move(client)](const absl::StatusOr<v1::Answer>&) mutable {
        client.reset();
        promise.set_value();
      });
  promise.get_future().wait();
}

TEST(AnswerClientTest, CancelReachesEveryAsynchronousCallOfItsToken) {
  FakeAnswerService server(FakeAnswerService::WaitForCancel);
  const AnswerClient client(server.address());
  CallOptions options;
  std::promise<absl::StatusCode> ends[8];
  for (auto& end : ends) {
    client.AnswerAsync(Question("?"), options, [&end](const absl::StatusOr<v1::Answer>& answer) {
      end.set_value(answer.status().code());
    });
  }
  options.cancel.Cancel();
  for (auto& end : ends) EXPECT_EQ(end.get_future().get(), absl::StatusCode::kCancelled);
}

TEST(AnswerClientTest, PreviewSendsItsRequest) {
  FakeAnswerService server(
      Echo, [](const v1::PreviewAnswerRequest& request, v1::PreviewAnswerResponse* response) {
        response->set_upstream_json(request.request().question());
        return grpc::Status::OK;
      });
  const absl::StatusOr<v1::PreviewAnswerResponse> preview =
      AnswerClient(server.address()).PreviewAnswer(Question("What?"));
  ASSERT_TRUE(preview.ok()) << preview.status();
  EXPECT_EQ(preview->upstream_json(), "What?");
}

TEST(AnswerClientTest, PreviewSendsTheStreamFlag) {
  FakeAnswerService server(
      Echo, [](const v1::PreviewAnswerRequest& request, v1::PreviewAnswerResponse* response) {
        response->set_upstream_json(request.stream() ? "stream" : "unary");
        return grpc::Status::OK;
      });
  v1::PreviewAnswerRequest request;
  request.set_stream(true);
  EXPECT_EQ(AnswerClient(server.address()).PreviewAnswer(request)->upstream_json(), "stream");
}

FakeAnswerService::Handlers Resolving(FakeAnswerService::ResolveHandler handler) {
  FakeAnswerService::Handlers handlers;
  handlers.resolve = std::move(handler);
  return handlers;
}

TEST(AnswerClientTest, ResolvesAMessageInJsonOrInEvents) {
  SharedValue<v1::ResolveAnswerRequest> seen;
  FakeAnswerService server(Resolving(
      [&seen](const v1::ResolveAnswerRequest& request, v1::ResolveAnswerResponse* response) {
        seen.Set(request);
        response->mutable_answer()->set_text("resolved");
        return grpc::Status::OK;
      }));
  const AnswerClient client(server.address());
  v1::ResolveAnswerRequest request;
  *request.mutable_request() = Question("Why?");
  request.set_message_json("{}");
  absl::StatusOr<v1::Answer> answer = client.ResolveAnswer(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->text(), "resolved");
  EXPECT_EQ(seen.Get().request().question(), "Why?");
  EXPECT_EQ(seen.Get().message_json(), "{}");
  request.set_message_events("\xFF");  // bytes of any kind
  answer = client.ResolveAnswer(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(seen.Get().message_events(), "\xFF");
}

TEST(AnswerClientTest, ReturnsTheErrorOfAnInvalidMessage) {
  FakeAnswerService server(Resolving([](const v1::ResolveAnswerRequest&,
                                        v1::ResolveAnswerResponse*) { return InvalidRequest(); }));
  const absl::Status status =
      AnswerClient(server.address()).ResolveAnswer(v1::ResolveAnswerRequest()).status();
  EXPECT_EQ(ReadDetails(status).reason, "INVALID_REQUEST");
}

TEST(IsLocalTargetTest, AcceptsLoopbackAddresses) {
  for (const char* target :
       {"localhost:80", "127.0.0.1:80", "127.8.9.1:80", "[::1]:80", "::1", "unix:/run/x.sock",
        "unix-abstract:x", "dns:///localhost:80", "ipv4:127.0.0.1:80,127.0.0.2:80", "localhost"}) {
    EXPECT_TRUE(IsLocalTarget(target)) << target;
  }
}

TEST(IsLocalTargetTest, RefusesOtherAddresses) {
  for (const char* target : {"answers.example:443", "127.0.0.1.evil.example:80", "10.0.0.1:80",
                             "[::2]:80", ":80", "", "ipv4:127.0.0.1:80,10.0.0.1:80",
                             "dns://8.8.8.8/localhost:80", "localhost.evil.example:1"}) {
    EXPECT_FALSE(IsLocalTarget(target)) << target;
  }
}

}  // namespace
}  // namespace footnote::client
