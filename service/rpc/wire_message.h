// SPDX-License-Identifier: Apache-2.0
// Conversion between messages and the bytes that gRPC sends and receives.
#ifndef FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_
#define FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_

#include <google/protobuf/message.h>
#include <grpcpp/grpcpp.h>

#include <string>

#include "absl/status/status.h"

namespace footnote::rpc {

// Parses a request, and releases `bytes`, which gRPC would keep until the end of the call. Fails
// with INVALID_REQUEST, with the fields that are malformed, or with REQUEST_TOO_LARGE if the
// request has too many elements. The error has the request id.
absl::Status ParseMessage(const grpc::ByteBuffer& bytes, google::protobuf::Message* message);

// Returns the request id in `bytes`, as FindRequestId does, and releases `bytes`: for a call that
// is refused.
std::string TakeRequestId(const google::protobuf::Descriptor& type, const grpc::ByteBuffer& bytes);

// Serializes a response.
grpc::Status SerializeMessage(const google::protobuf::Message& message, grpc::ByteBuffer* out);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_WIRE_MESSAGE_H_
