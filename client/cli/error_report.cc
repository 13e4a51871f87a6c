#include "client/cli/error_report.h"

#include <cstdint>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "client/cli/arguments.h"
#include "client/cli/text/printable.h"
#include "client/cpp/error_details.h"

namespace footnote::client {
namespace {

constexpr absl::string_view kError = "footnote: error: ";
constexpr absl::string_view kHint = "footnote: hint: ";

// What the user can do; empty where nothing is known.
std::string HintFor(const absl::Status& status, const ErrorDetails& details,
                    absl::string_view server) {
  if (details.retry_delay) {
    return absl::StrCat("try again in ", absl::FormatDuration(*details.retry_delay));
  }
  if (details.reason == "UNVERIFIED_CITATION") {
    return "without --strict the answer is shown, with what is wrong with each citation";
  }
  if (details.reason == "UPSTREAM_CREDENTIALS_REJECTED" || details.reason == "UPSTREAM_BILLING") {
    return "this is about the server's account, not about your request; tell who runs it";
  }
  if (!details.violations.empty()) {
    return "correct the fields above; `footnote preview` checks a request without sending it";
  }
  switch (status.code()) {
    case absl::StatusCode::kUnavailable:
      if (details.domain == "footnote") return "try again";
      return absl::StrCat("is the server running at ", server,
                          "? Name it with --server or FOOTNOTE_SERVER, and see --tls, --plaintext");
    case absl::StatusCode::kDeadlineExceeded:
      return "allow more time with --deadline";
    case absl::StatusCode::kNotFound:
      return "name a model that the server can use with --model";
    case absl::StatusCode::kUnimplemented:
      return absl::StrCat("is ", server, " a Footnote server, and not older than this program?");
    default:
      return "";
  }
}

int64_t ViolationCount(const ErrorDetails& details) {
  const auto found = details.metadata.find("violations");
  int64_t count = 0;
  return found != details.metadata.end() && absl::SimpleAtoi(found->second, &count) ? count : 0;
}

}  // namespace

ErrorReport ReportError(const absl::Status& status, absl::string_view server) {
  const ErrorDetails details = ReadDetails(status);
  std::string lead = absl::StrCat(kError, absl::StatusCodeToString(status.code()));
  if (!details.reason.empty()) absl::StrAppend(&lead, " (", PrintableLine(details.reason), ")");
  absl::StrAppend(&lead, ": ");

  std::string text;
  for (const FieldViolation& violation : details.violations) {
    absl::StrAppend(&text, lead, PrintableLine(violation.field), ": ",
                    PrintableLine(violation.description), "\n");
  }
  if (details.violations.empty()) {
    absl::StrAppend(&text, lead, PrintableLine(status.message()), "\n");
  }
  const auto shown = static_cast<int64_t>(details.violations.size());
  if (const int64_t count = ViolationCount(details); count > shown) {
    absl::StrAppend(&text, lead, "... and ", count - shown, " more\n");
  }
  if (const std::string hint = HintFor(status, details, server); !hint.empty()) {
    absl::StrAppend(&text, kHint, hint, "\n");
  }
  const bool unverified = details.reason == "UNVERIFIED_CITATION";
  return {text, unverified ? kExitIncomplete : kExitServerError};
}

std::string ReportUsage(absl::string_view message) {
  std::string text;
  for (const absl::string_view line : absl::StrSplit(message, '\n')) {
    absl::StrAppend(&text, kError, PrintableLine(line), "\n");
  }
  return text;
}

}  // namespace footnote::client
