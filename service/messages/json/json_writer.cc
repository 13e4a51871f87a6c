// SPDX-License-Identifier: Apache-2.0
#include "service/messages/json/json_writer.h"

#include <charconv>
#include <cstddef>

#include "service/messages/json/json_escape.h"

namespace footnote::messages {
void JsonWriter::String(absl::string_view text) {
  out_.push_back('"');
  AppendEscaped(text, &out_);
  out_.push_back('"');
}

void JsonWriter::Int(int64_t value) {
  char digits[20];  // the length of INT64_MIN, including its sign
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof(digits), value);
  out_.append(digits, static_cast<size_t>(end.ptr - digits));
}

}  // namespace footnote::messages
