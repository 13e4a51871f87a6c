// SPDX-License-Identifier: Apache-2.0
#include "service/upstream/http/proxy_url.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace footnote::upstream {
namespace {

TEST(ProxyUrlTest, AUrlWithAHostAndAPortIsValid) {
  for (const char* url : {"http://proxy.test:3128", "https://proxy.test:3128/", "http://[::1]:1",
                          "http://user@proxy.test:1"}) {
    EXPECT_TRUE(ReadProxyUrl(url).has_value()) << url;
  }
}

TEST(ProxyUrlTest, AnythingElseIsNot) {
  for (const std::string url :
       {"", "proxy.test:3128", "proxy.test", "http://proxy.test", "socks5://proxy.test:1080",
        "http://proxy.test:1/path", "http://proxy.test:1?q", "http://proxy.test:1#f",
        "http://:3128", "http://proxy.test:99999", "http://a b:1"}) {
    EXPECT_FALSE(ReadProxyUrl(url).has_value()) << url;
  }
  EXPECT_FALSE(ReadProxyUrl(std::string("http://a.test:1\0x", 17)).has_value());
}

TEST(ProxyUrlTest, WithoutAUserThereIsNoSecret) {
  EXPECT_TRUE(ReadProxyUrl("http://proxy.test:3128")->secrets.empty());
}

TEST(ProxyUrlTest, ThePasswordAndTheHeaderWithItAreSecrets) {
  const std::optional<ProxyUrl> proxy = ReadProxyUrl("http://user:p%40ss@proxy.test:3128");
  ASSERT_TRUE(proxy.has_value());
  ASSERT_EQ(proxy->secrets.size(), 2u);
  EXPECT_EQ(proxy->secrets[0].Reveal(), "p@ss");
  EXPECT_EQ(proxy->secrets[1].Reveal(), "dXNlcjpwQHNz");
}

}  // namespace
}  // namespace footnote::upstream
