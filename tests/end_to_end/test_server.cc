// SPDX-License-Identifier: Apache-2.0
#include "tests/end_to_end/test_server.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "service/secret.h"

namespace footnote::testing {
namespace {

template <typename T>
T ValueOrDie(absl::StatusOr<T> value) {
  if (!value.ok()) {
    std::cerr << value.status() << std::endl;
    std::abort();
  }
  return *std::move(value);
}

// Keeps `channel` until the process ends: gRPC 1.51 aborts if the last channel with asynchronous
// calls is destroyed on one of gRPC's callback threads.
void KeepForever(std::shared_ptr<grpc::Channel> channel) {
  static auto& kept = *new std::vector<std::shared_ptr<grpc::Channel>>;
  kept.push_back(std::move(channel));
}

upstream::CurlHttpClientOptions HttpOptions() {
  upstream::CurlHttpClientOptions options;
  options.connect_timeout = absl::Seconds(10);
  options.max_response_bytes = int64_t{64} << 20;
  options.loop_threads = 1;
  options.max_idle_connections = 1024;
  return options;
}

}  // namespace

upstream::RetryOptions FastRetries() {
  upstream::RetryOptions options;
  options.max_attempts = 3;
  options.backoff.initial = absl::Milliseconds(1);
  options.backoff.maximum = absl::Milliseconds(4);
  options.backoff.jitter = 0.25;
  options.max_server_wait = absl::Seconds(60);
  options.budget.per_call = 0.2;
  options.budget.capacity = 100;
  return options;
}

TestServer::TestServer(const TestServerOptions& options) {
  std::string url = options.upstream_url;
  if (url.empty()) {
    emulator_ = ValueOrDie(emulator::Emulator::Start({}));
    url = absl::StrCat("http://127.0.0.1:", emulator_->port());
  }
  upstream::AnthropicPlatform::Options platform;
  platform.base_url = url;
  platform.api_version = "2026-10-21";
  platform.user_agent = "footnote/test";
  platform_ = std::make_unique<upstream::AnthropicPlatform>(std::move(platform));
  credentials_ = std::make_unique<upstream::StaticCredentials>(Secret(options.api_key));
  answering::building::RequestDefaults defaults;
  defaults.model = "claude-opus-5-5";
  defaults.max_tokens = 1024;
  defaults.fallback_models = options.fallback_models;
  defaults.routes = {"main", "backup"};
  std::vector<upstream::Route> routes;
  for (const std::string& name : defaults.routes) {
    routes.push_back(
        {name, platform_.get(), credentials_.get(), options.timeouts, {"x-emulator-script"}});
  }
  routes_ = std::make_unique<upstream::Routes>(std::move(routes));
  http_ = ValueOrDie(upstream::CurlHttpClient::Create(HttpOptions()));
  direct_ =
      std::make_unique<upstream::HttpMessagesTransport>(routes_.get(), http_.get(), http_.get());
  transport_ = std::make_unique<upstream::RetryingTransport>(
      direct_.get(), http_.get(), options.retry, &absl::Now, [] { return 0.0; });
  engine_ = std::make_unique<answering::AnswerEngine>(transport_.get(), routes_.get(),
                                                      std::move(defaults));
  service_ = std::make_unique<rpc::AnswerService>(
      engine_.get(),
      rpc::AnswerServiceOptions{routes_->forwarded_headers(), options.limits});
  server_ =
      ValueOrDie(rpc::Server::Start({"127.0.0.1:0", options.max_request_bytes}, service_.get()));
  grpc::ChannelArguments arguments;
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);
  channel_ =
      grpc::CreateCustomChannel(server_->address(), grpc::InsecureChannelCredentials(), arguments);
  KeepForever(channel_);
  stub_ = v1::AnswerService::NewStub(channel_);
}

TestServer::~TestServer() {
  if (!drained_) Drain(absl::ZeroDuration());
}

void TestServer::Drain(absl::Duration timeout) {
  drained_ = true;
  server_->Drain(timeout);
}

}  // namespace footnote::testing
