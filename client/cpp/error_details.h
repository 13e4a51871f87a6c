// What an error says beyond its code: its details as plain values.
//
//   absl::StatusOr<v1::Answer> answer = client.Answer(request);
//   if (!answer.ok()) {
//     ErrorDetails details = ReadDetails(answer.status());
//     for (const FieldViolation& v : details.violations) Complain(v.field, v.description);
//     if (details.retry_delay) RetryAfter(*details.retry_delay);
//   }
//
// The status keeps every detail, known here or not, as a payload under its type URL, such as
// "type.googleapis.com/google.rpc.BadRequest".
#ifndef FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_
#define FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_

#include <grpcpp/support/status.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {

// One thing that the request has wrong.
struct FieldViolation {
  std::string field;        // such as "hits[0].blocks[1].text"
  std::string description;  // what is wrong and what to do
};

// The details that Footnote sends. A part that the error does not have is empty.
struct ErrorDetails {
  std::string reason;                           // stable, UPPER_SNAKE_CASE: "INVALID_REQUEST"
  std::string domain;                           // "footnote" for the service's own errors
  std::map<std::string, std::string> metadata;  // the variable parts of the message
  std::vector<FieldViolation> violations;       // cut to fit in 4 KB; metadata["violations"] is
                                                // how many there are
  std::optional<absl::Duration> retry_delay;    // how long to wait before the next try
  std::vector<v1::Attempt> attempts;            // those made upstream, oldest first
  bool partial = false;                         // a stream's: something was told before, in vain
};

// Reads the details of `status`. Payloads that cannot be read count as absent.
ErrorDetails ReadDetails(const absl::Status& status);

// The status of a gRPC call as an absl::Status with its details as payloads. Details that are not a
// google.rpc.Status are dropped; a code that gRPC does not define becomes UNKNOWN.
absl::Status StatusFromGrpc(const grpc::Status& status);

}  // namespace footnote::client

#endif  // FOOTNOTE_CLIENT_CPP_ERROR_DETAILS_H_
