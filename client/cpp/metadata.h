// SPDX-License-Identifier: Apache-2.0
// Validates the metadata of a call.
//
// gRPC 1.51 aborts the process if a call has invalid metadata, so it is checked here first.
#ifndef FOOTNOTE_CLIENT_CPP_METADATA_H_
#define FOOTNOTE_CLIENT_CPP_METADATA_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace footnote::client {

// True if `key` is a valid key: one or more lower-case letters, digits, and _ - . in any order.
// Keys that begin with "grpc-" are reserved for gRPC.
bool IsMetadataKey(absl::string_view key);

// True if `value` is valid for `key`, a valid key: printable ASCII, or any bytes if the key ends in
// "-bin" and has more characters before it.
bool IsMetadataValue(absl::string_view key, absl::string_view value);

// INVALID_ARGUMENT for the first invalid pair. The message contains the key but never the value,
// which may be a secret.
absl::Status CheckMetadata(const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_METADATA_H_
