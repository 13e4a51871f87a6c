// SPDX-License-Identifier: Apache-2.0
#include "client/cli/search_results/json_path.h"

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::string ErrorOf(const std::string& text) {
  const absl::StatusOr<nlohmann::json> value = ParseJson(text);
  EXPECT_EQ(value.status().code(), absl::StatusCode::kInvalidArgument) << text;
  return std::string(value.status().message());
}

TEST(ParseJsonTest, ParsesAValueAfterAByteOrderMark) {
  const absl::StatusOr<nlohmann::json> value = ParseJson("\xEF\xBB\xBF{\"a\": [1, 2]}");
  ASSERT_TRUE(value.ok()) << value.status();
  EXPECT_EQ((*value)["a"][1], 2);
}

TEST(ParseJsonTest, ErrorsStateThePathAndTheLine) {
  EXPECT_THAT(ErrorOf("[{\"a\": 1},\n {\"b\": [0, x]}]"),
              AllOf(StartsWith("[1].b[1]"), HasSubstr("line 2")));
  EXPECT_THAT(ErrorOf("{\"a\": {\"b\": \"\xFF\"}}"), AllOf(StartsWith("a.b"), HasSubstr("UTF-8")));
  EXPECT_THAT(ErrorOf("x"), StartsWith("the top level"));
}

TEST(ParseJsonTest, AcceptsAtMost64Levels) {
  const auto nested = [](int levels) {
    return std::string(levels, '[') + std::string(levels, ']');
  };
  EXPECT_TRUE(ParseJson(nested(64)).ok());
  EXPECT_THAT(ErrorOf(nested(65)), HasSubstr("64 levels"));
}

}  // namespace
}  // namespace footnote::client
