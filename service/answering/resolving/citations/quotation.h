// SPDX-License-Identifier: Apache-2.0
// Comparison of cited text with its source.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::answering::resolving {

// Whether trailing white space is compared. It may differ where characters are cited: the API's
// ranges include the space after a sentence, which its cited text may omit.
enum class TrailingSpace { kCounts, kMayDiffer };

// Returns the smallest set of folds under which `quoted` equals `blocks` concatenated without a
// separator: empty if they are equal byte for byte, nullopt if they differ under all folds. Of
// several sets of the same size, returns the first in the order NFC, QUOTES, SPACE, TRAILING_SPACE.
// A quotation that is empty, before or after its folds, equals nothing. Ignores at most 4 KiB of
// trailing white space.
//
// Both must be well-formed UTF-8. Takes time linear in both, and copies nothing if they are equal.
// If one is many times as long as the other, takes time linear in the shorter one only.
std::optional<std::vector<v1::Verification::Fold>> CompareQuotation(
    absl::string_view quoted, absl::Span<const absl::string_view> blocks,
    TrailingSpace trailing = TrailingSpace::kCounts);

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_QUOTATION_H_
