// SPDX-License-Identifier: Apache-2.0
// A gRPC server for the answer service, with health checks, reflection, limits and a drain.
#ifndef FOOTNOTE_SERVICE_RPC_SERVER_H_
#define FOOTNOTE_SERVICE_RPC_SERVER_H_

#include <grpcpp/grpcpp.h>
#include <sys/types.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/rpc/answer_service.h"
#include "service/rpc/connection/acceptor.h"
#include "service/rpc/connection/connections.h"
#include "service/rpc/connection/http2_limits.h"
#include "service/rpc/connection/listen_socket.h"

namespace footnote::rpc {

struct ServerOptions {
  // See ListenSocket::Open.
  std::string listen;
  int max_request_bytes = 32 << 20;
  mode_t unix_socket_mode = ListenSocket::kDefaultUnixMode;
  ConnectionLimits connections;
  Http2Limits http2;
  // Called at most once, on another thread, when the server cannot accept connections any more. Its
  // health is then NOT_SERVING; the process should drain it and end. May be null.
  std::function<void(const absl::Status&)> on_listener_gone;
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
  Server(const ServerOptions& options, ListenSocket listen_socket, AnswerService* service)
      : options_(options),
        service_(*service),
        listen_socket_(std::move(listen_socket)),
        connections_(options.connections) {}

  absl::Status StartGrpc();
  absl::Status StartAccepting();
  void Accepted(FileDescriptor fd, const sockaddr_storage& address);
  void ListenerIsGone(const absl::Status& reason);

  const ServerOptions options_;
  AnswerService& service_;
  ListenSocket listen_socket_;
  Connections connections_;
  std::unique_ptr<grpc::experimental::ExternalConnectionAcceptor> intake_;
  std::unique_ptr<grpc::Server> server_;
  std::unique_ptr<Acceptor> acceptor_;  // last: its thread uses the other members
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_SERVER_H_
