// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/http_header.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace footnote::upstream {
namespace {

constexpr absl::string_view kReservedHeaders[] = {
    // Footnote's own.
    "accept",
    "anthropic-version",
    "authorization",
    "content-type",
    "user-agent",
    "x-api-key",
    // HTTP's own: how a message is framed, encoded and routed.
    "accept-encoding",
    "connection",
    "content-encoding",
    "content-length",
    "expect",
    "host",
    "keep-alive",
    "proxy-authorization",
    "proxy-connection",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
};

}  // namespace

bool IsValidHeaderName(absl::string_view name) {
  return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || absl::StrContains("!#$%&'*+-.^_`|~", static_cast<char>(c));
  });
}

bool IsValidHeaderValue(absl::string_view value) {
  return std::none_of(value.begin(), value.end(),
                      [](unsigned char c) { return absl::ascii_iscntrl(c) && c != '\t'; });
}

bool IsReservedHeader(absl::string_view name) {
  return std::any_of(
      std::begin(kReservedHeaders), std::end(kReservedHeaders),
      [name](absl::string_view reserved) { return absl::EqualsIgnoreCase(name, reserved); });
}

}  // namespace footnote::upstream
