// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/caching/cache_minimum.h"

#include <gtest/gtest.h>

namespace footnote::answering::building {
namespace {

TEST(CacheMinimumTest, TheFamilyAndVersionOfTheModelDetermineTheMinimumOnEveryPlatform) {
  const struct {
    const char* model;
    int64_t tokens;
  } kCases[] = {
      {"claude-opus-5", 512},
      {"claude-opus-5-20260801", 512},
      {"claude-fable-5", 512},
      {"claude-mythos-5", 512},
      {"claude-mythos-preview", 2048},
      {"claude-opus-4-7", 2048},
      {"claude-3-5-haiku-20241022", 2048},
      {"anthropic.claude-3-5-haiku-20241022-v1:0", 2048},
      {"claude-opus-4-6", 4096},
      {"us.anthropic.claude-opus-4-6-v1:0", 4096},
      {"claude-opus-4-5-20251101", 4096},
      {"claude-opus-4-5@20251101", 4096},
      {"claude-haiku-4-5", 4096},
      {"claude-sonnet-4-5-20250929", 1024},
      {"claude-opus-4-1", 1024},
      {"claude-opus-4-20250514", 1024},
  };
  for (const auto& test : kCases) {
    EXPECT_EQ(MinimumCacheableTokens(test.model), test.tokens) << test.model;
  }
}

TEST(CacheMinimumTest, ALongerVersionIsAnotherModel) {
  for (const char* model : {"claude-opus-5-5", "claude-opus-5.5", "claude-opus-50",
                            "claude-opus-5-5-20261001", "claude-haiku-4-51"}) {
    EXPECT_EQ(MinimumCacheableTokens(model), 1024) << model;
  }
}

TEST(CacheMinimumTest, AnUnknownModelHasTheDefault) {
  EXPECT_EQ(MinimumCacheableTokens("my-deployment"), 1024);
  EXPECT_EQ(MinimumCacheableTokens(""), 1024);
}

}  // namespace
}  // namespace footnote::answering::building
