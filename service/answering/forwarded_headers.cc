// SPDX-License-Identifier: Apache-2.0
#include "service/answering/forwarded_headers.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/status/rich_status.h"
#include "service/text/utf8.h"
#include "service/upstream/http/http_header.h"

namespace footnote::answering {

absl::Status CheckForwardedHeaders(const upstream::HttpHeaders& headers) {
  std::vector<status::Violation> violations;
  for (const auto& [key, value] : headers) {
    const std::string field = absl::StrCat("metadata[", key, "]");
    if (!upstream::IsValidHeaderValue(value)) {
      violations.push_back({field, v1::INVALID_CHARACTERS,
                            "is forwarded to the API and must not contain control characters, such "
                            "as line breaks"});
    } else if (text::FindIllFormed(value).has_value()) {
      violations.push_back(
          {field, v1::INVALID_UTF8, "is forwarded to the API and must be well-formed UTF-8"});
    }
  }
  return violations.empty() ? absl::OkStatus() : status::InvalidRequest(violations);
}

}  // namespace footnote::answering
