#include "service/text/text_index.h"

#include <algorithm>
#include <cstdint>

namespace footnote::text {
namespace {

constexpr size_t kStride = 512;

}  // namespace

TextIndex::TextIndex(absl::string_view text) : text_(text), length_(Measure(text)) {
  if (IsAscii()) return;
  marks_.reserve(text.size() / kStride + 1);
  TextLength mark;
  for (size_t at = 0; at <= text.size(); at += kStride) {
    marks_.push_back(mark);
    mark += Measure(text.substr(at, kStride));
  }
}

TextLength TextIndex::AtByte(size_t byte) const {
  if (IsAscii()) return {byte, byte, byte};
  TextLength place = marks_[byte / kStride];
  place += Measure(text_.substr(place.bytes, byte - place.bytes));
  return place;
}

TextLength TextIndex::AtCodePoint(size_t number) const {
  if (number >= length_.code_points) return length_;
  if (IsAscii()) return {number, number, number};
  const auto above =
      std::upper_bound(marks_.begin(), marks_.end(), number,
                       [](size_t n, const TextLength& mark) { return n < mark.code_points; });
  TextLength place = *(above - 1);
  for (; place.bytes < text_.size(); ++place.bytes) {
    const auto byte = static_cast<uint8_t>(text_[place.bytes]);
    if ((byte & 0xC0) == 0x80) continue;
    if (place.code_points == number) break;
    ++place.code_points;
    place.utf16 += byte >= 0xF0 ? 2 : 1;
  }
  return place;
}

v1::Span MakeSpan(const TextLength& start, const TextLength& end) {
  v1::Span span;
  SetSpan(start, end, &span);
  return span;
}

void SetSpan(const TextLength& start, const TextLength& end, v1::Span* span) {
  span->set_byte_start(static_cast<int32_t>(start.bytes));
  span->set_byte_end(static_cast<int32_t>(end.bytes));
  span->set_utf16_start(static_cast<int32_t>(start.utf16));
  span->set_utf16_end(static_cast<int32_t>(end.utf16));
  span->set_code_point_start(static_cast<int32_t>(start.code_points));
  span->set_code_point_end(static_cast<int32_t>(end.code_points));
}

}  // namespace footnote::text
