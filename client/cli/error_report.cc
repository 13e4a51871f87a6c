#include "client/cli/error_report.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "client/cli/arguments.h"
#include "client/cli/text/printable.h"
#include "client/cpp/error_details.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {
namespace {

constexpr absl::string_view kError = "footnote: error: ";
constexpr absl::string_view kNote = "footnote: note: ";
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

// An attempt in a few words: "529 overloaded_error (may be billed)".
std::string Describe(const v1::Attempt& attempt, bool with_model) {
  std::vector<std::string> words;
  if (attempt.has_http_status()) words.push_back(absl::StrCat(attempt.http_status()));
  if (!attempt.error_type().empty()) {
    words.push_back(attempt.error_type());
  } else if (!attempt.error_reason().empty()) {
    words.push_back(attempt.error_reason());
  }
  if (attempt.refused()) words.emplace_back("refused");
  if (attempt.possibly_billed()) words.emplace_back("(may be billed)");
  return PrintableLine(
      absl::StrCat(with_model ? attempt.model() + ": " : "", absl::StrJoin(words, " ")));
}

// The line about the attempts that were made upstream; empty where it would say nothing new.
std::string AttemptsLine(const std::vector<v1::Attempt>& attempts) {
  if (attempts.empty() || (attempts.size() == 1 && !attempts[0].possibly_billed())) return "";
  const bool with_model = std::any_of(
      attempts.begin(), attempts.end(),
      [&attempts](const v1::Attempt& attempt) { return attempt.model() != attempts[0].model(); });
  std::vector<std::string> descriptions;
  for (const v1::Attempt& attempt : attempts) descriptions.push_back(Describe(attempt, with_model));
  return absl::StrCat(kNote, attempts.size(), attempts.size() == 1 ? " attempt: " : " attempts: ",
                      absl::StrJoin(descriptions, ", "), "\n");
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
  absl::StrAppend(&text, AttemptsLine(details.attempts));
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
