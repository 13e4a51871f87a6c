// Errors that carry the details of google.rpc, as values.
//
// Every error that may reach a caller is made here, wherever it arises: an absl::Status whose
// payloads are google.rpc messages, keyed by their type URLs. The edge turns it into a grpc::Status
// once (grpc_status.h). No key, header value or text of a hit goes into one.
//
// Sizes are bounded, because gRPC carries an error in HTTP/2 trailers that many peers limit to 8
// KB: a message has at most 512 bytes, and InvalidRequest keeps message and details within 4 KB
// together. What is too long is cut between characters and ends in "..."; bytes that are not UTF-8
// become U+FFFD, since Protocol Buffers would refuse them.
#ifndef FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_
#define FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace footnote::status {

// The payloads that an error may carry.
inline constexpr absl::string_view kErrorInfoTypeUrl = "type.googleapis.com/google.rpc.ErrorInfo";
inline constexpr absl::string_view kBadRequestTypeUrl = "type.googleapis.com/google.rpc.BadRequest";
inline constexpr absl::string_view kRetryInfoTypeUrl = "type.googleapis.com/google.rpc.RetryInfo";

// One thing that a request has wrong.
struct Violation {
  std::string field;        // such as "hits[0].blocks[1].text"
  std::string description;  // what is wrong and what to do
};

// An error with google.rpc.ErrorInfo: domain "footnote", `reason` (UPPER_SNAKE_CASE), and metadata
// that repeats every variable part of the message. A value of the metadata has at most 500 bytes.
absl::Status ErrorWithInfo(absl::StatusCode code, absl::string_view reason,
                           absl::string_view message,
                           const std::vector<std::pair<std::string, std::string>>& metadata = {});

// Adds google.rpc.RetryInfo: when to come back. A negative delay is no delay; does nothing to an OK
// status.
void AddRetryInfo(absl::Duration delay, absl::Status* status);

// Adds to the metadata of the status' ErrorInfo, cut as ErrorWithInfo cuts it. Does nothing to a
// status without one.
void AddErrorMetadata(const std::vector<std::pair<std::string, std::string>>& metadata,
                      absl::Status* status);

// INVALID_ARGUMENT, reason INVALID_REQUEST, with google.rpc.BadRequest that holds as many of
// `violations` as keep all details within 4 KB; the ErrorInfo has the total as "violations". At
// least one violation is required. `total` is for a caller that found more than it kept.
absl::Status InvalidRequest(const std::vector<Violation>& violations, size_t total);
inline absl::Status InvalidRequest(const std::vector<Violation>& violations) {
  return InvalidRequest(violations, violations.size());
}

// The same details under another code, reason and message.
absl::Status WithReason(const absl::Status& status, absl::StatusCode code, absl::string_view reason,
                        absl::string_view message);

// Whether `status` carries RetryInfo.
bool HasRetryInfo(const absl::Status& status);

// A value of the ErrorInfo's metadata; empty if there is none.
std::string ErrorMetadata(const absl::Status& status, const std::string& key);

// The reason in the ErrorInfo of `status`; empty if it has none.
std::string ErrorReason(const absl::Status& status);

}  // namespace footnote::status

#endif  // FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_
