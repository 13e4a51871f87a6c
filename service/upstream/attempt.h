// What became of one attempt to reach a model.
#ifndef FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_
#define FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_

#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"

namespace footnote::upstream {

// What is known of a failure beyond its status: what a retry depends on.
struct Failure {
  enum class Kind {
    kNone,            // it did not fail
    kNotConnected,    // nothing was sent
    kConnectionLost,  // the connection broke before the response's head was whole
    kResponse,        // a response with an error status
    kErrorEvent,      // a stream that ended in an error event; `http_status` is that of its type
    kBrokeOff,        // a response that broke off, or a stream that ended early
    kTimeout,         // a limit of time passed after the request was sent, or upstream's own (504)
    kFinal,           // anything that another attempt cannot mend
  };
  Kind kind = Kind::kNone;
  // The status heard, or the one that the API gives to an error of that type. 0 if unknown.
  int http_status = 0;
  // The API's error type; empty if unknown.
  std::string error_type;
  // From `retry-after-ms`, or else `retry-after`.
  std::optional<absl::Duration> retry_after;
  // From `x-should-retry`.
  std::optional<bool> should_retry;
};

// One attempt, for the list in the answer or the error.
struct Attempt {
  std::string model;
  // OK for an attempt that gave a message, a refusal included.
  absl::StatusCode code = absl::StatusCode::kOk;
  // The reason of its error; empty if it gave a message.
  std::string reason;
  Failure failure;
  std::string request_id;
  bool refused = false;
  // Upstream may have done work that is billed though it gave no answer.
  bool possibly_billed = false;
  // How long was waited before it.
  absl::Duration waited;
};

}  // namespace footnote::upstream

#endif  // FOOTNOTE_SERVICE_UPSTREAM_ATTEMPT_H_
