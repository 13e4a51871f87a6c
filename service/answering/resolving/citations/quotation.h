// Whether a quotation says what its source says.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::answering::resolving {

// Whether white space at the end of a text counts. It does not where characters are cited: the
// API's ranges include the space behind a sentence, which its cited text may leave out.
enum class TrailingSpace { kCounts, kMayDiffer };

// The folds under which `quoted` equals `blocks` joined with nothing between: none if they are
// equal as they stand, the smallest set otherwise (of several equally small ones, the first in the
// order NFC, QUOTES, SPACE, TRAILING_SPACE), nullopt if they differ under all of them. A quotation
// that is empty, or is after its folds, equals nothing. At most 4 KiB of white space are left out
// at an end. Both are well-formed UTF-8. Takes time linear in both, and copies nothing unless they
// differ; a range that is many times as long as its quotation costs no more than that.
std::optional<std::vector<v1::Verification::Fold>> CompareQuotation(
    absl::string_view quoted, absl::Span<const absl::string_view> blocks,
    TrailingSpace trailing = TrailingSpace::kCounts);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_
