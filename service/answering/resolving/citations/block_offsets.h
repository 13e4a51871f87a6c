// Where the blocks that citations name are in the text of a hit or document.
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

// Where the blocks of one hit or custom-content document are in its text: its blocks joined with
// nothing between. Is made in time linear in the text.
class BlockOffsets {
 public:
  explicit BlockOffsets(const Source& source);

  // Whether a picture is among the blocks [start, end). Like the next, takes time that grows with
  // the logarithm of the number of pictures, and with those in the range.
  bool HasImage(size_t start, size_t end) const;

  // Appends where the blocks [start, end) are: one span, or one for each run of text between
  // pictures.
  void AddSpans(size_t start, size_t end,
                google::protobuf::RepeatedPtrField<v1::Span>* spans) const;

 private:
  // Where each block begins, and where the last ends.
  std::vector<text::TextLength> edges_;
  // The blocks that are pictures, ascending.
  std::vector<size_t> images_;
};

}  // namespace footnote::answering::resolving

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_CITATIONS_BLOCK_OFFSETS_H_
