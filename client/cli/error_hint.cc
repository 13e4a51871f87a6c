// SPDX-License-Identifier: Apache-2.0
#include "client/cli/error_hint.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

// True if a server returned the error, not the gRPC client on this machine.
bool IsFromServer(const ErrorDetails& details) {
  return !details.reason.empty() || !details.domain.empty();
}

std::string HintForViolations(const ErrorDetails& details, Arguments::Command command) {
  const bool no_message = std::any_of(
      details.violations.begin(), details.violations.end(), [](const FieldViolation& violation) {
        return violation.field == "message_json" || violation.field == "message_events";
      });
  if (no_message) {
    return "--message is not a message of the API: it must be the complete body of a response";
  }
  if (command != Arguments::Command::kAsk) return "correct the fields above";
  return "correct the fields above; `footnote preview` checks a request without sending it";
}

std::string HintForUnavailable(const ErrorDetails& details, const FailedCall& call) {
  if (IsFromServer(details)) return "try again";
  if (call.response_started) return "the connection to the server was lost; try again";
  return absl::StrCat("is the server running at ", call.server,
                      "? Set --server or FOOTNOTE_SERVER, and see --tls, --plaintext");
}

// The deadline of the call is not the only time-out of an answer.
std::string HintForTimeout(const ErrorDetails& details) {
  const auto found = details.metadata.find("timeout");
  if (found == details.metadata.end() || found->second == "deadline") {
    return "allow more time with --deadline";
  }
  if (found->second == "upstream") {
    return "the time-out is the Messages API's; --deadline cannot change it";
  }
  return absl::StrCat("the time-out is the server's ", PrintableLine(found->second),
                      "; --deadline cannot change it, but the operator of the server can");
}

}  // namespace

std::string HintFor(const absl::Status& status, const ErrorDetails& details,
                    const FailedCall& call) {
  if (details.retry_delay) return absl::StrCat("try again in ", RoughTime(*details.retry_delay));
  if (details.reason == "UNVERIFIED_CITATION") {
    // Resolving the same message again has the same result.
    return absl::StrCat(call.command == Arguments::Command::kResolve ? "" : "try again, or ",
                        "without --strict the answer is shown, with the verdict of each "
                        "citation");
  }
  if (details.reason == "COVERAGE_TOO_LOW") {
    return absl::StrCat(call.command == Arguments::Command::kResolve ? "" : "try again, or ",
                        "without --min-coverage the answer is shown, with the sentences that are "
                        "not cited in --format html");
  }
  if (details.reason == "UPSTREAM_CREDENTIALS_REJECTED" || details.reason == "UPSTREAM_BILLING") {
    return "this concerns the server's account, not your request; contact its operator";
  }
  if (!details.violations.empty()) return HintForViolations(details, call.command);
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
      return HintForUnavailable(details, call);
    case absl::StatusCode::kDeadlineExceeded:
      return HintForTimeout(details);
    case absl::StatusCode::kNotFound:
      return "name a model that the server can use with --model";
    case absl::StatusCode::kUnimplemented:
      if (IsFromServer(details)) return "";
      return absl::StrCat("is ", call.server,
                          " a Footnote server, and not older than this program?");
    default:
      return "";
  }
}

}  // namespace footnote::client
