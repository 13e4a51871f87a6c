// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/url_target.h"

#include <gtest/gtest.h>

#include <optional>

namespace footnote::upstream {
namespace {

struct Case {
  const char* name;
  const char* url;
  const char* host;
  int port;
  bool is_loopback;
  bool needs_lookup;
};

class UrlTargetTest : public testing::TestWithParam<Case> {};

TEST_P(UrlTargetTest, IsRead) {
  const std::optional<UrlTarget> target = ReadUrlTarget(GetParam().url);
  ASSERT_TRUE(target.has_value());
  EXPECT_EQ(target->host, GetParam().host);
  EXPECT_EQ(target->port, GetParam().port);
  EXPECT_EQ(target->is_loopback, GetParam().is_loopback);
  EXPECT_EQ(target->needs_lookup, GetParam().needs_lookup);
}

INSTANTIATE_TEST_SUITE_P(
    Urls, UrlTargetTest,
    testing::Values(
        Case{"Https", "https://api.test/v1", "api.test", 443, false, true},
        Case{"Http", "http://api.test", "api.test", 80, false, true},
        Case{"Port", "http://api.test:8080", "api.test", 8080, false, true},
        Case{"NoScheme", "api.test:8080", "api.test", 8080, false, true},
        Case{"User", "http://u:p@api.test:1", "api.test", 1, false, true},
        Case{"V4", "http://192.0.2.1", "192.0.2.1", 80, false, false},
        Case{"V6", "http://[2001:db8::1]:81", "2001:db8::1", 81, false, false},
        Case{"LoopbackV4", "http://127.0.0.1:9", "127.0.0.1", 9, true, false},
        Case{"LastLoopbackV4", "http://127.255.255.255", "127.255.255.255", 80, true, false},
        Case{"BeforeLoopbackV4", "http://126.255.255.255", "126.255.255.255", 80, false, false},
        Case{"LoopbackV6", "http://[::1]", "::1", 80, true, false},
        Case{"NextV6", "http://[::2]", "::2", 80, false, false},
        Case{"Localhost", "http://LocalHost", "LocalHost", 80, true, false},
        Case{"LocalhostAsALabel", "http://localhost.test", "localhost.test", 80, false, true},
        Case{"AddressAsALabel", "http://127.0.0.1.test", "127.0.0.1.test", 80, false, true}),
    [](const auto& info) { return info.param.name; });

TEST(UrlTargetTest, WhatIsNoUrlHasNoTarget) {
  EXPECT_FALSE(ReadUrlTarget("").has_value());
  EXPECT_FALSE(ReadUrlTarget("http://").has_value());
  EXPECT_FALSE(ReadUrlTarget("http://a b").has_value());
  EXPECT_FALSE(ReadUrlTarget("file:///etc/passwd").has_value());
}

}  // namespace
}  // namespace footnote::upstream
