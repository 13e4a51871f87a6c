// SPDX-License-Identifier: Apache-2.0
#include "client/cli/error_hint.h"

#include <string>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "client/cli/arguments.h"
#include "client/cpp/error_details.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Command = Arguments::Command;

ErrorDetails Reason(const std::string& reason) {
  ErrorDetails details;
  details.reason = reason;
  details.domain = "footnote.dev";
  return details;
}

ErrorDetails Violation(const std::string& field) {
  ErrorDetails details = Reason("INVALID_REQUEST");
  details.violations = {{"question", "EMPTY", "is empty"}, {field, "EMPTY", "is wrong"}};
  return details;
}

std::string Hint(absl::StatusCode code, const ErrorDetails& details,
                 Command command = Command::kAsk, bool response_started = false) {
  return HintFor(absl::Status(code, "it failed"), details, {command, "host:1", response_started});
}

TEST(ErrorHintTest, StatesTheRetryDelay) {
  ErrorDetails details;
  details.retry_delay = absl::Nanoseconds(1606110047);
  EXPECT_EQ(Hint(absl::StatusCode::kResourceExhausted, details), "try again in 2 s");
  details.retry_delay = absl::Nanoseconds(431637354);
  EXPECT_EQ(Hint(absl::StatusCode::kUnavailable, details), "try again in under a second");
}

TEST(ErrorHintTest, AsksIfTheServerRunsIfNoServerAnswered) {
  EXPECT_THAT(Hint(absl::StatusCode::kUnavailable, {}),
              HasSubstr("is the server running at host:1?"));
}

TEST(ErrorHintTest, DoesNotAskThatAfterAnErrorOfAServer) {
  for (const char* reason : {"DRAINING", "UPSTREAM_UNAVAILABLE", "UPSTREAM_UNREACHABLE"}) {
    EXPECT_EQ(Hint(absl::StatusCode::kUnavailable, Reason(reason)), "try again");
  }
  ErrorDetails of_proxy = Reason("NO_BACKEND");
  of_proxy.domain = "proxy.example";
  EXPECT_EQ(Hint(absl::StatusCode::kUnavailable, of_proxy), "try again");
  EXPECT_THAT(Hint(absl::StatusCode::kUnavailable, {}, Command::kAsk, /*response_started=*/true),
              AllOf(HasSubstr("was lost"), Not(HasSubstr("is the server running"))));
}

TEST(ErrorHintTest, DoubtsTheServerOnlyWithoutItsErrorInfo) {
  EXPECT_THAT(Hint(absl::StatusCode::kUnimplemented, {}), HasSubstr("is host:1 a Footnote server"));
  EXPECT_EQ(Hint(absl::StatusCode::kUnimplemented, Reason("NOT_SUPPORTED")), "");
}

TEST(ErrorHintTest, NamesTheDeadlineOnlyIfALongerOneHelps) {
  constexpr char kMoreTime[] = "allow more time with --deadline";
  ErrorDetails timeout = Reason("UPSTREAM_TIMEOUT");
  EXPECT_EQ(Hint(absl::StatusCode::kDeadlineExceeded, {}), kMoreTime);
  EXPECT_EQ(Hint(absl::StatusCode::kDeadlineExceeded, timeout), kMoreTime);
  timeout.metadata["timeout"] = "deadline";
  EXPECT_EQ(Hint(absl::StatusCode::kDeadlineExceeded, timeout), kMoreTime);
  timeout.metadata["timeout"] = "upstream";
  EXPECT_EQ(Hint(absl::StatusCode::kDeadlineExceeded, timeout),
            "the time-out is the Messages API's; --deadline cannot change it");
  for (const char* limit : {"request_timeout", "stream_timeout", "first_byte_timeout",
                            "idle_timeout", "limit_of_a_later_version"}) {
    timeout.metadata["timeout"] = limit;
    EXPECT_EQ(Hint(absl::StatusCode::kDeadlineExceeded, timeout),
              std::string("the time-out is the server's ") + limit +
                  "; --deadline cannot change it, but the operator of the server can");
  }
}

TEST(ErrorHintTest, EscapesTheNameOfATimeout) {
  ErrorDetails timeout = Reason("UPSTREAM_TIMEOUT");
  timeout.metadata["timeout"] = "a\x1b[2J\nb";
  EXPECT_THAT(Hint(absl::StatusCode::kDeadlineExceeded, timeout), HasSubstr("a␛[2J b;"));
}

TEST(ErrorHintTest, RecommendsPreviewForViolationsOfAsk) {
  EXPECT_THAT(Hint(absl::StatusCode::kInvalidArgument, Violation("search_results[0].title")),
              HasSubstr("`footnote preview`"));
  EXPECT_EQ(Hint(absl::StatusCode::kInvalidArgument, Violation("search_results[0].title"),
                 Command::kPreview),
            "correct the fields above");
  EXPECT_EQ(Hint(absl::StatusCode::kInvalidArgument, Violation("request.search_results[0].title"),
                 Command::kResolve),
            "correct the fields above");
}

TEST(ErrorHintTest, ReportsAFileThatIsNotAMessage) {
  for (const char* field : {"message_json", "message_events"}) {
    EXPECT_EQ(Hint(absl::StatusCode::kInvalidArgument, Violation(field), Command::kResolve),
              "--message is not a message of the API: it must be the complete body of a response");
  }
}

TEST(ErrorHintTest, RecommendsARetryAfterAnUnverifiedCitationExceptToResolve) {
  const ErrorDetails unverified = Reason("UNVERIFIED_CITATION");
  EXPECT_THAT(Hint(absl::StatusCode::kAborted, unverified),
              AllOf(HasSubstr("try again, or "), HasSubstr("without --strict")));
  EXPECT_THAT(Hint(absl::StatusCode::kAborted, unverified, Command::kResolve),
              AllOf(Not(HasSubstr("again")), HasSubstr("without --strict")));
}

TEST(ErrorHintTest, RecommendsThePageForUncitedSentences) {
  const ErrorDetails low = Reason("COVERAGE_TOO_LOW");
  EXPECT_THAT(Hint(absl::StatusCode::kAborted, low),
              AllOf(HasSubstr("try again, or "), HasSubstr("without --min-coverage")));
  EXPECT_THAT(Hint(absl::StatusCode::kAborted, low, Command::kResolve), Not(HasSubstr("again")));
}

}  // namespace
}  // namespace footnote::client
