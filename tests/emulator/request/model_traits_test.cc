// SPDX-License-Identifier: Apache-2.0
#include "service/emulator/request/model_traits.h"

#include <gtest/gtest.h>

#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace footnote::emulator {
namespace {

using Family = ModelTraits::Family;

TEST(ModelTraitsTest, ParsesTheFamilyAndTheVersion) {
  struct {
    std::string_view id;
    Family family;
    int version;
  } const cases[] = {
      {"claude-opus-5-5", Family::kOpus, 55},
      {"claude-sonnet-5", Family::kSonnet, 50},
      {"claude-sonnet-4-5-20250929", Family::kSonnet, 45},
      {"claude-sonnet-4-5@20250929", Family::kSonnet, 45},
      {"claude-opus-4-20250514", Family::kOpus, 40},
      {"claude-3-5-haiku-latest", Family::kHaiku, 35},
      {"claude-3-haiku-20240307", Family::kHaiku, 30},
      {"claude-fable-5-1", Family::kFable, 51},
      {"claude-mythos-preview", Family::kMythos, 47},
      {"claude-2.1", Family::kOther, 21},
      {"claude-instant-1.2", Family::kOther, 12},
      {"claude-opus-4-12", Family::kOpus, 49},
  };
  for (const auto& c : cases) {
    const std::optional<ModelTraits> traits = ParseModelId(c.id);
    ASSERT_TRUE(traits.has_value()) << c.id;
    EXPECT_EQ(traits->family, c.family) << c.id;
    EXPECT_EQ(traits->version, c.version) << c.id;
  }
}

TEST(ModelTraitsTest, RejectsIdsThatAreNotAClaudeModels) {
  for (const std::string_view id : {"", "claude", "claude-", "claude-nope", "claude-opus",
                                    "claude-preview", "claude-opus-20250514", "gpt-4", "opus-5"}) {
    EXPECT_FALSE(ParseModelId(id).has_value()) << id;
  }
}

TEST(ModelTraitsTest, AnUnknownModelHasThePropertiesOfSonnet55) {
  const ModelTraits traits = TraitsOfUnknownModel();
  EXPECT_EQ(traits.family, Family::kSonnet);
  EXPECT_EQ(traits.version, 55);
}

struct PropertyCase {
  const char* name;
  bool (ModelTraits::*property)() const;
  std::vector<std::string_view> with;
  std::vector<std::string_view> without;
};

std::ostream& operator<<(std::ostream& out, const PropertyCase& c) { return out << c.name; }

class ModelPropertyTest : public testing::TestWithParam<PropertyCase> {};

TEST_P(ModelPropertyTest, BelongsToTheModelsOfTheTable) {
  const PropertyCase& c = GetParam();
  for (const std::string_view id : c.with) {
    EXPECT_TRUE((ParseModelId(id).value().*c.property)()) << id;
  }
  for (const std::string_view id : c.without) {
    EXPECT_FALSE((ParseModelId(id).value().*c.property)()) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Properties, ModelPropertyTest,
    testing::Values(
        PropertyCase{"ForcedToolUse",
                     &ModelTraits::SupportsForcedToolUse,
                     {"claude-opus-5", "claude-fable-5", "claude-sonnet-5"},
                     {"claude-opus-5-5", "claude-fable-5-1"}},
        PropertyCase{"Prefill",
                     &ModelTraits::SupportsPrefill,
                     {"claude-opus-4-5", "claude-sonnet-4-5", "claude-3-5-haiku-latest"},
                     {"claude-opus-4-6", "claude-sonnet-4-6", "claude-opus-5"}},
        PropertyCase{"SystemMessages",
                     &ModelTraits::SupportsSystemMessages,
                     {"claude-opus-4-8", "claude-opus-5", "claude-fable-5", "claude-mythos-5",
                      "claude-sonnet-5-5"},
                     {"claude-opus-4-7", "claude-sonnet-5", "claude-mythos-preview"}},
        PropertyCase{"Sampling",
                     &ModelTraits::SupportsSampling,
                     {"claude-opus-4-6", "claude-sonnet-4-6", "claude-haiku-4-5"},
                     {"claude-opus-4-7", "claude-sonnet-5", "claude-fable-5"}},
        PropertyCase{"TemperatureWithTopP",
                     &ModelTraits::SupportsTemperatureWithTopP,
                     {"claude-3-7-sonnet-20250219"},
                     {"claude-sonnet-4-20250514", "claude-opus-4-1"}},
        PropertyCase{"Citations",
                     &ModelTraits::SupportsCitations,
                     {"claude-3-opus-20240229", "claude-3-5-haiku-latest", "claude-opus-5"},
                     {"claude-3-haiku-20240307", "claude-2.1"}},
        PropertyCase{"ManualThinking",
                     &ModelTraits::SupportsManualThinking,
                     {"claude-opus-4-5", "claude-opus-4-6"},
                     {"claude-opus-4-7", "claude-sonnet-5"}},
        PropertyCase{"AdaptiveThinking",
                     &ModelTraits::SupportsAdaptiveThinking,
                     {"claude-opus-4-6", "claude-opus-5"},
                     {"claude-opus-4-5", "claude-haiku-4-5"}},
        PropertyCase{"DisabledThinking",
                     &ModelTraits::SupportsDisabledThinking,
                     {"claude-opus-5", "claude-sonnet-5"},
                     {"claude-opus-5-5", "claude-fable-5", "claude-mythos-5"}},
        PropertyCase{"ThinkingBetweenTools",
                     &ModelTraits::SupportsThinkingBetweenTools,
                     {"claude-opus-5-5", "claude-fable-5-1"},
                     {"claude-opus-5", "claude-fable-5"}},
        PropertyCase{"ExtraHighEffort",
                     &ModelTraits::SupportsExtraHighEffort,
                     {"claude-opus-4-7", "claude-opus-5"},
                     {"claude-opus-4-6"}}),
    [](const testing::TestParamInfo<PropertyCase>& info) { return std::string(info.param.name); });

TEST(ModelTraitsTest, EachModelHasItsMinimumOfCacheableTokens) {
  struct {
    std::string_view id;
    int tokens;
  } const cases[] = {
      {"claude-opus-5", 512},          {"claude-fable-5", 512},
      {"claude-mythos-5", 512},        {"claude-opus-4-8", 1024},
      {"claude-sonnet-5", 1024},       {"claude-sonnet-4-6", 1024},
      {"claude-sonnet-4-5", 1024},     {"claude-sonnet-4-20250514", 1024},
      {"claude-opus-4-1", 1024},       {"claude-opus-4-20250514", 1024},
      {"claude-mythos-preview", 2048}, {"claude-opus-4-7", 2048},
      {"claude-3-5-haiku", 2048},      {"claude-opus-4-6", 4096},
      {"claude-opus-4-5", 4096},       {"claude-haiku-4-5", 4096},
  };
  for (const auto& c : cases) {
    EXPECT_EQ(ParseModelId(c.id).value().MinimumCacheableTokens(), c.tokens) << c.id;
  }
}

}  // namespace
}  // namespace footnote::emulator
