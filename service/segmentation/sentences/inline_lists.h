// Lists that are written in one line: "1. Wash it. 2. Dry it."
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/sentence_tokens.h"

namespace footnote::segmentation {

// Appends to `begins`, in ascending order, where the items of lists begin within `piece`, the first
// item of a list left out if it begins the piece. One marker alone makes no list: its siblings, in
// sequence, do. The tokens of markers become kUnpaired, so that they end no sentence.
void FindInlineItems(absl::string_view piece, std::vector<SentenceToken>* tokens,
                     std::vector<size_t>* begins);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_
