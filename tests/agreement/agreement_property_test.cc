// SPDX-License-Identifier: Apache-2.0
// What the service takes, the API takes, whatever it is: tried on random requests.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "tests/agreement/random_requests.h"
#include "tests/agreement/verdicts.h"

namespace footnote::agreement {
namespace {

constexpr int kRequests = 1500;

// Returns how many of kRequests requests the service takes.
int CountAgreed(uint64_t seed, int odds) {
  RandomRequests requests(seed, odds);
  int taken = 0;
  for (int i = 0; i < kRequests && !testing::Test::HasFailure(); ++i) {
    const v1::AnswerRequest request = requests.Next();
    const absl::StatusOr<std::string> body = Build(request);
    if (!body.ok()) continue;
    ++taken;
    for (const char* version : {kOldVersion, kNewVersion}) {
      EXPECT_EQ(EmulatorsVerdict(*body, version), kAccepted)
          << "request " << i << " under " << version << ": " << *body << "\n"
          << request.DebugString();
    }
  }
  return taken;
}

TEST(AgreementPropertyTest, RequestsWithoutFaultsAreTakenByBoth) {
  EXPECT_GT(CountAgreed(/*seed=*/1, /*odds=*/1000000), kRequests * 3 / 4);
}

TEST(AgreementPropertyTest, OfRequestsWithFaultsTheEmulatorTakesWhatTheServiceTakes) {
  EXPECT_GT(CountAgreed(/*seed=*/2, /*odds=*/60), kRequests / 5);
}

TEST(AgreementPropertyTest, OfRequestsWithManyFaultsToo) {
  EXPECT_GT(CountAgreed(/*seed=*/3, /*odds=*/12), kRequests / 50);
}

}  // namespace
}  // namespace footnote::agreement
