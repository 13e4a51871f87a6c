// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/text/base64.h"

#include <gtest/gtest.h>

namespace footnote::emulator {
namespace {

TEST(Base64Test, ValidTextHasCompleteGroupsWithPaddingAtTheEnd) {
  for (const char* text : {"", "YQ==", "YWI=", "YWJj", "+/+/", "YWJjZA=="}) {
    EXPECT_TRUE(IsBase64(text)) << text;
  }
  for (const char* text : {"Y", "YQ", "YQ=", "YQ===", "====", "Y===", "Y=Q=", "YW-_", "YW J",
                           "YWJj\n", "YQ==YQ==", "日"}) {
    EXPECT_FALSE(IsBase64(text)) << text;
  }
}

TEST(Base64Test, DecodesTheFirstBytes) {
  EXPECT_EQ(DecodeBase64Start("YQ==", 9), "a");
  EXPECT_EQ(DecodeBase64Start("YWI=", 9), "ab");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 9), "abcd");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 3), "abc");
  EXPECT_EQ(DecodeBase64Start("YWJjZA==", 0), "");
  EXPECT_EQ(DecodeBase64Start("//79", 3), "\xff\xfe\xfd");
}

}  // namespace
}  // namespace footnote::emulator
