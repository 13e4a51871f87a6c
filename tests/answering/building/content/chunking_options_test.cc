// SPDX-License-Identifier: Apache-2.0
#include "service/answering/building/content/chunking_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/building/preview/preview.h"
#include "service/segmentation/chunker.h"
#include "tests/answering/building/content/rule_testing.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using segmentation::ChunkingPolicy;
using segmentation::ChunkingRules;
using testing::ElementsAre;
using testing::IsEmpty;

// Returns the rules that `chunking`, which must be valid, specifies.
ChunkingRules MustRead(const std::string& chunking) {
  Violations violations;
  ChunkingRules rules = ReadChunking(FromText<v1::Chunking>(chunking), Field(&violations));
  EXPECT_THAT(violations.kept(), IsEmpty()) << chunking;
  return rules;
}

v1::AnswerRequest WithChunking(const std::string& chunking, const std::string& text) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(absl::StrCat(
      "question: 'Q' search_results { source: 's' title: 't' chunking {", chunking, "} }"));
  request.mutable_search_results(0)->set_text(text);
  return request;
}

v1::PreviewedSearchResult Previewed(const std::string& chunking, const std::string& text) {
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = WithChunking(chunking, text);
  v1::PreviewAnswerResponse preview;
  EXPECT_TRUE(PreviewRequest(request, TestDefaults(), &preview).ok());
  return preview.search_results(0);
}

TEST(ChunkingOptionsTest, ThePatternOfTheRequestSplitsEverySearchResult) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    chunking { policy: POLICY_PATTERN pattern: "--" }
    search_results { source: "s" title: "t" text: "a--b" }
  )pb");
  const Json content = SentJson(request)["messages"][0]["content"][0]["content"];
  ASSERT_EQ(content.size(), 2u);
  EXPECT_EQ(content[0]["text"], "a--");
}

TEST(ChunkingOptionsTest, APreviewHasPolicyLimitsAndLanguage) {
  const v1::PreviewedSearchResult search_result =
      Previewed("policy: POLICY_SENTENCE min_block_bytes: 5", "Das ist nicht gut. Es ist so.");
  EXPECT_EQ(search_result.chunking().policy(), v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(search_result.chunking().min_block_bytes(), 5);
  EXPECT_EQ(search_result.chunking().max_block_bytes(), 4096);
  EXPECT_EQ(search_result.chunking().language(), "de");
  EXPECT_EQ(search_result.blocks_size(), 2);
}

TEST(ChunkingOptionsTest, APreviewFlagsBlocksThatWereJoinedOrSplitBySize) {
  const v1::PreviewedSearchResult joined =
      Previewed("policy: POLICY_PARAGRAPH min_block_bytes: 9", "A.\n\nB.\n\nCdefghijkl.");
  ASSERT_EQ(joined.blocks_size(), 1);
  EXPECT_TRUE(joined.blocks(0).joined());
  const v1::PreviewedSearchResult split =
      Previewed("policy: POLICY_WHOLE max_block_bytes: 64", std::string(100, 'a'));
  ASSERT_EQ(split.blocks_size(), 2);
  EXPECT_TRUE(split.blocks(0).size_split());
  EXPECT_FALSE(split.blocks(1).size_split());
  const v1::PreviewedSearchResult unsplit =
      Previewed("policy: POLICY_WHOLE max_block_bytes: 64", "http://" + std::string(100, 'a'));
  ASSERT_EQ(unsplit.blocks_size(), 1);
  EXPECT_TRUE(unsplit.blocks(0).over_maximum());
}

TEST(ChunkingOptionsTest, TheDefaultIsParagraphsWithoutLimits) {
  const ChunkingRules rules = MustRead("");
  EXPECT_EQ(rules.policy, ChunkingPolicy::kParagraph);
  EXPECT_EQ(rules.pattern, nullptr);
  EXPECT_EQ(rules.min_bytes, 0u);
  EXPECT_EQ(rules.EffectiveMaxBytes(), 0u);
  EXPECT_EQ(rules.language, nullptr);
}

TEST(ChunkingOptionsTest, EveryPolicyHasItsRule) {
  EXPECT_EQ(MustRead("policy: POLICY_WHOLE").policy, ChunkingPolicy::kWhole);
  EXPECT_EQ(MustRead("policy: POLICY_PARAGRAPH").policy, ChunkingPolicy::kParagraph);
  EXPECT_EQ(MustRead("policy: POLICY_ITEM").policy, ChunkingPolicy::kItem);
  EXPECT_EQ(MustRead("policy: POLICY_SENTENCE").policy, ChunkingPolicy::kSentence);
  EXPECT_EQ(MustRead("policy: POLICY_PATTERN pattern: 'a'").policy, ChunkingPolicy::kPattern);
}

TEST(ChunkingOptionsTest, TheDefaultMaximumIs4096BytesForSentencesOnly) {
  EXPECT_EQ(MustRead("policy: POLICY_SENTENCE").EffectiveMaxBytes(), 4096u);
  EXPECT_EQ(MustRead("policy: POLICY_ITEM").EffectiveMaxBytes(), 0u);
  EXPECT_EQ(MustRead("policy: POLICY_SENTENCE max_block_bytes: 64").EffectiveMaxBytes(), 64u);
}

TEST(ChunkingOptionsTest, AMaximumOfZeroIsNoLimitWithEveryPolicy) {
  EXPECT_EQ(MustRead("policy: POLICY_SENTENCE max_block_bytes: 0").EffectiveMaxBytes(), 0u);
  EXPECT_EQ(MustRead("min_block_bytes: 100 max_block_bytes: 0").EffectiveMaxBytes(), 0u);
}

TEST(ChunkingOptionsTest, ASentenceOfMoreThan4096BytesIsSplitUnlessTheMaximumIsZero) {
  std::string sentence(9000, 'a');
  for (size_t i = 50; i < sentence.size(); i += 50) sentence[i] = ' ';
  EXPECT_EQ(Previewed("policy: POLICY_SENTENCE", sentence).blocks_size(), 3);
  const v1::PreviewedSearchResult unlimited =
      Previewed("policy: POLICY_SENTENCE max_block_bytes: 0", sentence);
  EXPECT_EQ(unlimited.blocks_size(), 1);
  EXPECT_TRUE(unlimited.chunking().has_max_block_bytes());
  EXPECT_EQ(unlimited.chunking().max_block_bytes(), 0);
}

TEST(ChunkingOptionsTest, TheLimitsOfTheSizesAreValid) {
  EXPECT_EQ(MustRead("min_block_bytes: 1000000").min_bytes, 1000000u);
  EXPECT_EQ(MustRead("max_block_bytes: 64").max_bytes, 64u);
  EXPECT_EQ(MustRead("max_block_bytes: 100000000").max_bytes, 100000000u);
  EXPECT_EQ(MustRead("min_block_bytes: 100 max_block_bytes: 100").max_bytes, 100u);
}

struct BadChunking {
  const char* name;
  std::string chunking;
  const char* field;
  const char* reason;
  const char* problem;
};

class BadChunkingTest : public testing::TestWithParam<BadChunking> {};

TEST_P(BadChunkingTest, IsAViolationWithItsPath) {
  EXPECT_THAT(
      ViolationsOf(WithChunking(GetParam().chunking, "x")),
      ElementsAre(ViolatesRule(absl::StrCat("search_results[0].chunking.", GetParam().field),
                               GetParam().reason, GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadChunkingTest,
    testing::Values(
        BadChunking{"UnknownPolicy", "policy: 77", "policy", "UNKNOWN_ENUM_VALUE", "77"},
        BadChunking{"PatternMissing", "policy: POLICY_PATTERN", "pattern", "REQUIRED",
                    "is required"},
        BadChunking{"PatternBroken", "policy: POLICY_PATTERN pattern: '('", "pattern",
                    "INVALID_PATTERN", "RE2"},
        BadChunking{"PatternElsewhere", "policy: POLICY_WHOLE pattern: 'a'", "pattern",
                    "NOT_APPLICABLE", "only"},
        BadChunking{"MinimumTooLarge", "min_block_bytes: 1000001", "min_block_bytes",
                    "OUT_OF_RANGE", "1000000"},
        BadChunking{"MinimumNegative", "min_block_bytes: -1", "min_block_bytes", "OUT_OF_RANGE",
                    "-1"},
        BadChunking{"MaximumTooSmall", "max_block_bytes: 63", "max_block_bytes", "OUT_OF_RANGE",
                    "from 64"},
        BadChunking{"MaximumTooLarge", "max_block_bytes: 100000001", "max_block_bytes",
                    "OUT_OF_RANGE", "from 64"},
        BadChunking{"MaximumNegative", "max_block_bytes: -64", "max_block_bytes", "OUT_OF_RANGE",
                    "is -64; must be from 64"},
        BadChunking{"MaximumBelowMinimum", "min_block_bytes: 100 max_block_bytes: 99",
                    "max_block_bytes", "OUT_OF_RANGE", "at least `min_block_bytes`, 100"}),
    [](const testing::TestParamInfo<BadChunking>& info) { return info.param.name; });

TEST(ChunkingOptionsTest, AnInvalidPatternOfTheRequestIsOneViolation) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_PATTERN);
  request.mutable_chunking()->set_pattern("[");
  EXPECT_THAT(ViolationsOf(request),
              ElementsAre(ViolatesRule("chunking.pattern", "INVALID_PATTERN", "RE2")));
}

TEST(ChunkingOptionsTest, AnUnsupportedLanguageIsDetected) {
  EXPECT_EQ(Previewed("policy: POLICY_SENTENCE language: 'xx'", "This is it. That was not.")
                .chunking()
                .language(),
            "en");
}

}  // namespace
}  // namespace footnote::answering::building
