#include "service/messages/json_writer.h"

#include <charconv>
#include <cstddef>

#include "service/messages/json_scan.h"

namespace footnote::messages {
namespace {

void AppendEscape(char c, std::string* out) {
  static constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out->append("\\\"", 2);
      return;
    case '\\':
      out->append("\\\\", 2);
      return;
    case '\b':
      out->append("\\b", 2);
      return;
    case '\f':
      out->append("\\f", 2);
      return;
    case '\n':
      out->append("\\n", 2);
      return;
    case '\r':
      out->append("\\r", 2);
      return;
    case '\t':
      out->append("\\t", 2);
      return;
    default:
      out->append("\\u00", 4);
      out->push_back(kHex[static_cast<unsigned char>(c) >> 4]);
      out->push_back(kHex[static_cast<unsigned char>(c) & 0xf]);
  }
}

}  // namespace

void JsonWriter::String(absl::string_view text) {
  out_.push_back('"');
  while (true) {
    const size_t plain = FindEscape(text);
    out_.append(text.data(), plain);
    if (plain == text.size()) break;
    AppendEscape(text[plain], &out_);
    text.remove_prefix(plain + 1);
  }
  out_.push_back('"');
}

void JsonWriter::Int(int64_t value) {
  char digits[20];  // as many as INT64_MIN has, its sign included
  const std::to_chars_result end = std::to_chars(digits, digits + sizeof(digits), value);
  out_.append(digits, static_cast<size_t>(end.ptr - digits));
}

}  // namespace footnote::messages
