// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/validation/model_traits.h"

#include <gtest/gtest.h>

namespace footnote::answering::building {
namespace {

TEST(IsOfFamilyTest, TheNamesOfEveryPlatformBelongToTheFamily) {
  for (const char* model : {"claude-opus-5", "claude-opus-5-20260801", "claude-opus-5@20260801",
                            "anthropic.claude-opus-5-20260801-v1:0", "us.anthropic.claude-opus-5",
                            "claude-opus-5-latest"}) {
    EXPECT_TRUE(IsOfFamily(model, "opus-5")) << model;
  }
}

TEST(IsOfFamilyTest, AnotherVersionIsAnotherFamily) {
  for (const char* model : {"claude-opus-5-5", "claude-opus-5.5", "claude-opus-50",
                            "claude-opus-5-15-20260801", "claude-sonnet-5", ""}) {
    EXPECT_FALSE(IsOfFamily(model, "opus-5")) << model;
  }
}

TEST(SupportsCitationsTest, OnlyTheFirstHaikuDoesNotCite) {
  EXPECT_FALSE(SupportsCitations("claude-3-haiku-20240307"));
  EXPECT_FALSE(SupportsCitations("anthropic.claude-3-haiku-20240307-v1:0"));
  EXPECT_TRUE(SupportsCitations("claude-3-5-haiku-20241022"));
  EXPECT_TRUE(SupportsCitations("claude-haiku-4-5"));
  EXPECT_TRUE(SupportsCitations("unknown"));
}

TEST(SupportsForcedToolUseTest, TwoFamiliesDoNotSupportIt) {
  EXPECT_FALSE(SupportsForcedToolUse("claude-opus-5-5"));
  EXPECT_FALSE(SupportsForcedToolUse("claude-opus-5-5-20261101"));
  EXPECT_FALSE(SupportsForcedToolUse("anthropic.claude-fable-5-1-v1:0"));
  EXPECT_TRUE(SupportsForcedToolUse("claude-opus-5"));
  EXPECT_TRUE(SupportsForcedToolUse("claude-fable-5"));
  EXPECT_TRUE(SupportsForcedToolUse("unknown"));
}

}  // namespace
}  // namespace footnote::answering::building
