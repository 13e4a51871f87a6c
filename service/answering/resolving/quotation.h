// Whether a quotation says what its source says.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_QUOTATION_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_QUOTATION_H_

#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "footnote/v1/answer.pb.h"

namespace footnote::answering {

// The folds under which `quoted` equals `blocks` joined with nothing between: none if they are
// equal as they stand, the smallest set otherwise (of several equally small ones, the first in the
// order NFC, QUOTES, SPACE), nullopt if they differ under all of them. An empty quotation equals
// nothing. Both are well-formed UTF-8. Takes time linear in both, and copies nothing unless they
// differ.
std::optional<std::vector<v1::Verification::Fold>> CompareQuotation(
    absl::string_view quoted, absl::Span<const absl::string_view> blocks);

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_QUOTATION_H_
