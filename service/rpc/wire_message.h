// Messages as the bytes in which gRPC takes and gives them.
#ifndef FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_
#define FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_

#include <google/protobuf/message.h>
#include <grpcpp/grpcpp.h>

#include "absl/status/status.h"

namespace footnote::rpc {

// Parses what a caller sent, and lets go of the bytes: gRPC would keep them until the call ends.
// Fails with InvalidRequest, which names the place of the fault, or with REQUEST_TOO_LARGE if it
// has more elements than any sensible request.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message* message);

grpc::Status SerializeMessage(const google::protobuf::Message& message, grpc::ByteBuffer* out);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_
