#include "client/cli/error_hint.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"

namespace footnote::client {
namespace {

// Whether the error is a server's, and not this machine's for want of one.
bool IsOfServer(const ErrorDetails& details) {
  return !details.reason.empty() || !details.domain.empty();
}

std::string HintForViolations(const ErrorDetails& details, Arguments::Command command) {
  const bool no_message = std::any_of(
      details.violations.begin(), details.violations.end(), [](const FieldViolation& violation) {
        return violation.field == "message_json" || violation.field == "message_events";
      });
  if (no_message) {
    return "what --message names is no message of the API: it takes the whole body of a response";
  }
  if (command != Arguments::Command::kAsk) return "correct the fields above";
  return "correct the fields above; `footnote preview` checks a request without sending it";
}

std::string HintForUnavailable(const ErrorDetails& details, const FailedCall& call) {
  if (IsOfServer(details)) return "try again";
  if (call.is_begun) return "the connection to the server was lost; try again";
  return absl::StrCat("is the server running at ", call.server,
                      "? Name it with --server or FOOTNOTE_SERVER, and see --tls, --plaintext");
}

// The deadline of the call is not the only limit that an answer may run into.
std::string HintForTimeout(const ErrorDetails& details) {
  const auto found = details.metadata.find("limit");
  if (found == details.metadata.end() || found->second == "deadline") {
    return "allow more time with --deadline";
  }
  if (found->second == "upstream") {
    return "this limit is the Messages API's own; --deadline cannot change it";
  }
  return absl::StrCat("this limit is the server's ", PrintableLine(found->second),
                      "; --deadline cannot change it, but who runs the server can");
}

}  // namespace

std::string HintFor(const absl::Status& status, const ErrorDetails& details,
                    const FailedCall& call) {
  if (details.retry_delay) return absl::StrCat("try again in ", RoughTime(*details.retry_delay));
  if (details.reason == "UNVERIFIED_CITATION") {
    // The same message once more would be no better.
    return absl::StrCat(call.command == Arguments::Command::kResolve ? "" : "ask again, or ",
                        "without --strict the answer is shown, with what is wrong with each "
                        "citation");
  }
  if (details.reason == "COVERAGE_TOO_LOW") {
    return absl::StrCat(call.command == Arguments::Command::kResolve ? "" : "ask again, or ",
                        "without --min-coverage the answer is shown, with the sentences that are "
                        "not cited in --format html");
  }
  if (details.reason == "UPSTREAM_CREDENTIALS_REJECTED" || details.reason == "UPSTREAM_BILLING") {
    return "this is about the server's account, not about your request; tell who runs it";
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
      if (IsOfServer(details)) return "";
      return absl::StrCat("is ", call.server,
                          " a Footnote server, and not older than this program?");
    default:
      return "";
  }
}

}  // namespace footnote::client
