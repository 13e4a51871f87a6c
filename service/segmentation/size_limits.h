// Holds blocks to the sizes that a caller asks for.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/structure.h"

namespace footnote::segmentation {

// Bits.
enum BlockFlag : uint8_t {
  // Joined from blocks below the minimum.
  kJoined = 1u << 0,
  // Ends where it does only because of the maximum.
  kForcedSplit = 1u << 1,
  // Above the maximum all the same: code, a table row, a URL or a number is never cut.
  kOverMaximum = 1u << 2,
};

// Where blocks begin, ascending, the first at 0 left out; and BlockFlag bits of each block, one
// more than cuts, or empty if none has any.
struct FlaggedSplits {
  std::vector<size_t> splits;
  std::vector<uint8_t> flags;
};

// Joins blocks of `text` shorter than `min_bytes` with the next, the last with the one before,
// where the two are no longer than `max_bytes` (0: no limit).
void JoinShortBlocks(absl::string_view text, size_t min_bytes, size_t max_bytes,
                     FlaggedSplits* blocks);

// Whether `blocks` have one longer than `max_bytes`.
bool HasLongBlock(absl::string_view text, size_t max_bytes, const FlaggedSplits& blocks);

// Cuts blocks longer than `max_bytes`: behind a sentence (`sentences` are cuts, ascending), else a
// clause, else at a blank, else between graphemes. `parts` are those of `text`.
void SplitLongBlocks(absl::string_view text, const std::vector<Part>& parts,
                     const std::vector<size_t>& sentences, size_t max_bytes, FlaggedSplits* blocks);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SIZE_LIMITS_H_
