// SPDX-License-Identifier: Apache-2.0
#include "service/secret.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>

namespace footnote {
namespace {

TEST(SecretTest, PrintsNothingOfItsValue) {
  std::ostringstream out;
  out << Secret("sk-ant-TESTCANARY");
  EXPECT_EQ(out.str(), "[redacted]");
}

TEST(SecretTest, RevealsItsValueOnDemand) {
  EXPECT_EQ(Secret("sk-ant-TESTCANARY").Reveal(), "sk-ant-TESTCANARY");
}

TEST(SecretTest, IsEmptyOnlyWithoutAValue) {
  EXPECT_TRUE(Secret().empty());
  EXPECT_TRUE(Secret("").empty());
  EXPECT_FALSE(Secret("x").empty());
}

TEST(SecretTest, ACopyOutlivesItsOriginal) {
  Secret copy;
  {
    const Secret original(std::string(100, 'k'));
    copy = original;
  }
  EXPECT_EQ(copy.Reveal(), std::string(100, 'k'));
}

TEST(SecretTest, AssignmentToItselfKeepsTheValue) {
  Secret secret("value");
  const Secret& same = secret;
  secret = same;
  EXPECT_EQ(secret.Reveal(), "value");
}

}  // namespace
}  // namespace footnote
