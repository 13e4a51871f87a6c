// SPDX-License-Identifier: Apache-2.0
// Reads the details of gRPC statuses in tests.
#ifndef FOOTNOTE_TESTS_RPC_ERROR_DETAILS_H_
#define FOOTNOTE_TESTS_RPC_ERROR_DETAILS_H_

#include <grpcpp/grpcpp.h>

#include <string>

#include "google/rpc/error_details.pb.h"
#include "google/rpc/status.pb.h"

namespace footnote::rpc {

// The ErrorInfo of `status`; empty if it has none.
inline google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status) {
  google::rpc::Status rich;
  google::rpc::ErrorInfo info;
  rich.ParseFromString(status.error_details());
  for (const google::protobuf::Any& detail : rich.details()) {
    if (detail.UnpackTo(&info)) break;
  }
  return info;
}

// The metadata value of `key` in the ErrorInfo of `status`; empty if there is none.
inline std::string MetadataOf(const grpc::Status& status, const std::string& key) {
  const google::rpc::ErrorInfo info = ErrorInfoOf(status);
  const auto found = info.metadata().find(key);
  return found == info.metadata().end() ? "" : found->second;
}

}  // namespace footnote::rpc

#endif  // FOOTNOTE_TESTS_RPC_ERROR_DETAILS_H_
