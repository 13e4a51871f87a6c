// What may be sent as a call's metadata.
//
// gRPC ends the process when a call is given anything else (seen with 1.51), so it is checked here.
#ifndef FOOTNOTE_CLIENT_CPP_METADATA_H_
#define FOOTNOTE_CLIENT_CPP_METADATA_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace footnote::client {

// Whether `key` may be sent: lower-case letters, digits, and _ - . in any order, at least one of
// them. Keys that begin with "grpc-" are gRPC's own.
bool IsMetadataKey(absl::string_view key);

// Whether `value` may be sent under `key`, which is legal: printable ASCII, or any bytes at all if
// the key ends in "-bin" and has more before it.
bool IsMetadataValue(absl::string_view key, absl::string_view value);

// InvalidArgument for the first pair that may not be sent. The message names the key; it never
// repeats the value, which may be a secret.
absl::Status CheckMetadata(const std::vector<std::pair<std::string, std::string>>& metadata);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_METADATA_H_
