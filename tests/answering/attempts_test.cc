// SPDX-License-Identifier: Apache-2.0
#include "service/answering/attempts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "footnote/v1/answer.pb.h"
#include "service/status/errors.h"
#include "service/status/rich_status.h"
#include "service/upstream/attempt.h"

namespace footnote::answering {
namespace {

using testing::IsEmpty;

v1::FailedAttempts AttemptsOf(const absl::Status& error) {
  v1::FailedAttempts list;
  const auto payload = error.GetPayload(kFailedAttemptsTypeUrl);
  if (payload.has_value()) {
    EXPECT_TRUE(list.ParseFromString(std::string(*payload)));
  }
  return list;
}

// A failed attempt and a successful one.
std::vector<upstream::Attempt> TwoAttempts() {
  std::vector<upstream::Attempt> attempts(2);
  attempts[0].model = "claude-test";
  attempts[0].route = "main";
  attempts[0].code = absl::StatusCode::kUnavailable;
  attempts[0].reason = "UPSTREAM_OVERLOADED";
  attempts[0].failure.http_status = 529;
  attempts[0].failure.error_type = "overloaded_error";
  attempts[0].request_id = "req_0";
  attempts[1].model = "claude-test";
  attempts[1].route = "backup";
  attempts[1].waited = absl::Milliseconds(1500);
  return attempts;
}

TEST(AttemptsTest, AreListedInTheAnswer) {
  v1::Answer answer;
  ListAttempts(TwoAttempts(), &answer);
  ASSERT_EQ(answer.attempts_size(), 2);
  const v1::Attempt& failed = answer.attempts(0);
  EXPECT_EQ(failed.model(), "claude-test");
  EXPECT_EQ(failed.route(), "main");
  EXPECT_EQ(failed.error_reason(), "UPSTREAM_OVERLOADED");
  EXPECT_EQ(failed.http_status(), 529);
  EXPECT_EQ(failed.error_type(), "overloaded_error");
  EXPECT_EQ(failed.upstream_request_id(), "req_0");
  EXPECT_EQ(failed.wait().seconds(), 0);
  EXPECT_EQ(failed.wait().nanos(), 0);
  const v1::Attempt& last = answer.attempts(1);
  EXPECT_EQ(last.route(), "backup");
  EXPECT_EQ(last.error_reason(), "");
  EXPECT_FALSE(last.has_http_status());
  EXPECT_EQ(last.wait().seconds(), 1);
  EXPECT_EQ(last.wait().nanos(), 500'000'000);
  EXPECT_THAT(answer.notices(), IsEmpty());
}

TEST(AttemptsTest, RefusalsAreMarked) {
  std::vector<upstream::Attempt> attempts(2);
  attempts[0].refused = true;
  v1::Answer answer;
  ListAttempts(attempts, &answer);
  EXPECT_TRUE(answer.attempts(0).refused());
  EXPECT_FALSE(answer.attempts(1).refused());
}

TEST(AttemptsTest, AnAttemptThatMayBeBilledIsANotice) {
  // B28
  std::vector<upstream::Attempt> attempts = TwoAttempts();
  attempts[0].possibly_billed = true;
  v1::Answer answer;
  ListAttempts(attempts, &answer);
  EXPECT_TRUE(answer.attempts(0).possibly_billed());
  EXPECT_FALSE(answer.attempts(1).possibly_billed());
  ASSERT_EQ(answer.notices_size(), 1);
  EXPECT_EQ(answer.notices(0).kind(), v1::Notice::KIND_POSSIBLY_BILLED_TWICE);
  EXPECT_NE(answer.notices(0).message(), "");
}

TEST(AttemptsTest, AreListedInTheErrorWithTheirNumber) {
  absl::Status error = status::MakeError(v1::UPSTREAM_OVERLOADED, "overloaded");
  std::vector<upstream::Attempt> attempts = TwoAttempts();
  attempts.resize(3);
  ListAttempts(attempts, &error);
  const v1::FailedAttempts list = AttemptsOf(error);
  ASSERT_EQ(list.attempts_size(), 3);
  EXPECT_EQ(list.attempts(0).error_reason(), "UPSTREAM_OVERLOADED");
  EXPECT_EQ(list.attempts(0).model(), "claude-test");
  EXPECT_EQ(list.attempts(1).route(), "backup");
  EXPECT_EQ(status::ErrorMetadata(error, "attempts"), "3");
  EXPECT_EQ(status::ErrorReason(error), "UPSTREAM_OVERLOADED");
}

TEST(AttemptsTest, AnErrorWithoutAttemptsIsUnchanged) {
  const absl::Status error = status::MakeError(v1::UPSTREAM_OVERLOADED, "overloaded");
  absl::Status listed = error;
  ListAttempts({}, &listed);
  EXPECT_EQ(listed, error);
}

TEST(AttemptsTest, ANameThatIsTooLongIsOmittedFromTheError) {
  std::vector<upstream::Attempt> attempts(1);
  attempts[0].model = std::string(128, 'm');
  attempts[0].route = std::string(129, 'r');
  attempts[0].request_id = std::string(129, 'i');
  attempts[0].failure.error_type = std::string(129, 't');
  absl::Status error = absl::UnavailableError("down");
  ListAttempts(attempts, &error);
  const v1::FailedAttempts list = AttemptsOf(error);
  EXPECT_EQ(list.attempts(0).model(), std::string(128, 'm'));
  EXPECT_EQ(list.attempts(0).route(), "");
  EXPECT_EQ(list.attempts(0).upstream_request_id(), "");
  EXPECT_EQ(list.attempts(0).error_type(), "");
}

TEST(AttemptsTest, TheListFitsIntoAnErrorIfTheTypesAreLong) {
  std::vector<upstream::Attempt> attempts(40);
  for (upstream::Attempt& attempt : attempts) {
    attempt.reason = "UPSTREAM_OVERLOADED";
    attempt.failure.error_type = std::string(128, 't');
  }
  absl::Status error = absl::UnavailableError("down");
  ListAttempts(attempts, &error);
  EXPECT_LE(error.GetPayload(kFailedAttemptsTypeUrl)->size(), 2048u);
  EXPECT_EQ(AttemptsOf(error).attempts(0).error_type(), std::string(128, 't'));
  EXPECT_EQ(AttemptsOf(error).attempts(1).error_type(), "");
}

TEST(AttemptsTest, TheListFitsIntoAnErrorIfThereAreManyAttempts) {
  // B24
  std::vector<upstream::Attempt> attempts(40);
  for (upstream::Attempt& attempt : attempts) {
    attempt.model = std::string(60, 'm');
    attempt.route = std::string(60, 'r');
    attempt.reason = "UPSTREAM_CONNECTION_LOST";
    attempt.failure.error_type = "overloaded_error";
    attempt.request_id = std::string(5000, 'i');
  }
  absl::Status error = absl::UnavailableError("down");
  ListAttempts(attempts, &error);
  EXPECT_LE(error.GetPayload(kFailedAttemptsTypeUrl)->size(), 3000u);
  const v1::FailedAttempts list = AttemptsOf(error);
  ASSERT_EQ(list.attempts_size(), 40);
  EXPECT_EQ(list.attempts(0).model(), std::string(60, 'm'));
  EXPECT_EQ(list.attempts(1).model(), "");
  EXPECT_EQ(list.attempts(38).route(), "");
  EXPECT_EQ(list.attempts(38).error_reason(), "UPSTREAM_CONNECTION_LOST");
  EXPECT_EQ(list.attempts(39).model(), std::string(60, 'm'));
}

}  // namespace
}  // namespace footnote::answering
