// SPDX-License-Identifier: Apache-2.0
// Splits a text into the blocks that citations refer to.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/block_pattern.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/size_limits.h"

namespace footnote::segmentation {

// The boundaries at which a text is split. See v1::Chunking.Policy.
enum class ChunkingPolicy {
  // None: the text is one block.
  kWhole,
  // After paragraphs. Code, tables and quotations are one block each; headings stay with their
  // text.
  kParagraph,
  // After list items, questions with their answers, sections with their headings, table rows.
  kItem,
  // After sentences.
  kSentence,
  // At the matches of a regular expression.
  kPattern,
};

// The default maximum length of a sentence, unless ChunkingRules::max_bytes is set.
constexpr size_t kMaxSentenceBytes = 4096;

struct ChunkingRules {
  ChunkingPolicy policy = ChunkingPolicy::kParagraph;
  // Set for kPattern, else null.
  std::shared_ptr<const BlockPattern> pattern;
  // Shorter blocks are joined with the next block, or the last one with the block before, unless
  // the result is longer than `max_bytes`.
  size_t min_bytes = 0;
  // Longer blocks are split; 0 for no limit. nullopt for the default of the policy:
  // kMaxSentenceBytes for kSentence, otherwise no limit.
  std::optional<size_t> max_bytes;
  // The language of the text; null to guess it.
  const Language* language = nullptr;

  // Returns the limit in bytes; 0 if there is none.
  size_t EffectiveMaxBytes() const {
    return max_bytes.value_or(policy == ChunkingPolicy::kSentence ? kMaxSentenceBytes : 0);
  }
};

struct Chunks {
  // Views of the text. Joined, they are equal to the text.
  std::vector<absl::string_view> blocks;
  // The BlockFlag bits of each block; empty if no block has any.
  std::vector<uint8_t> flags;
  // The language that was used; null if the language does not affect the result.
  const Language* language = nullptr;
};

// Splits well-formed `text`. Each block has a visible character; a text without one is a single
// block. No split is inside a grapheme, a code fence, a table row, a URL or a number.
// Deterministic. Takes time linear in `text`.
Chunks Chunk(absl::string_view text, const ChunkingRules& rules);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_
