// What a request may say of chunking, and what a preview says was done.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "service/answering/building/preview/preview.h"
#include "tests/answering/test_support.h"

namespace footnote::answering::building {
namespace {

using testing::ElementsAre;

v1::AnswerRequest WithChunking(const std::string& chunking, const std::string& text) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(
      absl::StrCat("question: 'Q' hits { source: 's' title: 't' chunking {", chunking, "} }"));
  request.mutable_hits(0)->set_text(text);
  return request;
}

v1::PreviewedHit Previewed(const std::string& chunking, const std::string& text) {
  v1::PreviewAnswerRequest request;
  *request.mutable_request() = WithChunking(chunking, text);
  v1::PreviewAnswerResponse preview;
  EXPECT_TRUE(PreviewRequest(request, TestDefaults(), &preview).ok());
  return preview.hits(0);
}

TEST(ChunkingOptionsTest, APatternOfTheRequestCutsEveryHit) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>(R"pb(
    question: "Q"
    chunking { policy: POLICY_PATTERN pattern: "--" }
    hits { source: "s" title: "t" text: "a--b" }
  )pb");
  const Json content = SentJson(request)["messages"][0]["content"][0]["content"];
  ASSERT_EQ(content.size(), 2u);
  EXPECT_EQ(content[0]["text"], "a--");
}

TEST(ChunkingOptionsTest, APreviewSaysPolicyLimitsAndLanguage) {
  const v1::PreviewedHit hit =
      Previewed("policy: POLICY_SENTENCE min_block_bytes: 5", "Das ist nicht gut. Es ist so.");
  EXPECT_EQ(hit.chunking().policy(), v1::Chunking::POLICY_SENTENCE);
  EXPECT_EQ(hit.chunking().min_block_bytes(), 5u);
  EXPECT_EQ(hit.chunking().max_block_bytes(), segmentation::kMaxSentenceBytes);
  EXPECT_EQ(hit.chunking().language(), "de");
  EXPECT_EQ(hit.blocks_size(), 2);
}

TEST(ChunkingOptionsTest, APreviewFlagsJoinedAndForcedBlocks) {
  const v1::PreviewedHit joined =
      Previewed("policy: POLICY_PARAGRAPH min_block_bytes: 9", "A.\n\nB.\n\nCdefghijkl.");
  ASSERT_EQ(joined.blocks_size(), 1);
  EXPECT_TRUE(joined.blocks(0).joined());
  const v1::PreviewedHit cut =
      Previewed("policy: POLICY_WHOLE max_block_bytes: 64", std::string(100, 'a'));
  ASSERT_EQ(cut.blocks_size(), 2);
  EXPECT_TRUE(cut.blocks(0).forced_cut());
  EXPECT_FALSE(cut.blocks(1).forced_cut());
  const v1::PreviewedHit whole =
      Previewed("policy: POLICY_WHOLE max_block_bytes: 64", "http://" + std::string(100, 'a'));
  ASSERT_EQ(whole.blocks_size(), 1);
  EXPECT_TRUE(whole.blocks(0).over_maximum());
}

struct BadChunking {
  const char* name;
  std::string chunking;
  const char* field;
  const char* problem;
};

class BadChunkingTest : public testing::TestWithParam<BadChunking> {};

TEST_P(BadChunkingTest, IsAViolationWithItsPath) {
  EXPECT_THAT(ViolationsOf(WithChunking(GetParam().chunking, "x")),
              ElementsAre(Violates(absl::StrCat("hits[0].chunking.", GetParam().field),
                                   GetParam().problem)));
}

INSTANTIATE_TEST_SUITE_P(
    Fields, BadChunkingTest,
    testing::Values(
        BadChunking{"UnknownPolicy", "policy: 77", "policy", "no value 77"},
        BadChunking{"PatternMissing", "policy: POLICY_PATTERN", "pattern", "is required"},
        BadChunking{"PatternBroken", "policy: POLICY_PATTERN pattern: '('", "pattern", "RE2"},
        BadChunking{"PatternElsewhere", "policy: POLICY_WHOLE pattern: 'a'", "pattern", "only"},
        BadChunking{"MinimumTooLarge", "min_block_bytes: 1000001", "min_block_bytes", "at most"},
        BadChunking{"MaximumTooSmall", "max_block_bytes: 63", "max_block_bytes", "from 64"},
        BadChunking{"MaximumTooLarge", "max_block_bytes: 100000001", "max_block_bytes", "from 64"},
        BadChunking{"MaximumBelowMinimum", "min_block_bytes: 100 max_block_bytes: 99",
                    "max_block_bytes", "less than"}),
    [](const testing::TestParamInfo<BadChunking>& info) { return info.param.name; });

TEST(ChunkingOptionsTest, ABadPatternOfTheRequestIsOneViolation) {
  v1::AnswerRequest request = TwoHits();
  request.mutable_chunking()->set_policy(v1::Chunking::POLICY_PATTERN);
  request.mutable_chunking()->set_pattern("[");
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("chunking.pattern", "RE2")));
}

TEST(ChunkingOptionsTest, NotEveryHitMayBringAPatternOfItsOwn) {
  v1::AnswerRequest request = FromText<v1::AnswerRequest>("question: 'Q'");
  for (int i = 0; i < 101; ++i) {
    *request.add_hits() = WithChunking("policy: POLICY_PATTERN pattern: 'a'", "x").hits(0);
  }
  EXPECT_THAT(ViolationsOf(request), ElementsAre(Violates("hits[100].chunking", "more than 100")));
}

TEST(ChunkingOptionsTest, AnUnknownLanguageIsGuessed) {
  EXPECT_EQ(Previewed("policy: POLICY_SENTENCE language: 'xx'", "This is it. That was not.")
                .chunking()
                .language(),
            "en");
}

}  // namespace
}  // namespace footnote::answering::building
