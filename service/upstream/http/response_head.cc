// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/response_head.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "service/upstream/http/retry_after.h"

namespace footnote::upstream {
namespace {

// Returns the media type without parameters.
absl::string_view MediaType(absl::string_view content_type) {
  return absl::StripAsciiWhitespace(content_type.substr(0, content_type.find(';')));
}

std::optional<bool> ParseBool(absl::string_view value) {
  value = absl::StripAsciiWhitespace(value);
  if (absl::EqualsIgnoreCase(value, "true")) return true;
  if (absl::EqualsIgnoreCase(value, "false")) return false;
  return std::nullopt;
}

}  // namespace

bool ResponseHead::is_json() const {
  const absl::string_view type = MediaType(content_type);
  return absl::EqualsIgnoreCase(type, "application/json") ||
         absl::EndsWithIgnoreCase(type, "+json");
}

bool ResponseHead::is_event_stream() const {
  return absl::EqualsIgnoreCase(MediaType(content_type), "text/event-stream");
}

ResponseHead ReadResponseHead(int status, HttpHeaders headers, const ResponseHeaderNames& names,
                              absl::Time now) {
  ResponseHead head;
  head.status = status;
  const auto take = [&headers](absl::string_view name) {
    const auto it = std::find_if(headers.begin(), headers.end(),
                                 [name](const auto& header) { return header.first == name; });
    return it == headers.end() ? std::string() : std::move(it->second);
  };
  head.content_type = take("content-type");
  for (const absl::string_view name : names.request_id) {
    head.request_id = take(name);
    // Answers and errors contain it as text.
    if (!std::all_of(head.request_id.begin(), head.request_id.end(), absl::ascii_isgraph)) {
      head.request_id.clear();
    }
    if (!head.request_id.empty()) break;
  }
  head.retry_after = ParseRetryAfterMs(take(names.retry_after_ms));
  if (!head.retry_after.has_value())
    head.retry_after = ParseRetryAfter(take(names.retry_after), now);
  head.should_retry = ParseBool(take(names.should_retry));
  if (!absl::SimpleAtoi(take("content-length"), &head.content_length)) head.content_length = 0;
  return head;
}

}  // namespace footnote::upstream
