// SPDX-License-Identifier: Apache-2.0
// The offsets at which a text can be split if no sentence or structure ends there.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/structure.h"
#include "service/text/graphemes.h"

namespace footnote::segmentation {

// The quality of a boundary, worst first.
enum class BoundaryRank : uint8_t { kGrapheme, kBlank, kClause, kSentence };

// Iterates over the safe boundaries of a text: the boundaries of graphemes that are not before a
// blank and not inside a number, a URL, code, a table row or the like.
class SafeBoundaries {
 public:
  // `parts` are those of `text`; both must outlive this.
  SafeBoundaries(absl::string_view text, const std::vector<Part>& parts)
      : text_(text), parts_(parts) {}

  // Moves to the next boundary. Returns false at the end of the text.
  bool Next();

  size_t position() const { return position_; }
  // The rank of the boundary. Never kSentence: ignores sentences.
  BoundaryRank rank() const { return rank_; }

 private:
  bool IsSafe(char32_t left, char32_t right);
  void FindUrl(size_t begin);

  const absl::string_view text_;
  const std::vector<Part>& parts_;
  size_t part_ = 0;
  size_t position_ = 0;
  BoundaryRank rank_ = BoundaryRank::kGrapheme;
  text::GraphemeTracker graphemes_;
  char32_t last_ = 0;  // the character before `next_`
  char32_t before_last_ = 0;
  char32_t last_visible_ = 0;
  size_t next_ = 0;     // the offset of the next character
  size_t run_end_ = 0;  // the end of the last run of visible ASCII
  size_t url_begin_ = 0;
  size_t url_end_ = 0;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_
