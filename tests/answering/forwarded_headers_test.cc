// SPDX-License-Identifier: Apache-2.0
#include "service/answering/forwarded_headers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/answering/request_support.h"

namespace footnote::answering {
namespace {

using testing::ElementsAre;

TEST(ForwardedHeadersTest, OrdinaryValuesAreValid) {
  EXPECT_TRUE(CheckForwardedHeaders({}).ok());
  EXPECT_TRUE(CheckForwardedHeaders(
                  {{"traceparent", "00-1"}, {"x-empty", ""}, {"x-name", "Zo\u00eb \t (1)"}})
                  .ok());
}

TEST(ForwardedHeadersTest, ControlCharactersAreTheCallersFault) {
  for (const std::string& value :
       std::vector<std::string>{"a\r\nx: b", "a\nb", std::string("a\0b", 3), "\x7f"}) {
    const absl::Status status = CheckForwardedHeaders({{"x-good", "1"}, {"x-bad", value}});
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    const std::vector<FieldViolation> violations = ViolationsIn(status);
    ASSERT_THAT(violations, ElementsAre(Violates("metadata[x-bad]", "control characters")));
    EXPECT_EQ(violations[0].reason(), "INVALID_CHARACTERS");
  }
}

TEST(ForwardedHeadersTest, BytesThatAreNotUtf8AreTheCallersFault) {
  const std::vector<FieldViolation> violations =
      ViolationsIn(CheckForwardedHeaders({{"x-bad", "caf\xe9"}}));
  ASSERT_THAT(violations, ElementsAre(Violates("metadata[x-bad]", "UTF-8")));
  EXPECT_EQ(violations[0].reason(), "INVALID_UTF8");
}

TEST(ForwardedHeadersTest, EveryViolationIsReportedWithoutItsValue) {
  const absl::Status status = CheckForwardedHeaders({{"x-a", "secret1\n"}, {"x-b", "secret2\n"}});
  EXPECT_THAT(ViolationsIn(status),
              ElementsAre(Violates("metadata[x-a]", ""), Violates("metadata[x-b]", "")));
  EXPECT_EQ(status.ToString().find("secret"), std::string::npos);
}

}  // namespace
}  // namespace footnote::answering
