// The one table from what can go wrong upstream to what the caller is told.
//
// Every error has an ErrorInfo (rich_status.h) whose metadata holds, as far as known,
// `http_status`, `type` (the API's error type, or "unknown"), `message` (the API's words, cut at
// 500 bytes), `error_code` and `request_id`. A reply that is not the API's is shown by its
// `content_type` and `body_start`, never as a whole and never if it is HTML or JSON: that could
// hold an answer's text.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_
#define FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/messages/message.h"
#include "service/upstream/http_client.h"

namespace footnote::upstream {

// A response whose status is not 2xx.
struct ErrorResponse {
  int http_status = 0;
  std::string content_type;
  // The `request-id` header; empty if absent. The id in the body stands in for it.
  std::string request_id;
  // From `retry-after-ms`, or else `retry-after`.
  std::optional<absl::Duration> retry_after;
  // The body, if it was an error in the API's shape.
  std::optional<messages::ApiError> api_error;
  // Otherwise the body, or as much of its start as was kept.
  std::string body;
  // The size of the request body that was sent, in bytes.
  size_t request_bytes = 0;
};

// A 2xx response that is not a message.
struct UnreadableResponse {
  int http_status = 0;
  std::string content_type;
  std::string request_id;
  // The body, or as much of its start as was kept.
  std::string body;
  // Why it is not a message, without any of its text.
  std::string why;
};

absl::Status ErrorFromResponse(const ErrorResponse& response);

absl::Status ErrorFromUnreadableResponse(const UnreadableResponse& response);

// The error for a transfer that did not complete. `end.cause` must not be kComplete.
absl::Status ErrorFromTransfer(const HttpEnd& end);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_
