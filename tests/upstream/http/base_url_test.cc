// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/base_url.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace footnote::upstream {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct GoodUrl {
  const char* name;
  const char* url;
  const char* normal;
};

class GoodUrlTest : public testing::TestWithParam<GoodUrl> {};

TEST_P(GoodUrlTest, IsNormalized) {
  const auto normal = NormalizeBaseUrl(GetParam().url);
  ASSERT_TRUE(normal.ok()) << normal.status();
  EXPECT_EQ(*normal, GetParam().normal);
}

TEST_P(GoodUrlTest, StaysAsItIsOnceNormal) {
  EXPECT_EQ(*NormalizeBaseUrl(GetParam().normal), GetParam().normal);
}

INSTANTIATE_TEST_SUITE_P(
    Urls, GoodUrlTest,
    testing::Values(
        GoodUrl{"Https", "https://api.anthropic.com", "https://api.anthropic.com"},
        GoodUrl{"TrailingSlash", "https://api.anthropic.com/", "https://api.anthropic.com"},
        GoodUrl{"Port", "http://127.0.0.1:8081", "http://127.0.0.1:8081"},
        GoodUrl{"Ipv6", "http://[::1]:8081/", "http://[::1]:8081"},
        GoodUrl{"SchemeInCapitals", "HTTPS://api.anthropic.com", "https://api.anthropic.com"}),
    [](const auto& info) { return info.param.name; });

struct BadUrl {
  const char* name;
  absl::string_view url;
};

class BadUrlTest : public testing::TestWithParam<BadUrl> {};

TEST_P(BadUrlTest, IsRefusedWithoutBeingRepeated) {
  const auto normal = NormalizeBaseUrl(GetParam().url);
  EXPECT_EQ(normal.status().code(), absl::StatusCode::kInvalidArgument);
  EXPECT_THAT(std::string(normal.status().message()), Not(HasSubstr("secret")));
}

INSTANTIATE_TEST_SUITE_P(
    Urls, BadUrlTest,
    testing::Values(BadUrl{"Empty", ""}, BadUrl{"NoScheme", "api.anthropic.com"},
                    BadUrl{"OtherScheme", "ftp://secret.example"},
                    BadUrl{"UnknownScheme", "foo://secret.example"}, BadUrl{"NoHost", "http://"},
                    BadUrl{"File", "file:///secret"}, BadUrl{"Path", "https://secret.example/v1"},
                    BadUrl{"Query", "https://secret.example/?a=b"},
                    BadUrl{"QueryWithoutPath", "https://secret.example?a=b"},
                    BadUrl{"Fragment", "https://secret.example/#a"},
                    BadUrl{"User", "https://user@secret.example"},
                    BadUrl{"Password", "https://user:secret@api.example"},
                    BadUrl{"BadPort", "https://secret.example:99999"},
                    BadUrl{"Space", "https://secret example"},
                    BadUrl{"LineBreak", "https://secret.example\r\nx: y"},
                    BadUrl{"Nul", absl::string_view("https://a\0secret", 16)}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote::upstream
