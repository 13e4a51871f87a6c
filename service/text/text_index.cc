// SPDX-License-Identifier: Apache-2.0
#include "service/text/text_index.h"

#include <algorithm>
#include <cstdint>

namespace footnote::text {
namespace {

constexpr size_t kStride = 512;

}  // namespace

TextIndex::TextIndex(absl::string_view text) : text_(text), length_(Measure(text)) {
  if (IsAscii()) return;
  samples_.reserve(text.size() / kStride + 1);
  TextLength sample;
  for (size_t at = 0; at <= text.size(); at += kStride) {
    samples_.push_back(sample);
    sample += Measure(text.substr(at, kStride));
  }
}

TextLength TextIndex::AtByte(size_t byte) const {
  if (IsAscii()) return {byte, byte, byte};
  TextLength offset = samples_[byte / kStride];
  offset += Measure(text_.substr(offset.bytes, byte - offset.bytes));
  return offset;
}

TextLength TextIndex::AtCodePoint(size_t number) const {
  if (number >= length_.code_points) return length_;
  if (IsAscii()) return {number, number, number};
  const auto above =
      std::upper_bound(samples_.begin(), samples_.end(), number,
                       [](size_t n, const TextLength& sample) { return n < sample.code_points; });
  TextLength offset = *(above - 1);
  for (; offset.bytes < text_.size(); ++offset.bytes) {
    const auto byte = static_cast<uint8_t>(text_[offset.bytes]);
    if ((byte & 0xC0) == 0x80) continue;
    if (offset.code_points == number) break;
    ++offset.code_points;
    offset.utf16 += byte >= 0xF0 ? 2 : 1;
  }
  return offset;
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
