// SPDX-License-Identifier: Apache-2.0
// A complete server in the process of a test: emulator, HTTP client, engine and gRPC server.
#ifndef FOOTNOTE_TESTS_END_TO_END_TEST_SERVER_H_
#define FOOTNOTE_TESTS_END_TO_END_TEST_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "footnote/v1/answer_service.grpc.pb.h"
#include "service/answering/answer_engine.h"
#include "service/emulator/emulator.h"
#include "service/rpc/answer_service.h"
#include "service/rpc/server.h"
#include "service/upstream/credentials/static_credentials.h"
#include "service/upstream/curl/curl_http_client.h"
#include "service/upstream/http_messages_transport.h"
#include "service/upstream/platform/anthropic_platform.h"
#include "service/upstream/retry/retrying_transport.h"
#include "service/upstream/routes.h"
#include "service/upstream/transport.h"

namespace footnote::testing {

// Retries with short delays, so that tests do not wait.
upstream::RetryOptions FastRetries();

struct TestServerOptions {
  // The URL of the Messages API; empty to start an emulator.
  std::string upstream_url;
  std::string api_key = "test-key";
  // All calls of a test come from one peer.
  rpc::AdmissionLimits limits = {/*max_calls=*/10000, /*max_calls_per_peer=*/10000};
  upstream::RetryOptions retry = FastRetries();
  upstream::RouteTimeouts timeouts;
  std::vector<upstream::ModelChoice> fallback_models;
  int max_request_bytes = 32 << 20;
};

// Constructed as in main.cc, with two routes to the same API, "main" and "backup". Calls select the
// emulator's script with the metadata key `x-emulator-script`.
class TestServer {
 public:
  explicit TestServer(const TestServerOptions& options = {});
  ~TestServer();

  v1::AnswerService::Stub& stub() { return *stub_; }
  const std::shared_ptr<grpc::Channel>& channel() { return channel_; }
  emulator::Emulator& emulator() { return *emulator_; }
  rpc::AnswerService& service() { return *service_; }
  rpc::Server& server() { return *server_; }
  // Called at most once; the destructor drains the server otherwise.
  void Drain(absl::Duration timeout);

 private:
  std::unique_ptr<emulator::Emulator> emulator_;
  std::unique_ptr<upstream::AnthropicPlatform> platform_;
  std::unique_ptr<upstream::StaticCredentials> credentials_;
  std::unique_ptr<upstream::Routes> routes_;
  std::unique_ptr<upstream::CurlHttpClient> http_;
  std::unique_ptr<upstream::HttpMessagesTransport> direct_;
  std::unique_ptr<upstream::RetryingTransport> transport_;
  std::unique_ptr<answering::AnswerEngine> engine_;
  std::unique_ptr<rpc::AnswerService> service_;
  std::unique_ptr<rpc::Server> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::AnswerService::Stub> stub_;
  bool drained_ = false;
};

}  // namespace footnote::testing

#endif  // FOOTNOTE_TESTS_END_TO_END_TEST_SERVER_H_
