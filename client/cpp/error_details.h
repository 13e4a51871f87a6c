// SPDX-License-Identifier: Apache-2.0
// Decodes the details of an error.
//
//   absl::StatusOr<v1::Answer> answer = client.Answer(request);
//   if (!answer.ok()) {
//     ErrorDetails details = ReadDetails(answer.status());
//     for (const FieldViolation& v : details.violations) Report(v.field, v.description);
//     if (details.retry_delay) RetryAfter(*details.retry_delay);
//   }
//
// The status keeps every detail, also of unknown types, as a payload under its type URL, such as
// "type.googleapis.com/google.rpc.BadRequest".
#ifndef FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_
#define FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_

#include <grpcpp/support/status.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// A violation of a rule by a field of the request.
struct FieldViolation {
  std::string field;        // such as "search_results[0].blocks.blocks[1].text"
  std::string reason;       // the name of a v1::ViolationReason, such as "EMPTY"
  std::string description;  // the rule and what to change
};

// The details that Footnote sends. A detail that the error does not have is empty or 0.
struct ErrorDetails {
  std::string reason;                           // the name of a v1::ErrorReason
  std::string domain;                           // "footnote.dev" for the service's own errors
  std::map<std::string, std::string> metadata;  // see v1::ErrorReason
  // At most 4 KB of violations; metadata["violations"] is their total number.
  std::vector<FieldViolation> violations;
  std::optional<absl::Duration> retry_delay;  // the minimum delay before a retry
  std::vector<v1::Attempt> attempts;          // all attempts at the API, oldest first

  // Entries of `metadata`.
  std::string request_id;            // the caller's
  std::string upstream_request_id;   // the API's id of the request
  std::string upstream_message;      // the API's own error message
  bool partial = false;              // a stream delivered content, which is to be discarded
  int64_t delivered_blocks = 0;      // the number of blocks that it delivered
  int64_t delivered_text_bytes = 0;  // the size of the text that it delivered, in UTF-8 bytes
};

// Returns the details of `status`. Ignores payloads that cannot be parsed.
ErrorDetails ReadDetails(const absl::Status& status);

// Converts the status of a gRPC call, with its details as payloads. Drops details that are not a
// google.rpc.Status. A code that gRPC does not define becomes UNKNOWN.
absl::Status StatusFromGrpc(const grpc::Status& status);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_
