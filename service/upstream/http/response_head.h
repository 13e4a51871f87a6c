// What matters of a response's status and headers to whoever reads the Messages API.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_
#define FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

struct ResponseHead {
  int status = 0;                             // 0: no head was heard
  std::string content_type;                   // as it was sent
  std::string request_id;                     // printable ASCII; empty if absent or anything else
  std::optional<absl::Duration> retry_after;  // from `retry-after-ms`, or else `retry-after`
  std::optional<bool> should_retry;           // from `x-should-retry`
  size_t content_length = 0;                  // 0 if not said

  bool is_success() const { return status >= 200 && status <= 299; }
  // By the content type; both false if there is none.
  bool is_json() const;
  bool is_event_stream() const;
};

// `headers` have names in lower case. A `retry-after` date is counted from `now`.
ResponseHead ReadResponseHead(int status, HttpHeaders headers, absl::Time now);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_HTTP_RESPONSE_HEAD_H_
