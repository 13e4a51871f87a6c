// SPDX-License-Identifier: Apache-2.0
// The caller's id of a request, for errors and logs.
#ifndef FOOTNOTE_SERVICE_RPC_REQUEST_ID_H_
#define FOOTNOTE_SERVICE_RPC_REQUEST_ID_H_

#include <google/protobuf/descriptor.h>
#include <grpcpp/support/byte_buffer.h>

#include <string>

#include "absl/strings/string_view.h"

namespace footnote::rpc {

// Returns `id` if it is valid as v1::AnswerRequest.request_id defines, and otherwise "".
std::string ValidRequestId(absl::string_view id);

// Returns the request id in `bytes`, an encoded message of type `type`, which has a field
// `request_id` or `request`. Returns "" if there is none or it is not valid. Does not parse the
// message, so that a refused call stays cheap.
std::string FindRequestId(const google::protobuf::Descriptor& type, const grpc::ByteBuffer& bytes);

}  // namespace footnote::rpc

#endif  // FOOTNOTE_SERVICE_RPC_REQUEST_ID_H_
