// SPDX-License-Identifier: Apache-2.0
#include "client/cli/text/columns.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <string>

namespace footnote::client {
namespace {

size_t ColumnsOfCharacter(UChar32 c) {
  // Bytes that are not UTF-8 appear as a replacement character, one column wide.
  if (c < 0) return 1;
  constexpr UChar32 kSoftHyphen = 0xAD;
  // The vowels and finals of decomposed Hangul share the columns of their initial.
  const bool is_hangul_tail = c >= 0x1160 && c <= 0x11FF;
  constexpr uint32_t kUnseen = U_GC_MN_MASK | U_GC_ME_MASK | U_GC_CF_MASK;
  if (is_hangul_tail || ((U_GET_GC_MASK(c) & kUnseen) != 0 && c != kSoftHyphen)) return 0;
  const int width = u_getIntPropertyValue(c, UCHAR_EAST_ASIAN_WIDTH);
  return width == U_EA_WIDE || width == U_EA_FULLWIDTH ? 2 : 1;
}

// Calls visit(end, columns) for each character with its end offset and the columns of the text up
// to it. Stops if visit returns false.
template <typename Visitor>
void ForEachCharacter(absl::string_view text, Visitor visit) {
  const auto length = static_cast<int64_t>(text.size());
  size_t columns = 0;
  for (int64_t i = 0; i < length;) {
    UChar32 c;
    U8_NEXT(text.data(), i, length, c);
    columns += ColumnsOfCharacter(c);
    if (!visit(static_cast<size_t>(i), columns)) return;
  }
}

}  // namespace

size_t ColumnsOf(absl::string_view text) {
  size_t all = 0;
  ForEachCharacter(text, [&all](size_t, size_t columns) {
    all = columns;
    return true;
  });
  return all;
}

std::string CutToColumns(absl::string_view text, size_t columns) {
  if (columns == 0) return "";
  size_t kept = 0;  // the end of the text that leaves a column for the ellipsis
  bool fits = true;
  ForEachCharacter(text, [&](size_t end, size_t taken) {
    if (taken + 1 <= columns) kept = end;
    fits = taken <= columns;
    return fits;
  });
  return fits ? std::string(text) : std::string(text.substr(0, kept)) + "…";
}

}  // namespace footnote::client
