// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/answer_client.h"

#include <arpa/inet.h>
#include <grpcpp/client_context.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/channel_arguments.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cpp/answer_stream.h"
#include "client/cpp/metadata.h"

namespace footnote::client {
namespace {

// Returns the host of "host:port", "[v6]:port" or a bare host.
std::string HostOf(absl::string_view address) {
  if (absl::ConsumePrefix(&address, "[")) {
    return std::string(address.substr(0, address.find(']')));
  }
  // More than one colon is a bare IPv6 address.
  if (std::count(address.begin(), address.end(), ':') > 1) return std::string(address);
  return std::string(address.substr(0, address.find(':')));
}

bool IsLoopbackHost(const std::string& host) {
  if (in_addr v4; inet_pton(AF_INET, host.c_str(), &v4) == 1) return ntohl(v4.s_addr) >> 24 == 127;
  if (in6_addr v6; inet_pton(AF_INET6, host.c_str(), &v6) == 1) return IN6_IS_ADDR_LOOPBACK(&v6);
  return host == "localhost";
}

std::shared_ptr<grpc::ChannelCredentials> Credentials(absl::string_view target,
                                                      const ConnectOptions& options) {
  const bool plaintext = options.security == Security::kPlaintext ||
                         (options.security == Security::kByTarget && IsLocalTarget(target));
  if (plaintext) return grpc::InsecureChannelCredentials();
  grpc::SslCredentialsOptions ssl;
  ssl.pem_root_certs = options.ca_certificates;
  return grpc::SslCredentials(ssl);
}

std::shared_ptr<grpc::Channel> Connect(absl::string_view target, const ConnectOptions& options) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(options.max_receive_bytes);
  // A proxy cannot reach this machine's loopback; http_proxy is often set without no_proxy.
  if (IsLocalTarget(target)) arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);
  return grpc::CreateCustomChannel(std::string(target), Credentials(target, options), arguments);
}

// Applies `options` to `context`. INVALID_ARGUMENT if they are invalid.
absl::Status Prepare(const CallOptions& options, grpc::ClientContext* context) {
  if (absl::Status status = CheckMetadata(options.metadata); !status.ok()) return status;
  const absl::Time deadline = std::min(options.deadline, absl::Now() + options.timeout);
  if (deadline != absl::InfiniteFuture()) context->set_deadline(absl::ToChronoTime(deadline));
  for (const auto& [key, value] : options.metadata) context->AddMetadata(key, value);
  return absl::OkStatus();
}

// Returns the answer in the response of a call that ended with `status`.
template <typename Response>
absl::StatusOr<v1::Answer> TakeAnswer(const absl::Status& status, Response* response) {
  if (!status.ok()) return status;
  if (!response->has_answer()) return absl::InternalError("the server's response has no answer");
  return std::move(*response->mutable_answer());
}

template <typename Request, typename Response>
using Method = grpc::Status (v1::AnswerService::Stub::*)(grpc::ClientContext*, const Request&,
                                                         Response*);

// Calls `method`, blocking.
template <typename Request, typename Response>
absl::Status Call(v1::AnswerService::Stub* stub, Method<Request, Response> method,
                  const Request& request, const CallOptions& options, Response* response) {
  auto context = std::make_shared<grpc::ClientContext>();
  if (absl::Status status = Prepare(options, context.get()); !status.ok()) return status;
  const std::shared_ptr<void> watch = options.cancel.Watch(context);
  return StatusFromGrpc((stub->*method)(context.get(), request, response));
}

// Returns a stream for `request` that can be started.
absl::StatusOr<StreamCall> PrepareStream(v1::AnswerRequest request, const CallOptions& options,
                                         AnswerClient::EventCallback on_event) {
  StreamCall call{std::make_shared<grpc::ClientContext>(),
                  nullptr,
                  {},
                  EventSink(std::move(on_event), options.cancel,
                            request.response_options().omit_delivered_content())};
  if (absl::Status status = Prepare(options, call.context.get()); !status.ok()) return status;
  *call.request.mutable_request() = std::move(request);
  call.watch = options.cancel.Watch(call.context);
  return call;
}

// The state of an asynchronous call until its callback has run.
struct PendingAnswer {
  std::shared_ptr<grpc::ClientContext> context = std::make_shared<grpc::ClientContext>();
  v1::AnswerRequest request;
  v1::AnswerResponse response;
  std::shared_ptr<void> watch;
  AnswerClient::Callback done;
};

// Keeps gRPC's callback threads until the process ends. gRPC joins them when the last channel that
// made an asynchronous call is destroyed. If a callback destroys that channel, the thread joins
// itself and gRPC 1.51 aborts the process. A client that is destroyed by the callback of its last
// call does that. Therefore one channel, which is connected to nothing, uses the threads and is
// never destroyed.
void KeepCallbackThreads() {
  // Atomic, so that the compiler does not remove the pointer, without which this is a leak.
  static std::atomic<PendingAnswer*> kept{nullptr};
  static std::once_flag once;
  std::call_once(once, [] {
    const auto nowhere = grpc::CreateCustomChannel("", nullptr, grpc::ChannelArguments());
    auto* const call = new PendingAnswer;
    v1::AnswerService::NewStub(nowhere)->async()->Answer(
        call->context.get(), &call->request, &call->response, [](const grpc::Status&) {});
    kept = call;  // its context owns the channel
  });
}

}  // namespace

AnswerClient::AnswerClient(absl::string_view target, const ConnectOptions& options)
    : AnswerClient(Connect(target, options)) {}

AnswerClient::AnswerClient(const std::shared_ptr<grpc::ChannelInterface>& channel)
    : stub_(v1::AnswerService::NewStub(channel)) {}

absl::StatusOr<v1::Answer> AnswerClient::Answer(const v1::AnswerRequest& request,
                                                const CallOptions& options) const {
  v1::AnswerResponse response;
  const absl::Status status =
      Call(stub_.get(), &v1::AnswerService::Stub::Answer, request, options, &response);
  return TakeAnswer(status, &response);
}

void AnswerClient::AnswerAsync(v1::AnswerRequest request, const CallOptions& options,
                               Callback done) const {
  auto call = std::make_shared<PendingAnswer>();
  if (absl::Status status = Prepare(options, call->context.get()); !status.ok()) {
    return done(std::move(status));
  }
  KeepCallbackThreads();
  call->request = std::move(request);
  call->done = std::move(done);
  call->watch = options.cancel.Watch(call->context);
  // The callback may run, and destroy the client, before Answer returns.
  const std::shared_ptr<v1::AnswerService::Stub> stub = stub_;
  stub->async()->Answer(call->context.get(), &call->request, &call->response,
                        [call](const grpc::Status& status) {
                          call->watch.reset();
                          call->done(TakeAnswer(StatusFromGrpc(status), &call->response));
                        });
}

absl::StatusOr<v1::Answer> AnswerClient::StreamAnswer(const v1::AnswerRequest& request,
                                                      const EventCallback& on_event,
                                                      const CallOptions& options,
                                                      const std::function<void()>& on_pause) const {
  absl::StatusOr<StreamCall> call = PrepareStream(request, options, on_event);
  if (!call.ok()) return call.status();
  return ReadStream(stub_.get(), *std::move(call), on_pause);
}

void AnswerClient::StreamAnswerAsync(v1::AnswerRequest request, const CallOptions& options,
                                     EventCallback on_event, Callback done) const {
  absl::StatusOr<StreamCall> call = PrepareStream(std::move(request), options, std::move(on_event));
  if (!call.ok()) return done(call.status());
  KeepCallbackThreads();
  // The callback may run, and destroy the client, before StartStream returns.
  const std::shared_ptr<v1::AnswerService::Stub> stub = stub_;
  StartStream(stub.get(), *std::move(call), std::move(done));
}

absl::StatusOr<v1::Answer> AnswerClient::ResolveAnswer(const v1::ResolveAnswerRequest& request,
                                                       const CallOptions& options) const {
  v1::ResolveAnswerResponse response;
  const absl::Status status =
      Call(stub_.get(), &v1::AnswerService::Stub::ResolveAnswer, request, options, &response);
  return TakeAnswer(status, &response);
}

absl::StatusOr<v1::PreviewAnswerResponse> AnswerClient::PreviewAnswer(
    const v1::AnswerRequest& request, const CallOptions& options) const {
  v1::PreviewAnswerRequest preview;
  *preview.mutable_request() = request;
  return PreviewAnswer(preview, options);
}

absl::StatusOr<v1::PreviewAnswerResponse> AnswerClient::PreviewAnswer(
    const v1::PreviewAnswerRequest& request, const CallOptions& options) const {
  v1::PreviewAnswerResponse response;
  const absl::Status status =
      Call(stub_.get(), &v1::AnswerService::Stub::PreviewAnswer, request, options, &response);
  if (!status.ok()) return status;
  return response;
}

CallOptions Within(absl::Duration timeout) {
  CallOptions options;
  options.timeout = timeout;
  return options;
}

bool IsLocalTarget(absl::string_view target) {
  if (absl::StartsWith(target, "unix:") || absl::StartsWith(target, "unix-abstract:")) return true;
  absl::ConsumePrefix(&target, "dns:") || absl::ConsumePrefix(&target, "ipv4:") ||
      absl::ConsumePrefix(&target, "ipv6:");
  // The answers of a DNS server that the target names are not known to be local.
  absl::ConsumePrefix(&target, "///");
  const std::vector<std::string> addresses = absl::StrSplit(target, ',');
  return std::all_of(addresses.begin(), addresses.end(),
                     [](const std::string& address) { return IsLoopbackHost(HostOf(address)); });
}

}  // namespace footnote::client
