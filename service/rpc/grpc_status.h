// SPDX-License-Identifier: Apache-2.0
// Conversion of errors to gRPC statuses.
#ifndef FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_
#define FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_

#include <grpcpp/support/status.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace footnote::rpc {

// Returns the code and message of `status`, with its payloads as the details of a
// google.rpc.Status: ErrorInfo, BadRequest, RetryInfo, and then all others in the order of their
// type URLs.
grpc::Status ToGrpcStatus(const absl::Status& status);

// Returns the gRPC status of a call that ended with `status`. Adds `request_id`, unless it is
// empty, to the metadata of an error. Logs errors that the operator of the server should know, as
// opposed to mistakes of the caller.
grpc::Status ResultStatus(absl::Status status, absl::string_view request_id);

// True if the operator of the server should know the error `status`: an internal error, or an error
// of the API that is not caused by the request.
bool ShouldLog(const absl::Status& status);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_GRPC_STATUS_H_
