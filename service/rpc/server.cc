// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "absl/base/attributes.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"
#include "service/log.h"
#include "service/rpc/connection/channelz.h"
#include "service/rpc/connection/peer_name.h"

namespace footnote::rpc {
namespace {

constexpr char kServiceName[] = "footnote.v1.AnswerService";

// Both affect every server that the process builds from then on.
void EnablePlugins(const ServerOptions& options) {
  grpc::EnableDefaultHealthCheckService(options.health);
  static std::once_flag once;
  std::call_once(once, [] { grpc::reflection::InitProtoReflectionServerBuilderPlugin(); });
}

// Removes reflection from one server. Its library adds it to all when the process starts.
class WithoutReflection : public grpc::ServerBuilderOption {
 public:
  void UpdateArguments(grpc::ChannelArguments* /*arguments*/) override {}
  void UpdatePlugins(std::vector<std::unique_ptr<grpc::ServerBuilderPlugin>>* plugins) override {
    plugins->erase(std::remove_if(plugins->begin(), plugins->end(),
                                  [](const auto& plugin) {
                                    return plugin->name() == "proto_server_reflection";
                                  }),
                   plugins->end());
  }
};

// `server` has no health service if it is disabled.
void SetServing(grpc::Server* server, const char* service, bool serving) {
  grpc::HealthCheckServiceInterface* const health = server->GetHealthCheckService();
  if (health == nullptr) return;
  if (service == nullptr) return health->SetServingStatus(serving);
  health->SetServingStatus(service, serving);
}

// The interval at which memory is looked at.
constexpr absl::Duration kTick = absl::Milliseconds(25);
constexpr int kTicksPerLookAtConnections = 4;
constexpr int kTicksPerLookAtCalls = 40;

// gRPC does not say which number a server has: the newest one, while no other is built.
ABSL_CONST_INIT absl::Mutex building(absl::kConstInit);

}  // namespace

Server::Server(const ServerOptions& options, ListenSocket listen_socket, AnswerService* service)
    : options_(options),
      service_(*service),
      listen_socket_(std::move(listen_socket)),
      connections_(options.connections),
      memory_guard_(options.memory_limit_bytes, MemoryActions()) {
  service_.SetRequestObserver([this](const std::string& peer, size_t bytes) {
    connections_.CountMessage(peer, static_cast<int64_t>(bytes));
  });
}

MemoryGuard::Actions Server::MemoryActions() {
  MemoryGuard::Actions actions;
  actions.refuse_calls = [this](bool refuse) {
    service_.SetMemoryPressure(refuse);
    LogError(refuse ? "memory_low" : "memory_normal", {});
  };
  actions.relieve = [this] { monitor_->ShutDownLargest(); };
  if (options_.malloc.collect != nullptr) actions.collect = options_.malloc.collect;
  if (options_.malloc.return_at_once != nullptr) {
    actions.return_at_once = options_.malloc.return_at_once;
  }
  return actions;
}

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      AnswerService* service) {
  absl::StatusOr<ListenSocket> listen_socket =
      ListenSocket::Open(options.listen, options.unix_socket_mode);
  if (!listen_socket.ok()) return listen_socket.status();
  std::unique_ptr<Server> server(new Server(options, *std::move(listen_socket), service));
  if (absl::Status started = server->StartGrpc(); !started.ok()) return started;
  if (absl::Status started = server->StartAccepting(); !started.ok()) return started;
  return server;
}

absl::Status Server::StartGrpc() {
  EnablePlugins(options_);
  grpc::ServerBuilder builder;
  intake_ = builder.experimental().AddExternalConnectionAcceptor(
      grpc::ServerBuilder::experimental_type::ExternalConnectionType::FROM_FD,
      grpc::InsecureServerCredentials());
  if (!options_.reflection) builder.SetOption(std::make_unique<WithoutReflection>());
  builder.RegisterService(&service_);
  builder.SetMaxReceiveMessageSize(options_.max_request_bytes);
  builder.SetMaxSendMessageSize(-1);
  Apply(options_.http2, &builder);
  builder.AddChannelArgument(GRPC_ARG_ENABLE_CHANNELZ, 1);
  ConnectionRules rules = options_.rules;
  rules.max_streams = options_.http2.max_streams_per_connection;
  {
    const absl::MutexLock lock(&building);
    server_ = builder.BuildAndStart();
    if (server_ == nullptr) return absl::InternalError("gRPC cannot start");
    monitor_ =
        std::make_unique<ConnectionMonitor>(rules, NewestServer().value_or(0), &connections_);
  }
  SetServing(server_.get(), kServiceName, true);
  return absl::OkStatus();
}

absl::Status Server::StartAccepting() {
  absl::StatusOr<std::unique_ptr<Acceptor>> acceptor = Acceptor::Start(
      listen_socket_.sockets(), {[this](FileDescriptor fd, const sockaddr_storage& address) {
                                   Accepted(std::move(fd), address);
                                 },
                                 [this](const absl::Status& reason) { ListenerIsGone(reason); }});
  if (!acceptor.ok()) return acceptor.status();
  acceptor_ = *std::move(acceptor);
  watching_ = std::make_unique<Periodic>(kTick, [this] { Watch(); });
  return absl::OkStatus();
}

void Server::Watch() {
  ++ticks_;
  if (ticks_ % kTicksPerLookAtConnections == 0) monitor_->Look();
  if (ticks_ % kTicksPerLookAtCalls == 0) service_.EndUnread();
  connections_.SetRefusing(memory_guard_.Look(absl::Now()) == MemoryGuard::Level::kCritical);
}

void Server::Accepted(FileDescriptor fd, const sockaddr_storage& address) {
  if (!connections_.Add(fd.get(), PeerNameOf(fd.get(), address))) return;
  grpc::experimental::ExternalConnectionAcceptor::NewConnectionParameters connection;
  connection.listener_fd = listen_socket_.sockets().front().get();
  connection.fd = fd.Release();
  intake_->HandleNewConnection(&connection);
}

void Server::ListenerIsGone(const absl::Status& reason) {
  SetServing(server_.get(), nullptr, false);
  if (options_.on_listener_gone) options_.on_listener_gone(reason);
}

int Server::Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
  SetServing(server_.get(), nullptr, false);
  const int aborted = service_.Drain(timeout, interrupted);
  acceptor_->Stop();
  watching_.reset();
  // The calls that are left now are watches of the health service, which do not end.
  server_->Shutdown(absl::ToChronoTime(absl::Now()));
  server_->Wait();
  return aborted;
}

}  // namespace footnote::rpc
