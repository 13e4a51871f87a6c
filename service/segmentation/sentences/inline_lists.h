// SPDX-License-Identifier: Apache-2.0
// Lists that are written in one line: "1. Wash it. 2. Dry it."
#ifndef FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_
#define FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "service/segmentation/sentences/sentence_tokens.h"

namespace footnote::segmentation {

// Appends to `begins` the offsets at which list items begin within `piece`, except for the first
// item of a list that begins the piece. A list has at least two markers in sequence. Changes the
// tokens of its markers to kUnpaired, so that they do not end a sentence.
void FindInlineItems(absl::string_view piece, std::vector<SentenceToken>* tokens,
                     std::vector<size_t>* begins);

}  // namespace footnote::segmentation

#endif  // FOOTNOTE_SERVICE_SEGMENTATION_SENTENCES_INLINE_LISTS_H_
