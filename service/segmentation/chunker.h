// Cuts a text into the blocks that a citation can point at.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/block_pattern.h"
#include "service/segmentation/sentences/language.h"
#include "service/segmentation/size_limits.h"

namespace footnote::segmentation {

// Where a text is cut; v1::Chunking.Policy says more.
enum class ChunkingPolicy {
  // Nowhere.
  kWhole,
  // Behind paragraphs; code, tables and quotations are kept whole, headings stay with their text.
  kParagraph,
  // Behind list items, questions with their answers, sections with their headings, table rows.
  kItem,
  // Behind sentences.
  kSentence,
  // Where a regular expression says.
  kPattern,
};

// Of a sentence that goes on without an end, unless ChunkingRules::max_bytes says otherwise.
constexpr size_t kMaxSentenceBytes = 4096;

struct ChunkingRules {
  ChunkingPolicy policy = ChunkingPolicy::kParagraph;
  // Of kPattern, else null.
  std::shared_ptr<const BlockPattern> pattern;
  // Shorter blocks join the next, or the last of a text the one before, unless the two together
  // were longer than `max_bytes`.
  size_t min_bytes = 0;
  // Longer blocks are cut; 0 if there is no such limit.
  size_t max_bytes = 0;
  // Of the text; null to guess it.
  const Language* language = nullptr;

  // `max_bytes` or, where it is 0, the limit of the policy; 0 if that has none either.
  size_t EffectiveMaxBytes() const {
    return max_bytes == 0 && policy == ChunkingPolicy::kSentence ? kMaxSentenceBytes : max_bytes;
  }
};

struct Chunks {
  // Views of the text that, joined, are the text byte for byte.
  std::vector<absl::string_view> blocks;
  // BlockFlag bits of each block; empty if no block has any.
  std::vector<uint8_t> flags;
  // What the text was taken for; null where its language did not matter.
  const Language* language = nullptr;
};

// Cuts well-formed `text`. No block is without a visible character, provided that `text` has one;
// else there is nothing to cut and `text` is the one block. No cut is inside of a grapheme, a code
// fence, a table row, a URL or a number. Takes time linear in `text`; deterministic.
Chunks Chunk(absl::string_view text, const ChunkingRules& rules);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_CHUNKER_H_
