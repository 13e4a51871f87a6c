// SPDX-License-Identifier: Apache-2.0
// Applies size limits to blocks.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/structure.h"

namespace footnote::segmentation {

// The effects of the limits on a block. Bits.
enum BlockFlag : uint8_t {
  // The block was joined from blocks below the minimum.
  kJoined = 1u << 0,
  // The block ends at this offset only because of the maximum.
  kForcedSplit = 1u << 1,
  // The block exceeds the maximum: code, table rows, URLs and numbers are never split.
  kOverMaximum = 1u << 2,
};

// The offsets at which blocks begin, ascending, without the first one, 0; and the BlockFlag bits of
// each block: one more than splits, or empty if no block has any.
struct FlaggedSplits {
  std::vector<size_t> splits;
  std::vector<uint8_t> flags;
};

// Joins each block of `text` shorter than `min_bytes` with the next block, and the last one with
// the block before, unless the result is longer than `max_bytes` (0: no limit).
void JoinShortBlocks(absl::string_view text, size_t min_bytes, size_t max_bytes,
                     FlaggedSplits* blocks);

// True if a block is longer than `max_bytes`.
bool HasLongBlock(absl::string_view text, size_t max_bytes, const FlaggedSplits& blocks);

// Splits blocks longer than `max_bytes`: after a sentence (`sentences` are splits, ascending), else
// after a clause, else at a blank, else between graphemes. `parts` are the parts of `text`.
void SplitLongBlocks(absl::string_view text, const std::vector<Part>& parts,
                     const std::vector<size_t>& sentences, size_t max_bytes, FlaggedSplits* blocks);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_
