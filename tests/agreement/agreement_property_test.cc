// SPDX-License-Identifier: Apache-2.0
// The emulator accepts every random request that the service accepts.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "tests/agreement/random_requests.h"
#include "tests/agreement/verdicts.h"

namespace footnote::agreement {
namespace {

constexpr int kRequests = 1500;

// Expects that the emulator accepts the requests that the service accepts. Returns the number of
// these, of kRequests requests.
int CountAccepted(uint64_t seed, int odds) {
  RandomRequests requests(seed, odds);
  int accepted = 0;
  for (int i = 0; i < kRequests && !testing::Test::HasFailure(); ++i) {
    const v1::AnswerRequest request = requests.Next();
    const absl::StatusOr<std::string> body = Build(request);
    if (!body.ok()) continue;
    ++accepted;
    for (const char* version : {kOldVersion, kNewVersion}) {
      EXPECT_EQ(EmulatorVerdict(*body, version), kAccepted)
          << "request " << i << " under " << version << ": " << *body << "\n"
          << request.DebugString();
    }
  }
  return accepted;
}

TEST(AgreementPropertyTest, BothAcceptRequestsWithoutFaults) {
  EXPECT_GT(CountAccepted(/*seed=*/1, /*odds=*/1000000), kRequests * 3 / 4);
}

TEST(AgreementPropertyTest, TheEmulatorAcceptsRequestsWithFaultsThatTheServiceAccepts) {
  EXPECT_GT(CountAccepted(/*seed=*/2, /*odds=*/60), kRequests / 5);
}

TEST(AgreementPropertyTest, TheEmulatorAcceptsRequestsWithManyFaultsThatTheServiceAccepts) {
  EXPECT_GT(CountAccepted(/*seed=*/3, /*odds=*/12), kRequests / 50);
}

}  // namespace
}  // namespace footnote::agreement
