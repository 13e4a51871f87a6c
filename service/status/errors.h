// SPDX-License-Identifier: Apache-2.0
// One constructor for each reason of an error that a caller can receive.
//
// A reason determines the gRPC code. docs/errors.md and the comments of v1::ErrorReason document
// the code, the metadata and the details of each reason. No error contains a key, a header value or
// text of a source.
#ifndef FOOTNOTE_SERVICE_STATUS_ERRORS_H_
#define FOOTNOTE_SERVICE_STATUS_ERRORS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "footnote/v1/error_reason.pb.h"
#include "service/status/rich_status.h"

namespace footnote::status {

using Metadata = std::vector<std::pair<std::string, std::string>>;

// The gRPC code of errors with `reason`; kUnknown if `reason` is not a reason of an error.
absl::StatusCode CodeOf(v1::ErrorReason reason);

// An error with ErrorInfo: the code of `reason`, and `metadata`. The constructors below build on
// it; use it directly only where the reason comes from a table.
absl::Status MakeError(v1::ErrorReason reason, absl::string_view message,
                       const Metadata& metadata = {});

// INVALID_REQUEST is InvalidRequest in rich_status.h.

// REQUEST_TOO_LARGE: the request has `request_bytes` bytes in the API's form.
absl::Status RequestTooLarge(size_t request_bytes, size_t max_request_bytes);
// REQUEST_TOO_LARGE: the request message has more than `max_elements` messages and repeated
// strings.
absl::Status TooManyElements(size_t max_elements);
// OVERLOADED, with RetryInfo: `limit`, a field of LimitsConfig, is reached, and is `max`; or the
// process has little memory left, if `limit` is "memory".
absl::Status Overloaded(absl::string_view limit, int64_t max, absl::Duration retry_delay);
// DRAINING, with RetryInfo: a new call is refused.
absl::Status Draining(absl::Duration retry_delay);
// DRAINING, with RetryInfo and the other details of `status`: a call in flight exceeded the drain
// timeout.
absl::Status DrainTimeout(const absl::Status& status, absl::Duration retry_delay);
// CANCELLED.
absl::Status Cancelled();
// ANSWER_NOT_READ.
absl::Status AnswerNotRead();
// UNVERIFIED_CITATION: `count` citations were not accepted; the first is at `path` and has
// `verdict`.
absl::Status UnverifiedCitation(int count, absl::string_view path, absl::string_view verdict);
// COVERAGE_TOO_LOW.
absl::Status CoverageTooLow(double coverage, double min_coverage);
// UPSTREAM_PROTOCOL: the events of a stream are not one message because of `cause`.
absl::Status UpstreamStreamProtocol(absl::string_view cause);
// UPSTREAM_TOOL_INPUT: `tool_input` is the start of the input.
absl::Status UpstreamToolInput(std::string tool_input);
// ANSWER_TOO_LARGE: the answer exceeds `limit`, the name of a field of LimitsConfig with value
// `max`.
absl::Status AnswerTooLarge(absl::string_view limit, int64_t max);

}  // namespace footnote::status

#endif  // FOOTNOTE_SERVICE_STATUS_ERRORS_H_
