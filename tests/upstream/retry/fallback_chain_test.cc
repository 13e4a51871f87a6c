#include "service/upstream/retry/fallback_chain.h"

#include <gtest/gtest.h>

namespace footnote::upstream {
namespace {

TEST(FallbackChainTest, BeginsWithTheModelThatWasAsked) {
  const FallbackChain chain("a", {"b"});
  EXPECT_EQ(chain.model(), "a");
  EXPECT_FALSE(chain.is_fallback());
  EXPECT_TRUE(chain.has_next());
}

TEST(FallbackChainTest, GoesThroughTheFallbacksInOrder) {
  FallbackChain chain("a", {"b", "c"});
  EXPECT_TRUE(chain.Advance());
  EXPECT_EQ(chain.model(), "b");
  EXPECT_TRUE(chain.is_fallback());
  EXPECT_TRUE(chain.Advance());
  EXPECT_EQ(chain.model(), "c");
  EXPECT_FALSE(chain.has_next());
}

TEST(FallbackChainTest, StaysWithTheLast) {
  FallbackChain chain("a", {"b"});
  chain.Advance();
  EXPECT_FALSE(chain.Advance());
  EXPECT_EQ(chain.model(), "b");
}

TEST(FallbackChainTest, HasNothingBehindALoneModel) {
  FallbackChain chain("a", {});
  EXPECT_FALSE(chain.has_next());
  EXPECT_FALSE(chain.Advance());
  EXPECT_EQ(chain.model(), "a");
  EXPECT_FALSE(chain.is_fallback());
}

}  // namespace
}  // namespace footnote::upstream
