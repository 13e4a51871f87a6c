// SPDX-License-Identifier: Apache-2.0
#include "client/cli/error_report.h"

#include <algorithm>
#include <cmath>
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

// Returns the metadata value of `key`; empty if there is none.
std::string TextIn(const ErrorDetails& details, const std::string& key) {
  const auto found = details.metadata.find(key);
  return found == details.metadata.end() ? "" : found->second;
}

// The same as a number; 0 if it is not one.
int64_t CountIn(const ErrorDetails& details, const std::string& key) {
  int64_t count = 0;
  return absl::SimpleAtoi(TextIn(details, key), &count) ? count : 0;
}

// Formats "0.8333" as "83.3 %", rounded down; empty if it is not a share.
std::string PercentOf(const std::string& share) {
  double value = 0;
  if (!absl::SimpleAtod(share, &value) || !(value >= 0 && value <= 1)) return "";
  constexpr double kRoundingError = 1e-9;
  return absl::StrCat(std::floor(value * 1000 + kRoundingError) / 10, " %");
}

std::string UnverifiedMessage(const ErrorDetails& details) {
  const int64_t citations = CountIn(details, "citations");
  const std::string first = TextIn(details, "first");
  const std::string verdict = TextIn(details, "verdict");
  if (citations <= 0 || first.empty() || verdict.empty()) return "";
  return absl::StrCat(Counted(citations, "citation"), " could not be verified, ",
                      citations == 1 ? "" : "the first ", "at ", first, ": ", verdict);
}

std::string CoverageMessage(const ErrorDetails& details) {
  const std::string coverage = PercentOf(TextIn(details, "coverage"));
  const std::string minimum = PercentOf(TextIn(details, "min_coverage"));
  if (coverage.empty() || minimum.empty()) return "";
  return absl::StrCat("only ", coverage,
                      " of what needs a citation is cited; --min-coverage requires ", minimum);
}

// Returns the message of the error. The server's messages about citations are for callers of its
// API: they name fields, and recommend a retry even for ResolveAnswer.
std::string MessageOf(const absl::Status& status, const ErrorDetails& details) {
  std::string message;
  if (details.reason == "UNVERIFIED_CITATION") message = UnverifiedMessage(details);
  if (details.reason == "COVERAGE_TOO_LOW") message = CoverageMessage(details);
  return PrintableLine(message.empty() ? std::string(status.message()) : message);
}

// Describes an attempt: "529 overloaded_error (may be billed)".
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

// Returns the line about the attempts at the API; empty if it adds nothing to the error.
std::string AttemptsLine(const std::vector<v1::Attempt>& attempts) {
  if (attempts.empty() || (attempts.size() == 1 && !attempts[0].possibly_billed())) return "";
  const bool with_model = std::any_of(
      attempts.begin(), attempts.end(),
      [&attempts](const v1::Attempt& attempt) { return attempt.model() != attempts[0].model(); });
  std::vector<std::string> descriptions;
  descriptions.reserve(attempts.size());
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
  const bool is_refused =
      details.reason == "UNVERIFIED_CITATION" || details.reason == "COVERAGE_TOO_LOW";
  return {text, is_refused ? kExitIncomplete : kExitServerError};
}

std::string ReportUsage(absl::string_view message) {
  std::string text;
  for (const absl::string_view line : absl::StrSplit(message, '\n')) {
    absl::StrAppend(&text, kError, PrintableLine(line), "\n");
  }
  return text;
}

}  // namespace footnote::client
