// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/retry_policy.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "service/upstream/attempt.h"

namespace footnote::upstream {
namespace {

using Kind = Failure::Kind;

struct Case {
  std::string name;
  Kind kind = Kind::kNone;
  int http_status = 0;
  std::optional<bool> should_retry;
  bool possibly_billed = false;
  bool retried = false;             // if the caller does not allow to pay twice
  bool retried_if_allowed = false;  // if the caller allows it
};

class RetryPolicyTest : public testing::TestWithParam<Case> {
 protected:
  Failure failure() const {
    Failure failure;
    failure.kind = GetParam().kind;
    failure.http_status = GetParam().http_status;
    failure.should_retry = GetParam().should_retry;
    return failure;
  }
};

TEST_P(RetryPolicyTest, DeterminesIfTheAttemptMayBeBilled) {
  EXPECT_EQ(IsPossiblyBilled(failure()), GetParam().possibly_billed);
}

TEST_P(RetryPolicyTest, DeterminesIfAnotherAttemptCanSucceed) {
  EXPECT_EQ(IsRetryable(failure(), /*retry_possibly_billed=*/false), GetParam().retried);
  EXPECT_EQ(IsRetryable(failure(), /*retry_possibly_billed=*/true), GetParam().retried_if_allowed);
}

INSTANTIATE_TEST_SUITE_P(
    Connections, RetryPolicyTest,
    testing::Values(Case{"Refused", Kind::kNotConnected, 0, {}, false, true, true},  // B28
                    Case{"LostBeforeTheHead", Kind::kConnectionLost, 0, {}, true, true, true},
                    Case{"BrokeOffBehindTheHead", Kind::kBrokeOff, 200, {}, true, false, true},
                    Case{"TimedOut", Kind::kTimeout, 0, {}, true, false, true},  // B28
                    Case{"NoFailure", Kind::kNone, 0, {}, false, false, false},
                    Case{"Final", Kind::kFinal, 429, {}, false, false, false}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Statuses, RetryPolicyTest,
    testing::Values(Case{"BadRequest", Kind::kResponse, 400, {}, false, false, false},
                    Case{"Unauthorized", Kind::kResponse, 401, {}, false, false, false},
                    Case{"NotFound", Kind::kResponse, 404, {}, false, false, false},
                    Case{"RequestTimeout", Kind::kResponse, 408, {}, false, true, true},
                    Case{"Conflict", Kind::kResponse, 409, {}, false, true, true},
                    Case{"TooLarge", Kind::kResponse, 413, {}, false, false, false},
                    Case{"RateLimit", Kind::kResponse, 429, {}, false, true, true},
                    Case{"ServerError", Kind::kResponse, 500, {}, false, true, true},
                    Case{"BadGateway", Kind::kResponse, 502, {}, false, true, true},
                    Case{"Unavailable", Kind::kResponse, 503, {}, false, true, true},
                    Case{"GatewayTimeout", Kind::kResponse, 504, {}, true, false, true},  // B28
                    Case{"CloudflareTimeout", Kind::kResponse, 524, {}, true, false, true},
                    Case{"Overloaded", Kind::kResponse, 529, {}, false, true, true},  // B28
                    Case{"LastClientError", Kind::kResponse, 499, {}, false, false, false},
                    Case{"LastServerError", Kind::kResponse, 599, {}, false, true, true},
                    Case{"BeyondTheServerErrors", Kind::kResponse, 600, {}, false, false, false},
                    Case{"Redirect", Kind::kResponse, 302, {}, false, false, false}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    ErrorEvents, RetryPolicyTest,
    testing::Values(Case{"BadRequest", Kind::kErrorEvent, 400, {}, false, false, false},  // B20
                    Case{"RateLimit", Kind::kErrorEvent, 429, {}, false, true, true},
                    Case{"Overloaded", Kind::kErrorEvent, 529, {}, false, true, true},
                    Case{"Timeout", Kind::kErrorEvent, 504, {}, true, false, true},
                    Case{"OfUnknownType", Kind::kErrorEvent, 0, {}, false, false, false}),
    [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    ShouldRetryHeader, RetryPolicyTest,
    testing::Values(
        Case{"NoWinsOverUnavailable", Kind::kResponse, 503, false, false, false, false},  // B28
        Case{"YesWinsOverBadRequest", Kind::kResponse, 400, true, false, true, true},
        Case{"YesDoesNotSpendTheCallersMoney", Kind::kResponse, 504, true, true, false, true},
        Case{"NoWinsOverThePermissionToPayTwice", Kind::kTimeout, 0, false, true, false, false},
        Case{"YesDoesNotWinOverFinal", Kind::kFinal, 429, true, false, false, false}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::upstream
