// SPDX-License-Identifier: Apache-2.0
// The result of one attempt to call a model.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace footnote::upstream {

// The facts about a failed attempt that a retry depends on, in addition to its status.
struct Failure {
  enum class Kind {
    kNone,            // no failure
    kNotConnected,    // nothing was sent
    kConnectionLost,  // the connection was lost before the complete response head was received
    kResponse,        // a response with an error status
    kErrorEvent,      // a stream that ended in an error event; `http_status` is that of its type
    kBrokeOff,        // a response that broke off, or a stream that ended early
    kTimeout,         // a timeout after the request was sent, or the API's own (504)
    kFinal,           // a failure that another attempt cannot resolve
  };
  Kind kind = Kind::kNone;
  // The received status, or the one that the API assigns to an error of that type. 0 if unknown.
  int http_status = 0;
  // The API's error type; empty if unknown.
  std::string error_type;
  // The delay that the API requested, such as by `retry-after`.
  std::optional<absl::Duration> retry_after;
  // The API's advice, such as by `x-should-retry`.
  std::optional<bool> should_retry;
};

// One attempt, for the list in the answer or in the error.
struct Attempt {
  std::string model;
  // The name of the route; empty for the first route.
  std::string route;
  // OK for an attempt that returned a message, including a refusal.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The reason of its error; empty if it returned a message.
  std::string reason;
  Failure failure;
  std::string request_id;
  bool refused = false;
  // True if the API may have done work that it bills although the attempt returned no message.
  bool possibly_billed = false;
  // The delay before the attempt.
  absl::Duration waited;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_
