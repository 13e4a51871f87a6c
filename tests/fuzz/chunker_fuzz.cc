// SPDX-License-Identifier: Apache-2.0
// With every policy, the concatenated blocks equal the text, and no block is blank or begins inside
// of a grapheme.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "service/segmentation/chunker.h"
#include "service/text/characters.h"
#include "service/text/graphemes.h"
#include "service/text/utf8.h"
#include "tests/fuzz/check.h"

namespace footnote::fuzz {
namespace {

using segmentation::Chunk;
using segmentation::ChunkingPolicy;
using segmentation::ChunkingRules;
using segmentation::Chunks;

// Returns the rules that the first two bytes of an input select.
segmentation::ChunkingRules ReadRules(uint8_t first, uint8_t second) {
  constexpr segmentation::ChunkingPolicy kPolicies[] = {
      segmentation::ChunkingPolicy::kWhole, segmentation::ChunkingPolicy::kParagraph,
      segmentation::ChunkingPolicy::kItem, segmentation::ChunkingPolicy::kSentence,
      segmentation::ChunkingPolicy::kPattern};
  segmentation::ChunkingRules rules;
  rules.policy = kPolicies[first % 5];
  if (rules.policy == segmentation::ChunkingPolicy::kPattern) {
    static const auto pattern = *segmentation::BlockPattern::Compile("[;.\\n] *|(#)");
    rules.pattern = pattern;
  }
  if ((first & 0x80) != 0) rules.min_bytes = second % 32;
  if ((first & 0x40) != 0) rules.max_bytes = 32 + second % 64;
  return rules;
}

void CheckBlocks(absl::string_view text, const segmentation::Chunks& chunks) {
  const bool blank = text::SkipBlanks(text, 0) == text.size();
  const char* at = text.data();
  for (const absl::string_view block : chunks.blocks) {
    Check(block.data() == at, "blocks are contiguous");
    Check(blank || text::SkipBlanks(block, 0) < block.size(), "no block is blank");
    at += block.size();
  }
  Check(at == text.data() + text.size(), "the concatenated blocks equal the text");
  text::GraphemeTracker graphemes;
  size_t next = 0;
  size_t begin = 0;
  for (size_t offset = 0; offset < text.size();) {
    const text::CodePoint c = text::DecodeAt(text, offset);
    const bool boundary = graphemes.Take(c.value);
    if (offset == begin) {
      Check(boundary, "blocks begin at a grapheme boundary");
      begin += chunks.blocks[next++].size();
    }
    offset += c.size;
  }
  Check(text.empty() || next == chunks.blocks.size(), "blocks begin at a character");
}

}  // namespace
}  // namespace footnote::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  // The request builder refuses ill-formed text.
  if (footnote::text::FindIllFormed(text).has_value()) return 0;
  const auto rules = footnote::fuzz::ReadRules(data[0], data[1]);
  footnote::fuzz::CheckBlocks(text, footnote::segmentation::Chunk(text, rules));
  return 0;
}
