// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/metadata.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace footnote::client {
namespace {

// True if values of `key` are bytes. For gRPC the suffix alone is not such a key.
bool IsBinaryKey(absl::string_view key) {
  return absl::ConsumeSuffix(&key, "-bin") && !key.empty();
}

}  // namespace

bool IsMetadataKey(absl::string_view key) {
  constexpr absl::string_view kLegal = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
  return !key.empty() && key.find_first_not_of(kLegal) == absl::string_view::npos &&
         !absl::StartsWith(key, "grpc-");
}

bool IsMetadataValue(absl::string_view key, absl::string_view value) {
  return IsBinaryKey(key) ||
         std::all_of(value.begin(), value.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

absl::Status CheckMetadata(const std::vector<std::pair<std::string, std::string>>& metadata) {
  for (const auto& [key, value] : metadata) {
    if (!IsMetadataKey(key)) {
      return absl::InvalidArgumentError(
          absl::StrCat("metadata: \"", absl::CHexEscape(key),
                       "\" is not a key: lower-case letters, digits, _ - . and no leading grpc-"));
    }
    if (!IsMetadataValue(key, value)) {
      return absl::InvalidArgumentError(
          absl::StrCat("metadata: the value of \"", key,
                       "\" must be printable ASCII, unless the key ends in -bin"));
    }
  }
  return absl::OkStatus();
}

}  // namespace footnote::client
