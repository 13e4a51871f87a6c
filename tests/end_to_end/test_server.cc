#include "tests/end_to_end/test_server.h"

#include <cstdlib>
#include <iostream>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"

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

// gRPC 1.51 aborts if the last channel with asynchronous calls goes away on one of its own callback
// threads; so none goes away.
void KeepForever(std::shared_ptr<grpc::Channel> channel) {
  static auto& kept = *new std::vector<std::shared_ptr<grpc::Channel>>;
  kept.push_back(std::move(channel));
}

}  // namespace

TestServer::TestServer(const TestServerOptions& options) {
  std::string url = options.upstream_url;
  if (url.empty()) {
    emulator_ = ValueOrDie(emulator::Emulator::Start({}));
    url = absl::StrCat("http://127.0.0.1:", emulator_->port());
  }
  upstream::AnthropicPlatform::Options platform;
  platform.base_url = url;
  platform.api_version = "2026-10-21";
  platform.api_key = Secret(options.api_key);
  platform.user_agent = "footnote/test";
  platform_ = std::make_unique<upstream::AnthropicPlatform>(std::move(platform));
  http_ = ValueOrDie(upstream::CurlHttpClient::Create({}));
  direct_ = std::make_unique<upstream::HttpMessagesTransport>(platform_.get(), http_.get(),
                                                              options.limits);
  transport_ = std::make_unique<upstream::RetryingTransport>(
      direct_.get(), http_.get(), options.retry, &absl::Now, [] { return 0.0; });
  engine_ = std::make_unique<answering::AnswerEngine>(
      transport_.get(),
      answering::building::RequestDefaults{"claude-opus-5-5", 1024, options.fallback_models});
  service_ = std::make_unique<rpc::AnswerService>(
      engine_.get(), platform_.get(),
      rpc::AnswerServiceOptions{{"x-emulator-script"}, options.max_calls_in_flight});
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
