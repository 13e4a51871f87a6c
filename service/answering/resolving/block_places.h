// Where the blocks that citations name are in the text of a hit or document.
#ifndef FOOTNOTE_SERVICE_ANSWERING_RESOLVING_BLOCK_PLACES_H_
#define FOOTNOTE_SERVICE_ANSWERING_RESOLVING_BLOCK_PLACES_H_

#include <google/protobuf/repeated_field.h>

#include <cstddef>
#include <vector>

#include "footnote/v1/answer.pb.h"
#include "service/answering/resolving/text_index.h"
#include "service/answering/source_index.h"
#include "service/answering/utf8.h"

namespace footnote::answering {

// Where the blocks of one hit or custom-content document are in its text: its blocks joined with
// nothing between. Is made in time linear in the text.
class BlockPlaces {
 public:
  explicit BlockPlaces(const Source& source);

  // Whether a picture is among the blocks [start, end). Like the next, takes time that grows with
  // the logarithm of the number of pictures, and with those in the range.
  bool HasPicture(size_t start, size_t end) const;

  // Appends where the blocks [start, end) are: one span, or one for each run of text between
  // pictures.
  void AddSpans(size_t start, size_t end,
                google::protobuf::RepeatedPtrField<v1::Span>* spans) const;

 private:
  // Where each block begins, and where the last ends.
  std::vector<TextLength> edges_;
  // The blocks that are pictures, ascending.
  std::vector<size_t> pictures_;
};

}  // namespace footnote::answering

#endif  // FOOTNOTE_SERVICE_ANSWERING_RESOLVING_BLOCK_PLACES_H_
