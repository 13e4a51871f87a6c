// SPDX-License-Identifier: Apache-2.0
#include "service/answering/resolving/inspection/placeholders.h"

#include <unicode/utf.h>
#include <unicode/utf8.h>

#include <cstdint>

namespace footnote::answering::resolving {

std::vector<text::ByteRange> FindPlaceholders(absl::string_view text) {
  std::vector<text::ByteRange> found;
  const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
  // U+FDD0, the first noncharacter, and all code points after it start with byte 0xEF or higher.
  for (size_t at = 0; at < text.size();) {
    if (bytes[at] < 0xEF) {
      ++at;
      continue;
    }
    const size_t begin = at;
    UChar32 c;
    U8_NEXT_OR_FFFD(bytes, at, text.size(), c);
    if (c == 0xFFFC || U_IS_UNICODE_NONCHAR(c)) found.push_back({begin, at});
  }
  return found;
}

}  // namespace footnote::answering::resolving
