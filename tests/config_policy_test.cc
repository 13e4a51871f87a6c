// SPDX-License-Identifier: Apache-2.0
#include "service/config_policy.h"

#include <google/protobuf/text_format.h>

#include <string>

#include "footnote/config/v1/server_config.pb.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "service/config_defaults.h"

namespace footnote {
namespace {

using answering::building::RequestPolicy;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

// The configuration of a server with defaults and `text`.
config::v1::ServerConfig With(const std::string& text) {
  config::v1::ServerConfig config = BaseConfig();
  EXPECT_TRUE(google::protobuf::TextFormat::MergeFromString(text, &config));
  return config;
}

TEST(PolicyOfTest, AllowsEverythingByDefault) {
  const RequestPolicy policy = PolicyOf({});
  EXPECT_THAT(policy.allowed_models, IsEmpty());
  EXPECT_FALSE(policy.max_tokens.has_value());
  EXPECT_TRUE(policy.allows_web_search);
  EXPECT_FALSE(policy.max_web_searches.has_value());
  EXPECT_FALSE(policy.max_fallback_models.has_value());
  EXPECT_FALSE(policy.max_attempts.has_value());
  EXPECT_TRUE(policy.allows_retry_possibly_billed);
}

TEST(PolicyOfTest, HasEveryField) {
  const RequestPolicy policy =
      PolicyOf(With("policy { allowed_models: 'a' allowed_models: 'b*' max_tokens: 7 web_search: "
                    "WEB_SEARCH_REFUSED max_web_searches: 5 max_fallback_models: 0 max_attempts: 2 "
                    "refuse_retry_possibly_billed: true }")
                   .policy());
  EXPECT_THAT(policy.allowed_models, ElementsAre("a", "b*"));
  EXPECT_EQ(policy.max_tokens, 7);
  EXPECT_FALSE(policy.allows_web_search);
  EXPECT_EQ(policy.max_web_searches, 5);
  EXPECT_EQ(policy.max_fallback_models, 0);
  EXPECT_EQ(policy.max_attempts, 2);
  EXPECT_FALSE(policy.allows_retry_possibly_billed);
}

TEST(PolicyDefaultsTest, TheyComply) {
  EXPECT_THAT(PolicyViolations(BaseConfig()), IsEmpty());
  EXPECT_THAT(PolicyViolations(With("policy { max_tokens: 4096 max_attempts: 3 }")), IsEmpty());
}

struct Case {
  const char* name;
  const char* text;
  const char* violation;
};

class PolicyViolationsTest : public testing::TestWithParam<Case> {};

TEST_P(PolicyViolationsTest, NamesTheField) {
  EXPECT_THAT(PolicyViolations(With(GetParam().text)),
              ElementsAre(StartsWith(GetParam().violation)));
}

INSTANTIATE_TEST_SUITE_P(
    All, PolicyViolationsTest,
    testing::Values(
        Case{"BlankModel", "policy { allowed_models: ' ' }", "policy.allowed_models[0]: "},
        Case{"StarWithin", "policy { allowed_models: 'a*b' }", "policy.allowed_models[0]: "},
        Case{"NoTokens", "policy { max_tokens: 0 } defaults { max_tokens: 0 }",
             "policy.max_tokens: must be positive"},
        Case{"NoSearches", "policy { max_web_searches: 0 }", "policy.max_web_searches: "},
        Case{"Fallbacks", "policy { max_fallback_models: 4 }",
             "policy.max_fallback_models: must be from 0 to 3"},
        Case{"Attempts", "policy { max_attempts: 11 }", "policy.max_attempts: must be from 1 to"},
        Case{"DefaultModel", "policy { allowed_models: 'a' } defaults { model: 'b' }",
             "defaults.model: "},
        Case{"DefaultFallback",
             "policy { allowed_models: 'a' } defaults { model: 'a' fallback_models { model: 'b' } "
             "}",
             "defaults.fallback_models[0].model: "},
        Case{"DefaultFallbacks",
             "policy { max_fallback_models: 0 } defaults { fallback_models { model: 'b' } }",
             "defaults.fallback_models: "},
        Case{"DefaultTokens", "policy { max_tokens: 4095 }", "defaults.max_tokens: "},
        Case{"DefaultAttempts", "policy { max_attempts: 2 }", "retry.max_attempts: "}),
    [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace footnote
