// SPDX-License-Identifier: Apache-2.0
// The positions of blocks in the text of a source.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "service/answering/source_index.h"
#include "service/text/text_index.h"
#include "service/text/utf8.h"

namespace footnote::answering::resolving {

// The positions of the blocks of one search result or document in its text, which is its blocks
// concatenated without a separator. Construction takes time linear in the text. Immutable.
class BlockOffsets {
 public:
  explicit BlockOffsets(const Source& source);

  // True if one of the blocks [start, end) is an image. Takes time logarithmic in the number of
  // images.
  bool HasImage(size_t start, size_t end) const;

  // Returns the span of the blocks [start, end), where start <= end, from the first to the last
  // byte of their text; nullopt if they have none. Takes constant time.
  std::optional<v1::Span> SpanOf(size_t start, size_t end) const;

 private:
  // The start of each block, and the end of the last one.
  std::vector<text::TextLength> edges_;
  // The indices of the blocks that are images, ascending.
  std::vector<size_t> images_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_
