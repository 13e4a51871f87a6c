// A gRPC server around the answer service: port, health, reflection, limits, and an orderly end.
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
  // `HOST:PORT`, port 0 for a free one, or `unix:PATH`.
  std::string listen;
  int max_request_bytes = 32 << 20;
};

// Serves from Start until Drain. grpc.health.v1.Health says SERVING in between and NOT_SERVING from
// the beginning of Drain on, for the server as a whole and for footnote.v1.AnswerService.
class Server {
 public:
  // `service` must outlive the server. Fails if the address cannot be listened on.
  static absl::StatusOr<std::unique_ptr<Server>> Start(const ServerOptions& options,
                                                       AnswerService* service);

  // Where it listens, with the port that it got.
  const std::string& address() const { return address_; }

  // Turns unhealthy, refuses new calls, lets running ones go on for up to `timeout`, or until
  // `interrupted`, asked now and then, says so, and cuts off those that are left; returns how many
  // those were. Call once.
  int Drain(absl::Duration timeout, const std::function<bool()>& interrupted = nullptr);

 private:
  explicit Server(AnswerService* service) : service_(*service) {}

  AnswerService& service_;
  std::unique_ptr<grpc::Server> server_;
  std::string address_;
};

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_SERVER_H_
