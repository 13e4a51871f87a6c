// SPDX-License-Identifier: Apache-2.0
// The errors of calls to the Messages API, and the facts that a retry depends on.
//
// Every error has an ErrorInfo (rich_status.h) whose metadata contains, where known, `http_status`,
// `error_type` (the API's, or "unknown"), `upstream_message` (the API's message, at most 500
// bytes), `error_code` and `upstream_request_id`; `timeout` names a timeout that passed. A response
// that is not the API's is described by its `content_type` and `body_start`, never if it is HTML or
// JSON, which could contain text of an answer. Errors about the account or the credentials of this
// server have neither `upstream_message` nor `body_start`. A redactor removes credentials from all
// that the API returned.
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
#include "service/upstream/redactor.h"

namespace footnote::upstream {

struct UpstreamError {
  absl::Status status;
  Failure failure;
};

// A response whose status is not 2xx.
struct ErrorResponse {
  int http_status = 0;
  std::string content_type;
  // The id in the header; if empty, the id in the body is used.
  std::string request_id;
  // The delay that the API requested.
  std::optional<absl::Duration> retry_after;
  // The API's advice.
  std::optional<bool> should_retry;
  // The body, if it is an error of the API.
  std::optional<messages::ApiError> api_error;
  // Otherwise the body or its start.
  std::string body;
  // The size of the request body in bytes.
  size_t request_bytes = 0;
};
UpstreamError ErrorFromResponse(const ErrorResponse& response,
                                const Redactor& redactor = Redactor());

// An error of the API in the body of a 2xx response, such as an event of its stream.
struct ErrorInStream {
  int http_status = 200;
  messages::ApiError api_error;
  // The id in the header; if empty, the id in the event is used.
  std::string request_id;
  // The size of the request body in bytes.
  size_t request_bytes = 0;
};
// Determines the error by its type, where ErrorFromResponse uses the status. An unknown type is
// UPSTREAM_UNAVAILABLE.
UpstreamError ErrorFromEvent(const ErrorInStream& error, const Redactor& redactor = Redactor());

// A 2xx response that is neither a message nor a stream of one.
struct UnreadableResponse {
  int http_status = 0;
  std::string content_type;
  std::string request_id;
  // The body or its start.
  std::string body;
  // The reason why it is not a message, without any of its text.
  std::string cause;
};
UpstreamError ErrorFromUnreadableResponse(const UnreadableResponse& response,
                                          const Redactor& redactor = Redactor());

// A transfer that did not complete, or a stream that ended before its message did.
struct BrokenTransfer {
  TransferResult end;
  // True if the call requested a stream.
  bool stream = false;
  // The status of the response; 0 if its head was not received.
  int http_status = 0;
  std::string request_id;
};
// `end.cause` kComplete means that the stream ended early.
UpstreamError ErrorFromTransfer(const BrokenTransfer& transfer,
                                const Redactor& redactor = Redactor());

// Credentials could not be obtained, so nothing was sent. The message of `status` is not shown: it
// could contain credentials.
UpstreamError ErrorFromCredentials(const absl::Status& status);

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_UPSTREAM_ERROR_H_
