// SPDX-License-Identifier: Apache-2.0
// Helpers for tests that split texts.
#ifndef FOOTNOTE_TESTS_SEGMENTATION_CHUNKING_TESTING_H_
#define FOOTNOTE_TESTS_SEGMENTATION_CHUNKING_TESTING_H_

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/block_pattern.h"
#include "service/segmentation/chunker.h"
#include "service/text/characters.h"

namespace footnote::segmentation {

inline ChunkingRules Rules(ChunkingPolicy policy) {
  ChunkingRules rules;
  rules.policy = policy;
  return rules;
}

// Returns the blocks of `text`, which can be a temporary.
inline std::vector<std::string> Split(absl::string_view text, const ChunkingRules& rules) {
  const Chunks chunks = Chunk(text, rules);
  return {chunks.blocks.begin(), chunks.blocks.end()};
}

inline constexpr ChunkingPolicy kPolicies[] = {ChunkingPolicy::kWhole, ChunkingPolicy::kParagraph,
                                               ChunkingPolicy::kItem, ChunkingPolicy::kSentence,
                                               ChunkingPolicy::kPattern};

// Returns rules with all policies, with and without limits.
inline std::vector<ChunkingRules> ManyRules() {
  std::vector<ChunkingRules> all;
  for (const ChunkingPolicy policy : kPolicies) {
    ChunkingRules rules = Rules(policy);
    if (policy == ChunkingPolicy::kPattern) rules.pattern = *BlockPattern::Compile("[a-d.] *|\n");
    all.push_back(rules);
    rules.min_bytes = 8;
    all.push_back(rules);
    rules.max_bytes = 16;
    all.push_back(rules);
    rules.min_bytes = 0;
    all.push_back(rules);
  }
  return all;
}

// Expects that the blocks are views of `text` that join to it, and that none is blank.
inline void ExpectSound(const std::string& text, const Chunks& chunks) {
  const char* at = text.data();
  for (const absl::string_view block : chunks.blocks) {
    ASSERT_EQ(static_cast<const void*>(block.data()), at) << text;
    ASSERT_TRUE(chunks.blocks.size() == 1 || text::SkipBlanks(block, 0) < block.size()) << text;
    at += block.size();
  }
  ASSERT_EQ(at, text.data() + text.size()) << text;
  ASSERT_TRUE(chunks.flags.empty() || chunks.flags.size() == chunks.blocks.size()) << text;
}

// A text, given as its expected blocks.
struct ChunkCase {
  const char* name;
  std::vector<std::string> blocks;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_TESTS_SEGMENTATION_CHUNKING_TESTING_H_
