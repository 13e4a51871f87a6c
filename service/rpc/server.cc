// SPDX-License-Identifier: Apache-2.0
#include "service/rpc/server.h"

#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <grpcpp/health_check_service_interface.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

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

// Returns `listen` with `port` instead of the requested port.
std::string WithPort(const std::string& listen, int port) {
  if (absl::StartsWith(listen, "unix:")) return listen;
  return absl::StrCat(absl::string_view(listen).substr(0, listen.rfind(':')), ":", port);
}

// True if a server accepts connections on the socket that `listen` names. gRPC itself replaces a
// socket that is in use.
bool IsUnixSocketInUse(absl::string_view listen) {
  if (!absl::ConsumePrefix(&listen, "unix:")) return false;
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  if (listen.size() >= sizeof(address.sun_path)) return false;
  std::copy(listen.begin(), listen.end(), address.sun_path);
  const int probe = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (probe < 0) return false;
  const bool in_use =
      connect(probe, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  close(probe);
  return in_use;
}

absl::Status CannotListen(const std::string& listen) {
  return absl::FailedPreconditionError(absl::StrCat(
      "cannot listen on ", listen, "; check the address, and that no other server uses it"));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Server>> Server::Start(const ServerOptions& options,
                                                      AnswerService* service) {
  if (IsUnixSocketInUse(options.listen)) return CannotListen(options.listen);
  EnablePlugins(options);
  grpc::ServerBuilder builder;
  int port = 0;
  builder.AddListeningPort(options.listen, grpc::InsecureServerCredentials(), &port);
  if (!options.reflection) builder.SetOption(std::make_unique<WithoutReflection>());
  builder.RegisterService(service);
  builder.SetMaxReceiveMessageSize(options.max_request_bytes);
  builder.SetMaxSendMessageSize(-1);
  // A second server on the same port is a mistake, not an intended sharing of the port.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);

  std::unique_ptr<Server> server(new Server(service));
  server->server_ = builder.BuildAndStart();
  if (server->server_ == nullptr || (port == 0 && !absl::StartsWith(options.listen, "unix:"))) {
    return CannotListen(options.listen);
  }
  server->address_ = WithPort(options.listen, port);
  SetServing(server->server_.get(), kServiceName, true);
  return server;
}

int Server::Drain(absl::Duration timeout, const std::function<bool()>& interrupted) {
  SetServing(server_.get(), nullptr, false);
  const int aborted = service_.Drain(timeout, interrupted);
  // The calls that are left now are watches of the health service, which do not end.
  server_->Shutdown(absl::ToChronoTime(absl::Now()));
  server_->Wait();
  return aborted;
}

}  // namespace footnote::rpc
