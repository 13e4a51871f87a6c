// SPDX-License-Identifier: Apache-2.0
// Converts offsets in a text between bytes, UTF-16 code units and code points.
#ifndef FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_
#define FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/text/utf8.h"

namespace footnote::text {

// Looks up offsets of one text in any order: in constant time by byte, in logarithmic time by code
// point. Construction takes time linear in the text. Uses almost no memory for an ASCII text, and
// about a twentieth of the size of any other text. Immutable.
class TextIndex {
 public:
  // `text` is well-formed UTF-8 and must outlive the index.
  explicit TextIndex(absl::string_view text);

  // The length of the text.
  const TextLength& length() const { return length_; }

  // Returns the offset that corresponds to `byte`, which begins a code point or is the end.
  TextLength AtByte(size_t byte) const;

  // Returns the offset of the code point with the 0-based number `number`, or the end if there is
  // no such code point.
  TextLength AtCodePoint(size_t number) const;

 private:
  bool IsAscii() const { return length_.bytes == length_.code_points; }

  const absl::string_view text_;
  TextLength length_;
  // The offset of every kStride-th byte; empty for an ASCII text. A code point counts as before a
  // byte if its first byte is.
  std::vector<TextLength> samples_;
};

// Returns or sets the half-open span from `start` to `end` in all three units.
v1::Span MakeSpan(const TextLength& start, const TextLength& end);
void SetSpan(const TextLength& start, const TextLength& end, v1::Span* span);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_
