// SPDX-License-Identifier: Apache-2.0
// Errors with the details of google.rpc.
//
// Every error that a caller can receive is an absl::Status whose payloads are google.rpc messages,
// by their type URLs. errors.h has a constructor for each reason; rpc/grpc_status.h converts an
// error to a grpc::Status. No error contains a key, a header value or text of a source.
//
// Sizes are limited, because gRPC sends an error in HTTP/2 trailers, which many peers limit to 8
// KB: a message has at most 512 bytes, and InvalidRequest keeps the message and the details within
// 4 KB. A longer text is truncated between code points and ends in "..."; bytes that are not valid
// UTF-8 become U+FFFD, because Protocol Buffers rejects them.
#ifndef FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_
#define FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "footnote/v1/error_reason.pb.h"

namespace footnote::status {

// The type URLs of the payloads.
inline constexpr absl::string_view kErrorInfoTypeUrl = "type.googleapis.com/google.rpc.ErrorInfo";
inline constexpr absl::string_view kBadRequestTypeUrl = "type.googleapis.com/google.rpc.BadRequest";
inline constexpr absl::string_view kRetryInfoTypeUrl = "type.googleapis.com/google.rpc.RetryInfo";

// A violation of one rule by a request.
struct Violation {
  std::string field;  // a path such as "search_results[0].blocks[1].text"
  v1::ViolationReason reason = v1::VIOLATION_REASON_UNSPECIFIED;
  std::string description;  // the rule and what to change
};

// Returns an error with google.rpc.ErrorInfo: domain "footnote.dev", `reason` (UPPER_SNAKE_CASE),
// and metadata that repeats every variable part of the message. A metadata value has at most 500
// bytes. Prefer the constructors in errors.h.
absl::Status ErrorWithInfo(absl::StatusCode code, absl::string_view reason,
                           absl::string_view message,
                           const std::vector<std::pair<std::string, std::string>>& metadata = {});

// Adds google.rpc.RetryInfo with the minimum delay before a retry. A negative delay counts as zero.
// Does nothing to an OK status.
void AddRetryInfo(absl::Duration delay, absl::Status* status);

// Adds `metadata` to the ErrorInfo of `status`; a new value replaces the value of an equal key.
// Values are truncated as in ErrorWithInfo. Does nothing to a status without ErrorInfo.
void AddErrorMetadata(const std::vector<std::pair<std::string, std::string>>& metadata,
                      absl::Status* status);

// Returns INVALID_REQUEST (INVALID_ARGUMENT) with a google.rpc.BadRequest that lists as many of
// `violations`, in order, as fit into 4 KB together with the other details. The ErrorInfo has
// `total` as "violations"; it exceeds violations.size() if the caller found more than it kept. At
// least one violation is required.
absl::Status InvalidRequest(const std::vector<Violation>& violations, size_t total);
inline absl::Status InvalidRequest(const std::vector<Violation>& violations) {
  return InvalidRequest(violations, violations.size());
}

// Returns the details of `status` with another code, reason and message.
absl::Status WithReason(const absl::Status& status, absl::StatusCode code, absl::string_view reason,
                        absl::string_view message);

// True if `status` has RetryInfo.
bool HasRetryInfo(const absl::Status& status);

// Returns a metadata value of the ErrorInfo; empty if there is none.
std::string ErrorMetadata(const absl::Status& status, const std::string& key);

// Returns the reason in the ErrorInfo; empty if there is none.
std::string ErrorReason(const absl::Status& status);

}  // namespace footnote::status

#endif  // FOOTNOTE_SERVICE_STATUS_RICH_STATUS_H_
