// The places at which a text can be cut though no rule of language or structure asks for it.
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/structure.h"
#include "service/text/graphemes.h"

namespace footnote::segmentation {

// How good a place is, worst first.
enum class BoundaryRank : uint8_t { kGrapheme, kBlank, kClause, kSentence };

// Walks over a text once, from its start. The boundaries are those of graphemes that have no blank
// on their right and are not inside of a number, a URL, code, a table row or the like.
class SafeBoundaries {
 public:
  // `parts` are those of `text`; both must outlive this.
  SafeBoundaries(absl::string_view text, const std::vector<Part>& parts)
      : text_(text), parts_(parts) {}

  // Goes to the next boundary; false at the end of the text.
  bool Next();

  size_t position() const { return position_; }
  // Without regard to sentences.
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
  size_t next_ = 0;     // the character to take next
  size_t run_end_ = 0;  // of the run of visible ASCII that was looked at last
  size_t url_begin_ = 0;
  size_t url_end_ = 0;
};

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SAFE_BOUNDARIES_H_
