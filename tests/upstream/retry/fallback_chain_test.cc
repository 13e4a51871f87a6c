// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/retry/fallback_chain.h"

#include <gtest/gtest.h>

namespace footnote::upstream {
namespace {

TEST(FallbackChainTest, BeginsWithTheRequestedModel) {
  const FallbackChain chain({"a", "r"}, {{"b", ""}});
  EXPECT_EQ(chain.current().model, "a");
  EXPECT_FALSE(chain.is_fallback());
  EXPECT_TRUE(chain.has_next());
}

TEST(FallbackChainTest, AdvancesThroughTheFallbacksInOrder) {
  FallbackChain chain({"a", "r"}, {{"b", ""}, {"c", "s"}});
  EXPECT_TRUE(chain.Advance());
  EXPECT_EQ(chain.current().model, "b");
  EXPECT_TRUE(chain.is_fallback());
  EXPECT_TRUE(chain.Advance());
  EXPECT_EQ(chain.current().model, "c");
  EXPECT_FALSE(chain.has_next());
}

TEST(FallbackChainTest, StaysAtTheLastModel) {
  FallbackChain chain({"a", "r"}, {{"b", ""}});
  chain.Advance();
  EXPECT_FALSE(chain.Advance());
  EXPECT_EQ(chain.current().model, "b");
}

TEST(FallbackChainTest, HasNoNextWithoutFallbacks) {
  FallbackChain chain({"a", "r"}, {});
  EXPECT_FALSE(chain.has_next());
  EXPECT_FALSE(chain.Advance());
  EXPECT_EQ(chain.current().model, "a");
  EXPECT_FALSE(chain.is_fallback());
}

TEST(FallbackChainTest, AFallbackWithoutARouteHasTheRouteOfTheFirstModel) {
  FallbackChain chain({"a", "r"}, {{"b", ""}, {"c", "s"}});
  EXPECT_EQ(chain.current().route, "r");
  chain.Advance();
  EXPECT_EQ(chain.current().route, "r");
  chain.Advance();
  EXPECT_EQ(chain.current().route, "s");
}

}  // namespace
}  // namespace footnote::upstream
