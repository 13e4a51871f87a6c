// SPDX-License-Identifier: Apache-2.0
#include "service/config_defaults.h"

#include "footnote/config/v1/server_config.pb.h"
#include "gtest/gtest.h"

namespace footnote {
namespace {

TEST(ConfigDefaultsTest, TheBaseHasNoDurationsAndNoRoutes) {
  const config::v1::ServerConfig config = BaseConfig();
  EXPECT_FALSE(config.has_drain_timeout());
  EXPECT_FALSE(config.retry().has_max_backoff());
  EXPECT_EQ(config.routes_size(), 0);
  EXPECT_EQ(config.retry().max_attempts(), 3);
}

TEST(ConfigDefaultsTest, CompletingKeepsTheValuesThatAreSet) {
  config::v1::ServerConfig config = BaseConfig();
  config.mutable_drain_timeout()->set_seconds(1);
  config::v1::RouteConfig& route = *config.add_routes();
  route.mutable_anthropic()->set_url("http://x");
  route.mutable_idle_timeout();
  CompleteConfig(&config);
  EXPECT_EQ(config.drain_timeout().seconds(), 1);
  ASSERT_EQ(config.routes_size(), 1);
  EXPECT_EQ(config.routes(0).anthropic().url(), "http://x");
  EXPECT_EQ(config.routes(0).idle_timeout().seconds(), 0) << "an explicit 0 is a value";
  EXPECT_EQ(config.routes(0).stream_timeout().seconds(), 3600);
}

TEST(ConfigDefaultsTest, ARouteWithoutAPlatformGetsNone) {
  config::v1::ServerConfig config = BaseConfig();
  config.add_routes();
  CompleteConfig(&config);
  EXPECT_EQ(config.routes(0).platform_case(), config::v1::RouteConfig::PLATFORM_NOT_SET);
}

}  // namespace
}  // namespace footnote
