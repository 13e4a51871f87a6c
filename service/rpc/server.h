// SPDX-License-Identifier: Apache-2.0
// A gRPC server for the answer service, with health checks, reflection, limits and a drain.
#ifndef FOOTNOTE_SERVICE_RPC_SERVER_H_
#define FOOTNOTE_SERVICE_RPC_SERVER_H_

#include <grpcpp/grpcpp.h>

#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "service/rpc/answer_service.h"

namespace footnote::rpc {

struct ServerOptions {
  // `HOST:PORT`, where port 0 selects a free port, or `unix:PATH`.
  std::string listen;
  int max_request_bytes = 32 << 20;
  // Whether to serve grpc.health.v1.Health and server reflection.
  bool health = true;
  bool reflection = true;
};

// Serves from Start until Drain. The status in grpc.health.v1.Health, of the server and of
// footnote.v1.AnswerService, is SERVING, and NOT_SERVING from the beginning of Drain on.
class Server {
 public:
  // `service` must outlive the server. Fails if the server cannot listen on the address.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       AnswerService* service);

  // The address on which the server listens, with the actual port.
  const std::string& address() const { return address_; }

  // Reports NOT_SERVING and refuses new calls. Waits until the running calls have ended, and aborts
  // those that are left after `timeout`, or once `interrupted`, which is polled, returns true.
  // Returns the number of aborted calls. Called at most once.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted = nullptr);

 private:
  explicit Server(AnswerService* service) : service_(*service) {}

  AnswerService& service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_SERVER_H_
