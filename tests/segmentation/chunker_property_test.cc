// SPDX-License-Identifier: Apache-2.0
// Properties of every text under all rules, checked on random texts.
#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/chunker.h"
#include "service/text/characters.h"
#include "service/text/graphemes.h"
#include "service/text/utf8.h"
#include "tests/segmentation/chunking_testing.h"
#include "tests/support/random_text.h"

namespace footnote::segmentation {
namespace {

constexpr int kParts = 10;
constexpr int kTextsInAPart = 100000;

// A part of the million texts. The parts can run in parallel.
class MillionTextsTest : public testing::TestWithParam<int> {};

TEST_P(MillionTextsTest, BlocksAreViewsThatJoinToTheTextAndNoneIsBlank) {
  const std::vector<ChunkingRules> all = ManyRules();
  testing_support::RandomText random(static_cast<uint64_t>(100 + GetParam()));
  for (int i = 0; i < kTextsInAPart; ++i) {
    const std::string text = random.NotBlank(40);
    const ChunkingRules& rules =
        all[static_cast<size_t>(random.Below(static_cast<int>(all.size())))];
    const Chunks chunks = Chunk(text, rules);
    ASSERT_NO_FATAL_FAILURE(ExpectSound(text, chunks));
    for (const absl::string_view block : chunks.blocks) ASSERT_TRUE(text::HasText(block)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Parts, MillionTextsTest, testing::Range(0, kParts));

TEST(RandomTextsTest, NoSplitIsInsideAGrapheme) {
  const std::vector<ChunkingRules> all = ManyRules();
  testing_support::RandomText random(5);
  for (int i = 0; i < 1000; ++i) {
    const std::string text = random.NotBlank(40);
    text::GraphemeTracker graphemes;
    std::vector<bool> begins(text.size() + 1, false);
    for (size_t at = 0; at < text.size();) {
      const text::CodePoint c = text::DecodeAt(text, at);
      begins[at] = graphemes.Take(c.value);
      at += c.size;
    }
    for (const ChunkingRules& rules : all) {
      for (const absl::string_view block : Chunk(text, rules).blocks) {
        ASSERT_TRUE(begins[static_cast<size_t>(block.data() - text.data())]) << text;
      }
    }
  }
}

TEST(RandomTextsTest, UrlsNumbersAddressesAndGraphemesAreNotSplit) {
  constexpr absl::string_view kUnits[] = {"https://example.com/a.b?c=d&e=f!g,h",
                                          "1,234,567.89",
                                          "12:34:56",
                                          "name.surname@example.co.uk",
                                          "\U0001F468\u200D\U0001F469\u200D\U0001F467",
                                          "\U0001F1E9\U0001F1EA",
                                          "e\u0301\u0302\u0303"};
  constexpr absl::string_view kFillers[] = {" and. So ", " は、", "\n\n", " x ", "。", "! ", ", "};
  const std::vector<ChunkingRules> all = ManyRules();
  testing_support::RandomText random(6);
  for (int i = 0; i < 1000; ++i) {
    std::string text = "Text ";
    std::vector<std::pair<size_t, size_t>> units;
    for (int k = 0; k < 5; ++k) {
      const absl::string_view unit = kUnits[random.Below(7)];
      units.emplace_back(text.size(), text.size() + unit.size());
      text.append(unit.data(), unit.size());
      const absl::string_view filler = kFillers[random.Below(7)];
      text.append(filler.data(), filler.size());
    }
    for (const ChunkingRules& rules : all) {
      for (const absl::string_view block : Chunk(text, rules).blocks) {
        const size_t split = static_cast<size_t>(block.data() - text.data());
        for (const auto& [begin, end] : units) {
          ASSERT_TRUE(split <= begin || split >= end) << text << " at " << split;
        }
      }
    }
  }
}

TEST(RandomTextsTest, SentencesAreSplitAtTheEndsOfParagraphs) {
  testing_support::RandomText random(7);
  for (int i = 0; i < 10000; ++i) {
    const std::string text = random.NotBlank(40);
    std::set<const char*> begins;
    for (const absl::string_view block : Chunk(text, Rules(ChunkingPolicy::kSentence)).blocks) {
      begins.insert(block.data());
    }
    for (const absl::string_view block : Chunk(text, Rules(ChunkingPolicy::kParagraph)).blocks) {
      // Exception: only blanks before it. Then the two policies omit different splits.
      if (begins.count(block.data()) == 0) {
        const size_t at = static_cast<size_t>(block.data() - text.data());
        const auto next = begins.upper_bound(block.data());
        const size_t end =
            next == begins.end() ? text.size() : static_cast<size_t>(*next - text.data());
        ASSERT_TRUE(text::SkipBlanks(text, at) >= end ||
                    text::SkipBlanks(text, static_cast<size_t>(*std::prev(next) - text.data())) >=
                        at)
            << text;
      }
    }
  }
}

TEST(RandomTextsTest, EqualInputsGiveEqualBlocks) {
  testing_support::RandomText random(8);
  for (int i = 0; i < 200; ++i) {
    const std::string text = random.NotBlank(60);
    const std::string copy = text;
    for (const ChunkingRules& rules : ManyRules()) {
      ASSERT_EQ(Split(text, rules), Split(copy, rules)) << text;
    }
  }
}

}  // namespace
}  // namespace footnote::segmentation
