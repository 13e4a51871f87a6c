// SPDX-License-Identifier: Apache-2.0
#include "client/cli/error_report.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "client/cli/arguments.h"
#include "footnote/v1/answer.pb.h"
#include "gmock/gmock.h"
#include "google/rpc/error_details.pb.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr char kServer[] = "127.0.0.1:8080";

template <typename Message>
void Attach(const Message& message, absl::Status* status) {
  status->SetPayload("type.googleapis.com/" + Message::descriptor()->full_name(),
                     absl::Cord(message.SerializeAsString()));
}

ErrorReport Report(const absl::Status& status) {
  return ReportError(status, {Arguments::Command::kAsk, kServer});
}

google::rpc::ErrorInfo Info(const std::string& reason) {
  google::rpc::ErrorInfo info;
  info.set_reason(reason);
  info.set_domain("footnote.dev");
  return info;
}

TEST(ErrorReportTest, PrintsALineForEachViolationAndTheNumberOfOthers) {
  absl::Status status = absl::InvalidArgumentError("3 violations");
  google::rpc::ErrorInfo info = Info("INVALID_REQUEST");
  (*info.mutable_metadata())["violations"] = "5";
  Attach(info, &status);
  google::rpc::BadRequest bad;
  for (const char* field : {"search_results[0].title", "question"}) {
    bad.add_field_violations()->set_field(field);
    bad.mutable_field_violations(bad.field_violations_size() - 1)->set_description("is empty");
  }
  Attach(bad, &status);
  const ErrorReport report = Report(status);
  EXPECT_EQ(report.exit_code, kExitServerError);
  EXPECT_EQ(
      report.text,
      "footnote: error: INVALID_ARGUMENT (INVALID_REQUEST): search_results[0].title: is empty\n"
      "footnote: error: INVALID_ARGUMENT (INVALID_REQUEST): question: is empty\n"
      "footnote: error: INVALID_ARGUMENT (INVALID_REQUEST): ... and 3 more\n"
      "footnote: hint: correct the fields above; `footnote preview` checks a request without "
      "sending it\n");
}

v1::Attempt Attempt(const std::string& model, int http_status, const std::string& type) {
  v1::Attempt attempt;
  attempt.set_model(model);
  attempt.set_error_reason("UPSTREAM_FAILED");
  if (http_status != 0) attempt.set_http_status(http_status);
  attempt.set_error_type(type);
  return attempt;
}

TEST(ErrorReportTest, ListsTheAttempts) {
  v1::FailedAttempts failed;
  *failed.add_attempts() = Attempt("m", 529, "overloaded_error");
  *failed.add_attempts() = Attempt("m", 503, "");
  *failed.add_attempts() = Attempt("m", 0, "");
  failed.mutable_attempts(2)->set_possibly_billed(true);
  absl::Status status = absl::UnavailableError("overloaded");
  Attach(failed, &status);
  EXPECT_THAT(Report(status).text,
              HasSubstr("\nfootnote: note: 3 attempts: 529 overloaded_error, 503 UPSTREAM_FAILED, "
                        "UPSTREAM_FAILED (may be billed)\n"));
}

TEST(ErrorReportTest, NamesTheModelsIfThereAreSeveral) {
  v1::FailedAttempts failed;
  v1::Attempt* const refusal = failed.add_attempts();
  refusal->set_model("a");
  refusal->set_refused(true);
  *failed.add_attempts() = Attempt("b\x1b[2J", 500, "api_error");
  absl::Status status = absl::UnavailableError("down");
  Attach(failed, &status);
  EXPECT_THAT(Report(status).text, HasSubstr("2 attempts: a: refused, b␛[2J: 500 api_error\n"));
}

TEST(ErrorReportTest, OmitsASingleAttemptUnlessItMayBeBilled) {
  v1::FailedAttempts failed;
  *failed.add_attempts() = Attempt("m", 529, "overloaded_error");
  absl::Status status = absl::UnavailableError("overloaded");
  Attach(failed, &status);
  EXPECT_THAT(Report(status).text, Not(HasSubstr("attempt")));
  failed.mutable_attempts(0)->set_possibly_billed(true);
  Attach(failed, &status);
  EXPECT_THAT(Report(status).text, HasSubstr("1 attempt: 529 overloaded_error (may be billed)"));
}

TEST(ErrorReportTest, AnUnverifiedCitationHasItsOwnExitCode) {
  absl::Status status = absl::AbortedError("no");
  Attach(Info("UNVERIFIED_CITATION"), &status);
  const ErrorReport report = Report(status);
  EXPECT_EQ(report.exit_code, kExitIncomplete);
  EXPECT_THAT(report.text, HasSubstr("(UNVERIFIED_CITATION): no\n"));
}

TEST(ErrorReportTest, CountsUnverifiedCitationsWithoutTheServersAdvice) {
  for (const auto& [citations, expected] : std::vector<std::pair<std::string, std::string>>{
           {"1", "1 citation could not be verified, at blocks[0]: MISMATCH\n"},
           {"2", "2 citations could not be verified, the first at blocks[0]: MISMATCH\n"}}) {
    absl::Status status = absl::AbortedError("Some could not be verified. Ask again.");
    google::rpc::ErrorInfo info = Info("UNVERIFIED_CITATION");
    (*info.mutable_metadata())["citations"] = citations;
    (*info.mutable_metadata())["first"] = "blocks[0]";
    (*info.mutable_metadata())["verdict"] = "MISMATCH";
    Attach(info, &status);
    EXPECT_THAT(Report(status).text, HasSubstr("(UNVERIFIED_CITATION): " + expected));
    EXPECT_THAT(Report(status).text, Not(HasSubstr("Ask again")));
  }
}

TEST(ErrorReportTest, StatesTheCoverageAndTheRequiredCoverage) {
  absl::Status status = absl::AbortedError("the answer's coverage is too low");
  google::rpc::ErrorInfo info = Info("COVERAGE_TOO_LOW");
  Attach(info, &status);
  EXPECT_THAT(Report(status).text, HasSubstr("(COVERAGE_TOO_LOW): the answer's coverage"));
  EXPECT_EQ(Report(status).exit_code, kExitIncomplete);
  (*info.mutable_metadata())["coverage"] = "0.79999";
  (*info.mutable_metadata())["min_coverage"] = "0.8";
  status = absl::AbortedError("the answer's coverage is too low");
  Attach(info, &status);
  EXPECT_THAT(Report(status).text,
              HasSubstr("(COVERAGE_TOO_LOW): only 79.9 % of what needs a citation is cited; "
                        "--min-coverage requires 80 %\n"));
}

TEST(ErrorReportTest, EscapesTheServersMessage) {
  const ErrorReport report = Report(absl::InternalError("a\x1b[2Jb\nc"));
  EXPECT_EQ(report.text, "footnote: error: INTERNAL: a␛[2Jb c\n");
}

TEST(ErrorReportTest, ReportsEachErrorOfTheInputOnALine) {
  EXPECT_EQ(ReportUsage("a: 1\nb: 2"), "footnote: error: a: 1\nfootnote: error: b: 2\n");
}

}  // namespace
}  // namespace footnote::client
