// SPDX-License-Identifier: Apache-2.0
// The parts of a response's status and headers that are used.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

// The names of response headers, in lower case, that differ between platforms. An empty name
// matches no header. Refers to constants.
struct ResponseHeaderNames {
  // The id of the request: the first header with a usable value.
  absl::Span<const absl::string_view> request_id;
  // The delay before a retry: the first takes precedence over the second.
  absl::string_view retry_after_ms;
  absl::string_view retry_after;
  // The API's advice about a retry: `true` or `false`.
  absl::string_view should_retry;
};

struct ResponseHead {
  int status = 0;                             // 0: no head was received
  std::string content_type;                   // as received
  std::string request_id;                     // printable ASCII; empty if absent or invalid
  std::optional<absl::Duration> retry_after;  // not negative
  std::optional<bool> should_retry;           // absent if neither true nor false
  size_t content_length = 0;                  // in bytes; 0 if unknown

  bool is_success() const { return status >= 200 && status <= 299; }
  // Determined by the content type; both are false if there is none.
  bool is_json() const;
  bool is_event_stream() const;
};

// Reads `headers`, whose names are in lower case. `now` converts a date of `retry-after` to a
// delay.
ResponseHead ReadResponseHead(int status, HttpHeaders headers, const ResponseHeaderNames& names,
                              absl::Time now);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_
