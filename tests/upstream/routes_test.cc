// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "service/upstream/credentials/static_credentials.h"
#include "tests/upstream/transport_testing.h"

namespace footnote::upstream {
namespace {

using ::testing::ElementsAre;

class RoutesTest : public testing::Test {
 protected:
  const FakePlatform one_{"one"};
  const FakePlatform two_{"two"};
  StaticCredentials credentials_{Secret()};
  const Routes routes_{{{"one", &one_, &credentials_, {}, {"a", "b"}},
                        {"two", &two_, &credentials_, {}, {"b", "c"}}}};
};

TEST_F(RoutesTest, FindsARouteByItsName) {
  ASSERT_NE(routes_.Find("two"), nullptr);
  EXPECT_EQ(routes_.Find("two")->platform, &two_);
}

TEST_F(RoutesTest, AnEmptyNameIsTheFirstRoute) {
  ASSERT_NE(routes_.Find(""), nullptr);
  EXPECT_EQ(routes_.Find("")->name, "one");
}

TEST_F(RoutesTest, AnUnknownNameHasNoRouteAndNoHeaders) {
  EXPECT_EQ(routes_.Find("three"), nullptr);
  EXPECT_TRUE(routes_.PublicHeaders("three", {{"a", "1"}}).empty());
}

TEST_F(RoutesTest, ForwardedHeadersAreThoseOfAllRoutes) {
  EXPECT_THAT(routes_.forwarded_headers(), ElementsAre("a", "b", "c"));
}

TEST_F(RoutesTest, KeepsOnlyTheForwardedHeadersOfTheRoute) {
  HttpHeaders headers = {{"a", "1"}, {"b", "2"}, {"c", "3"}};
  routes_.KeepForwardedHeaders(*routes_.Find("two"), &headers);
  EXPECT_EQ(headers, (HttpHeaders{{"b", "2"}, {"c", "3"}}));
}

TEST_F(RoutesTest, PublicHeadersAreThoseOfThePlatformOfTheRoute) {
  EXPECT_EQ(routes_.PublicHeaders("two", {{"a", "1"}, {"c", "3"}}),
            (HttpHeaders{{"c", "3"}, {"x-url", "two"}}));
}

}  // namespace
}  // namespace footnote::upstream
