// A caller's regular expression that says where blocks end.
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
  // In RE2's instructions: bounds the memory and time of a search.
  static constexpr int kMaxProgramSize = 2000;
  // Longer matches are not found.
  static constexpr size_t kMaxMatchBytes = 1024;
  // So many cuts are made in a text and no more.
  static constexpr size_t kMaxSplits = 200001;

  // Fails with kInvalidArgument, saying what is wrong in a clause that follows the name of a field.
  static absl::StatusOr<std::shared_ptr<const BlockPattern>> Compile(absl::string_view expression);

  // Where blocks begin within `text`, ascending: behind each match or, if the expression has a
  // group, where its first group begins. Empty matches are none.
  std::vector<size_t> FindSplits(absl::string_view text) const;

  const std::string& expression() const { return expression_.pattern(); }

 private:
  BlockPattern(absl::string_view expression, const re2::RE2::Options& options)
      : expression_(re2::StringPiece(expression.data(), expression.size()), options) {}

  const re2::RE2 expression_;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_BLOCK_PATTERN_H_
