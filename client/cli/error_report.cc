#include "client/cli/error_report.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "client/cli/arguments.h"
#include "client/cli/error_hint.h"
#include "client/cli/text/amounts.h"
#include "client/cli/text/printable.h"
#include "client/cpp/error_details.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::client {
namespace {

constexpr absl::string_view kError = "footnote: error: ";
constexpr absl::string_view kNote = "footnote: note: ";
constexpr absl::string_view kHint = "footnote: hint: ";

// The count that the details have under `key`; 0 if they have none.
int64_t CountIn(const ErrorDetails& details, const std::string& key) {
  const auto found = details.metadata.find(key);
  int64_t count = 0;
  return found != details.metadata.end() && absl::SimpleAtoi(found->second, &count) ? count : 0;
}

// What the error says. The server's words on citations are meant for callers of its API: they speak
// of fields, and of asking again where nothing was asked.
std::string MessageOf(const absl::Status& status, const ErrorDetails& details) {
  const int64_t citations = CountIn(details, "citations");
  const auto first = details.metadata.find("first");
  const auto verdict = details.metadata.find("verdict");
  if (details.reason != "UNVERIFIED_CITATION" || citations <= 0 ||
      first == details.metadata.end() || verdict == details.metadata.end()) {
    return PrintableLine(status.message());
  }
  return PrintableLine(absl::StrCat(Counted(citations, "citation"), " could not be verified, ",
                                    citations == 1 ? "" : "the first ", "at ", first->second, ": ",
                                    verdict->second));
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
  return absl::StrCat(kNote, Counted(static_cast<int64_t>(attempts.size()), "attempt"), ": ",
                      absl::StrJoin(descriptions, ", "), "\n");
}

}  // namespace

ErrorReport ReportError(const absl::Status& status, const FailedCall& call) {
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
    absl::StrAppend(&text, lead, MessageOf(status, details), "\n");
  }
  const auto shown = static_cast<int64_t>(details.violations.size());
  if (const int64_t count = CountIn(details, "violations"); count > shown) {
    absl::StrAppend(&text, lead, "... and ", count - shown, " more\n");
  }
  absl::StrAppend(&text, AttemptsLine(details.attempts));
  if (const std::string hint = HintFor(status, details, call); !hint.empty()) {
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
