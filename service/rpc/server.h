// SPDX-License-Identifier: Apache-2.0
// A gRPC server for the answer service, with health checks, reflection, limits and a drain.
#ifndef FOOTNOTE_SERVICE_RPC_SERVER_H_
#define FOOTNOTE_SERVICE_RPC_SERVER_H_

#include <grpcpp/grpcpp.h>
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/rpc/answer_service.h"
#include "service/rpc/connection/acceptor.h"
#include "service/rpc/connection/connection_monitor.h"
#include "service/rpc/connection/connection_rules.h"
#include "service/rpc/connection/connections.h"
#include "service/rpc/connection/http2_limits.h"
#include "service/rpc/connection/listen_socket.h"
#include "service/rpc/memory/memory_guard.h"
#include "service/rpc/periodic.h"

namespace footnote::rpc {

struct ServerOptions {
  // See ListenSocket::Open.
  std::string listen;
  int max_request_bytes = 32 << 20;
  mode_t unix_socket_mode = ListenSocket::kDefaultUnixMode;
  ConnectionLimits connections;
  Http2Limits http2;
  ConnectionRules rules;  // max_streams is taken from `http2`
  int64_t memory_limit_bytes = std::numeric_limits<int64_t>::max();
  MallocControl malloc;
  // Called at most once, on another thread, when the server cannot accept connections any more. Its
  // health is then NOT_SERVING; the process should drain it and end. May be null.
  std::function<void(const absl::Status&)> on_listener_gone;
  // Whether to serve grpc.health.v1.Health and server reflection.
  bool health = true;
  bool reflection = true;
};

// Serves from Start until Drain. The status in grpc.health.v1.Health, of the server and of
// footnote.v1.AnswerService, is SERVING, and NOT_SERVING from the beginning of Drain on, or when
// the server cannot accept connections any more.
//
// The server accepts connections itself and hands them to gRPC, which would never accept another
// one after the process has once run out of descriptors.
class Server {
 public:
  // `service` must outlive the server. Fails if the server cannot listen on the address.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       AnswerService* service);

  // The address on which the server listens, with the actual port.
  const std::string& address() const { return listen_socket_.address(); }

  // Reports NOT_SERVING and refuses new calls. Waits until the running calls have ended, and aborts
  // those that are left after `timeout`, or once `interrupted`, which is polled, returns true.
  // Returns the number of aborted calls. Called at most once.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted = nullptr);

 private:
  Server(const ServerOptions& options, ListenSocket listen_socket, AnswerService* service);

  MemoryGuard::Actions MemoryActions();
  absl::Status StartGrpc();
  absl::Status StartAccepting();
  // Looks at memory, connections and calls.
  void Watch();
  void Accepted(FileDescriptor fd, const sockaddr_storage& address);
  void ListenerIsGone(const absl::Status& reason);

  const ServerOptions options_;
  AnswerService& service_;
  ListenSocket listen_socket_;
  Connections connections_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> intake_;
  std::unique_ptr<grpc::Server> server_;
  // Used by watching_ only.
  std::unique_ptr<ConnectionMonitor> monitor_;
  MemoryGuard memory_guard_;
  int64_t ticks_ = 0;
  // Last: their threads use the other members.
  std::unique_ptr<Periodic> watching_;
  std::unique_ptr<Acceptor> acceptor_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_SERVER_H_
