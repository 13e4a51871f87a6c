// The one table from what can go wrong upstream to what the caller is told, and what a retry may
// know of it.
//
// Every error has an ErrorInfo (rich_status.h) whose metadata holds, as far as known,
// `http_status`, `type` (the API's error type, or "unknown"), `message` (the API's words, cut at
// 500 bytes), `error_code` and `request_id`; a limit of time is named in `limit`. A reply that is
// not the API's is shown by its `content_type` and `body_start`, never as a whole and never if it
// is HTML or JSON: that could hold an answer's text.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_
#define FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "service/messages/message_types.h"
#include "service/upstream/attempt.h"
#include "service/upstream/http/http_client.h"

namespace footnote::upstream {

struct UpstreamError {
  absl::Status status;
  Failure failure;
};

// A response whose status is not 2xx.
struct ErrorResponse {
  int http_status = 0;
  std::string content_type;
  // The `request-id` header; empty if absent. The id in the body stands in for it.
  std::string request_id;
  // From `retry-after-ms`, or else `retry-after`.
  std::optional<absl::Duration> retry_after;
  // From `x-should-retry`.
  std::optional<bool> should_retry;
  // The body, if it was an error in the API's shape.
  std::optional<messages::ApiError> api_error;
  // Otherwise the body, or as much of its start as was kept.
  std::string body;
  // The size of the request body that was sent, in bytes.
  size_t request_bytes = 0;
};
UpstreamError ErrorFromResponse(const ErrorResponse& response);

// An error of the API in the body of a good response: an event of its stream.
struct ErrorInStream {
  int http_status = 200;
  messages::ApiError api_error;
  // The `request-id` header; empty if absent. The id in the event stands in for it.
  std::string request_id;
  // The size of the request body that was sent, in bytes.
  size_t request_bytes = 0;
};
// The row of the error's type, where a response has the row of its status. An unknown type is
// UNAVAILABLE.
UpstreamError ErrorFromEvent(const ErrorInStream& error);

// A 2xx response that is neither a message nor a stream of one.
struct UnreadableResponse {
  int http_status = 0;
  std::string content_type;
  std::string request_id;
  // The body, or as much of its start as was kept.
  std::string body;
  // Why it is not a message, without any of its text.
  std::string why;
};
UpstreamError ErrorFromUnreadableResponse(const UnreadableResponse& response);

// A transfer that did not complete, or a stream that did but was no whole message.
struct BrokenTransfer {
  TransferResult end;
  // Whether the call asked for a stream.
  bool stream = false;
  // The status of a response whose head was heard, else 0.
  int http_status = 0;
  std::string request_id;
};
// With `end.cause` kComplete: the stream ended early.
UpstreamError ErrorFromTransfer(const BrokenTransfer& transfer);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_
