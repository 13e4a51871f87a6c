// SPDX-License-Identifier: Apache-2.0
#include "client/cpp/metadata.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace footnote::client {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(MetadataTest, KeysAreLowerCaseLettersDigitsAndThreePunctuationCharacters) {
  for (const char* key : {"x-tenant", "a", "0", "a_b.c-d", "-bin", "trace-bin", "x-grpc-y"}) {
    EXPECT_TRUE(IsMetadataKey(key)) << key;
  }
}

TEST(MetadataTest, NothingElseIsAKey) {
  for (const char* key : {"", "X-Tenant", "x tenant", ":path", "x\n", "x\x7f", "キー", "grpc-x"}) {
    EXPECT_FALSE(IsMetadataKey(key)) << key;
  }
  EXPECT_FALSE(IsMetadataKey(absl::string_view("x\0", 2)));
}

TEST(MetadataTest, OnlyBinaryKeysAcceptMoreThanPrintableAscii) {
  EXPECT_TRUE(IsMetadataValue("x", ""));
  EXPECT_TRUE(IsMetadataValue("x", " ~"));
  for (const absl::string_view value :
       {absl::string_view("a\nb"), absl::string_view("\r"), absl::string_view("\t"),
        absl::string_view("\x7f"), absl::string_view("日"), absl::string_view("\0", 1)}) {
    EXPECT_FALSE(IsMetadataValue("x", value)) << value;
    EXPECT_FALSE(IsMetadataValue("x-binary", value)) << value;
    EXPECT_FALSE(IsMetadataValue("-bin", value)) << value;
    EXPECT_TRUE(IsMetadataValue("x-bin", value)) << value;
  }
}

TEST(MetadataTest, TheErrorNamesTheFirstInvalidKey) {
  EXPECT_TRUE(CheckMetadata({}).ok());
  EXPECT_TRUE(CheckMetadata({{"a", "1"}, {"b-bin", "\n"}}).ok());
  const absl::Status status = CheckMetadata({{"a", "1"}, {"B", "2"}, {"C", "3"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"B\""));
}

TEST(MetadataTest, AnInvalidKeyIsEscaped) {
  EXPECT_THAT(std::string(CheckMetadata({{"a\nb", "1"}}).message()), HasSubstr(R"("a\nb")"));
}

TEST(MetadataTest, AnInvalidValueIsNotRepeated) {
  const absl::Status status = CheckMetadata({{"token", "hush\n"}});
  EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(status.message()), HasSubstr("\"token\""));
  EXPECT_THAT(std::string(status.message()), Not(HasSubstr("hush")));
}

}  // namespace
}  // namespace footnote::client
