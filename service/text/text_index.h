// Places in a text, from one unit to the others.
#ifndef FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_
#define FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_

#include <cstddef>
#include <vector>

#include "absl/strings/string_view.h"
#include "footnote/v1/answer.pb.h"
#include "service/text/utf8.h"

namespace footnote::text {

// Finds places of one text, in no order, each in time that does not grow with the text (by byte) or
// with its logarithm only (by code point). Is made in time linear in the text; holds little beside
// an ASCII text, and about a twentieth of any other. Immutable.
class TextIndex {
 public:
  // `text` is well-formed UTF-8 and must outlive the index.
  explicit TextIndex(absl::string_view text);

  // Of the whole text.
  const TextLength& length() const { return length_; }

  // The place at `byte`, which begins a code point or is the end.
  TextLength AtByte(size_t byte) const;

  // The place of code point number `number`, or the end for any number from length().code_points.
  TextLength AtCodePoint(size_t number) const;

 private:
  bool IsAscii() const { return length_.bytes == length_.code_points; }

  const absl::string_view text_;
  TextLength length_;
  // Of a text that is not ASCII: what lies before every kStride-th byte. Code points count with
  // their first byte.
  std::vector<TextLength> marks_;
};

// The span from `start` to `end` in all three units.
v1::Span MakeSpan(const TextLength& start, const TextLength& end);
void SetSpan(const TextLength& start, const TextLength& end, v1::Span* span);

}  // namespace footnote::text

#endif  // FOOTNOTE_SERVICE_TEXT_TEXT_INDEX_H_
