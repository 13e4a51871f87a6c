// SPDX-License-Identifier: Apache-2.0
#include "service/status/errors.h"

#include <array>

#include "absl/strings/str_cat.h"

namespace footnote::status {
namespace {

using absl::StatusCode;

// The codes of the reasons, by their numbers. error_reason.proto documents them.
constexpr std::array<StatusCode, v1::ErrorReason_ARRAYSIZE> kCodes = {
    StatusCode::kUnknown,             // ERROR_REASON_UNSPECIFIED
    StatusCode::kInvalidArgument,     // INVALID_REQUEST
    StatusCode::kInvalidArgument,     // REQUEST_TOO_LARGE
    StatusCode::kResourceExhausted,   // OVERLOADED
    StatusCode::kUnavailable,         // DRAINING
    StatusCode::kUnavailable,         // SHUTTING_DOWN
    StatusCode::kCancelled,           // CANCELLED
    StatusCode::kAborted,             // UNVERIFIED_CITATION
    StatusCode::kAborted,             // COVERAGE_TOO_LOW
    StatusCode::kInternal,            // RESPONSE_TOO_LARGE
    StatusCode::kInvalidArgument,     // UPSTREAM_INVALID_REQUEST
    StatusCode::kFailedPrecondition,  // UPSTREAM_CREDENTIALS_REJECTED
    StatusCode::kFailedPrecondition,  // UPSTREAM_BILLING
    StatusCode::kNotFound,            // UPSTREAM_NOT_FOUND
    StatusCode::kResourceExhausted,   // UPSTREAM_RATE_LIMITED
    StatusCode::kDeadlineExceeded,    // UPSTREAM_TIMEOUT
    StatusCode::kUnavailable,         // UPSTREAM_OVERLOADED
    StatusCode::kUnavailable,         // UPSTREAM_UNAVAILABLE
    StatusCode::kUnavailable,         // UPSTREAM_UNREACHABLE
    StatusCode::kUnavailable,         // UPSTREAM_CONNECTION_LOST
    StatusCode::kUnavailable,         // UPSTREAM_STREAM_ENDED_EARLY
    StatusCode::kInternal,            // UPSTREAM_PROTOCOL
    StatusCode::kInternal,            // UPSTREAM_TOOL_INPUT
    StatusCode::kInternal,            // UPSTREAM_REQUEST_NOT_HTTP
    StatusCode::kResourceExhausted,   // ANSWER_TOO_LARGE
    StatusCode::kDeadlineExceeded,    // ANSWER_NOT_READ
};

}  // namespace

StatusCode CodeOf(v1::ErrorReason reason) {
  return v1::ErrorReason_IsValid(reason) ? kCodes[reason] : StatusCode::kUnknown;
}

absl::Status MakeError(v1::ErrorReason reason, absl::string_view message,
                       const Metadata& metadata) {
  return ErrorWithInfo(CodeOf(reason), v1::ErrorReason_Name(reason), message, metadata);
}

absl::Status RequestTooLarge(size_t request_bytes, size_t max_request_bytes) {
  return MakeError(v1::REQUEST_TOO_LARGE,
                   absl::StrCat("the request to the API would have at least ", request_bytes,
                                " bytes, more than its limit of ", max_request_bytes),
                   {{"request_bytes", absl::StrCat(request_bytes)},
                    {"max_request_bytes", absl::StrCat(max_request_bytes)}});
}

absl::Status TooManyElements(size_t max_elements) {
  return MakeError(v1::REQUEST_TOO_LARGE,
                   absl::StrCat("the request has more than ", max_elements,
                                " messages and repeated strings, such as search results, blocks "
                                "and turns"),
                   {{"max_elements", absl::StrCat(max_elements)}});
}

absl::Status Overloaded(absl::string_view limit, int64_t max, absl::Duration retry_delay) {
  absl::Status error =
      limit == "memory"
          ? MakeError(v1::OVERLOADED, "the server has little memory left and accepts no new calls",
                      {{"limit", "memory"}})
          : MakeError(v1::OVERLOADED,
                      absl::StrCat("the server has reached its limit ", limit, ", ", max),
                      {{"limit", std::string(limit)}, {"max", absl::StrCat(max)}});
  AddRetryInfo(retry_delay, &error);
  return error;
}

absl::Status Draining(absl::Duration retry_delay) {
  absl::Status error =
      MakeError(v1::DRAINING, "the server is shutting down; send the request to another server");
  AddRetryInfo(retry_delay, &error);
  return error;
}

absl::Status DrainTimeout(const absl::Status& status, absl::Duration retry_delay) {
  absl::Status error =
      WithReason(status, CodeOf(v1::DRAINING), v1::ErrorReason_Name(v1::DRAINING),
                 "the server is shutting down, and the call exceeded the drain timeout");
  AddRetryInfo(retry_delay, &error);
  return error;
}

absl::Status AnswerNotRead() {
  return MakeError(v1::ANSWER_NOT_READ,
                   "the caller did not read the answer in time; read it without pause, or cancel "
                   "the call");
}

absl::Status Cancelled() { return MakeError(v1::CANCELLED, "the call was cancelled"); }

absl::Status UnverifiedCitation(int count, absl::string_view path, absl::string_view verdict) {
  return MakeError(
      v1::UNVERIFIED_CITATION,
      absl::StrCat(count, count == 1 ? " citation" : " citations",
                   " could not be verified, the first at ", path, ": ", verdict,
                   ". Without citations.strict, the answer contains them with their verdicts."),
      {{"citations", absl::StrCat(count)},
       {"first", std::string(path)},
       {"verdict", std::string(verdict)}});
}

absl::Status CoverageTooLow(double coverage, double min_coverage) {
  return MakeError(
      v1::COVERAGE_TOO_LOW,
      absl::StrCat("the answer's coverage is ", coverage, ", less than citations.min_coverage, ",
                   min_coverage,
                   ". Without citations.min_coverage, the answer contains its coverage, sentence "
                   "by sentence."),
      {{"coverage", absl::StrCat(coverage)}, {"min_coverage", absl::StrCat(min_coverage)}});
}

absl::Status UpstreamStreamProtocol(absl::string_view cause) {
  return MakeError(v1::UPSTREAM_PROTOCOL,
                   absl::StrCat("the API's stream is not one message: ", cause),
                   {{"cause", std::string(cause)}});
}

absl::Status UpstreamToolInput(std::string tool_input) {
  return MakeError(v1::UPSTREAM_TOOL_INPUT,
                   "the model produced a tool input that is not valid JSON",
                   {{"tool_input", std::move(tool_input)}});
}

absl::Status AnswerTooLarge(absl::string_view limit, int64_t max) {
  return MakeError(
      v1::ANSWER_TOO_LARGE,
      absl::StrCat("the answer exceeds the server's limit ", limit, ", which is ", max),
      {{"limit", std::string(limit)}, {"max", absl::StrCat(max)}});
}

}  // namespace footnote::status
