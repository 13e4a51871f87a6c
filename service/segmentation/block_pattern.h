// SPDX-License-Identifier: Apache-2.0
// A regular expression of the caller that determines the boundaries of blocks.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_BLOCK_PATTERN_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_BLOCK_PATTERN_H_

#include <re2/re2.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace footnote::segmentation {

// Immutable and thread-safe.
class BlockPattern {
 public:
  static constexpr size_t kMaxPatternBytes = 1000;
  // The number of RE2 instructions. Limits the memory and time of a search.
  static constexpr int kMaxProgramSize = 2000;
  // Does not find longer matches.
  static constexpr size_t kMaxMatchBytes = 1024;
  // The maximum number of splits in a text.
  static constexpr size_t kMaxSplits = 200001;

  // Fails with kInvalidArgument. The message continues a sentence that begins with the field name.
  static absl::StatusOr<std::shared_ptr<const BlockPattern>> Compile(absl::string_view expression);

  // Returns the offsets at which blocks begin within `text`, ascending: after each match or, if the
  // expression has a group, at the beginning of its first group. Ignores empty matches.
  std::vector<size_t> FindSplits(absl::string_view text) const;

  const std::string& expression() const { return expression_.pattern(); }

 private:
  BlockPattern(absl::string_view expression, const re2::RE2::Options& options)
      : expression_(re2::StringPiece(expression.data(), expression.size()), options) {}

  const re2::RE2 expression_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_BLOCK_PATTERN_H_
