// SPDX-License-Identifier: Apache-2.0
// The positions of blocks in the text of a source.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_

#include <google/protobuf/repeated_field.h>

#include <cstddef>
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

  // Appends the spans of the blocks [start, end): one for each run of text between images. Takes
  // time logarithmic in the number of images, plus linear in the number of images in the range.
  void AddSpans(size_t start, size_t end,
                google::protobuf::RepeatedPtrField<v1::Span>* spans) const;

 private:
  // The start of each block, and the end of the last one.
  std::vector<text::TextLength> edges_;
  // The indices of the blocks that are images, ascending.
  std::vector<size_t> images_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_
