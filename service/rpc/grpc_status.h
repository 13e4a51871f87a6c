// The last step of an error on its way out: from a value to what gRPC sends.
#ifndef FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_
#define FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace footnote::rpc {

// The same code and message, with the payloads of `status` as the details of a google.rpc.Status:
// ErrorInfo, BadRequest, RetryInfo, then any others by type URL.
grpc::Status ToGrpcStatus(const absl::Status& status);

// The same for a call's end: what is for whoever runs the server to know of is logged.
grpc::Status ResultStatus(const absl::Status& status);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_
